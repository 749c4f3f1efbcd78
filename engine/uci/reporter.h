// Prints what a search pool reports, with the settings of the moment when the search began.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/board/position.h"
#include "engine/tt/transposition_table.h"
#include "engine/uci/format.h"
#include "engine/uci/output.h"
#include "engine/uci/strength.h"
#include "threads/listener.h"

namespace notochord::uci {

class Reporter : public threads::Listener {
 public:
  struct Config {
    board::Position position;
    FormatStyle style;
    std::size_t lines = 1;  // that the user wants to see
    // Plays a lesser move now and then: by how much scores are misjudged, and the seed.
    int blur = 0;
    std::uint64_t seed = 0;
  };

  Reporter(Config config, const tt::TranspositionTable& table, Output& output)
      : config_(std::move(config)), rng_(config_.seed), table_(table), output_(output) {}

  void OnLines(const threads::LinesReport& report) override;
  void OnCurrentMove(int depth, board::Move move, int number) override;
  void OnProgress(const threads::Totals& totals) override;
  void OnFinish(const threads::LinesReport& report) override;

 private:
  std::vector<board::Move> LineOf(const search::RootMove& move, int& budget) const;

  const Config config_;
  Rng rng_;
  const tt::TranspositionTable& table_;
  Output& output_;
  // The first line as it was printed last: the answer is its head.
  std::vector<board::Move> last_line_;
};

}  // namespace notochord::uci
