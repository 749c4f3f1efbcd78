// Syzygy tables as the search uses them: WDL values inside the tree, and an order of the root moves
// that wins what is won in spite of the fifty-move rule and keeps what is drawn.
//
// Threading: workers probe at once; the owner configures and ranks while they sleep.
#pragma once

#include <optional>

#include "engine/search/prober.h"
#include "engine/search/worker.h"
#include "tb/syzygy.h"

namespace notochord::search {

// Groups of root moves: those of one rank are equally good. Moves that win with time to spare have
// kWinRank; down to kRuleRank a win still comes before the fifty-move rule, down to 1 it comes too
// late. 0 is a draw, and losses are the same with the sign changed.
inline constexpr int kWinRank = 1000;
inline constexpr int kRuleRank = 900;

// The rank of a move by its distance to the next zeroing move. `repeated`: the game has begun to go
// in circles, so that only the shortest way is good enough.
int RankByDtz(int dtz, int rule50, bool repeated);
// The rank where there is no DTZ table.
int RankByWdl(tb::Wdl wdl);
// Win (1), draw (0) or loss (-1) of a value, with or without the fifty-move rule.
int ResultOf(tb::Wdl wdl, bool fifty_move_rule);

class SyzygyProber : public Prober {
 public:
  struct Settings {
    int max_pieces = 7;
    int probe_depth = 1;
    bool fifty_move_rule = true;
  };

  explicit SyzygyProber(tb::Syzygy& tables) : tables_(tables) {}

  Settings& settings() { return settings_; }

  int MaxPieces() const override;
  int ProbeDepth() const override { return settings_.probe_depth; }
  std::optional<int> ProbeWdl(const board::Position& position) const override;

  // Orders the root moves by rank and gives them their scores; all but the best group are taken out
  // where only one line is wanted. Decides whether tables help inside the tree. Changes nothing
  // where the tables do not know the position or do not answer before the deadline.
  void RankRoot(Task& task, tb::Syzygy::Deadline deadline);

 private:
  bool RankByDistance(Task& task, tb::Syzygy::Deadline deadline);
  bool RankByResult(Task& task, tb::Syzygy::Deadline deadline);
  bool IsDrawn(const board::Position& position) const;
  int ScoreOfRank(int rank) const;

  tb::Syzygy& tables_;
  Settings settings_;
};

}  // namespace notochord::search
