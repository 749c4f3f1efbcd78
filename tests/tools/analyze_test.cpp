#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "engine/base/value.h"
#include "engine/board/notation.h"
#include "engine/tools/analyze/analyst.h"
#include "engine/tools/analyze/annotate.h"
#include "engine/tools/analyze/batch.h"
#include "engine/tools/analyze/input.h"
#include "engine/tools/analyze/json.h"
#include "engine/tools/analyze/resume.h"
#include "tests/tools/temp_file.h"

namespace notochord::analyze {
namespace {

using test::TempFile;

constexpr char kGames[] =
    "[Event \"a\"]\n[Annotator \"before\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"
    "[Event \"b\"]\n\n1. e4 e5 2. Ke9 *\n\n"
    "[Event \"c\"]\n\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n";

SearchSettings Shallow() {
  SearchSettings settings;
  settings.depth = 4;
  settings.hash_mebibytes = 1;
  return settings;
}

Input Load(const TempFile& file, std::vector<std::string>* warnings = nullptr) {
  absl::StatusOr<Input> input = Input::Load({file.path()}, [&](absl::string_view line) {
    if (warnings != nullptr) warnings->emplace_back(line);
  });
  EXPECT_TRUE(input.ok()) << input.status();
  return *std::move(input);
}

std::string AllLines(const Input& input, const SearchSettings& settings, std::size_t threads,
                     std::size_t first = 0) {
  std::string text;
  StopFlags stop;
  const absl::Status status = AnalyzeAll(input, settings, {first, threads, false}, stop,
                                         [&](const Item& item, const Analysis& analysis) {
                                           text += JsonLine(item, Describe(settings), analysis);
                                           return absl::OkStatus();
                                         });
  EXPECT_TRUE(status.ok()) << status;
  return text;
}

std::string Epd(std::size_t count) {
  const char* const lines[] = {
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"start\";",
      "6k1/5ppp/8/8/8/8/8/K6R w - - bm Re1; c0 \"no mate\";",
      "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id \"mate\";",
      "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - am Qg5;",
  };
  std::string text;
  for (std::size_t i = 0; i < count; ++i) absl::StrAppend(&text, lines[i % 4], "\n");
  return text;
}

TEST(Analyst, RepeatsItselfAndKeepsToItsLimits) {
  const std::atomic<bool> stop = false;
  SearchSettings settings = Shallow();
  settings.multi_pv = 3;
  const auto analyst = *Analyst::Create(settings, stop);
  const board::Position position;
  const Analysis first = *analyst->Search(position);
  const Analysis other = *analyst->Search(*board::Position::Parse("6k1/5ppp/8/8/8/8/8/K2R4 w - -"));
  EXPECT_EQ(other.score, MateIn(1));
  const Analysis again = *analyst->Search(position);
  EXPECT_EQ(first.nodes, again.nodes);
  EXPECT_EQ(first.depth, 4);
  ASSERT_EQ(first.lines.size(), 3);
  EXPECT_GE(first.lines[0].score, first.lines[1].score);
  EXPECT_NE(first.lines[0].pv[0], first.lines[1].pv[0]);
  EXPECT_EQ(first.score, first.lines[0].score);

  SearchSettings nodes = Shallow();
  nodes.depth = 0;
  nodes.nodes = 3000;
  const Analysis limited = *(*Analyst::Create(nodes, stop))->Search(position);
  EXPECT_LE(limited.nodes, 3000);
  EXPECT_GT(limited.depth, 1);
}

TEST(Analyst, AnswersWithinTheSmallestLimits) {
  const std::atomic<bool> stop = false;
  SearchSettings settings = Shallow();
  settings.depth = 0;
  for (const std::uint64_t nodes : {1U, 5U, 25U, 60U}) {
    for (const std::size_t lines : {1U, 3U, 500U}) {
      settings.nodes = nodes;
      settings.multi_pv = lines;
      const Analysis analysis = *(*Analyst::Create(settings, stop))->Search(board::Position());
      ASSERT_GE(analysis.lines.size(), 1U) << nodes << " nodes, " << lines << " lines";
      EXPECT_LE(analysis.lines.size(), lines);
      EXPECT_TRUE(analysis.best());
      EXPECT_EQ(analysis.score, analysis.lines[0].score);
      for (const Line& line : analysis.lines) {
        EXPECT_FALSE(line.pv.empty());
        EXPECT_FALSE(IsDecisive(line.score)) << line.score;
      }
    }
  }
}

TEST(Analyst, KnowsTheEndAndTheStop) {
  std::atomic<bool> stop = false;
  const auto analyst = *Analyst::Create(Shallow(), stop);
  const Analysis mated =
      *analyst->Search(*board::Position::Parse("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"));
  EXPECT_EQ(mated.score, MatedIn(0));
  EXPECT_FALSE(mated.best());
  const Analysis stalemate =
      *analyst->Search(*board::Position::Parse("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"));
  EXPECT_EQ(stalemate.score, 0);
  EXPECT_TRUE(stalemate.lines.empty());
  stop = true;
  EXPECT_TRUE(absl::IsCancelled(analyst->Search(board::Position()).status()));
}

TEST(AnalyzeScores, CountMovesToMate) {
  EXPECT_EQ(MovesToMate(123), std::nullopt);
  EXPECT_EQ(MovesToMate(MateIn(1)), 1);
  EXPECT_EQ(MovesToMate(MateIn(5)), 3);
  EXPECT_EQ(MovesToMate(MatedIn(0)), 0);
  EXPECT_EQ(MovesToMate(MatedIn(4)), -2);
  EXPECT_EQ(BeforeMove(50), -50);
  EXPECT_EQ(BeforeMove(MatedIn(0)), MateIn(1));
  EXPECT_EQ(BeforeMove(MateIn(3)), MatedIn(4));
}

TEST(AnalyzeJson, EscapesText) {
  EXPECT_EQ(JsonString("a\"b\\c\n\t"), "\"a\\\"b\\\\c\\u000a\\u0009\"");
  EXPECT_EQ(JsonString("\xC3\xA9 \xF0\x9F\x98\x80"), "\"\\u00e9 \\ud83d\\ude00\"");
  // Latin-1, overlong, cut short, a surrogate.
  EXPECT_EQ(JsonString("\xE9t\xE9"), "\"\\u00e9t\\u00e9\"");
  EXPECT_EQ(JsonString("\xC0\x80\xE2\x82"), "\"\\u00c0\\u0080\\u00e2\\u0082\"");
  EXPECT_EQ(JsonString("\xED\xA0\x80"), "\"\\u00ed\\u00a0\\u0080\"");
}

TEST(AnalyzeJson, HoldsWhatWasFoundAndAsked) {
  const TempFile file("json.epd", Epd(4));
  const Input input = Load(file);
  const std::vector<std::string> lines =
      absl::StrSplit(AllLines(input, Shallow(), 1), '\n', absl::SkipEmpty());
  ASSERT_EQ(lines.size(), 4);
  EXPECT_TRUE(absl::StartsWith(
      lines[0],
      "{\"id\":\"start\",\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\","
      "\"settings\":\"depth=4 hash=1\",\"depth\":4,\"nodes\":"))
      << lines[0];
  EXPECT_FALSE(absl::StrContains(lines[0], "solved"));
  EXPECT_TRUE(absl::StrContains(lines[1], "\"bm\":[\"Re1\"]")) << lines[1];
  EXPECT_TRUE(absl::StrContains(lines[1], "\"operations\":{\"c0\":\"no mate\"}")) << lines[1];
  EXPECT_TRUE(absl::StrContains(lines[1], "\"solved\":")) << lines[1];
  EXPECT_TRUE(
      absl::EndsWith(lines[2],
                     "\"score\":{\"mate\":1},\"bestmove\":\"d1d8\",\"bestmove_san\":\"Rd8#\","
                     "\"pv\":[\"d1d8\"],\"pv_san\":[\"Rd8#\"],\"bm\":[\"Rd8#\"],\"solved\":true}"))
      << lines[2];
  EXPECT_TRUE(absl::StrContains(lines[3], "\"am\":[\"Qg5\"],\"solved\":true")) << lines[3];
  EXPECT_TRUE(absl::StrContains(lines[1], ":2\",\"fen\"")) << "the line stands in for an id";
}

TEST(AnalyzeJson, WritesChess960CastlingAsTheKingTakingHisRook) {
  const TempFile file("frc.epd", "4k3/8/8/8/8/8/8/1R2K1R1 w GB - bm O-O; id \"g\";\n");
  const Input input = Load(file);
  const Item item = input.At(0);
  EXPECT_TRUE(item.chess960);
  Analysis analysis;
  analysis.lines = {{5, {item.epd->best[0]}}};
  EXPECT_TRUE(absl::StrContains(JsonLine(item, "", analysis),
                                "\"bestmove\":\"e1g1\",\"bestmove_san\":\"O-O\""));
}

TEST(AnalyzeBatch, KeepsTheOrderOnAnyNumberOfThreads) {
  const TempFile file("order.epd", Epd(40));
  const Input input = Load(file);
  const std::string alone = AllLines(input, Shallow(), 1);
  EXPECT_EQ(absl::StrSplit(alone, '\n').operator std::vector<std::string>().size(), 41);
  EXPECT_EQ(AllLines(input, Shallow(), 4), alone);
}

TEST(AnalyzeBatch, FinishesWhatIsBegun) {
  const TempFile file("drain.pgn", kGames);
  const Input input = Load(file);
  for (const bool whole_games : {false, true}) {
    StopFlags stop;
    std::size_t taken = 0;
    const absl::Status status =
        AnalyzeAll(input, Shallow(), {0, 1, whole_games}, stop, [&](const Item&, const Analysis&) {
          stop.finish = true;
          ++taken;
          return absl::OkStatus();
        });
    EXPECT_TRUE(status.ok());
    EXPECT_EQ(taken, whole_games ? 5 : 1);
  }
  StopFlags stop;
  stop.finish = true;
  EXPECT_TRUE(AnalyzeAll(input, Shallow(), {0, 2, true}, stop, [](const Item&, const Analysis&) {
                ADD_FAILURE() << "nothing was begun";
                return absl::OkStatus();
              }).ok());
}

TEST(AnalyzeBatch, EndsWithTheErrorOfTheTaker) {
  const TempFile file("error.epd", Epd(20));
  const Input input = Load(file);
  StopFlags stop;
  std::size_t taken = 0;
  const absl::Status status =
      AnalyzeAll(input, Shallow(), {0, 2, false}, stop, [&](const Item&, const Analysis&) {
        return ++taken == 3 ? absl::UnavailableError("full") : absl::OkStatus();
      });
  EXPECT_EQ(status.message(), "full");
  EXPECT_EQ(taken, 3);
}

TEST(AnalyzeInput, NamesWhatItLeavesOut) {
  std::vector<std::string> warnings;
  const TempFile games("left_out.pgn", kGames);
  const Input input = Load(games, &warnings);
  ASSERT_EQ(warnings.size(), 1);
  EXPECT_EQ(warnings[0],
            absl::StrCat(games.path(), ":9: game 2 is skipped: 'Ke9' is no legal move"));
  EXPECT_EQ(input.games().size(), 2);
  EXPECT_EQ(input.size(), 10);
  EXPECT_EQ(input.At(5).game_number, 3);
  EXPECT_EQ(input.At(5).ply, 0);
  EXPECT_EQ(board::ToUci(input.At(7).played, false), "g1f3");
  EXPECT_FALSE(input.At(4).played);
  EXPECT_EQ(input.GameOf(4), 0);
  EXPECT_EQ(input.GameOf(5), 1);

  warnings.clear();
  const TempFile epd("left_out.epd",
                     "# note\n\n8/8 w - -\n" + Epd(1) + "6k1/5ppp/8/8/8/8/8/K6R w - - bm Ra9;\n");
  EXPECT_EQ(Load(epd, &warnings).size(), 2);
  ASSERT_EQ(warnings.size(), 2);
  EXPECT_TRUE(absl::StrContains(warnings[0], ".epd:3: skipped")) << warnings[0];
  EXPECT_TRUE(absl::StrContains(warnings[1], ".epd:5: bm and am are not used")) << warnings[1];

  const auto ignore = [](absl::string_view) {};
  EXPECT_FALSE(Input::Load({epd.path(), games.path()}, ignore).ok());
  EXPECT_FALSE(Input::Load({"/no/such/file.epd"}, ignore).ok());
  const TempFile empty("empty.epd", "\n");
  EXPECT_FALSE(Input::Load({empty.path()}, ignore).ok());
}

TEST(AnalyzeResume, GoesOnAfterAnyCut) {
  const TempFile file("resume.epd", Epd(4));
  const Input input = Load(file);
  const std::string settings = Describe(Shallow());
  const std::string whole = AllLines(input, Shallow(), 1);
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    const absl::StatusOr<Kept> kept = KeepJson(input, settings, whole.substr(0, size));
    ASSERT_TRUE(kept.ok()) << kept.status();
    ASSERT_LE(kept->bytes, size);
    // Positions repeat themselves, so that one complete line stands for all cuts within the next.
    if (size != kept->bytes && size % 97 != 0) continue;
    EXPECT_EQ(whole.substr(0, kept->bytes) + AllLines(input, Shallow(), 2, kept->positions), whole);
  }
  const absl::StatusOr<Kept> all = KeepJson(input, settings, whole);
  EXPECT_EQ(all->positions, 4);
  EXPECT_EQ(all->solvable, 3);
  EXPECT_GE(all->solved, 2);
}

TEST(AnalyzeResume, RefusesTheResultsOfOthers) {
  const TempFile file("foreign.epd", Epd(4));
  const Input input = Load(file);
  const std::string settings = Describe(Shallow());
  const std::string whole = AllLines(input, Shallow(), 1);
  const std::size_t second = whole.find('\n') + 1;
  EXPECT_FALSE(KeepJson(input, "depth=5 hash=1", whole).ok());
  EXPECT_TRUE(absl::StartsWith(KeepJson(input, settings, whole.substr(second)).status().message(),
                               "line 1 is no result of this command"));
  EXPECT_TRUE(
      absl::StartsWith(KeepJson(input, settings, whole + "{}\n").status().message(), "line 5 "));
  std::string damaged = whole;
  damaged[second + 3] = '!';
  EXPECT_TRUE(absl::StartsWith(KeepJson(input, settings, damaged).status().message(), "line 2 "));
}

// Scores for the side to move of the positions of a game.
std::vector<Analysis> Analyses(const PgnGame& game, const std::vector<int>& scores,
                               const std::vector<std::string>& best) {
  std::vector<Analysis> analyses;
  board::Position position = game.start;
  for (std::size_t i = 0; i <= game.moves.size(); ++i) {
    Analysis analysis;
    analysis.score = scores[i];
    if (!best[i].empty()) {
      Line line{scores[i], {}};
      board::Position walk = position;
      for (const absl::string_view san : absl::StrSplit(best[i], ' ')) {
        line.pv.push_back(*board::ParseSan(walk, san));
        walk.Make(line.pv.back());
      }
      analysis.lines = {line};
      analysis.depth = 9;
    }
    analyses.push_back(analysis);
    if (i < game.moves.size()) position.Make(game.moves[i]);
  }
  return analyses;
}

TEST(AnalyzePgn, MarksMistakesAndShowsBetter) {
  const TempFile file("annotate.pgn", kGames);
  const Input input = Load(file);
  const std::vector<Analysis> analyses =
      Analyses(input.games()[0], {30, 40, -20, MateIn(1), MatedIn(0)},
               {"e4 e5 Nf3", "d5", "d4", "Qh4#", ""});
  EXPECT_EQ(AnnotatedGame(input.games()[0], "me \"x\"", analyses, Thresholds()),
            "[Event \"a\"]\n[Result \"0-1\"]\n[Annotator \"me \\\"x\\\"\"]\n\n"
            "1. f3 $6 {-0.40/9} (1. e4 {+0.30/9} 1... e5 2. Nf3) 1... e5 {-0.20/9} 2. g4 $4\n"
            "{-M1/9} (2. d4 {-0.20/9}) 2... Qh4# {-M1/9} 0-1\n\n");
  // It reads what it wrote.
  const std::string text = AnnotatedGame(input.games()[0], "me", analyses, Thresholds());
  PgnReader reader(text);
  PgnGame game;
  ASSERT_TRUE(reader.Next(game));
  EXPECT_EQ(game.problem, "");
  EXPECT_EQ(game.moves, input.games()[0].moves);
  EXPECT_TRUE(game.has_end);
}

TEST(AnalyzePgn, DoesNotMarkWhatChangesNothing) {
  const TempFile file("decided.pgn", kGames);
  const Input input = Load(file);
  // From +25 to +12, and from a mate to +20.
  const std::string text =
      AnnotatedGame(input.games()[1], "me",
                    Analyses(input.games()[1], {2500, -1200, MateIn(9), -2000, 2000},
                             {"d4", "d5", "d4", "d5", "d4"}),
                    Thresholds());
  EXPECT_FALSE(absl::StrContains(text, "$")) << text;
  EXPECT_TRUE(absl::StrContains(text, "[Result \"1/2-1/2\"]")) << text;
}

TEST(AnalyzePgn, GoesOnAfterAnyCut) {
  const TempFile file("cut.pgn", kGames);
  const Input input = Load(file);
  std::string whole;
  std::vector<std::size_t> ends = {0};
  for (const PgnGame& game : input.games()) {
    whole += AnnotatedGame(game, "me", Analyses(game, {0, 9, 0, 0, 0}, {"a3", "a6", "", "", ""}),
                           Thresholds{5, 100, 300});
    ends.push_back(whole.size());
  }
  ASSERT_TRUE(absl::StrContains(whole, "("));
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    const absl::StatusOr<Kept> kept = KeepPgn(input, "me", whole.substr(0, size));
    ASSERT_TRUE(kept.ok()) << size << kept.status();
    const std::size_t games = size < ends[1] ? 0 : size < ends[2] ? 1 : 2;
    EXPECT_EQ(kept->bytes, ends[games]) << size;
    EXPECT_EQ(kept->positions, input.FirstOf(games)) << size;
  }
  EXPECT_FALSE(KeepPgn(input, "other", whole).ok());
  EXPECT_FALSE(KeepPgn(input, "me", whole.substr(ends[1])).ok());
  EXPECT_FALSE(KeepPgn(input, "me", whole + whole).ok());
}

}  // namespace
}  // namespace notochord::analyze
