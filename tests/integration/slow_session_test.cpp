#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "engine/board/position.h"
#include "tests/integration/engine_process.h"
#include "tests/integration/rapid_session.h"
#include "tests/integration/session_fuzzer.h"

namespace notochord::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

TEST(SlowSessionTest, AHundredThousandRandomCommands) {
  for (std::uint64_t seed = 100; seed < 120; ++seed) RunRandomSession(5000, seed);
}

TEST(SlowSessionTest, TenThousandRapidChanges) { RunRapidSession(10000, 2); }

TEST(SlowSessionTest, AThousandThreads) {
  EngineProcess engine;
  engine.Send("setoption name Threads value 1024");
  engine.Sync();
  engine.Send("go infinite");
  engine.ReadUntil("info depth 2");
  engine.Send("stop");
  EXPECT_EQ(CountPrefix(engine.ReadUntil("bestmove"), "bestmove"), 1U);
  engine.Send("quit");
  EXPECT_EQ(engine.WaitForExit(), 0);
}

// Watching an analysis: the early depths may rush by, afterwards a person can read along.
TEST(SlowSessionTest, AnalysisDoesNotFloodTheScreen) {
  EngineProcess engine;
  engine.Send("go infinite");
  engine.ReadFor(milliseconds(4000));
  const std::vector<std::string> lines = engine.ReadFor(milliseconds(10000));
  EXPECT_LE(lines.size(), 80U);
  EXPECT_GE(lines.size(), 5U);
  engine.Send("stop");
  engine.ReadUntil("bestmove");
}

// Where iterations rush by, each of them would be a line.
TEST(SlowSessionTest, SolvedPositionsDoNotFloodTheScreenEither) {
  EngineProcess engine;
  engine.Send("position fen 8/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/K6k w - - 0 1");
  engine.Send("go infinite");
  engine.ReadFor(milliseconds(4000));
  EXPECT_LE(engine.ReadFor(milliseconds(5000)).size(), 50U);
  engine.Send("stop");
  engine.ReadUntil("bestmove");
}

// Less than one part in a hundred of a core; a clock tick more is within the error.
TEST(SlowSessionTest, WaitingCostsNothing) {
  constexpr milliseconds kWait(2000);
  const milliseconds limit = kWait / 100 + milliseconds(10);
  EngineProcess engine;
  engine.Send("setoption name Threads value 3");
  for (const char* fen : {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",      // mated
                          "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",      // stalemated
                          "7k/8/8/8/8/8/1r6/K7 w - - 0 1",       // one move
                          "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"})  // a mate in two
  {
    engine.Send(absl::StrCat("position fen ", fen));
    for (const char* go : {"go infinite", "go ponder wtime 1000 btime 1000"}) {
      engine.Send(go);
      engine.ReadFor(milliseconds(2000));  // more than enough to search it out
      const milliseconds before = engine.CpuTime();
      EXPECT_EQ(CountPrefix(engine.ReadFor(kWait), "bestmove"), 0U) << fen;
      EXPECT_LE(engine.CpuTime() - before, limit) << fen << " " << go;
      engine.Send("stop");
      engine.ReadUntil("bestmove");
    }
  }
}

// One game from a position, to its end; White's points in halves.
int PlayGame(EngineProcess& white, EngineProcess& black, const board::Position& start) {
  board::Position position = start;
  std::string command = absl::StrCat("position fen ", start.Fen(), " moves");
  for (int ply = 0; ply < 400; ++ply) {
    if (!board::HasLegalMove(position)) {
      if (!position.InCheck()) return 1;
      return position.side_to_move() == Color::kWhite ? 0 : 2;
    }
    if (position.IsFiftyMoveDraw() || position.RepetitionCount() >= 2 ||
        position.IsInsufficientMaterial()) {
      return 1;
    }
    EngineProcess& engine = position.side_to_move() == Color::kWhite ? white : black;
    engine.Send(command);
    const std::string answer = engine.Search("go movetime 60000").back();
    const std::vector<std::string> words = absl::StrSplit(answer, ' ');
    const absl::StatusOr<board::Move> move =
        board::ParseUciMove(position, words.size() > 1 ? words[1] : "");
    if (!move.ok()) {
      ADD_FAILURE() << answer;
      return 1;
    }
    position.Make(*move);
    absl::StrAppend(&command, " ", words[1]);
  }
  return 1;
}

// By node limits, so that the machine's speed has no say in it. The choice of lesser moves is
// random, but the difference is so large that the stronger one loses a game in a hundred at most.
TEST(SlowSessionTest, LessEloPlaysWeaker) {
  EngineProcess weak;
  EngineProcess strong;
  for (EngineProcess* engine : {&weak, &strong}) {
    engine->Send("setoption name UCI_LimitStrength value true");
    engine->Send(absl::StrCat("setoption name UCI_Elo value ", engine == &weak ? 1300 : 2300));
  }
  int points = 0;  // of the stronger one, in halves
  for (int game = 0; game < 8; ++game) {
    const bool strong_is_white = game % 2 == 0;
    const int white = strong_is_white ? PlayGame(strong, weak, board::Position())
                                      : PlayGame(weak, strong, board::Position());
    points += strong_is_white ? white : 2 - white;
  }
  EXPECT_GE(points, 12);
}

}  // namespace
}  // namespace notochord::test
