// Random and mutated input: nothing crashes, and what is accepted is a position. A million FENs in
// all; the libFuzzer target goes on from there.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "engine/board/position.h"
#include "tests/support/positions.h"

namespace notochord::board {
namespace {

std::string RandomBytes(Rng& rng, std::size_t longest) {
  std::string text(rng.Below(longest + 1), '\0');
  for (char& c : text) c = static_cast<char>(rng.Below(256));
  return text;
}

// Text from the letters that FENs are made of: gets further into the parser than noise does.
std::string RandomLetters(Rng& rng, std::size_t longest) {
  constexpr absl::string_view kLetters = "pnbrqkPNBRQK12345678/// wb-KQkqahAHe36 0 1 \t9x";
  std::string text(rng.Below(longest + 1), ' ');
  for (char& c : text) c = kLetters[rng.Below(kLetters.size())];
  return text;
}

std::string Mutated(std::string text, Rng& rng) {
  constexpr absl::string_view kLetters = "pnbrqkPNBRQK12345678/ wb-KQkqABCDEFGHabcdefgh036\n";
  for (std::uint64_t n = 1 + rng.Below(4); n > 0 && !text.empty(); --n) {
    const std::size_t at = rng.Below(text.size());
    const char letter = kLetters[rng.Below(kLetters.size())];
    switch (rng.Below(6)) {
      case 0:
        text[at] = letter;
        break;
      case 1:
        text.insert(at, 1, letter);
        break;
      case 2:
        text.erase(at, 1 + rng.Below(3));
        break;
      case 3:
        std::swap(text[at], text[rng.Below(text.size())]);
        break;
      case 4:
        text[at] = static_cast<char>(rng.Below(256));
        break;
      default:
        text.insert(rng.Below(text.size()), text.substr(at, rng.Below(12)));
        break;
    }
  }
  return text;
}

std::vector<std::string> SeedFens(std::uint64_t seed) {
  std::vector<std::string> fens = {
      std::string(Position::kStartFen),
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
      "8/8/8/8/k1pP4/8/8/3K4 b - d3 0 1"};
  for (const Position& position : test::RandomPositions(200, seed)) fens.push_back(position.Fen());
  return fens;
}

// A refusal has a message; an accepted position is one that can be written, read and played.
void ExpectHandled(const std::string& fen, std::size_t& accepted) {
  const absl::StatusOr<Position> position = Position::Parse(fen);
  if (!position.ok()) {
    ASSERT_EQ(position.status().code(), absl::StatusCode::kInvalidArgument);
    ASSERT_FALSE(position.status().message().empty());
    return;
  }
  if (++accepted % 64 != 0) return;
  ASSERT_TRUE(position->IsConsistent()) << fen;
  ASSERT_EQ(test::PositionFrom(position->Fen()).key(), position->key()) << fen;
  Position next = *position;
  for (const Move move : LegalMoves(*position)) {
    next.Make(move);
    ASSERT_TRUE(next.IsConsistent()) << fen << " " << ToUci(move, true);
    next.Unmake(move);
  }
}

class FenFuzzTest : public testing::TestWithParam<std::uint64_t> {};

TEST_P(FenFuzzTest, RandomText) {
  Rng rng(GetParam());
  std::size_t accepted = 0;
  for (int i = 0; i < 125000; ++i) {
    ExpectHandled(i % 2 == 0 ? RandomBytes(rng, 90) : RandomLetters(rng, 90), accepted);
    if (HasFatalFailure()) return;
  }
}

TEST_P(FenFuzzTest, MutatedFens) {
  Rng rng(GetParam() + 100);
  const std::vector<std::string> seeds = SeedFens(GetParam());
  std::size_t accepted = 0;
  for (int i = 0; i < 125000; ++i) {
    ExpectHandled(Mutated(seeds[rng.Below(seeds.size())], rng), accepted);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(accepted, 1000U);
}

INSTANTIATE_TEST_SUITE_P(Seed, FenFuzzTest, testing::Range<std::uint64_t>(1, 5));

TEST(MoveFuzzTest, RandomAndMutatedMoves) {
  Rng rng(61);
  std::size_t accepted = 0;
  for (const Position& position : test::RandomPositions(100, 62)) {
    for (int i = 0; i < 200; ++i) {
      const Move move = test::RandomMove(position, rng);
      const std::string uci =
          i % 4 == 0 ? RandomBytes(rng, 8) : Mutated(ToUci(move, i % 2 == 0), rng);
      const std::string san =
          i % 4 == 0 ? RandomBytes(rng, 8) : Mutated(ToSan(position, move), rng);
      for (const absl::StatusOr<Move>& parsed :
           {ParseUciMove(position, uci), ParseSan(position, san)}) {
        if (!parsed.ok()) {
          ASSERT_FALSE(parsed.status().message().empty());
          continue;
        }
        ++accepted;
        ASSERT_TRUE(position.IsPseudoLegal(*parsed) && position.IsLegal(*parsed));
      }
    }
  }
  EXPECT_GT(accepted, 100U);
}

}  // namespace
}  // namespace notochord::board
