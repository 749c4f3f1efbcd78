// Datagen's format: what is written comes back, the bytes are those that the headers describe, and
// no damage goes unnoticed.
#include "engine/tools/datagen/game_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "engine/base/rng.h"
#include "engine/board/position.h"
#include "engine/tools/datagen/bytes.h"
#include "engine/tools/datagen/record.h"
#include "tests/support/positions.h"
#include "tests/tools/temp_file.h"

namespace notochord::datagen {
namespace {

using board::Position;
using test::TempFile;

constexpr std::size_t kHeaderSize = 256;
constexpr std::size_t kBlockHeaderSize = 16;

absl::string_view View(const RecordBytes& bytes) { return {bytes.data(), bytes.size()}; }

LabelledPosition Label(const Position& position, int score, Outcome outcome) {
  return {position.ToSetup(), static_cast<std::int16_t>(score), outcome};
}

RecordBytes StartRecord() { return PackRecord(Label(Position(), 0, Outcome::kDraw)); }

// Games with different numbers of records, one of them without.
std::vector<Game> SomeGames() {
  std::vector<Game> games;
  const std::vector<Position> positions = test::RandomPositions(9, 5);
  std::size_t next = 0;
  for (const std::size_t count : {3U, 0U, 4U, 2U}) {
    Game game{static_cast<std::uint32_t>(games.size()), {}};
    for (std::size_t i = 0; i < count; ++i, ++next) {
      game.records.push_back(
          PackRecord(Label(positions[next], static_cast<int>(next) * 10, Outcome::kWhiteWins)));
    }
    games.push_back(std::move(game));
  }
  return games;
}

std::size_t BlockSize(const Game& game) {
  return kBlockHeaderSize + game.records.size() * kRecordSize;
}

std::string SomeFile() {
  const TempFile file("some.bin");
  absl::StatusOr<GameWriter> writer = GameWriter::Open(file.path(), "a=1");
  EXPECT_TRUE(writer.ok()) << writer.status();
  for (const Game& game : SomeGames()) EXPECT_TRUE(writer->Append(game).ok());
  return file.Read();
}

absl::Status ReadToEnd(absl::string_view bytes) {
  absl::StatusOr<GameReader> reader = GameReader::Open(bytes);
  if (!reader.ok()) return reader.status();
  while (!reader->done()) {
    if (const auto game = reader->Next(); !game.ok()) return game.status();
  }
  return absl::OkStatus();
}

TEST(GameRecord, ComesBackAsItWas) {
  Rng rng(3);
  for (const Position& position : test::RandomPositions(test::kParanoid ? 500 : 5000, 7)) {
    const LabelledPosition before = Label(position, static_cast<int>(rng.Below(65536)) - 32768,
                                          static_cast<Outcome>(rng.Below(3)));
    const absl::StatusOr<LabelledPosition> after = UnpackRecord(View(PackRecord(before)));
    ASSERT_TRUE(after.ok()) << after.status() << position.Fen();
    ASSERT_EQ(*after, before) << position.Fen();
    ASSERT_EQ(Position::FromSetup(after->setup)->key(), position.key()) << position.Fen();
  }
}

TEST(GameRecord, KeepsCastlingAndEnPassant) {
  for (const absl::string_view fen :
       {"rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w - - 99 200",
        // Chess960: castling with an inner rook, with one of three, and on one side only.
        "1rr1k1r1/8/8/8/8/8/8/1RR1K1R1 b CGbg - 3 20", "rk1r3r/8/8/8/8/8/8/RK1R3R w ADad - 0 1",
        "rkr5/8/8/8/8/8/8/5RKR w Hc - 7 9", "8/5k2/8/8/8/8/5PPP/5RKR w H - 0 1"}) {
    const Position position = test::PositionFrom(fen);
    const RecordBytes bytes = PackRecord(Label(position, -5, Outcome::kBlackWins));
    const absl::StatusOr<LabelledPosition> after = UnpackRecord(View(bytes));
    ASSERT_TRUE(after.ok()) << after.status() << fen;
    EXPECT_EQ(after->setup, position.ToSetup()) << fen;
    EXPECT_EQ(Position::FromSetup(after->setup)->Fen(), position.Fen());
  }
}

TEST(GameRecord, CutsCountersThatDoNotFit) {
  const Position position = test::PositionFrom("4k3/8/8/8/8/8/8/4K2R w - - 300 70000");
  const absl::StatusOr<LabelledPosition> after =
      UnpackRecord(View(PackRecord(Label(position, 0, Outcome::kDraw))));
  ASSERT_TRUE(after.ok()) << after.status();
  EXPECT_EQ(after->setup.rule50, 255);
  EXPECT_EQ(after->setup.full_move, 65535);
}

TEST(GameRecord, HasTheBytesThatItsHeaderDescribes) {
  const Position position = test::PositionFrom("4k3/8/8/8/1pP5/8/8/R3K2R b KQ c3 0 258");
  EXPECT_EQ(absl::BytesToHexString(View(PackRecord(Label(position, -2, Outcome::kWhiteWins)))),
            // a1 e1 h1 b4 c4 e8; castling rook, king, castling rook, pawns, king.
            "9100000600000010"
            "ac1cb000000000000000000000000000"
            "92"
            "00"
            "0201"
            "feff"
            "02"
            "00");
}

TEST(GameRecord, RefusesWhatItCannotHaveWritten) {
  const auto refusal = [](std::size_t at, unsigned value) {
    RecordBytes bytes = StartRecord();
    bytes[at] = static_cast<char>(value);
    return std::string(UnpackRecord(View(bytes)).status().message());
  };
  EXPECT_EQ(refusal(31, 0), "");
  EXPECT_EQ(refusal(31, 1), "the last byte is not 0");
  EXPECT_EQ(refusal(30, 3), "a result that is none");
  EXPECT_EQ(refusal(24, 65), "en passant on no square");
  EXPECT_EQ(refusal(4, 1), "more than 32 men");
  EXPECT_EQ(refusal(8, 0x2E), "a man of no kind");
  EXPECT_EQ(refusal(8, 0xCC), "two rooks castle to the same side");
  EXPECT_FALSE(UnpackRecord(View(StartRecord()).substr(1)).ok());
}

TEST(GameFile, HoldsGamesAndSettings) {
  const std::string bytes = SomeFile();
  const std::vector<Game> games = SomeGames();
  absl::StatusOr<GameReader> reader = GameReader::Open(bytes);
  ASSERT_TRUE(reader.ok()) << reader.status();
  EXPECT_EQ(reader->settings(), "a=1");
  for (const Game& game : games) {
    ASSERT_FALSE(reader->done());
    const absl::StatusOr<absl::string_view> records = reader->Next();
    ASSERT_TRUE(records.ok()) << records.status();
    std::string expected;
    for (const RecordBytes& record : game.records) absl::StrAppend(&expected, View(record));
    EXPECT_EQ(*records, expected);
  }
  EXPECT_TRUE(reader->done());
  EXPECT_EQ(reader->games(), 4);
  EXPECT_EQ(reader->positions(), 9);
}

TEST(GameFile, HasTheBytesThatItsHeaderDescribes) {
  const std::string bytes = SomeFile();
  EXPECT_EQ(bytes.substr(0, 20), std::string("NTCHGAME\1\0\0\0\x20\0\0\0a=1\0", 20));
  EXPECT_EQ(bytes.substr(20, 232), std::string(232, '\0'));
  EXPECT_EQ(bytes.substr(kHeaderSize, 10), std::string("GAME\0\0\0\0\3\0", 10));
  EXPECT_EQ(bytes.size(), kHeaderSize + 4 * kBlockHeaderSize + 9 * kRecordSize);
  // The check value of CRC-32.
  EXPECT_EQ(ChecksumOf("123456789"), 0xCBF43926U);
}

TEST(GameFile, RefusesACutFileAndSaysWhere) {
  const std::string bytes = SomeFile();
  std::vector<std::size_t> ends = {kHeaderSize};
  for (const Game& game : SomeGames()) ends.push_back(ends.back() + BlockSize(game));
  ASSERT_EQ(ends.back(), bytes.size());
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    const absl::Status status = ReadToEnd(absl::string_view(bytes).substr(0, size));
    const auto end = std::find(ends.begin(), ends.end(), size);
    ASSERT_EQ(status.ok(), end != ends.end()) << size;
    if (status.ok() || size < 8) continue;
    ASSERT_EQ(status.code(), absl::StatusCode::kOutOfRange) << size;
    const auto games = std::upper_bound(ends.begin(), ends.end(), size) - ends.begin() - 1;
    const std::string where = size < kHeaderSize ? absl::StrCat("byte ", size, ":")
                                                 : absl::StrCat("byte ", size, ", game ", games);
    ASSERT_TRUE(absl::StartsWith(status.message(), where)) << status << where;
  }
}

TEST(GameFile, RefusesEveryDamagedByteAndSaysWhere) {
  const std::string bytes = SomeFile();
  std::vector<std::size_t> begins = {kHeaderSize};
  for (const Game& game : SomeGames()) begins.push_back(begins.back() + BlockSize(game));
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ flip);
      const absl::Status status = ReadToEnd(damaged);
      ASSERT_EQ(status.code(), absl::StatusCode::kDataLoss) << at << status;
      const auto game = static_cast<std::size_t>(
          std::upper_bound(begins.begin(), begins.end(), at) - begins.begin() - 1);
      const std::string where =
          at < kHeaderSize ? "byte 0:" : absl::StrCat("byte ", begins[game], ", game ", game);
      ASSERT_TRUE(absl::StartsWith(status.message(), where)) << at << status;
    }
  }
}

TEST(GameFile, RefusesMissingRepeatedAndSenselessGames) {
  const std::string bytes = SomeFile();
  const std::size_t first = BlockSize(SomeGames()[0]);
  std::string without = bytes;
  without.erase(kHeaderSize, first);
  EXPECT_EQ(ReadToEnd(without).message(), "byte 256, game 0: game 1 is in its place");
  EXPECT_EQ(ReadToEnd(bytes + bytes.substr(kHeaderSize, first)).message(),
            absl::StrCat("byte ", bytes.size(), ", game 4: game 0 is in its place"));

  // A wrong record under a right checksum.
  const auto refusal = [](const RecordBytes& second) {
    const TempFile file("senseless.bin");
    absl::StatusOr<GameWriter> writer = GameWriter::Open(file.path(), "");
    EXPECT_TRUE(writer.ok()) << writer.status();
    EXPECT_TRUE(writer->Append({0, {StartRecord(), second}}).ok());
    return std::string(ReadToEnd(file.Read()).message());
  };
  const std::string where =
      absl::StrCat("byte ", kHeaderSize + kBlockHeaderSize + kRecordSize, ", game 0: position 1: ");
  RecordBytes record = StartRecord();
  record[30] = 7;
  EXPECT_EQ(refusal(record), absl::StrCat(where, "a result that is none"));
  LabelledPosition astray =
      Label(test::PositionFrom("4k3/8/8/R7/8/8/4K3/8 w - - 0 1"), 0, Outcome::kDraw);
  astray.setup.castling_rooks[0] = Square::kA5;
  EXPECT_EQ(refusal(PackRecord(astray)), absl::StrCat(where, "White cannot castle with a5"));
}

TEST(GameFile, RefusesAnotherVersion) {
  std::string bytes = SomeFile();
  bytes[8] = 2;
  StoreNumber(ChecksumOf(absl::string_view(bytes).substr(0, 252)), &bytes[252]);
  const absl::Status status = ReadToEnd(bytes);
  EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented);
  EXPECT_TRUE(absl::StrContains(status.message(), "version 2")) << status;
}

TEST(GameWriter, GoesOnAfterAnyCut) {
  const std::string whole = SomeFile();
  const std::vector<Game> games = SomeGames();
  for (std::size_t size = 8; size <= whole.size(); size += size < kHeaderSize ? 31 : 1) {
    const TempFile file("cut.bin", whole.substr(0, size));
    {
      absl::StatusOr<GameWriter> writer = GameWriter::Open(file.path(), "a=1");
      ASSERT_TRUE(writer.ok()) << size << writer.status();
      ASSERT_TRUE(absl::StartsWith(whole, file.Read())) << size;
      while (writer->games() < games.size()) {
        ASSERT_TRUE(writer->Append(games[writer->games()]).ok());
      }
      EXPECT_EQ(writer->positions(), 9);
    }
    ASSERT_TRUE(file.Read() == whole) << size;
  }
}

TEST(GameWriter, RefusesWhatIsNotItsOwnAndLeavesItAlone) {
  const std::string whole = SomeFile();
  std::string damaged = whole;
  damaged[300] = static_cast<char>(damaged[300] ^ 4);
  for (const auto& [bytes, settings, message] : std::vector<std::array<std::string, 3>>{
           {whole, "a=2", "was made with `a=1`, not with `a=2`"},
           {damaged, "a=1", "byte 256, game 0"},
           {"some text\n", "a=1", "not a file of games"}}) {
    const TempFile file("other.bin", bytes);
    const absl::StatusOr<GameWriter> writer = GameWriter::Open(file.path(), settings);
    ASSERT_FALSE(writer.ok()) << message;
    EXPECT_TRUE(absl::StrContains(writer.status().message(), message)) << writer.status();
    EXPECT_TRUE(absl::StartsWith(writer.status().message(), file.path())) << writer.status();
    EXPECT_TRUE(file.Read() == bytes) << message;
  }
  EXPECT_FALSE(GameWriter::Open("/no/such/folder/games.bin", "").ok());
  EXPECT_FALSE(GameWriter::Open(testing::TempDir(), "").ok());
  EXPECT_FALSE(GameWriter::Open(TempFile("long.bin").path(), std::string(237, 'x')).ok());
}

TEST(GameWriter, LocksItsFile) {
  const TempFile file("locked.bin");
  {
    const absl::StatusOr<GameWriter> writer = GameWriter::Open(file.path(), "");
    ASSERT_TRUE(writer.ok()) << writer.status();
    const absl::StatusOr<GameWriter> second = GameWriter::Open(file.path(), "");
    ASSERT_FALSE(second.ok());
    EXPECT_TRUE(absl::StrContains(second.status().message(), "another run")) << second.status();
  }
  EXPECT_TRUE(GameWriter::Open(file.path(), "").ok());
}

}  // namespace
}  // namespace notochord::datagen
