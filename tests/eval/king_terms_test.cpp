// One case per feature of the king: his pawns, his shelter, and attacks on him.
#include <gtest/gtest.h>

#include "tests/eval/features.h"

namespace notochord::eval {
namespace {

TEST(KingTermsTest, KingAndPawns) {
  ExpectTerms({
      {"king_pawn_distance", "7k/7p/8/8/8/8/7P/K7 w - -", "7k/7p/8/8/8/8/7P/6K1 w - -", 0,
       Effect::kDown},
      {"king_pawnless_flank", "k7/p7/8/8/8/8/P7/6K1 w - -", "k7/p7/8/8/8/8/P7/1K6 w - -", 1,
       Effect::kDown},
  });
}

TEST(KingTermsTest, KingShelter) {
  ExpectDangers({
      {"king_shelter", "6kq/5ppp/8/8/6P1/8/5P1P/6K1 w - -", "6kq/5ppp/8/8/8/8/5PPP/6K1 w - -", 0,
       Effect::kUp},
      {"king_storm", "6kq/5p1p/8/8/6p1/8/5PPP/6K1 w - -", "6kq/5ppp/8/8/8/8/5PPP/6K1 w - -", 0,
       Effect::kAny},
      {"danger_open_file", "6kq/p6p/8/8/8/8/P4P1P/6K1 w - -", "6kq/p5pp/8/8/8/8/P4PPP/6K1 w - -", 1,
       Effect::kUp},
      {"danger_castling", "3qk3/p2p3p/8/8/8/8/r6P/R3K2R w KQ -",
       "3qk3/p2p3p/8/8/8/8/r6P/R3K2R w - -", 2, Effect::kDown},
      {"danger_defender", "6kq/5ppp/8/8/8/8/r4PPP/5NK1 w - -", "6kq/5ppp/8/8/8/8/r4PPP/N5K1 w - -",
       1, Effect::kDown},
  });
}

// Black's rook on a2 reaches the ring and the queen on h8 is shut in: they only make it an attack.
TEST(KingTermsTest, KingAttack) {
  constexpr const char* kBishopAims = "6kq/1b3ppp/8/8/8/8/r4PPP/6K1 w - -";
  constexpr const char* kBishopAside = "3b2kq/5ppp/8/8/8/8/r4PPP/6K1 w - -";
  ExpectDangers({
      {"danger_attacker", kBishopAims, kBishopAside, 1, Effect::kUp},
      {"danger_attackers", "1r4kq/1b3ppp/8/8/8/8/1r3PPP/6K1 w - -",
       "1r4kq/5ppp/8/b7/8/r7/5PPP/6K1 w - -", 0, Effect::kUp},
      {"danger_ring_attacks", kBishopAims, kBishopAside, 2, Effect::kUp},
      {"danger_weak_ring", kBishopAims, kBishopAside, 1, Effect::kUp},
      {"danger_flank_attack", kBishopAims, kBishopAside, 1, Effect::kUp},
      {"danger_flank_defence", "6kq/5ppp/8/8/8/8/r4PPP/5NK1 w - -",
       "6kq/5ppp/8/8/8/8/r4PPP/N5K1 w - -", 2, Effect::kDown},
      {"danger_safe_check", "3r2kq/5ppp/8/8/8/8/r4PPP/6K1 w - -",
       "5rkq/5ppp/8/8/8/8/r4PPP/6K1 w - -", 1, Effect::kUp},
      {"danger_unsafe_check", "3r2kq/5ppp/8/8/8/8/r4PPP/R5K1 w - -",
       "5rkq/5ppp/8/8/8/8/r4PPP/R5K1 w - -", 1, Effect::kUp},
      {"danger_no_queen", "6k1/1b3ppp/8/8/8/8/r4PPP/6K1 w - -",
       "6kq/1b3ppp/8/8/8/8/r4PPP/6K1 w - -", 1, Effect::kDown},
      {"danger_discovery", "6kq/5ppp/8/8/3b4/4n3/r5PP/6K1 w - -",
       "6kq/5ppp/8/8/3b4/3n4/r5PP/5RK1 w - -", 1, Effect::kUp},
      {"danger_tropism", "6kq/5ppp/8/8/5n2/8/r4PPP/6K1 w - -", "n5kq/5ppp/8/8/8/8/r4PPP/6K1 w - -",
       1, Effect::kUp},
  });
}

TEST(KingTermsTest, AnAttackNeedsTwoPiecesOrOneAndAQueen) {
  const auto counted = [](absl::string_view fen) {
    return Count(TraceOf(fen).danger[Color::kWhite], "danger_offset");
  };
  EXPECT_EQ(counted("6k1/1b3ppp/8/8/8/8/5PPP/6K1 w - -"), 0);
  EXPECT_EQ(counted("6kq/5ppp/8/8/8/8/5PPP/6K1 w - -"), 0);
  EXPECT_EQ(counted("6kq/1b3ppp/8/8/8/8/5PPP/6K1 w - -"), 1);
  EXPECT_EQ(counted("6k1/1b3ppp/8/8/8/8/r4PPP/6K1 w - -"), 1);
}

}  // namespace
}  // namespace notochord::eval
