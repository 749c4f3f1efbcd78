#include "tests/integration/rapid_session.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "engine/base/rng.h"
#include "tests/integration/engine_process.h"
#include "tests/support/positions.h"

namespace notochord::test {
namespace {

class RapidSession {
 public:
  explicit RapidSession(std::uint64_t seed) : rng_(seed), positions_(RandomPositions(20, seed)) {}

  void Run(std::size_t bursts) {
    for (std::size_t i = 0; i < bursts && !testing::Test::HasFailure(); ++i) {
      if (!engine_) engine_ = std::make_unique<EngineProcess>();
      engine_->SendRaw(Burst());
      if (rng_.Below(10) == 0) Sync();
      if (rng_.Below(50) == 0) End();
    }
    if (engine_) End();
  }

 private:
  std::string Burst() {
    std::string burst;
    for (std::uint64_t n = 1 + rng_.Below(8); n > 0; --n) {
      const std::string command = Command();
      searches_ += absl::StartsWith(command, "go") ? 1 : 0;
      pings_ += command == "isready" ? 1 : 0;
      absl::StrAppend(&burst, command, "\n");
      last_ = command;
    }
    return burst;
  }

  std::string Command() {
    switch (rng_.Below(16)) {
      case 0:
        return absl::StrCat("setoption name Threads value ", 1 + rng_.Below(6));
      case 1:
        return absl::StrCat("setoption name Hash value ", 1 + rng_.Below(6));
      case 2:
        return "ucinewgame";
      case 3:
        return rng_.Below(4) == 0 ? "setoption name Clear Hash" : "position startpos moves e2e4";
      case 4:
        return absl::StrCat("position fen ", positions_[rng_.Below(positions_.size())].Fen());
      case 5:
      case 6:
        return "isready";
      case 7:
      case 8:
        return "ponderhit";
      case 9:
      case 10:
      case 11:
        return "stop";
      default:
        return Go();
    }
  }

  std::string Go() {
    std::string go = rng_.Below(3) == 0 ? "go ponder" : "go";
    switch (rng_.Below(6)) {
      case 0:
        return absl::StrCat(go, " depth ", 1 + rng_.Below(8));
      case 1:
        return absl::StrCat(go, " nodes ", 1 + rng_.Below(5000));
      case 2:
        return absl::StrCat(go, " movetime ", 1 + rng_.Below(4));
      case 3:
        return absl::StrCat(go, " wtime ", rng_.Below(100), " btime ", rng_.Below(100));
      default:
        return absl::StrCat(go, " infinite");
    }
  }

  void Count(const std::vector<std::string>& lines) {
    answers_ += CountPrefix(lines, "bestmove");
    pongs_ += CountPrefix(lines, "readyok");
    ASSERT_LE(answers_, searches_) << "after " << last_;
    ASSERT_LE(pongs_, pings_) << "after " << last_;
  }

  // All earlier searches are answered by now; the last may still run, or be on its way out.
  void Sync() {
    while (pongs_ < pings_ && !testing::Test::HasFailure()) Count(engine_->ReadUntil("readyok"));
    Count(engine_->Sync());
    EXPECT_GE(answers_ + 1, searches_) << "after " << last_;
  }

  void End() {
    if (rng_.Below(3) == 0) {
      engine_->CloseInput();
    } else {
      engine_->Send("quit");
    }
    EXPECT_EQ(engine_->WaitForExit(), 0) << "after " << last_;
    Count(engine_->Rest());
    EXPECT_EQ(answers_, searches_) << "after " << last_;
    EXPECT_EQ(pongs_, pings_) << "after " << last_;
    engine_.reset();
  }

  Rng rng_;
  const std::vector<board::Position> positions_;
  std::unique_ptr<EngineProcess> engine_;
  std::string last_;
  std::size_t searches_ = 0;
  std::size_t answers_ = 0;
  std::size_t pings_ = 0;
  std::size_t pongs_ = 0;
};

}  // namespace

void RunRapidSession(std::size_t bursts, std::uint64_t seed) { RapidSession(seed).Run(bursts); }

}  // namespace notochord::test
