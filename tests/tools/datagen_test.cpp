// Datagen's games: the same for the same settings, however they are played; fair openings; quiet
// positions with the right labels; and a text that the tuner reads.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "engine/base/value.h"
#include "engine/board/movegen.h"
#include "engine/tools/datagen/generator.h"
#include "engine/tools/datagen/openings.h"
#include "engine/tools/datagen/player.h"
#include "engine/tools/datagen/progress.h"
#include "engine/tools/datagen/report.h"
#include "engine/tools/tune/dataset.h"
#include "tests/support/positions.h"
#include "tests/tools/temp_file.h"

namespace notochord::datagen {
namespace {

using board::Position;
using test::TempFile;

constexpr std::uint32_t kGames = 6;

// Small games, so that tests are quick.
Settings Quick() {
  Settings settings;
  settings.seed = 17;
  settings.nodes = test::kParanoid ? 60 : 300;
  settings.hash_mebibytes = 1;
  settings.draw_move = 20;
  return settings;
}

absl::Status PlayTo(const Settings& settings, const Target& target, std::size_t threads,
                    const TempFile& file,
                    const std::atomic<StopRequest>& stop = StopRequest::kNone) {
  absl::StatusOr<GameWriter> writer = GameWriter::Open(file.path(), Describe(settings));
  if (!writer.ok()) return writer.status();
  Progress last;
  absl::Status status =
      Generate(settings, target, threads, stop, *writer, [&](const Progress& now) { last = now; });
  EXPECT_EQ(last.games, writer->games());
  EXPECT_EQ(last.positions, writer->positions());
  return status;
}

std::string FileOf(const Settings& settings, const Target& target, std::size_t threads) {
  const TempFile file("run.bin");
  const absl::Status status = PlayTo(settings, target, threads, file);
  EXPECT_TRUE(status.ok()) << status;
  return file.Read();
}

std::vector<std::vector<LabelledPosition>> GamesOf(const std::string& bytes) {
  std::vector<std::vector<LabelledPosition>> games;
  absl::StatusOr<GameReader> reader = GameReader::Open(bytes);
  EXPECT_TRUE(reader.ok()) << reader.status();
  while (!reader->done()) {
    absl::StatusOr<absl::string_view> records = reader->Next();
    EXPECT_TRUE(records.ok()) << records.status();
    games.emplace_back();
    for (; !records->empty(); records->remove_prefix(kRecordSize)) {
      games.back().push_back(*UnpackRecord(records->substr(0, kRecordSize)));
    }
  }
  return games;
}

TEST(Openings, NumbersTheStartPositionsOfChess960) {
  EXPECT_EQ(Chess960Start(518), Position().ToSetup());
  EXPECT_EQ(board::ToFen(Chess960Start(0)),
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
  EXPECT_EQ(board::ToFen(Chess960Start(959)),
            "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1");
  std::set<std::string> all;
  for (std::size_t i = 0; i < kChess960Starts; ++i) {
    const absl::StatusOr<Position> position = Position::FromSetup(Chess960Start(i));
    ASSERT_TRUE(position.ok()) << i << position.status();
    all.insert(position->Fen());
  }
  EXPECT_EQ(all.size(), kChess960Starts);
}

TEST(Openings, AreRandomAndLongEnough) {
  Settings settings = Quick();
  Rng rng(1);
  std::set<std::string> all;
  std::set<int> lengths;
  for (int i = 0; i < 200; ++i) {
    const std::optional<Position> opening = RandomOpening(settings, rng);
    if (!opening.has_value()) continue;
    EXPECT_TRUE(board::HasLegalMove(*opening));
    all.insert(opening->Fen());
    lengths.insert(2 * (opening->full_move() - 1) +
                   (opening->side_to_move() == Color::kBlack ? 1 : 0));
  }
  EXPECT_GT(all.size(), 190);
  EXPECT_EQ(lengths, (std::set<int>{8, 9}));
}

TEST(Openings, ComeFromTheBook) {
  const TempFile file("book.epd",
                      "# a comment\n\n"
                      "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm Nf3; id \"x\";\n"
                      "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\n");
  Settings settings = Quick();
  const std::string without = Describe(settings);
  const absl::Status status = LoadBook(file.path(), settings);
  ASSERT_TRUE(status.ok()) << status;
  ASSERT_EQ(settings.book.size(), 2);
  EXPECT_NE(Describe(settings), without);
  settings.random_plies = 0;
  Rng rng(2);
  std::set<std::string> starts;
  for (int i = 0; i < 100; ++i) {
    const Position opening = *RandomOpening(settings, rng);
    if (opening.side_to_move() == Color::kWhite) starts.insert(opening.Fen());
  }
  EXPECT_EQ(starts,
            (std::set<std::string>{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
                                   "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"}));
}

TEST(Openings, RefusesABadBookAndSaysWhere) {
  Settings settings;
  const TempFile bad("bad.epd", "4k3/8/8/8/8/8/8/4K2R w K -\n4k3/8/8/8/8/8/8/8 w - -\n");
  const absl::Status status = LoadBook(bad.path(), settings);
  EXPECT_EQ(status.message(), absl::StrCat(bad.path(), ":2: White has no king"));
  EXPECT_FALSE(LoadBook(TempFile("empty.epd", "# nothing\n").path(), settings).ok());
  EXPECT_FALSE(LoadBook("/no/such/book.epd", settings).ok());
}

TEST(Adjudication, NeedsScoresThatStand) {
  Settings settings;
  const auto decide = [&](const std::vector<int>& scores, int move) {
    Adjudicator adjudicator(settings);
    std::string text;
    for (const int score : scores) {
      const std::optional<Outcome> outcome = adjudicator.Decide(score, move);
      absl::StrAppend(&text, outcome ? absl::StrCat(Index(*outcome)) : "-");
    }
    return text;
  };
  EXPECT_EQ(decide({1500, 1600, 1700, 2000}, 10), "---2");
  EXPECT_EQ(decide({-1500, -1600, -1700, -2000}, 10), "---0");
  EXPECT_EQ(decide({1500, 1600, 1499, 2000, 2000, 2000, 2000}, 10), "------2");
  EXPECT_EQ(decide({1500, -1500, 1500, -1500, 1500}, 10), "-----");
  EXPECT_EQ(decide({0, MateIn(5)}, 1), "-2");
  EXPECT_EQ(decide({-kTbWinScore}, 1), "0");
  EXPECT_EQ(decide({0, 8, -8, 0, 0, 0, 0, 0}, 40), "-------1");
  EXPECT_EQ(decide({0, 8, -8, 0, 0, 9, 0, 0}, 40), "--------");
  EXPECT_EQ(decide({0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 39), "----------");
}

TEST(Datagen, GamesDependOnTheirNumberAlone) {
  const Settings settings = Quick();
  const std::atomic<bool> stop = false;
  const absl::StatusOr<std::unique_ptr<Player>> one = Player::Create(settings, stop);
  const absl::StatusOr<std::unique_ptr<Player>> other = Player::Create(settings, stop);
  ASSERT_TRUE(one.ok() && other.ok());
  std::vector<Game> games;
  for (const std::uint32_t number : {3U, 1U, 2U}) games.push_back(*(*one)->Play(number));
  EXPECT_TRUE((*other)->Play(2)->records == games[2].records);
  EXPECT_TRUE((*other)->Play(3)->records == games[0].records);
  EXPECT_FALSE(games[0].records == games[1].records);

  Settings reseeded = settings;
  reseeded.seed = 18;
  const absl::StatusOr<std::unique_ptr<Player>> third = Player::Create(reseeded, stop);
  EXPECT_FALSE((*third)->Play(3)->records == games[0].records);
}

TEST(Datagen, KeepsQuietPositionsOnce) {
  const std::string bytes = FileOf(Quick(), {kGames, 0}, 1);
  const std::vector<std::vector<LabelledPosition>> games = GamesOf(bytes);
  ASSERT_EQ(games.size(), kGames);
  std::set<int> men;
  for (const std::vector<LabelledPosition>& game : games) {
    EXPECT_GT(game.size(), 10);
    std::set<Key> keys;
    int last_ply = 7;
    for (const LabelledPosition& labelled : game) {
      const absl::StatusOr<Position> position = Position::FromSetup(labelled.setup);
      ASSERT_TRUE(position.ok()) << position.status();
      EXPECT_FALSE(position->InCheck()) << position->Fen();
      EXPECT_TRUE(board::HasLegalMove(*position)) << position->Fen();
      EXPECT_FALSE(IsDecisive(labelled.score));
      EXPECT_TRUE(keys.insert(position->key()).second) << position->Fen();
      EXPECT_EQ(labelled.outcome, game[0].outcome);
      const int ply =
          position->full_move() * 2 - (position->side_to_move() == Color::kWhite ? 2 : 1);
      EXPECT_GT(ply, last_ply);
      last_ply = ply;
      men.insert(board::PopCount(position->Pieces()));
    }
    EXPECT_LE(std::abs(game[0].score), 400);  // it began balanced
  }
  // From the opening to where half the men are gone, in so few games.
  EXPECT_LE(*men.begin(), 16);
  EXPECT_GE(*men.rbegin(), 30);
}

TEST(Datagen, SaysThatABookHasNoBalancedPosition) {
  const TempFile book("lost.epd", "4k3/8/8/8/8/8/8/QQQQK3 w - -\n");
  Settings settings = Quick();
  settings.nodes = 1;
  settings.random_plies = 0;
  ASSERT_TRUE(LoadBook(book.path(), settings).ok());
  const TempFile file("lost.bin");
  const absl::Status status = PlayTo(settings, {1, 0}, 1, file);
  EXPECT_TRUE(absl::StrContains(status.message(), "no balanced opening")) << status;
}

TEST(Datagen, ThreadsDoNotChangeTheFile) {
  Settings settings = Quick();
  EXPECT_TRUE(FileOf(settings, {kGames, 0}, 2) == FileOf(settings, {kGames, 0}, 1));
  settings.chess960 = true;
  const std::string one = FileOf(settings, {0, 150}, 1);
  EXPECT_TRUE(FileOf(settings, {0, 150}, 3) == one);
  std::size_t positions = 0;
  const std::vector<std::vector<LabelledPosition>> games = GamesOf(one);
  for (const std::vector<LabelledPosition>& game : games) positions += game.size();
  EXPECT_GE(positions, 150);
  EXPECT_LT(positions - games.back().size(), 150);
}

TEST(Datagen, GoesOnWhereItWasInterrupted) {
  const Settings settings = Quick();
  const std::string whole = FileOf(settings, {kGames, 0}, 1);
  const TempFile file("interrupted.bin");
  // Before it began.
  for (const StopRequest request : {StopRequest::kFinishGames, StopRequest::kNow}) {
    ASSERT_TRUE(PlayTo(settings, {kGames, 0}, 2, file, request).ok());
    EXPECT_EQ(GamesOf(file.Read()).size(), 0);
  }
  // After one game, in the middle of others.
  std::atomic<StopRequest> stop = StopRequest::kNone;
  {
    const std::jthread watcher([&](const std::stop_token& end) {
      const auto before = std::filesystem::file_size(file.path());
      while (!end.stop_requested() && std::filesystem::file_size(file.path()) == before) {
        std::this_thread::yield();
      }
      stop = StopRequest::kNow;
    });
    ASSERT_TRUE(PlayTo(settings, {kGames, 0}, 2, file, stop).ok());
  }
  const std::string part = file.Read();
  EXPECT_TRUE(absl::StartsWith(whole, part));
  // Killed while writing, then at once asked to stop, then left alone.
  file.Write(part + "GAME");
  ASSERT_TRUE(PlayTo(settings, {kGames, 0}, 2, file, StopRequest::kNow).ok());
  EXPECT_TRUE(file.Read() == part);
  ASSERT_TRUE(PlayTo(settings, {kGames, 0}, 2, file).ok());
  EXPECT_TRUE(file.Read() == whole);
  // There is nothing left to do.
  ASSERT_TRUE(PlayTo(settings, {kGames, 0}, 2, file).ok());
  EXPECT_TRUE(file.Read() == whole);
}

TEST(Datagen, TextAndFileAreTheSameToTheTuner) {
  Settings settings = Quick();
  settings.chess960 = true;
  const TempFile games("tuner.bin", FileOf(settings, {3, 0}, 1));
  const TempFile text("tuner.txt");
  Summary summary;
  std::FILE* out = std::fopen(text.path().c_str(), "wb");
  const absl::Status converted = ReadGames(games.path(), out, summary);
  std::fclose(out);
  ASSERT_TRUE(converted.ok()) << converted;

  const absl::StatusOr<tune::Dataset> from_text = tune::LoadDataset({text.path()});
  const absl::StatusOr<tune::Dataset> from_games = tune::LoadDataset({games.path()});
  ASSERT_TRUE(from_text.ok()) << from_text.status();
  ASSERT_TRUE(from_games.ok()) << from_games.status();
  ASSERT_EQ(from_text->records.size(), from_games->records.size());
  EXPECT_EQ(summary.games, 3);
  EXPECT_EQ(summary.positions, from_text->records.size());
  for (std::size_t i = 0; i < from_text->records.size(); ++i) {
    const tune::Record& a = from_text->records[i];
    const tune::Record& b = from_games->records[i];
    EXPECT_EQ(a.result, b.result);
    EXPECT_EQ(a.score, b.score);
    EXPECT_EQ(from_text->PositionOf(a)->Fen(), from_games->PositionOf(b)->Fen());
  }
  EXPECT_EQ(from_games->Where(from_games->records[5]), absl::StrCat(games.path(), ": position 5"));

  games.Write(games.Read().substr(0, 1000));
  EXPECT_EQ(tune::LoadDataset({games.path()}).status().message(),
            absl::StrCat(games.path(), ": byte 1000, game 0: the file ends within this game"));
  EXPECT_FALSE(ReadGames(games.path(), nullptr, summary).ok());
}

TEST(Datagen, WritesLinesAsTheTunerWantsThem) {
  EXPECT_EQ(FormatLine({Position().ToSetup(), -31, Outcome::kBlackWins}),
            absl::StrCat(Position::kStartFen, " [0.0] -31"));
  EXPECT_EQ(FormatLine({Position().ToSetup(), 0, Outcome::kDraw}),
            absl::StrCat(Position::kStartFen, " [0.5] 0"));
  EXPECT_EQ(FormatLine({Position().ToSetup(), 7, Outcome::kWhiteWins}),
            absl::StrCat(Position::kStartFen, " [1.0] 7"));
}

TEST(Datagen, ShowsProgress) {
  // A quarter was there before; a half more took a minute.
  EXPECT_EQ(FormatProgress({25, 2000}, {75, 8000}, {100, 0}, absl::Minutes(1)),
            "[###############.....]  75.0 %  75 games  8000 positions  100/s  0:00:30 left");
  EXPECT_EQ(FormatProgress({0, 0}, {75, 8000}, {0, 16000}, absl::Hours(2)),
            "[##########..........]  50.0 %  75 games  8000 positions  1/s  2:00:00 left");
  EXPECT_EQ(FormatProgress({0, 0}, {0, 0}, {10, 0}, absl::Seconds(1)),
            "[....................]   0.0 %  0 games  0 positions  0/s  ? left");
  EXPECT_EQ(FormatProgress({10, 9}, {10, 9}, {10, 0}, absl::Seconds(1)),
            "[####################] 100.0 %  10 games  9 positions  0/s  0:00:00 left");
}

}  // namespace
}  // namespace notochord::datagen
