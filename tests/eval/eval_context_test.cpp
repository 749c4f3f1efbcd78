// The context against slow code that knows nothing of the engine's tables: rays square by square,
// attackers counted one at a time.
#include "engine/eval/eval_context.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "tests/support/data.h"
#include "tests/support/positions.h"

namespace notochord::eval {
namespace {

using board::Position;

struct Step {
  int file;
  int rank;
};

const std::vector<Step> kDiagonal = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
const std::vector<Step> kStraight = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
const std::vector<Step> kKnightSteps = {{1, 2},  {2, 1},  {-1, 2},  {-2, 1},
                                        {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};
const std::vector<Step> kKingSteps = {{1, 0}, {-1, 0}, {0, 1},  {0, -1},
                                      {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

Bitboard At(int file, int rank) {
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? 0 : Bitboard{1} << (8 * rank + file);
}
int FileNumber(Square s) { return static_cast<int>(FileOf(s)); }
int RankNumber(Square s) { return static_cast<int>(RankOf(s)); }

Bitboard Steps(Square s, const std::vector<Step>& steps) {
  Bitboard b = 0;
  for (const Step step : steps) b |= At(FileNumber(s) + step.file, RankNumber(s) + step.rank);
  return b;
}

Bitboard Slide(Square s, const std::vector<Step>& steps, Bitboard blockers) {
  Bitboard b = 0;
  for (const Step step : steps) {
    for (int n = 1; n < 8; ++n) {
      const Bitboard target = At(FileNumber(s) + n * step.file, RankNumber(s) + n * step.rank);
      b |= target;
      if (target == 0 || (target & blockers) != 0) break;
    }
  }
  return b;
}

// The line from the king through a square to the edge and on the other side of the king.
Bitboard LineOf(Square king, Square s) {
  for (const Step step : kKingSteps) {
    const Bitboard ray = Slide(king, {step}, 0);
    if (Contains(ray, s)) return ray | Slide(king, {{-step.file, -step.rank}}, 0) | Bit(king);
  }
  return 0;
}

class SlowContext {
 public:
  SlowContext(const Position& position, Color us) : pos_(position), us_(us) {
    for (Square s = Square::kA1; s != Square::kNone; ++s) {
      if (pos_.IsEmpty(s)) continue;
      const Piece piece = pos_.PieceOn(s);
      pieces_[piece] |= Bit(s);
      occupied_[ColorOf(piece)] |= Bit(s);
    }
    for (Bitboard b = Occupied(us_); b != 0;) {
      const Square s = PopFirst(b);
      attacks_[s] = FindAttacks(s);
    }
  }

  Bitboard Pieces(Color c, PieceType pt) const { return pieces_[MakePiece(c, pt)]; }
  Bitboard Occupied(Color c) const { return occupied_[c]; }
  Bitboard Occupied() const { return Occupied(Color::kWhite) | Occupied(Color::kBlack); }
  Square King(Color c) const { return board::FirstSquare(Pieces(c, PieceType::kKing)); }

  // Pinned: without the piece the king would be attacked by a slider that does not attack it now.
  bool IsPinned(Square s) const {
    const Square king = King(us_);
    return s != king && Snipers(king, Occupied()) != Snipers(king, Occupied() & ~Bit(s));
  }
  Bitboard Blockers(Color of) const {
    Bitboard b = 0;
    for (Square s = Square::kA1; s != Square::kNone; ++s) {
      if (Contains(Occupied(of), s) && IsPinned(s)) b |= Bit(s);
    }
    return b;
  }

  Bitboard AttacksFrom(Square s) const { return attacks_[s]; }

  // How many pieces of a kind attack a square; kNone: of any kind.
  int CountAttackers(Square target, PieceType pt) const {
    int count = 0;
    for (Bitboard b = pt == PieceType::kNone ? Occupied(us_) : Pieces(us_, pt); b != 0;) {
      count += Contains(AttacksFrom(PopFirst(b)), target) ? 1 : 0;
    }
    return count;
  }

 private:
  Bitboard Snipers(Square king, Bitboard occupied) const {
    return (Slide(king, kDiagonal, occupied) &
            (Pieces(~us_, PieceType::kBishop) | Pieces(~us_, PieceType::kQueen))) |
           (Slide(king, kStraight, occupied) &
            (Pieces(~us_, PieceType::kRook) | Pieces(~us_, PieceType::kQueen)));
  }

  Bitboard FindAttacks(Square s) const {
    const PieceType pt = TypeOf(pos_.PieceOn(s));
    const Bitboard queens = Pieces(us_, PieceType::kQueen);
    const Bitboard diagonal = Occupied() & ~(Pieces(us_, PieceType::kBishop) | queens);
    const Bitboard straight = Occupied() & ~(Pieces(us_, PieceType::kRook) | queens);
    Bitboard b = 0;
    if (pt == PieceType::kPawn) {
      const int forward = us_ == Color::kWhite ? 1 : -1;
      return Steps(s, {{-1, forward}, {1, forward}});
    }
    if (pt == PieceType::kKing) return Steps(s, kKingSteps);
    if (pt == PieceType::kKnight) b = Steps(s, kKnightSteps);
    if (pt == PieceType::kBishop || pt == PieceType::kQueen) b |= Slide(s, kDiagonal, diagonal);
    if (pt == PieceType::kRook || pt == PieceType::kQueen) b |= Slide(s, kStraight, straight);
    return IsPinned(s) ? b & LineOf(King(us_), s) : b;
  }

  const Position& pos_;
  Color us_;
  PerPiece<Bitboard> pieces_{};
  PerColor<Bitboard> occupied_{};
  PerSquare<Bitboard> attacks_{};
};

void ExpectAttacks(const EvalContext& ctx, const SlowContext& slow, Color us) {
  for (Square s = Square::kA1; s != Square::kNone; ++s) {
    for (PieceType pt : kPieceTypes) {
      ASSERT_EQ(Contains(ctx[us].attacks[pt], s), slow.CountAttackers(s, pt) > 0);
    }
    const int attackers = slow.CountAttackers(s, PieceType::kNone);
    ASSERT_EQ(Contains(ctx[us].all_attacks, s), attackers > 0);
    ASSERT_EQ(Contains(ctx[us].twice, s), attackers > 1);
  }
  for (Bitboard b = ctx[us].Officers(); b != 0;) {
    const Square s = PopFirst(b);
    ASSERT_EQ(ctx.attacks_from[s], slow.AttacksFrom(s));
  }
}

void ExpectZones(const EvalContext& ctx, const SlowContext& slow, const SlowContext& enemy,
                 Color us) {
  const int forward = us == Color::kWhite ? 1 : -1;
  const Square king = slow.King(us);
  // The block of nine round the king's square or its neighbour away from the edge.
  Bitboard ring = 0;
  Bitboard area = 0;
  Bitboard span = 0;
  const int center_file = std::clamp(FileNumber(king), 1, 6);
  const int center_rank = std::clamp(RankNumber(king), 1, 6);
  for (Square s = Square::kA1; s != Square::kNone; ++s) {
    const int file = FileNumber(s);
    const int rank = RankNumber(s);
    if (std::abs(file - center_file) <= 1 && std::abs(rank - center_rank) <= 1 && s != king) {
      ring |= Bit(s);
    }
    const Piece piece = ctx.board[s];
    const bool own_pawn = piece == MakePiece(us, PieceType::kPawn);
    const int relative = us == Color::kWhite ? rank : 7 - rank;
    const bool stuck =
        own_pawn && (relative <= 2 || (slow.Occupied() & At(file, rank + forward)) != 0);
    const bool excluded = stuck || piece == MakePiece(us, PieceType::kKing) ||
                          piece == MakePiece(us, PieceType::kQueen) ||
                          enemy.CountAttackers(s, PieceType::kPawn) > 0;
    if (!excluded) area |= Bit(s);
    if (own_pawn) {
      for (int r = rank + forward; r >= 0 && r <= 7; r += forward) {
        span |= At(file - 1, r) | At(file + 1, r);
      }
    }
  }
  ASSERT_EQ(ctx[us].king_ring, ring);
  ASSERT_EQ(PopCount(ring), 8);
  ASSERT_EQ(ctx[us].mobility_area, area);
  ASSERT_EQ(ctx[us].pawn_span, span);
  ASSERT_EQ(ctx[us].pinned, slow.Blockers(us));
  ASSERT_EQ(ctx[us].discoverers, slow.Blockers(~us));
  ASSERT_EQ(ctx[us].king_hits[0], Steps(king, kKnightSteps));
  ASSERT_EQ(ctx[us].king_hits[1], Slide(king, kDiagonal, slow.Occupied()));
  ASSERT_EQ(ctx[us].king_hits[2], Slide(king, kStraight, slow.Occupied()));
}

void ExpectRingAttacks(const EvalContext& ctx, const SlowContext& slow, Color us) {
  int hits = 0;
  for (std::size_t i = 0; i < kOfficerCount; ++i) {
    int attackers = 0;
    for (Bitboard b = slow.Pieces(us, OfficerAt(i)); b != 0;) {
      const int n = PopCount(slow.AttacksFrom(PopFirst(b)) & ctx[~us].king_ring);
      hits += n;
      attackers += n > 0 ? 1 : 0;
    }
    ASSERT_EQ(ctx[us].ring_attackers[i], attackers);
  }
  ASSERT_EQ(ctx[us].ring_attacks, hits);
}

void ExpectQueens(const EvalContext& ctx, const SlowContext& slow, Color us) {
  const Bitboard queens = slow.Pieces(us, PieceType::kQueen);
  const Bitboard occupied = slow.Occupied();
  const Bitboard diagonal = occupied & ~(queens | slow.Pieces(us, PieceType::kBishop));
  const Bitboard straight = occupied & ~(queens | slow.Pieces(us, PieceType::kRook));
  std::array<Bitboard, 3> hits{};
  int exposed = 0;
  for (Bitboard b = queens; b != 0;) {
    const Square s = PopFirst(b);
    hits[0] |= Steps(s, kKnightSteps);
    hits[1] |= Slide(s, kDiagonal, diagonal);
    hits[2] |= Slide(s, kStraight, straight);
    bool found = false;
    for (Bitboard screens = occupied & ~Bit(s); screens != 0;) {
      const Bitboard without = occupied & ~Bit(PopFirst(screens));
      const Bitboard bishops = slow.Pieces(~us, PieceType::kBishop);
      const Bitboard rooks = slow.Pieces(~us, PieceType::kRook);
      found = found ||
              ((Slide(s, kDiagonal, without) & ~Slide(s, kDiagonal, occupied)) & bishops) != 0 ||
              ((Slide(s, kStraight, without) & ~Slide(s, kStraight, occupied)) & rooks) != 0;
    }
    exposed += found ? 1 : 0;
  }
  ASSERT_EQ(ctx[us].queen_hits, hits);
  ASSERT_EQ(ctx[us].exposed_queens, exposed);
}

void ExpectContext(const Position& position) {
  SCOPED_TRACE(position.Fen());
  EvalContext ctx;
  FillContext(position, ctx);
  ASSERT_EQ(ctx.side_to_move, position.side_to_move());
  ASSERT_EQ(ctx.castling, position.castling());
  for (Color us : kColors) {
    const SlowContext slow(position, us);
    const SlowContext enemy(position, ~us);
    ASSERT_EQ(ctx[us].occupied, slow.Occupied(us));
    for (PieceType pt : kPieceTypes) ASSERT_EQ(ctx[us].pieces[pt], slow.Pieces(us, pt));
    ASSERT_NO_FATAL_FAILURE(ExpectAttacks(ctx, slow, us));
    ASSERT_NO_FATAL_FAILURE(ExpectZones(ctx, slow, enemy, us));
    ASSERT_NO_FATAL_FAILURE(ExpectRingAttacks(ctx, slow, us));
    ASSERT_NO_FATAL_FAILURE(ExpectQueens(ctx, slow, us));
  }
}

TEST(EvalContextTest, EqualsSlowCodeInTheSuites) {
  NOTOCHORD_REQUIRE_DATA();
  for (const std::string& fen : test::SuiteFens()) {
    ASSERT_NO_FATAL_FAILURE(ExpectContext(test::PositionFrom(fen)));
  }
}

TEST(EvalContextTest, EqualsSlowCodeInRandomPositions) {
  for (const Position& position : test::RandomPositions(test::kParanoid ? 1000 : 10000, 3)) {
    ASSERT_NO_FATAL_FAILURE(ExpectContext(position));
  }
}

TEST(EvalContextTest, EqualsSlowCodeWithManyQueens) {
  for (const char* fen :
       {"qqqqk3/qqqqq3/8/8/8/8/QQQQQ3/QQQQK3 w - -", "k7/pp6/8/8/8/QQ6/QQQNNBBR/QQQQK2R w - -"}) {
    ASSERT_NO_FATAL_FAILURE(ExpectContext(test::PositionFrom(fen)));
  }
}

TEST(EvalContextTest, TwoPiecesOfOneTypeAttackTwice) {
  EvalContext ctx;
  FillContext(test::PositionFrom("4k3/8/8/8/8/2N3N1/3P1P2/4K3 w - -"), ctx);
  const EvalContext::Side& white = ctx[Color::kWhite];
  EXPECT_TRUE(Contains(white.twice, Square::kE4)) << "two knights";
  EXPECT_TRUE(Contains(white.twice, Square::kE3)) << "two pawns";
  EXPECT_FALSE(Contains(white.twice, Square::kD5)) << "one knight";
}

// "Computed once" is a matter of who can see the tables.
TEST(EvalContextTest, NoTermIncludesTheAttackTables) {
  const std::filesystem::path folder = std::filesystem::path(NOTOCHORD_SOURCE_DIR) / "engine/eval";
  int files = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    std::ifstream stream(file.path());
    std::stringstream text;
    text << stream.rdbuf();
    const bool includes = text.str().find("board/attacks.h\"") != std::string::npos;
    EXPECT_EQ(includes, file.path().filename() == "eval_context.cpp") << file.path();
    ++files;
  }
  EXPECT_GT(files, 10);
}

}  // namespace
}  // namespace notochord::eval
