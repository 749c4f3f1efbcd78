#include "engine/uci/book.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <string>

#include "engine/board/notation.h"
#include "engine/uci/strength.h"
#include "tests/support/data.h"
#include "tests/support/positions.h"

namespace notochord::uci {
namespace {

board::Position After(absl::string_view moves) {
  board::Position position;
  std::string text(moves);
  std::size_t start = 0;
  while (start < text.size()) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    position.Make(*board::ParseUciMove(position, text.substr(start, end - start)));
    start = end + 1;
  }
  return position;
}

// The values that the format's own description gives.
TEST(PolyglotKeyTest, PublishedKeys) {
  EXPECT_EQ(PolyglotKey(After("")), 0x463b96181691fc9cULL);
  EXPECT_EQ(PolyglotKey(After("e2e4")), 0x823c9b50fd114196ULL);
  EXPECT_EQ(PolyglotKey(After("e2e4 d7d5")), 0x0756b94461c50fb0ULL);
  EXPECT_EQ(PolyglotKey(After("e2e4 d7d5 e4e5")), 0x662fafb965db29d4ULL);
  EXPECT_EQ(PolyglotKey(After("e2e4 d7d5 e4e5 f7f5")), 0x22a48b5a8e47ff78ULL);
  EXPECT_EQ(PolyglotKey(After("e2e4 d7d5 e4e5 f7f5 e1e2")), 0x652a607ca3f242c1ULL);
  EXPECT_EQ(PolyglotKey(After("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7")), 0x00fdd303c946bdd9ULL);
  EXPECT_EQ(PolyglotKey(After("a2a4 b7b5 h2h4 b5b4 c2c4")), 0x3c8123ea7b067637ULL);
  EXPECT_EQ(PolyglotKey(After("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3")), 0x5c3f9b829b279560ULL);
}

// A book in a file of its own, removed at the end.
class BookTest : public testing::Test {
 protected:
  ~BookTest() override { std::remove(path_.c_str()); }

  void Add(std::uint64_t key, std::uint16_t move, std::uint16_t weight) {
    for (int shift = 56; shift >= 0; shift -= 8) bytes_ += static_cast<char>(key >> shift);
    for (const std::uint16_t value : {move, weight}) {
      bytes_ += static_cast<char>(value >> 8);
      bytes_ += static_cast<char>(value & 0xFF);
    }
    bytes_.append(4, '\0');
  }
  absl::StatusOr<Book> Open() {
    std::ofstream(path_, std::ios::binary) << bytes_;
    return Book::Open(path_);
  }

  std::string path_ = testing::TempDir() + "notochord_book_test_" +
                      testing::UnitTest::GetInstance()->current_test_info()->name();
  std::string bytes_;
};

constexpr std::uint16_t Bits(Square from, Square to, unsigned promotion = 0) {
  return static_cast<std::uint16_t>(Index(to) | Index(from) << 6 | promotion << 12);
}

TEST_F(BookTest, FindsMovesByWeight) {
  const board::Position start;
  const std::uint64_t key = PolyglotKey(start);
  Add(1, Bits(Square::kA2, Square::kA3), 1);
  Add(key, Bits(Square::kE2, Square::kE4), 3);
  Add(key, Bits(Square::kD2, Square::kD4), 1);
  Add(key, Bits(Square::kG1, Square::kF3), 0);
  Add(key, Bits(Square::kE2, Square::kE5), 9);  // illegal
  Add(~std::uint64_t{0}, Bits(Square::kA2, Square::kA4), 1);
  absl::StatusOr<Book> book = Open();
  ASSERT_TRUE(book.ok());
  EXPECT_EQ(book->entry_count(), 6U);
  EXPECT_EQ(book->Find(start).size(), 3U);
  Rng rng(5);
  std::map<std::string, int> chosen;
  for (int i = 0; i < 1000; ++i) ++chosen[board::ToUci(book->Choose(start, rng), false)];
  EXPECT_EQ(chosen.size(), 2U);
  EXPECT_NEAR(chosen["e2e4"], 750, 60);
  EXPECT_FALSE(book->Choose(After("e2e4"), rng));
}

TEST_F(BookTest, CastlingAndPromotion) {
  const board::Position castle = test::PositionFrom("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  const board::Position promote = test::PositionFrom("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
  std::map<std::uint64_t, std::uint16_t> sorted = {
      {PolyglotKey(castle), Bits(Square::kE1, Square::kH1)},
      {PolyglotKey(promote), Bits(Square::kE7, Square::kE8, 1)}};
  for (const auto& [key, move] : sorted) Add(key, move, 1);
  absl::StatusOr<Book> book = Open();
  ASSERT_TRUE(book.ok());
  ASSERT_EQ(book->Find(castle).size(), 1U);
  EXPECT_TRUE(book->Find(castle)[0].move.IsCastling());
  ASSERT_EQ(book->Find(promote).size(), 1U);
  EXPECT_EQ(book->Find(promote)[0].move.promotion(), PieceType::kKnight);
}

// The format's rule: a pawn that stands ready is enough, whether or not it may capture.
TEST_F(BookTest, EnPassantThatAPinForbids) {
  const std::uint64_t file = PolyglotKey(test::PositionFrom("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1")) ^
                             PolyglotKey(test::PositionFrom("4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1"));
  ASSERT_NE(file, 0U);
  const board::Position pinned = test::PositionFrom("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1");
  ASSERT_EQ(pinned.en_passant(), Square::kNone);
  Add(PolyglotKey(pinned) ^ file, Bits(Square::kE4, Square::kE3), 1);
  absl::StatusOr<Book> book = Open();
  ASSERT_TRUE(book.ok());
  ASSERT_EQ(book->Find(pinned).size(), 1U);
  EXPECT_EQ(book->Find(pinned)[0].move, board::Move(Square::kE4, Square::kE3));
  // No pawn stands ready, or the capture is possible: one key only.
  EXPECT_TRUE(book->Find(test::PositionFrom("8/8/8/8/k2P3Q/4p3/8/3K4 b - - 0 1")).empty());
  EXPECT_TRUE(book->Find(test::PositionFrom("8/8/8/8/3Pp2Q/k7/8/3K4 b - d3 0 1")).empty());
}

TEST_F(BookTest, RefusesWhatIsNoBook) {
  EXPECT_FALSE(Book::Open(path_ + "_missing").ok());
  EXPECT_FALSE(Book::Open(testing::TempDir()).ok());
  EXPECT_FALSE(Open().ok());  // empty
  bytes_ = "not a book";
  EXPECT_FALSE(Open().ok());
}

TEST(RealBookTest, KnowsTheOpening) {
  NOTOCHORD_REQUIRE_DATA();
  absl::StatusOr<Book> book = Book::Open(test::DataPath("books/polyglot_small.bin"));
  ASSERT_TRUE(book.ok());
  EXPECT_GE(book->Find(board::Position()).size(), 1U);
  EXPECT_GE(book->Find(After("d2d4 d7d5")).size(), 1U);
}

TEST(StrengthTest, LessEloLessOfEverything) {
  Handicap last = HandicapFor(kMinElo);
  EXPECT_GE(last.nodes, 1U);
  for (int elo = kMinElo + 50; elo <= kMaxElo; elo += 50) {
    const Handicap handicap = HandicapFor(elo);
    EXPECT_GT(handicap.nodes, last.nodes);
    EXPECT_LT(handicap.blur, last.blur);
    last = handicap;
  }
}

TEST(StrengthTest, BlurredChoiceStaysNear) {
  search::RootMoves moves;
  for (const int score : {50, 30, -20, -500}) {
    moves.emplace_back(board::Move(Square::kE2, Square::kE4));
    moves.back().score = score;
  }
  Rng rng(3);
  std::vector<int> chosen(4, 0);
  for (int i = 0; i < 1000; ++i) ++chosen[ChooseLine(moves, 4, 60, rng)];
  EXPECT_GT(chosen[0], chosen[1]);
  EXPECT_GT(chosen[1], chosen[2]);
  EXPECT_GT(chosen[2], 0);
  EXPECT_EQ(chosen[3], 0);
  EXPECT_EQ(ChooseLine(moves, 4, 0, rng), 0U);
}

}  // namespace
}  // namespace notochord::uci
