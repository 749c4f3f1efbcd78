// What the engine prints during and after a search.
#pragma once

#include <string>
#include <vector>

#include "engine/board/position.h"
#include "engine/search/root_moves.h"
#include "engine/tt/transposition_table.h"
#include "threads/listener.h"

namespace notochord::uci {

struct FormatStyle {
  bool chess960 = false;
  bool show_wdl = false;
};

// "cp 31" or "mate -4"; tablebase results as large centipawn scores.
std::string FormatScore(int score);

// The latest score of a move: where this iteration has not come to it, that of the one before;
// -kInfiniteScore where there is none at all.
int LatestScore(const search::RootMove& move);

// The legal beginning of a line, up to the move that ends the game: by mate, stalemate, the third
// repetition, the fifty-move rule, or for want of mating material.
std::vector<board::Move> PlayableLine(const board::Position& position,
                                      const std::vector<board::Move>& line);
// Adds a move from the table to a line of one move, for the GUI to ponder on.
void ExtendLine(const board::Position& position, const tt::TranspositionTable& table,
                std::vector<board::Move>& line);

// "info depth ... pv ...". `number` counts lines from 1; 0: there is only one.
std::string FormatLine(const board::Position& position, const search::RootMove& move, int depth,
                       std::size_t number, const threads::Totals& totals, const FormatStyle& style,
                       const std::vector<board::Move>& line);
// The same for a position without moves.
std::string FormatNoMoves(const board::Position& position, const FormatStyle& style);
std::string FormatProgress(const threads::Totals& totals);
std::string FormatCurrentMove(int depth, board::Move move, int number, const FormatStyle& style);
// "bestmove e2e4 ponder e7e5"; "bestmove 0000" for an empty line.
std::string FormatBestMove(const std::vector<board::Move>& line, const FormatStyle& style);

}  // namespace notochord::uci
