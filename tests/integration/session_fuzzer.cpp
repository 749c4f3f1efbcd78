#include "tests/integration/session_fuzzer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "engine/base/rng.h"
#include "engine/board/notation.h"
#include "tests/integration/engine_process.h"
#include "tests/support/positions.h"

namespace notochord::test {
namespace {

constexpr const char* kOddValues[] = {"",  "x",   "-1",  "0",  "1e3",       "99999999999999999999",
                                      "+", "0x5", "1.5", "--", "2147483648"};

// Every search is answered; perft is none. Words before the first command are left out.
bool BeginsSearch(absl::string_view command) {
  static constexpr absl::string_view kCommands[] = {"uci", "ucinewgame", "setoption", "position",
                                                    "go",  "stop",       "ponderhit", "debug"};
  const std::vector<absl::string_view> words =
      absl::StrSplit(command, absl::ByAnyChar(" \t"), absl::SkipEmpty());
  const auto first =
      std::find_first_of(words.begin(), words.end(), std::begin(kCommands), std::end(kCommands));
  return first != words.end() && *first == "go" &&
         std::find(first, words.end(), "perft") == words.end();
}

class Session {
 public:
  explicit Session(std::uint64_t seed) : rng_(seed), positions_(RandomPositions(40, seed)) {}

  void Run(std::size_t commands) {
    for (std::size_t i = 0; i < commands && !testing::Test::HasFailure(); ++i) {
      const std::string command = Command();
      if (BeginsSearch(command)) ++searches_;
      last_ = command.substr(0, 200);
      engine_.Send(rng_.Below(10) == 0 ? command + "\r" : command);
      if (rng_.Below(8) == 0) Count(engine_.Sync());
    }
    engine_.Send("stop");
    Count(engine_.Sync());
    engine_.Send("quit");
    EXPECT_EQ(engine_.WaitForExit(), 0) << "after " << last_;
    Count(engine_.Rest());
    EXPECT_EQ(answers_, searches_);
  }

 private:
  void Count(const std::vector<std::string>& lines) {
    answers_ += CountPrefix(lines, "bestmove");
    EXPECT_LE(answers_, searches_);
    for (const std::string& line : lines) {
      EXPECT_LT(line.size(), 20000U);
      EXPECT_FALSE(absl::StrContains(line, "bestmove") && !absl::StartsWith(line, "bestmove"));
    }
  }

  template <typename List>
  const auto& Pick(const List& list) {
    return list[rng_.Below(std::size(list))];
  }
  std::string Number() {
    return rng_.Below(6) == 0 ? Pick(kOddValues) : absl::StrCat(rng_.Below(1U << rng_.Below(12)));
  }

  std::string Junk() {
    static constexpr const char* kWords[] = {
        "go",    "stop", "position", "startpos",  "fen",     "moves",  "name", "value",    "Hash",
        "uci",   "e2e4", "0000",     "depth",     "infinit", "ponder", "-",    "\xff\xfe", "\t",
        "quit?", "%s%n", "KQkq",     "setoption", "8/8",     "debug",  "see",  "..."};
    std::string text = "?";
    for (std::uint64_t n = rng_.Below(6); n > 0; --n) absl::StrAppend(&text, " ", Pick(kWords));
    if (rng_.Below(50) == 0) text.append(5000, 'x');
    return text;
  }

  std::string PositionCommand() {
    const board::Position& base = Pick(positions_);
    if (rng_.Below(10) == 0) {
      std::string fen = base.Fen();
      fen[rng_.Below(fen.size())] = static_cast<char>(' ' + rng_.Below(95));
      return absl::StrCat("position fen ", fen);
    }
    const bool start = rng_.Below(2) == 0;
    board::Position walk = start ? board::Position() : base;
    std::string text = start ? "position startpos" : absl::StrCat("position fen ", base.Fen());
    absl::StrAppend(&text, " moves");
    const std::uint64_t length = rng_.Below(500) == 0 ? 4000 : rng_.Below(30);
    for (std::uint64_t n = length; n > 0; --n) {
      const board::Move move = RandomMove(walk, rng_);
      if (!move) break;
      absl::StrAppend(&text, " ", rng_.Below(60) == 0 ? "a1a1" : board::ToUci(move, true));
      walk.Make(move);
    }
    return text;
  }

  std::string GoCommand() {
    std::string text = "go";
    static constexpr const char* kNumbers[] = {"wtime", "btime", "winc",     "binc", "movestogo",
                                               "depth", "nodes", "movetime", "mate"};
    for (std::uint64_t n = rng_.Below(4); n > 0; --n) {
      absl::StrAppend(&text, " ", Pick(kNumbers), " ", Number());
    }
    if (rng_.Below(6) == 0) absl::StrAppend(&text, " infinite");
    if (rng_.Below(6) == 0) absl::StrAppend(&text, " ponder");
    if (rng_.Below(8) == 0) absl::StrAppend(&text, " searchmoves e2e4 d7d5 g1f3 a1a1");
    if (rng_.Below(20) == 0) absl::StrAppend(&text, " nonsense 3");
    if (rng_.Below(20) == 0) text = absl::StrCat("go perft ", rng_.Below(4));
    return text;
  }

  std::string OptionCommand() {
    static constexpr const char* kFlags[] = {"Ponder",          "UCI_Chess960",      "UCI_ShowWDL",
                                             "UCI_AnalyseMode", "UCI_LimitStrength", "OwnBook",
                                             "Syzygy50MoveRule"};
    static constexpr const char* kNames[] = {"Hash",
                                             "Threads",
                                             "MultiPV",
                                             "Move Overhead",
                                             "UCI_Elo",
                                             "BookFile",
                                             "SyzygyProbeDepth",
                                             "SyzygyProbeLimit",
                                             "UCI_Chess960",
                                             "Nothing at all",
                                             "value",
                                             "Ponder"};
    switch (rng_.Below(10)) {
      case 0:
        return absl::StrCat("setoption name Hash value ", 1 + rng_.Below(8));
      case 1:
        return absl::StrCat("setoption name Threads value ", 1 + rng_.Below(6));
      case 2:
        return absl::StrCat("setoption name MultiPV value ",
                            1 + rng_.Below(rng_.Below(10) == 0 ? 256 : 6));
      case 3:
        return absl::StrCat("setoption name UCI_Elo value ", 1300 + rng_.Below(2000));
      case 4:
        return absl::StrCat("setoption name Move Overhead value ", Number());
      case 5:
        return absl::StrCat("setoption name SyzygyPath value ", rng_.Below(2) ? "/none" : "");
      case 6:
        return rng_.Below(2) ? "setoption name Clear Hash" : "setoption name BookFile value x";
      case 7:
        return absl::StrCat("setoption name ", Pick(kNames), " value ", Pick(kOddValues));
      default:
        return absl::StrCat("setoption name ", Pick(kFlags), " value ",
                            rng_.Below(3) == 0 ? "true" : "false");
    }
  }

  std::string Command() {
    static constexpr const char* kOthers[] = {
        "ucinewgame", "uci",  "debug on", "debug off", "d",       "flip", "eval",   "stats",
        "see e2e4",   "help", "params",   "",          "perft 2", "see",  "bench x"};
    switch (rng_.Below(12)) {
      case 0:
      case 1:
      case 2:
        return PositionCommand();
      case 3:
      case 4:
      case 5:
        return GoCommand();
      case 6:
      case 7:
        return "stop";
      case 8:
        return "ponderhit";
      case 9:
        return OptionCommand();
      case 10:
        return Pick(kOthers);
      default:
        return Junk();
    }
  }

  Rng rng_;
  const std::vector<board::Position> positions_;
  EngineProcess engine_;
  std::string last_;
  std::size_t searches_ = 0;
  std::size_t answers_ = 0;
};

}  // namespace

void RunRandomSession(std::size_t commands, std::uint64_t seed) { Session(seed).Run(commands); }

}  // namespace notochord::test
