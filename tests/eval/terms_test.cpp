// One case per feature. Weights are tuned, so single values are not tested; signs and orders that
// any sensible tuning keeps are. The king's are in king_terms_test.cpp.
#include <gtest/gtest.h>

#include "engine/eval/evaluate.h"
#include "tests/eval/features.h"

namespace notochord::eval {
namespace {

TEST(TermsTest, Material) {
  ExpectTerms({
      {"tempo", "4k3/pp6/8/8/8/8/PP6/4K3 w - -", "4k3/pp6/8/8/8/8/PP6/4K3 b - -", 2, Effect::kUp},
      {"bishop_pair", "4k3/p7/8/8/8/8/P7/2B1KB2 w - -", "4k3/p7/8/8/8/8/P7/2B1K1B1 w - -", 1,
       Effect::kUp},
      {"piece_value", "4k3/pp6/8/8/8/8/PPP5/4K3 w - -", "4k3/pp6/8/8/8/8/PP6/4K3 w - -", 1,
       Effect::kUp},
      {"imbalance_own", "4k3/p7/8/8/8/8/P7/R3K1N1 w - -", "4k3/p7/8/8/8/8/P7/R3K3 w - -", 2,
       Effect::kAny},
      {"imbalance_own", "4k3/p7/8/8/8/8/P7/RR2K3 w - -", "4k3/p7/8/8/8/8/P7/R3K3 w - -", 3,
       Effect::kAny},
      {"imbalance_enemy", "4k3/p7/8/8/8/8/P7/RN2K3 w - -", "4k3/p7/8/8/8/8/P7/R3K3 w - -", 1,
       Effect::kAny},
  });
}

TEST(TermsTest, WeakPawns) {
  ExpectTerms({
      {"pawn_isolated", "4k3/pp6/8/8/8/8/P1P5/4K3 w - -", "4k3/pp6/8/8/8/8/PP6/4K3 w - -", 2,
       Effect::kDown},
      {"pawn_isolated_open", "4k3/1pp5/8/8/8/8/P7/4K3 w - -", "4k3/pp6/8/8/8/8/P7/4K3 w - -", 1,
       Effect::kDown},
      {"pawn_doubled", "4k3/pp6/8/8/8/P7/P7/4K3 w - -", "4k3/pp6/8/8/8/P7/1P6/4K3 w - -", 1,
       Effect::kDown},
      {"pawn_backward", "4k3/8/8/2p5/2P5/1P6/8/4K3 w - -", "4k3/8/8/6p1/2P5/1P6/8/4K3 w - -", 1,
       Effect::kDown},
      {"pawn_backward_open", "4k3/8/8/2p5/2P5/1P6/8/4K3 w - -", "4k3/1p6/8/2p5/2P5/1P6/8/4K3 w - -",
       1, Effect::kDown},
      {"pawn_lever_weak", "4k3/8/8/3p1p2/4P3/8/8/4K3 w - -", "4k3/8/8/3p2p1/4P3/8/8/4K3 w - -", 1,
       Effect::kDown},
      {"pawn_island", "4k3/pp6/8/8/8/8/P1P5/4K3 w - -", "4k3/pp6/8/8/8/8/PP6/4K3 w - -", 1,
       Effect::kDown},
  });
}

TEST(TermsTest, StrongPawns) {
  ExpectTerms({
      {"pawn_supported", "4k3/pp6/8/8/4P3/3P4/8/4K3 w - -", "4k3/pp6/8/8/4P3/8/3P4/4K3 w - -", 1,
       Effect::kUp},
      {"pawn_supported_twice", "4k3/pp6/8/8/4P3/3P1P2/8/4K3 w - -",
       "4k3/pp6/8/8/4P3/3P4/5P2/4K3 w - -", 1, Effect::kUp},
      {"pawn_phalanx", "4k3/pp6/8/8/3PP3/8/8/4K3 w - -", "4k3/pp6/8/8/3P4/4P3/8/4K3 w - -", 2,
       Effect::kUp},
      {"pawn_chain", "4k3/pp6/8/8/4P3/3P4/2P5/4K3 w - -", "4k3/pp6/8/8/4P3/3P4/1P6/4K3 w - -", 1,
       Effect::kUp},
      {"pawn_candidate", "4k3/8/3p4/8/3PP3/8/8/4K3 w - -", "4k3/8/3p4/8/2P1P3/8/8/4K3 w - -", 1,
       Effect::kUp},
      {"passed_rank", "4k3/7p/8/8/4P3/8/7P/4K3 w - -", "4k3/4p2p/8/8/4P3/8/7P/4K3 w - -", 1,
       Effect::kUp},
      {"passed_file", "4k3/7p/8/8/4P3/8/7P/4K3 w - -", "4k3/4p2p/8/8/4P3/8/7P/4K3 w - -", 1,
       Effect::kAny},
  });
}

// Both sides have these at once: seen by rank.
TEST(TermsTest, RammedPawnsAndLevers) {
  const auto at = [](absl::string_view fen, const Score& weight) {
    return TraceOf(fen).linear[WeightIndex(weight)];
  };
  EXPECT_EQ(at("4k3/8/4p3/4P3/8/8/8/4K3 w - -", kWeights.pawn_rammed[4]), 1);
  EXPECT_EQ(at("4k3/8/4p3/4P3/8/8/8/4K3 w - -", kWeights.pawn_rammed[2]), -1) << "Black's";
  EXPECT_EQ(at("4k3/4p3/8/4P3/8/8/8/4K3 w - -", kWeights.pawn_rammed[4]), 0);
  EXPECT_EQ(at("4k3/8/3p4/4P3/8/8/8/4K3 w - -", kWeights.pawn_lever[4]), 1);
  EXPECT_EQ(at("4k3/8/2p5/4P3/8/8/8/4K3 w - -", kWeights.pawn_lever[4]), 0);
}

TEST(TermsTest, PassedPawns) {
  ExpectTerms({
      {"passed_connected", "4k3/7p/8/3PP3/8/8/7P/4K3 w - -", "4k3/7p/8/2P1P3/8/8/7P/4K3 w - -", 2,
       Effect::kUp},
      {"passed_free", "4k3/7p/8/4P3/8/8/7P/n3K1N1 w - -", "4k3/7p/4n3/4P3/8/8/7P/4K1N1 w - -", 1,
       Effect::kUp},
      {"passed_blockade", "4k3/7p/4n3/4P3/8/8/7P/4K1N1 w - -", "4k3/7p/8/4P3/8/8/7P/n3K1N1 w - -",
       1, Effect::kDown},
      {"passed_stop_safe", "r3k3/7p/8/4P3/8/8/7P/R3K3 w - -", "4k3/7p/r7/4P3/8/8/7P/R3K3 w - -", 1,
       Effect::kUp},
      {"passed_path_free", "7k/7p/8/4P3/8/8/7P/n3K1N1 w - -", "7k/4n2p/8/4P3/8/8/7P/4K1N1 w - -", 1,
       Effect::kUp},
      {"passed_path_safe", "7k/7p/8/4P3/8/8/7P/n3K1N1 w - -", "7k/7p/3n4/4P3/8/8/7P/4K1N1 w - -", 1,
       Effect::kUp},
      {"passed_stop_defended", "7k/7p/8/2N1P3/8/8/7P/n3K3 w - -", "7k/7p/8/4P3/8/8/7P/n3K1N1 w - -",
       1, Effect::kUp},
      {"passed_own_king", "7k/7p/8/4P3/4K3/8/7P/8 w - -", "7k/7p/8/4P3/8/8/7P/4K3 w - -", -3,
       Effect::kUp},
      {"passed_enemy_king", "7k/7p/8/4P3/8/8/7P/4K3 w - -", "8/4k2p/8/4P3/8/8/7P/4K3 w - -", 2,
       Effect::kUp},
      {"passed_rook_behind", "7k/7p/8/4P3/8/8/7P/4R1K1 w - -", "7k/7p/8/4P3/8/8/7P/R5K1 w - -", 1,
       Effect::kAny},
      {"passed_rook_behind", "7k/7p/8/4P3/8/8/6KP/4r3 w - -", "7k/7p/8/4P3/8/8/6KP/r7 w - -", 1,
       Effect::kDown},
      {"passed_unstoppable", "7k/8/8/P6p/8/8/7P/7K w - -", "1k6/8/8/P6p/8/8/7P/7K w - -", 1,
       Effect::kUp},
  });
}

TEST(TermsTest, SquareRule) {
  const auto unstoppable = [](absl::string_view fen) {
    return Count(TraceOf(fen).linear, "passed_unstoppable");
  };
  EXPECT_EQ(unstoppable("8/4k3/8/P7/7p/8/7P/7K w - -"), 1) << "one step outside the square";
  EXPECT_EQ(unstoppable("8/4k3/8/P7/7p/8/7P/7K b - -"), 0) << "the king steps into it";
  EXPECT_EQ(unstoppable("7k/8/P7/8/7p/8/n6P/7K w - -"), 0) << "a piece may stop it";
}

TEST(TermsTest, Mobility) {
  ExpectTerms({
      {"mobility_knight", "4k3/pp6/8/8/3N4/8/PP6/4K3 w - -", "4k3/pp6/8/8/8/8/PP6/N3K3 w - -", 0,
       Effect::kUp},
      {"mobility_bishop", "4k3/p2p4/8/8/3B4/8/P2P4/4K3 w - -", "4k3/p2p4/8/8/8/1P6/B2P4/4K3 w - -",
       0, Effect::kUp},
      {"mobility_rook", "4k3/pp6/8/8/3R4/8/PP6/4K3 w - -", "4k3/pp6/8/8/8/8/PP6/RN2K3 w - -", 0,
       Effect::kUp},
      {"mobility_queen", "4k3/pp6/8/8/3Q4/8/PP6/4K3 w - -", "4k3/pp6/8/8/8/8/PP6/QN2K3 w - -", 0,
       Effect::kUp},
  });
}

// Two knights that reach the same squares have both their own mobility; a pinned one has none.
TEST(TermsTest, MobilityIsCountedPerPiece) {
  const auto knights = [](absl::string_view fen, std::size_t squares) {
    return TraceOf(fen).linear[WeightIndex(kWeights.mobility_knight[squares])];
  };
  EXPECT_EQ(knights("4k3/8/p7/8/2N3N1/8/7P/4K3 w - -", 8), 1) << "c4";
  EXPECT_EQ(knights("4k3/8/p7/2N1N3/8/8/7P/4K3 w - -", 8), 2) << "d3 and d7 count for both";
  EXPECT_EQ(knights("4k3/p3r3/8/8/8/4N3/7P/4K3 w - -", 0), 1) << "pinned";
}

TEST(TermsTest, Minors) {
  ExpectTerms({
      {"knight_outpost", "4k3/p6p/8/3N4/4P3/8/P6P/4K3 w - -", "4k3/p1p4p/8/3N4/4P3/8/P6P/4K3 w - -",
       1, Effect::kUp},
      {"knight_outpost_reach", "4k3/p6p/8/8/4P3/4N3/P6P/4K3 w - -",
       "4k3/p1p3pp/8/8/4P3/4N3/P6P/4K3 w - -", 1, Effect::kUp},
      {"bishop_outpost", "4k3/p6p/8/3B4/4P3/8/P6P/4K3 w - -", "4k3/p1p4p/8/3B4/4P3/8/P6P/4K3 w - -",
       1, Effect::kUp},
      {"minor_behind_pawn", "4k3/p6p/8/8/4P3/4N3/P6P/4K3 w - -",
       "4k3/p6p/8/8/4P3/2N5/P6P/4K3 w - -", 1, Effect::kUp},
      {"minor_king_distance", "4k3/p6p/8/8/8/4N3/P6P/K7 w - -", "4k3/p6p/8/8/8/4N3/P6P/4K3 w - -",
       2, Effect::kDown},
      {"minor_trapped", "7N/5Pkp/8/8/8/8/P7/4K3 w - -", "7N/5Pk1/7p/8/8/8/P7/4K3 w - -", 1,
       Effect::kDown},
      {"bishop_pawns", "4k3/p6p/8/8/2P1P3/3B4/8/4K3 w - -", "4k3/p6p/8/8/8/2PBP3/8/4K3 w - -", 0,
       Effect::kDown},
      {"bishop_rammed_pawns", "4k3/p6p/8/4p3/4P3/3B4/8/4K3 w - -",
       "4k3/p6p/4p3/8/4P3/3B4/8/4K3 w - -", 1, Effect::kDown},
      {"bishop_long_diagonal", "4k3/p6p/8/8/8/8/PB6/4K3 w - -", "4k3/p6p/8/8/8/8/P7/2B1K3 w - -", 1,
       Effect::kUp},
      {"closedness_knight", "4k3/p6p/8/8/8/8/P6P/1N2K3 w - -", "4k3/p6p/8/8/8/8/P6P/2B1K3 w - -", 1,
       Effect::kAny},
  });
}

TEST(TermsTest, RooksAndQueens) {
  ExpectTerms({
      {"rook_file", "4k3/p6p/8/8/8/8/7P/R3K3 w - -", "4k3/p6p/8/8/8/8/P6P/R3K3 w - -", 1,
       Effect::kUp},
      {"rook_file", "4k3/7p/8/8/8/8/7P/R3K3 w - -", "4k3/p6p/8/8/8/8/7P/R3K3 w - -", 0,
       Effect::kUp},
      {"rook_closed_file", "4k3/p6p/8/8/p7/P7/7P/R3K3 w - -", "4k3/p6p/8/p7/8/P7/7P/R3K3 w - -", 1,
       Effect::kDown},
      {"rook_seventh", "4k3/R6p/8/8/8/8/7P/4K3 w - -", "4k3/7p/R7/8/8/8/7P/4K3 w - -", 1,
       Effect::kUp},
      {"rook_trapped", "4k3/p6p/8/8/8/8/P4PPP/6KR w - -", "4k3/p6p/8/8/8/8/P4PPP/5RK1 w - -", 1,
       Effect::kDown},
      {"closedness_rook", "4k3/p6p/8/8/8/8/P6P/R3K3 w - -", "4k3/p6p/8/8/8/8/P6P/2B1K3 w - -", 1,
       Effect::kAny},
      {"queen_exposed", "3rk3/p6p/8/8/3N4/8/P6P/3QK3 w - -", "3rk3/p6p/8/8/8/2N5/P6P/3QK3 w - -", 1,
       Effect::kDown},
  });
  EXPECT_EQ(TraceOf("4k3/RR5p/8/8/8/8/7P/4K3 w - -").linear[WeightIndex(kWeights.rook_seventh[1])],
            1);
}

TEST(TermsTest, ThreatsByPieces) {
  ExpectTerms({
      {"threat_by_pawn", "4k3/p6p/8/3n4/4P3/8/P6P/4K3 w - -", "4k3/p6p/8/2n5/4P3/8/P6P/4K3 w - -",
       1, Effect::kUp},
      {"threat_by_knight", "4k3/p6p/8/3b4/8/2N5/P6P/4K3 w - -", "4k3/p6p/3b4/8/8/2N5/P6P/4K3 w - -",
       1, Effect::kUp},
      {"threat_by_bishop", "4k3/p6p/8/3n4/8/1B6/P6P/4K3 w - -", "4k3/p3n2p/8/8/8/1B6/P6P/4K3 w - -",
       1, Effect::kUp},
      {"threat_by_rook", "4k3/p6p/8/3n4/8/8/P6P/3RK3 w - -", "4k3/p6p/8/2n5/8/8/P6P/3RK3 w - -", 1,
       Effect::kUp},
      {"threat_by_queen", "4k3/p6p/8/3n4/8/8/P6P/3QK3 w - -", "4k3/p6p/8/2n5/8/8/P6P/3QK3 w - -", 1,
       Effect::kUp},
      {"threat_by_king", "4k3/p6p/8/8/8/8/3n3P/4K3 w - -", "4k3/p6p/8/3n4/8/8/7P/4K3 w - -", 1,
       Effect::kUp},
  });
}

TEST(TermsTest, OtherThreats) {
  ExpectTerms({
      {"threat_hanging", "4k3/p6p/8/3n4/8/8/P6P/3RK3 w - -", "4k3/p6p/4p3/3n4/8/8/P6P/3RK3 w - -",
       1, Effect::kUp},
      {"threat_queen_defended", "3qk3/p6p/8/R2n4/8/8/P6P/4K3 w - -",
       "3qk3/p6p/8/R7/3n4/8/P6P/4K3 w - -", 1, Effect::kUp},
      {"threat_twice", "4k3/p6p/8/3n4/8/1B6/P6P/3RK3 w - -", "4k3/p6p/8/3n4/8/1B6/P6P/2R1K3 w - -",
       1, Effect::kUp},
      {"threat_push", "4k3/p6p/8/3n4/8/4P3/P6P/4K3 w - -", "4k3/p6p/8/n7/8/4P3/P6P/4K3 w - -", 1,
       Effect::kUp},
      {"threat_restricted", "4k3/p6p/8/3n4/8/6P1/P6P/2B1K3 w - -",
       "4k3/p6p/8/3n4/8/8/P5PP/2B1K3 w - -", 1, Effect::kUp},
      {"threat_on_queen", "3qk3/p6p/8/8/3N4/8/P6P/4K3 w - -", "3qk3/p6p/8/8/8/8/P6P/N3K3 w - -", 2,
       Effect::kUp},
  });
}

TEST(TermsTest, Space) {
  const auto count = [](absl::string_view fen, absl::string_view name) {
    return Count(TraceOf(fen).linear, name);
  };
  constexpr const char* kAdvanced = "rnbqkbnr/pppppppp/8/8/2PPPP2/8/PP4PP/RNBQKBNR w KQkq - 0 1";
  constexpr const char* kAtHome = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  EXPECT_GT(count(kAdvanced, "space_area"), count(kAtHome, "space_area"));
  EXPECT_GT(count(kAdvanced, "space_center"), count(kAtHome, "space_center"));
}

TEST(TermsTest, Complexity) {
  ExpectComplexities({
      {"complexity_passed", "4k3/1p6/8/8/8/8/4P3/4K3 w - -", "4k3/4p3/8/8/8/8/4P3/4K3 w - -", 2,
       Effect::kUp},
      {"complexity_both_flanks", "4k3/p6p/8/8/8/8/P6P/4K3 w - -", "4k3/pp6/8/8/8/8/PP6/4K3 w - -",
       1, Effect::kUp},
      {"complexity_pawn_endgame", "4k3/pp6/8/8/8/8/PP6/4K3 w - -", "4k3/pp6/8/8/8/8/PP6/R3K3 w - -",
       1, Effect::kUp},
      {"complexity_unwinnable", "4k3/pp6/8/8/8/8/PP6/4K3 w - -", "8/pp5k/8/8/K7/8/PP6/8 w - -", 1,
       Effect::kDown},
  });
}

TEST(TermsTest, WeightsHaveTheRightOrder) {
  const auto both = [](Score s) { return s.mg() + s.eg(); };
  for (std::size_t rank = 3; rank < 6; ++rank) {
    EXPECT_LT(both(kWeights.passed_rank[rank]), both(kWeights.passed_rank[rank + 1])) << rank;
  }
  EXPECT_LT(both(kWeights.pawn_phalanx[2]), both(kWeights.pawn_phalanx[5]));
  EXPECT_LT(both(kWeights.mobility_knight.front()), both(kWeights.mobility_knight.back()));
  EXPECT_LT(both(kWeights.mobility_bishop.front()), both(kWeights.mobility_bishop.back()));
  EXPECT_LT(both(kWeights.mobility_rook.front()), both(kWeights.mobility_rook.back()));
  EXPECT_LT(both(kWeights.mobility_queen[2]), both(kWeights.mobility_queen[14]));
  EXPECT_LT(kWeights.danger_attackers[1].mg(), kWeights.danger_attackers[4].mg());
  EXPECT_LT(both(kWeights.bishop_pawns[6]), both(kWeights.bishop_pawns[0]));
  EXPECT_GT(both(kWeights.passed_rook_behind[0]), both(kWeights.passed_rook_behind[1]));
  EXPECT_GT(both(kWeights.closedness_rook[0]), both(kWeights.closedness_rook[7]));
  EXPECT_LT(both(kWeights.closedness_knight[0]), both(kWeights.closedness_knight[7]));
  for (std::size_t edge = 0; edge < 4; ++edge) {
    EXPECT_GT(kWeights.king_storm[edge][3].mg(), kWeights.king_storm[edge][6].mg()) << edge;
    EXPECT_GT(kWeights.king_storm[edge][3].mg(), kWeights.king_storm[4 + edge][4].mg()) << edge;
    EXPECT_GT(kWeights.king_shelter[edge][0].mg(), kWeights.king_shelter[edge][1].mg()) << edge;
  }
}

}  // namespace
}  // namespace notochord::eval
