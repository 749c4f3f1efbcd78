// `notochord datagen`: plays games against itself and keeps their quiet positions with score and
// result, in the format of game_file.h; or checks such files, sums them up and turns them into
// text.
//
//   notochord datagen --out=games.bin --positions=10000000 --nodes=5000 --seed=1
//   notochord datagen --in=games.bin --to-text=positions.txt
//   notochord datagen --in=games.bin
//
// Interrupting it (Ctrl-C) ends the run after the games that are being played; the same command
// goes on from there, and one with a higher target makes the file longer.
#pragma once

namespace notochord::datagen {

// argv[0] is the command's name. Returns the exit code.
int RunDatagen(int argc, char** argv);

}  // namespace notochord::datagen
