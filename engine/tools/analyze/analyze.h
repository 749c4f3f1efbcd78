// `notochord analyze`: searches the positions of EPD or PGN files on all cores, and writes what it
// finds as JSON, a line for each position, or games as annotated PGN.
//
//   notochord analyze --in=wac.epd --out=wac.jsonl --movetime=1000
//   notochord analyze --in=games.pgn --out=annotated.pgn --depth=18
//
// Interrupting it (Ctrl-C) ends the run after the positions, or games, that are begun; the same
// command goes on from there.
#pragma once

namespace notochord::analyze {

// argv[0] is the command's name. Returns the exit code.
int RunAnalyze(int argc, char** argv);

}  // namespace notochord::analyze
