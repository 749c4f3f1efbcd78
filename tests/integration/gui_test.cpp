// Whole dialogues, as chess GUIs and people hold them with the engine.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "tests/integration/engine_process.h"

namespace notochord::test {
namespace {

using std::chrono::milliseconds;
using Lines = std::vector<std::string>;

const std::string kStart(board::Position::kStartFen);

// "bestmove e2e4 ponder e7e5": the words after "bestmove" and "ponder".
struct Answer {
  std::string move;
  std::string ponder;
};

Answer AnswerIn(const Lines& lines) {
  const Lines words = absl::StrSplit(lines.back(), ' ');
  EXPECT_TRUE(words.size() == 2 || (words.size() == 4 && words[2] == "ponder")) << lines.back();
  return {words.size() > 1 ? words[1] : "", words.size() > 3 ? words[3] : ""};
}

bool IsOver(const Lines& moves) {
  board::Position position;
  for (const std::string& move : moves) position.Make(*board::ParseUciMove(position, move));
  return !board::HasLegalMove(position) || position.IsFiftyMoveDraw() ||
         position.RepetitionCount() >= 2 || position.IsInsufficientMaterial();
}

// Every option that the engine offers is set to its default, as GUIs do that remember options.
void SetAllDefaults(EngineProcess& engine, const Lines& greeting) {
  int options = 0;
  for (const std::string& line : greeting) {
    if (!absl::StartsWith(line, "option name ")) continue;
    ++options;
    const std::string name = line.substr(12, line.find(" type ") - 12);
    const std::size_t value = line.find(" default ");
    if (value == std::string::npos) continue;  // a button
    const std::string text = line.substr(value + 9, line.find(" min ") - value - 9);
    engine.Send(absl::StrCat("setoption name ", name, " value ", text));
    for (const std::string& reply : engine.Sync()) {
      // Tables are the only option that says what it has found.
      EXPECT_EQ(reply, "info string Syzygy: no tables in use") << name;
    }
  }
  EXPECT_GE(options, 17);
}

// cutechess-cli: isready after everything, one engine for both sides here, clocks with increment,
// the moves of the whole game each time.
TEST(GuiTest, CutechessPlaysAGame) {
  EngineProcess engine;
  engine.Send("uci");
  engine.ReadUntil("uciok");
  for (const char* option : {"Hash value 2", "Threads value 1", "Ponder value false"}) {
    engine.Send(absl::StrCat("setoption name ", option));
  }
  for (int game = 0; game < 2; ++game) {
    engine.Send("ucinewgame");
    EXPECT_TRUE(engine.Sync().empty());
    Lines moves;
    while (moves.size() < 40 && !IsOver(moves) && !testing::Test::HasFailure()) {
      engine.Send(moves.empty()
                      ? "position startpos"
                      : absl::StrCat("position startpos moves ", absl::StrJoin(moves, " ")));
      EXPECT_TRUE(engine.Sync().empty());
      const Lines lines = engine.Search("go wtime 400 btime 400 winc 4 binc 4");
      CheckSearchOutput(lines, kStart, moves);
      moves.push_back(AnswerIn(lines).move);
    }
    EXPECT_GE(moves.size(), 10U);
  }
  engine.Send("quit");
  EXPECT_EQ(engine.WaitForExit(), 0);
  EXPECT_TRUE(engine.Rest().empty());
}

// Arena: CRLF, every option is set, names and values in any case; ponders on the engine's own
// guess; half of the guesses come true.
TEST(GuiTest, ArenaPlaysWithPonder) {
  EngineProcess engine;
  engine.SendRaw("uci\r\n");
  SetAllDefaults(engine, engine.ReadUntil("uciok"));
  engine.SendRaw("setoption name ponder value TRUE\r\nsetoption name HASH value 4\r\n");
  engine.SendRaw("ucinewgame\r\nisready\r\n");
  engine.ReadUntil("readyok");
  Lines moves;
  Lines lines;
  engine.SendRaw("position startpos\r\ngo wtime 2000 btime 2000 movestogo 20\r\n");
  lines = engine.ReadUntil("bestmove");
  CheckSearchOutput(lines, kStart, moves);
  int hits = 0;
  int misses = 0;
  while (moves.size() < 24 && !testing::Test::HasFailure()) {
    const Answer answer = AnswerIn(lines);
    moves.push_back(answer.move);
    if (answer.ponder.empty() || IsOver(moves)) break;
    Lines guessed = moves;
    guessed.push_back(answer.ponder);
    if (IsOver(guessed)) break;
    engine.SendRaw(absl::StrCat("position startpos moves ", absl::StrJoin(guessed, " "),
                                "\r\ngo ponder wtime 2000 btime 2000 movestogo 20\r\n"));
    EXPECT_EQ(CountPrefix(engine.Sync(), "bestmove"), 0U);
    if (moves.size() % 4 == 1) {
      ++hits;
      engine.SendRaw("ponderhit\r\n");
      moves = guessed;
    } else {
      ++misses;
      engine.SendRaw("stop\r\n");
      engine.ReadUntil("bestmove");  // nobody wants it
      // Another reply than the one that was expected, where there is one.
      board::Position position;
      for (const std::string& move : moves) position.Make(*board::ParseUciMove(position, move));
      const board::MoveList legal = board::LegalMoves(position);
      std::string reply = board::ToUci(legal[0], false);
      if (reply == answer.ponder && legal.size() > 1) reply = board::ToUci(legal[1], false);
      moves.push_back(reply);
      if (IsOver(moves)) break;
      engine.SendRaw(absl::StrCat("position startpos moves ", absl::StrJoin(moves, " "),
                                  "\r\ngo wtime 2000 btime 2000 movestogo 20\r\n"));
    }
    lines = engine.ReadUntil("bestmove");
    // After a hit the lines of the pondering were read with the isready.
    if (lines.size() > 1) CheckSearchOutput(lines, kStart, moves);
  }
  EXPECT_GE(hits, 1);
  EXPECT_GE(misses, 1);
  engine.SendRaw("quit\r\n");
  EXPECT_EQ(engine.WaitForExit(), 0);
}

// An analysis window: infinite searches that are stopped and moved on, lines added and taken away.
TEST(GuiTest, AnalysisWindow) {
  EngineProcess engine;
  engine.Send("uci");
  engine.ReadUntil("uciok");
  engine.Send("setoption name UCI_AnalyseMode value true");
  Lines moves;
  for (const char* move : {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"}) {
    moves.push_back(move);
    engine.Send(absl::StrCat("setoption name MultiPV value ", moves.size() % 3 + 1));
    engine.Send(absl::StrCat("position startpos moves ", absl::StrJoin(moves, " ")));
    engine.Send("go infinite");
    Lines lines = engine.ReadUntil("info depth 5");
    EXPECT_EQ(CountPrefix(lines, "bestmove"), 0U);
    engine.Send("stop");
    for (const std::string& line : engine.ReadUntil("bestmove")) lines.push_back(line);
    CheckSearchOutput(lines, kStart, moves);
  }
  EXPECT_TRUE(engine.Sync().empty());
}

TEST(GuiTest, ATerminalIsGreeted) {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0) GTEST_SKIP() << "this system has no pseudo-terminals";
  close(terminal);
  EngineProcess engine({}, {}, EngineProcess::Input::kTerminal);
  const std::string greeting = engine.ReadLine();
  EXPECT_TRUE(absl::StartsWith(greeting, "Notochord ")) << greeting;
  EXPECT_TRUE(absl::StrContains(greeting, "help")) << greeting;
  engine.Send("help");
  const Lines help = engine.Sync();
  for (const char* command :
       {"position", "go", "stop", "ponderhit", "setoption", "uci", "isready", "ucinewgame", "debug",
        "quit", "d ", "flip", "eval", "see", "perft", "bench", "stats"}) {
    EXPECT_TRUE(std::any_of(help.begin(), help.end(), [&](const std::string& line) {
      return absl::StrContains(line, command);
    })) << command;
  }
  engine.SendRaw("\x04");  // Ctrl-D at the beginning of a line
  EXPECT_EQ(engine.WaitForExit(), 0);
}

TEST(GuiTest, APipeIsNot) {
  EngineProcess engine;
  EXPECT_TRUE(engine.Sync().empty());
  EngineProcess silent;
  silent.CloseInput();
  EXPECT_EQ(silent.WaitForExit(), 0);
  EXPECT_TRUE(silent.Rest().empty());
}

}  // namespace
}  // namespace notochord::test
