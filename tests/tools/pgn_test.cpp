#include "engine/tools/analyze/pgn.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "engine/base/mapped_file.h"
#include "engine/board/notation.h"
#include "engine/tools/analyze/epd.h"
#include "tests/support/data.h"

namespace notochord::analyze {
namespace {

std::vector<PgnGame> ReadAll(absl::string_view text) {
  std::vector<PgnGame> games;
  PgnReader reader(text);
  for (PgnGame game; reader.Next(game);) games.push_back(game);
  return games;
}

std::string San(const PgnGame& game) {
  std::vector<std::string> words;
  board::Position position = game.start;
  for (const board::Move move : game.moves) {
    words.push_back(board::ToSan(position, move));
    position.Make(move);
  }
  return absl::StrJoin(words, " ");
}

TEST(Pgn, ReadsTagsMovesAndResults) {
  const std::vector<PgnGame> games = ReadAll(
      "\xEF\xBB\xBF[Event \"A \\\"good\\\" one\\\\\"]\r\n[White \"x\"][Black\t\"y\" ]\r\n"
      "[Result \"1-0\"]\r\n\r\n1.e4 e5 2. Nf3 Nc6 3.Bb5\r\na6 1-0\r\n\r\n"
      "[Event \"two\"]\n\n1. d4 1... d5 0-1\n1. c4 *\n[Result \"1/2\"]\n1. f4 f5\n");
  ASSERT_EQ(games.size(), 4);
  for (const PgnGame& game : games) EXPECT_EQ(game.problem, "");
  EXPECT_EQ(*games[0].FindTag("event"), "A \"good\" one\\");
  EXPECT_EQ(*games[0].FindTag("Black"), "y");
  EXPECT_EQ(games[0].FindTag("Site"), nullptr);
  EXPECT_EQ(San(games[0]), "e4 e5 Nf3 Nc6 Bb5 a6");
  EXPECT_EQ(San(games[1]), "d4 d5");
  EXPECT_EQ(San(games[2]), "c4");
  EXPECT_EQ(San(games[3]), "f4 f5");
  EXPECT_EQ(games[0].result, "1-0");
  EXPECT_EQ(games[1].result, "0-1");
  EXPECT_EQ(games[2].result, "*");
  EXPECT_EQ(games[3].result, "1/2-1/2");
  EXPECT_TRUE(games[0].has_end && games[1].has_end && games[2].has_end);
  EXPECT_FALSE(games[3].has_end);
}

TEST(Pgn, SkipsWhatIsForPeople) {
  const std::vector<PgnGame> games = ReadAll(
      "[Annotator \"L \"Battle\" \"\"]\n"
      "% 1. a3 escaped [Event \"no\"]\n"
      "1. e4 {comment (with [Event \"x\"]\n[Event \"y\"] 1-0 and } e5! $1 $14 ; a6 to the end\n"
      "2. Nf3 (2. f4 exf4 (2... d5 3. exd5 {deep} e4 1-0) 3. Nf3) (2. Nc3) 2... Nc6?! !? += "
      "3.\nd4 exd4 e.p. 4.Nxd4 1/2-1/2\n");
  ASSERT_EQ(games.size(), 1);
  EXPECT_EQ(games[0].problem, "");
  EXPECT_EQ(*games[0].FindTag("Annotator"), "L \"Battle\" \"");
  EXPECT_EQ(San(games[0]), "e4 e5 Nf3 Nc6 d4 exd4 Nxd4");
  EXPECT_EQ(games[0].result, "1/2-1/2");
}

TEST(Pgn, BeginsWhereTheTagsSay) {
  const std::vector<PgnGame> games = ReadAll(
      "[SetUp \"1\"]\n[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 40\"]\n40. a8=Q Kg7 *\n"
      "[SetUp \"0\"]\n[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 40\"]\n1. e4 *\n"
      "[Variant \"Chess960\"]\n[FEN \"bqrkrnnb/pppppppp/8/8/8/8/PPPPPPPP/BQRKRNNB w ECec - 0 1\"]\n"
      "1. Nf3 Nf6 2. Ng3 Ng6 3. O-O *\n"
      "[Variant \"Atomic\"]\n1. e4 *\n[SetUp \"1\"]\n1. e4 *\n[FEN \"8/8 w\"]\n1. e4 *\n");
  ASSERT_EQ(games.size(), 6);
  EXPECT_EQ(San(games[0]), "a8=Q Kg7");
  EXPECT_EQ(San(games[1]), "e4");
  EXPECT_FALSE(games[1].chess960);
  EXPECT_TRUE(games[2].chess960);
  EXPECT_EQ(games[2].problem, "");
  EXPECT_EQ(San(games[2]), "Nf3 Nf6 Ng3 Ng6 O-O");
  EXPECT_TRUE(games[2].moves.back().IsCastling());
  EXPECT_TRUE(absl::StrContains(games[3].problem, "Atomic")) << games[3].problem;
  EXPECT_EQ(games[3].problem_line, 10);
  EXPECT_EQ(games[4].problem, "SetUp without FEN");
  EXPECT_NE(games[5].problem, "");
}

TEST(Pgn, ABrokenGameCostsOnlyItself) {
  struct Case {
    std::string broken;
    std::size_t line;
    std::string problem;
  };
  const Case cases[] = {
      {"1. e4 e5\n2. Ke3 Nc6 {more} (a) 1-0\n", 5, "'Ke3' is no legal move"},
      {"1. e4 e5\n2. Nz3\n", 5, "'Nz3' is no legal move"},
      {"1. Nf3 a6 2. Nc3 a5\n3. Nb5 a4 4. Nd4 *\n", 5, "'Nd4' is ambiguous"},
      {"1. e4 --\n2. d4 *\n", 4, "'--' is no legal move"},
      {"1. e4 {never\nclosed *\n", 4, "a comment that does not end"},
      {"1. e4 (1. d4 d5\n *\n", 7, "a variation that does not end"},
      {"1. e4 e5)\n *\n", 4, "')' without '('"},
      {"[White \"no end]\n1. e4 *\n", 4, "the tag White does not end"},
      {"[White]\n1. e4 *\n", 4, "a tag without a value"},
  };
  for (const Case& c : cases) {
    // The comment that does not end must not find its end in the game after.
    const std::vector<PgnGame> games =
        ReadAll("[Event \"1\"]\n1. d4 *\n[Event \"2\"]\n" + c.broken +
                (c.problem == cases[5].problem ? "\n" : "") + "[Event \"3\"]\n1. c4 *\n");
    ASSERT_EQ(games.size(), 3) << c.problem;
    EXPECT_EQ(games[0].problem, "");
    EXPECT_EQ(games[1].problem, c.problem);
    EXPECT_EQ(games[1].problem_line, c.line) << c.problem;
    EXPECT_EQ(games[2].problem, "") << c.problem;
    EXPECT_EQ(San(games[2]), "c4") << c.problem;
  }
}

TEST(Pgn, ReadsAnyCutOfAText) {
  const std::string text =
      "[Event \"a\"]\n\n1. e4 {x} e5 (1... c5 $1) 2. Nf3 1/2-1/2\n\n[Event \"b\"]\n\n1. d4 *\n";
  for (std::size_t size = 0; size <= text.size(); ++size) {
    PgnReader reader(absl::string_view(text).substr(0, size));
    std::size_t games = 0;
    for (PgnGame game; reader.Next(game); ++games) EXPECT_LE(reader.offset(), size);
    EXPECT_LE(games, 2);
    EXPECT_EQ(games > 0, size > 0) << size;
  }
}

TEST(Pgn, ReadsThePublicGames) {
  NOTOCHORD_REQUIRE_DATA();
  std::size_t games = 0;
  std::size_t moves = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test::DataPath("pgn"))) {
    const absl::StatusOr<MappedFile> file = MappedFile::Open(entry.path().string());
    ASSERT_TRUE(file.ok()) << file.status();
    for (const PgnGame& game : ReadAll(file->text())) {
      EXPECT_EQ(game.problem, "") << entry.path() << ":" << game.problem_line;
      ++games;
      moves += game.moves.size();
    }
  }
  EXPECT_GT(games, 300);
  EXPECT_GT(moves, 20000);
}

TEST(Epd, ReadsOperations) {
  const absl::StatusOr<EpdPosition> epd = ParseEpd(
      "8/P6k/8/8/8/8/7K/8 w - - bm a8=Q a8R; am Kg2,h2h1; id \"a; b\"; c0 \"x \"; ce 9; odd");
  ASSERT_TRUE(epd.ok()) << epd.status();
  EXPECT_EQ(epd->problem, "");
  EXPECT_EQ(epd->id, "a; b");
  ASSERT_EQ(epd->best.size(), 2);
  EXPECT_EQ(board::ToUci(epd->best[1], false), "a7a8r");
  ASSERT_EQ(epd->avoid.size(), 2);
  EXPECT_EQ(board::ToUci(epd->avoid[1], false), "h2h1");
  const std::vector<std::pair<std::string, std::string>> others = {
      {"c0", "x "}, {"ce", "9"}, {"odd", ""}};
  EXPECT_EQ(epd->operations, others);
  EXPECT_TRUE(epd->IsSolvedBy(epd->best[0]));
  EXPECT_FALSE(epd->IsSolvedBy(epd->avoid[0]));
  EXPECT_FALSE(epd->IsSolvedBy(*board::ParseSan(epd->position, "Kh3")));
}

TEST(Epd, ReadsCountersAndRefusesWhatIsWrong) {
  const absl::StatusOr<EpdPosition> fen = ParseEpd("8/P6k/8/8/8/8/7K/8 w - - 7 40");
  ASSERT_TRUE(fen.ok());
  EXPECT_EQ(fen->position.rule50(), 7);
  EXPECT_EQ(fen->position.full_move(), 40);
  EXPECT_FALSE(fen->HasSolution());
  EXPECT_FALSE(ParseEpd("8/8 w - - bm Kg2;").ok());
  EXPECT_FALSE(ParseEpd("nothing").ok());
  const absl::StatusOr<EpdPosition> bad = ParseEpd("8/P6k/8/8/8/8/7K/8 w - - bm Kg3 Kg8;");
  ASSERT_TRUE(bad.ok());
  EXPECT_EQ(bad->problem, "'Kg8' is no legal move");
  EXPECT_FALSE(bad->HasSolution());
  // Only what must be avoided is known.
  const absl::StatusOr<EpdPosition> avoid = ParseEpd("8/P6k/8/8/8/8/7K/8 w - - am Kg3;");
  ASSERT_TRUE(avoid.ok());
  EXPECT_TRUE(avoid->IsSolvedBy(*board::ParseSan(avoid->position, "Kh1")));
  EXPECT_FALSE(avoid->IsSolvedBy(*board::ParseSan(avoid->position, "Kg3")));
}

TEST(Epd, ReadsThePublicSuites) {
  NOTOCHORD_REQUIRE_DATA();
  std::size_t positions = 0;
  std::size_t unsolvable = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(test::DataPath("suites"))) {
    if (entry.path().extension() != ".epd") continue;
    for (const std::string& line :
         test::ReadLines(std::filesystem::relative(entry.path(), test::DataPath("")).string())) {
      const absl::StatusOr<EpdPosition> epd = ParseEpd(line);
      ASSERT_TRUE(epd.ok()) << epd.status() << " " << line;
      ++positions;
      unsolvable += epd->HasSolution() ? 0 : 1;
    }
  }
  EXPECT_GT(positions, 2500);
  EXPECT_LE(unsolvable, 1);  // a line of mate_in_2 says `bm bm`
}

}  // namespace
}  // namespace notochord::analyze
