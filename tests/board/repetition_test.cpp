// Draws: repetition in the game and in the search, the look-ahead for it, fifty moves, material.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "engine/board/position.h"
#include "tests/support/positions.h"

namespace notochord::board {
namespace {

using test::PositionFrom;

void Play(Position& position, const std::vector<const char*>& moves) {
  for (const char* text : moves) {
    const absl::StatusOr<Move> move = ParseUciMove(position, text);
    ASSERT_TRUE(move.ok()) << move.status();
    position.Make(*move);
  }
}

const std::vector<const char*> kKnightsOutAndBack = {"g1f3", "g8f6", "f3g1", "f6g8"};

TEST(RepetitionTest, OnceInTheSearchTwiceInTheGame) {
  Position position;
  EXPECT_EQ(position.RepetitionCount(), 0);
  Play(position, kKnightsOutAndBack);
  EXPECT_EQ(position.RepetitionCount(), 1);
  // The first occurrence is four plies back: inside the search where the root is further back.
  EXPECT_FALSE(position.IsRepetition(0));
  EXPECT_FALSE(position.IsRepetition(4)) << "the root itself is part of the game";
  EXPECT_TRUE(position.IsRepetition(5));
  Play(position, kKnightsOutAndBack);
  EXPECT_EQ(position.RepetitionCount(), 2);
  EXPECT_TRUE(position.IsRepetition(0)) << "the third time in the game";
}

TEST(RepetitionTest, TheGameRemembersThatItWentInCircles) {
  Position position;
  Play(position, {"e2e4", "e7e5"});
  EXPECT_FALSE(position.HasRepeated());
  Play(position, kKnightsOutAndBack);
  EXPECT_TRUE(position.HasRepeated());
  Play(position, {"f1e2", "f8e7"});
  EXPECT_EQ(position.RepetitionCount(), 0);
  EXPECT_TRUE(position.HasRepeated()) << "though this position is a new one";
  Play(position, {"a2a3"});
  EXPECT_FALSE(position.HasRepeated());
  Play(position, {"g8f6", "g1f3", "f6g8"});
  EXPECT_FALSE(position.HasRepeated());
  Play(position, {"f3g1"});
  EXPECT_TRUE(position.HasRepeated());
}

TEST(RepetitionTest, IrreversibleMovesEndIt) {
  Position position;
  Play(position, kKnightsOutAndBack);
  Play(position, {"e2e4", "e7e5"});
  EXPECT_EQ(position.RepetitionCount(), 0);
  Play(position, kKnightsOutAndBack);
  EXPECT_EQ(position.RepetitionCount(), 1);
}

TEST(RepetitionTest, LostRightsMakeAnotherPosition) {
  Position position = PositionFrom("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  Play(position, {"h1g1", "e8d8", "g1h1", "d8e8"});
  EXPECT_EQ(position.RepetitionCount(), 0);
  Play(position, {"h1g1", "e8d8", "g1h1", "d8e8"});
  EXPECT_EQ(position.RepetitionCount(), 1);
}

TEST(RepetitionTest, AnEnPassantChanceMakesAnotherPosition) {
  Position position = PositionFrom("4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1");
  Play(position, {"e2e4"});
  ASSERT_EQ(position.en_passant(), Square::kE3);
  Play(position, {"g8f6", "g1f3", "f6g8", "f3g1"});
  EXPECT_EQ(position.RepetitionCount(), 0);
}

TEST(RepetitionTest, NullMovesEndIt) {
  Position position;
  Play(position, {"g1f3", "g8f6"});
  position.MakeNull();
  position.MakeNull();
  Play(position, {"f3g1", "f6g8"});
  EXPECT_EQ(position.RepetitionCount(), 0);
  EXPECT_FALSE(position.IsRepetition(100));
  EXPECT_FALSE(position.HasUpcomingRepetition(100));
}

TEST(RepetitionTest, AFenHasNoPast) {
  const Position position = PositionFrom("4k3/8/8/8/8/8/8/4K2R w - - 40 60");
  EXPECT_EQ(position.RepetitionCount(), 0);
  EXPECT_FALSE(position.IsRepetition(20));
  EXPECT_FALSE(position.HasUpcomingRepetition(20));
}

TEST(RepetitionTest, ItIsSeenOneMoveAhead) {
  Position position;
  Play(position, {"g1f3", "g8f6", "f3g1"});
  EXPECT_TRUE(position.HasUpcomingRepetition(4));
  EXPECT_FALSE(position.HasUpcomingRepetition(3));
  Play(position, {"f6g8", "g1f3", "g8f6", "f3g1"});
  EXPECT_TRUE(position.HasUpcomingRepetition(0)) << "Ng8 would be the third time";
}

TEST(RepetitionTest, GamesMayGoOnForEver) {
  // More than 16 bits hold; where every move is checked by a recount, more than the counters do.
  constexpr int kPlies = test::kParanoid ? 2 * kMaxRule50 : 40000;
  Position position = PositionFrom(absl::StrCat("4k1n1/8/8/8/8/8/8/4K1N1 w - - 0 ", kMaxFullMove));
  for (int i = 0; i < kPlies / 4; ++i) Play(position, kKnightsOutAndBack);
  EXPECT_EQ(position.rule50(), kMaxRule50);
  EXPECT_TRUE(position.IsFiftyMoveDraw());
  EXPECT_TRUE(position.IsRepetition(0));
  EXPECT_TRUE(position.HasUpcomingRepetition(0));
  EXPECT_TRUE(position.HasRepeated());
  EXPECT_EQ(position.RepetitionCount(), kMaxRule50 / 4);
  EXPECT_TRUE(position.IsConsistent());
  EXPECT_TRUE(Validate(position.ToSetup()).ok()) << Validate(position.ToSetup());
  EXPECT_TRUE(Position::Parse(position.Fen()).ok()) << position.Fen();
  position.MakeNull();
  EXPECT_EQ(position.rule50(), kMaxRule50);
  EXPECT_EQ(position.RepetitionCount(), 0);
  position.UnmakeNull();
  EXPECT_EQ(position.RepetitionCount(), kMaxRule50 / 4);
}

// New positions at the end of a long game are no repetitions, and the game remembers them.
TEST(RepetitionTest, TheEndOfALongGameIsNotForgotten) {
  Position position = PositionFrom("4k1n1/8/8/8/8/8/8/4K1N1 w - - 1000 600");
  for (int i = 0; i < 300; ++i) Play(position, kKnightsOutAndBack);
  Play(position, {"e1d1", "e8d8"});
  EXPECT_EQ(position.RepetitionCount(), 0);
  Play(position, {"g1f3", "g8f6", "f3g1"});
  EXPECT_TRUE(position.HasUpcomingRepetition(4));
  EXPECT_FALSE(position.HasUpcomingRepetition(0));
  Play(position, {"f6g8"});
  EXPECT_EQ(position.RepetitionCount(), 1);
  EXPECT_FALSE(position.IsRepetition(4));
  EXPECT_TRUE(position.IsRepetition(5));
}

bool RepeatsNext(Position& position, int ply) {
  bool found = false;
  for (const Move move : LegalMoves(position)) {
    position.Make(move);
    found |= position.IsRepetition(ply + 1);
    position.Unmake(move);
  }
  return found;
}

// How often the key was there before since the last null move, looking at every ply.
int CountInHistory(const std::vector<Key>& keys) {
  int count = 0;
  for (std::size_t i = 0; i + 1 < keys.size(); ++i) count += keys[i] == keys.back() ? 1 : 0;
  return count;
}

TEST(RepetitionTest, TheLookAheadEqualsBruteForce) {
  // Few pieces and no pawns: walks come back often.
  Rng rng(51);
  std::size_t upcoming = 0;
  std::size_t repeated = 0;
  for (const char* fen :
       {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "7k/8/8/3q4/8/8/8/K2R4 b - - 0 1",
        "k7/p7/P7/8/8/p7/P7/K7 w - - 0 1", "kb6/p1p5/P1P5/8/8/p1p5/P1P5/KB6 w - - 0 1",
        "4k1n1/8/8/8/8/8/8/4K1N1 w - - 30 1", "r3k3/8/8/8/8/8/8/4K2R w K - 0 1"}) {
    for (int walk = 0; walk < 40; ++walk) {
      Position position = PositionFrom(fen);
      std::vector<Key> keys = {position.key()};
      for (int ply = 0; ply < 60; ++ply) {
        if (!position.InCheck() && rng.Below(25) == 0) {
          position.MakeNull();
          keys.clear();
        } else {
          const Move move = test::RandomMove(position, rng);
          if (!move) break;
          position.Make(move);
        }
        keys.push_back(position.key());
        ASSERT_EQ(position.RepetitionCount(), CountInHistory(keys)) << position.Fen();
        repeated += position.RepetitionCount() > 0 ? 1U : 0U;
        for (const int root : {0, 3, 4, 5, 8, ply, 1000}) {
          ASSERT_EQ(position.HasUpcomingRepetition(root), RepeatsNext(position, root))
              << position.Fen() << " ply " << root;
        }
        upcoming += position.HasUpcomingRepetition(1000) ? 1U : 0U;
      }
    }
  }
  EXPECT_GT(upcoming, 1000U);
  EXPECT_GT(repeated, 200U);
}

TEST(FiftyMovesTest, TheHundredthPlyDraws) {
  EXPECT_FALSE(PositionFrom("4k3/8/8/8/8/8/8/4K2R w - - 99 90").IsFiftyMoveDraw());
  EXPECT_TRUE(PositionFrom("4k3/8/8/8/8/8/8/4K2R w - - 100 90").IsFiftyMoveDraw());
  Position position = PositionFrom("4k3/8/8/8/8/8/8/4K2R w - - 99 90");
  Play(position, {"h1h2"});
  EXPECT_TRUE(position.IsFiftyMoveDraw());
}

TEST(FiftyMovesTest, MateComesFirst) {
  Position position = PositionFrom("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 90");
  Play(position, {"a1a8"});
  EXPECT_EQ(position.rule50(), 100);
  EXPECT_FALSE(position.IsFiftyMoveDraw()) << "it is mate";
  // A check that can be answered does not.
  Position check = PositionFrom("6k1/5pp1/8/8/8/8/8/R5K1 w - - 99 90");
  Play(check, {"a1a8"});
  EXPECT_TRUE(check.IsFiftyMoveDraw());
}

TEST(DrawTest, EachRuleAlone) {
  EXPECT_FALSE(Position().IsDrawnByRule());
  EXPECT_TRUE(PositionFrom("4k3/8/8/8/8/8/8/4K2R w - - 100 90").IsDrawnByRule());
  EXPECT_TRUE(PositionFrom("4k3/8/8/8/8/8/8/4KB2 w - - 0 1").IsDrawnByRule());
  Position position;
  Play(position, kKnightsOutAndBack);
  EXPECT_FALSE(position.IsDrawnByRule());
  Play(position, kKnightsOutAndBack);
  EXPECT_TRUE(position.IsDrawnByRule());
}

struct MaterialCase {
  const char* board;
  bool drawn;
};

TEST(MaterialDrawTest, Rules) {
  for (const MaterialCase& c : {
           MaterialCase{"4k3/8/8/8/8/8/8/4K3", true},
           MaterialCase{"4k3/8/8/8/8/8/8/4KB2", true},
           MaterialCase{"4kb2/8/8/8/8/8/8/4K3", true},
           MaterialCase{"4k3/8/8/8/8/8/8/4KN2", true},
           MaterialCase{"4kn2/8/8/8/8/8/8/4K3", true},
           MaterialCase{"4k3/8/8/8/8/8/8/4KNN1", true},
           MaterialCase{"4knn1/8/8/8/8/8/8/4K3", true},
           MaterialCase{"4kb2/8/8/8/8/8/8/2B1K3", true},    // f8 and c1 are both dark
           MaterialCase{"4kb2/8/8/8/8/8/8/4KB2", false},    // f8 dark, f1 light
           MaterialCase{"4k3/8/8/8/8/8/8/4KBB1", false},    // the pair
           MaterialCase{"4k3/8/8/8/8/8/8/2B1K1B1", false},  // two bishops on one colour
           MaterialCase{"4kn2/8/8/8/8/8/8/4KN2", false},
           MaterialCase{"4kn2/8/8/8/8/8/8/4KB2", false},
           MaterialCase{"4k3/8/8/8/8/8/8/4KBN1", false},
           MaterialCase{"4k3/8/8/8/8/8/4P3/4K3", false},
           MaterialCase{"4k3/8/8/8/8/8/8/4K2R", false},
           MaterialCase{"4k3/8/8/8/8/8/8/3QK3", false},
           MaterialCase{"4kn2/8/8/8/8/8/8/4KNN1", false},
           MaterialCase{"4k3/4p3/8/8/8/8/8/4KNN1", false},
       }) {
    for (const char* side : {" w", " b"}) {
      EXPECT_EQ(PositionFrom(absl::StrCat(c.board, side)).IsInsufficientMaterial(), c.drawn)
          << c.board << side;
    }
  }
}

TEST(MaterialTest, CountsAndPhase) {
  const Position start;
  EXPECT_EQ(start.material().Phase(), Material::kMaxPhase);
  EXPECT_EQ(start.material().Count(PieceType::kPawn), 16);
  EXPECT_EQ(start.material().Count(Color::kWhite, PieceType::kKnight), 2);
  EXPECT_EQ(start.material().Count(Piece::kBlackKing), 1);
  EXPECT_TRUE(start.material().HasNonPawns(Color::kBlack));
  const Position pawns = PositionFrom("4k3/pppppppp/8/8/8/8/8/4K2R w - - 0 1");
  EXPECT_FALSE(pawns.material().HasNonPawns(Color::kBlack));
  EXPECT_TRUE(pawns.material().HasNonPawns(Color::kWhite));
  EXPECT_EQ(pawns.material().Phase(), 2);
  // Ten of a kind fit.
  const Position rooks = PositionFrom("7k/8/8/8/8/8/1RRRRR2/RRRRRK2 w - - 0 1");
  EXPECT_EQ(rooks.material().Count(Piece::kWhiteRook), 10);
}

}  // namespace
}  // namespace notochord::board
