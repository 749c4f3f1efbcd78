#include "engine/eval/scale.h"

#include <algorithm>

namespace notochord::eval {
namespace {

using board::Material;
using board::Position;

int OfficerPoints(Material m, Color c) {
  return 3 * (m.Count(c, PieceType::kKnight) + m.Count(c, PieceType::kBishop)) +
         5 * m.Count(c, PieceType::kRook) + 9 * m.Count(c, PieceType::kQueen);
}

bool HasOneBishopEach(Material m) {
  return m.Count(Color::kWhite, PieceType::kBishop) == 1 &&
         m.Count(Color::kBlack, PieceType::kBishop) == 1;
}

bool HasOppositeBishops(const Position& pos) {
  const Bitboard bishops = pos.Pieces(PieceType::kBishop);
  return HasOneBishopEach(pos.material()) && (bishops & board::kLightSquares) != 0 &&
         (bishops & board::kDarkSquares) != 0;
}

int OppositeBishopsScale(const Position& pos, const PawnEntry& pawns, Color strong) {
  const Bitboard officers = pos.Pieces() ^ pos.Pieces(PieceType::kPawn, PieceType::kKing);
  if (officers == pos.Pieces(PieceType::kBishop)) {
    return 16 + 6 * PopCount(pawns.passed[strong]);
  }
  return 32 + 2 * PopCount(pos.Pieces(strong));
}

// Only pawns of one rook file, with no bishop that guards the queening square, and the weak king
// there first: nothing drives it out.
bool IsWrongRookPawn(const Position& pos, Color strong) {
  const Bitboard pawns = pos.Pieces(strong, PieceType::kPawn);
  const Bitboard bishops = pos.Pieces(strong, PieceType::kBishop);
  const Bitboard others =
      pos.Pieces(strong) ^ pawns ^ bishops ^ pos.Pieces(strong, PieceType::kKing);
  if (others != 0 || pawns == 0) return false;
  const bool on_a = (pawns & ~board::kFileA) == 0;
  const bool on_h = (pawns & ~board::kFileH) == 0;
  if (!on_a && !on_h) return false;
  const Square goal = MakeSquare(on_a ? File::kA : File::kH, Relative(strong, Rank::k8));
  const Bitboard goal_color = IsLight(goal) ? board::kLightSquares : board::kDarkSquares;
  return (bishops & goal_color) == 0 && Distance(pos.KingSquare(~strong), goal) <= 1;
}

// One pawn and rooks: drawn in general with the weak king before the pawn.
bool IsBlockadedRookEnding(const Position& pos, Color strong) {
  const Material& m = pos.material();
  if (m.Phase() != 4 || m.Count(strong, PieceType::kRook) != 1 ||
      m.Count(~strong, PieceType::kRook) != 1 || m.Count(strong, PieceType::kPawn) != 1 ||
      m.Count(~strong, PieceType::kPawn) != 0) {
    return false;
  }
  const Square pawn = board::FirstSquare(pos.Pieces(strong, PieceType::kPawn));
  return Contains(board::PassedPawnSpan(strong, pawn), pos.KingSquare(~strong)) &&
         Index(RelativeRank(strong, pos.KingSquare(strong))) <= Index(Rank::k6);
}

// A minor piece and one pawn against a minor piece: the weak king on the pawn's way, where a bishop
// cannot dislodge it, holds.
bool IsBlockadedMinorEnding(const Position& pos, Color strong) {
  const Material& m = pos.material();
  if (m.Count(strong, PieceType::kPawn) != 1 || OfficerPoints(m, strong) != 3 ||
      OfficerPoints(m, ~strong) != 3) {
    return false;
  }
  const Square pawn = board::FirstSquare(pos.Pieces(strong, PieceType::kPawn));
  const Square king = pos.KingSquare(~strong);
  if (!Contains(board::ForwardFile(strong, pawn), king)) return false;
  const Bitboard bishop = pos.Pieces(strong, PieceType::kBishop);
  const Bitboard king_color = IsLight(king) ? board::kLightSquares : board::kDarkSquares;
  return (bishop & king_color) == 0 || Index(RelativeRank(strong, king)) <= Index(Rank::k6);
}

// The queen cannot break a rook on its third rank that a pawn guards, with the king behind.
bool IsRookFortress(const Position& pos, Color strong) {
  const Color weak = ~strong;
  const Material& m = pos.material();
  if (m.Count(strong, PieceType::kPawn) != 0 || OfficerPoints(m, strong) != 9 ||
      m.Count(strong, PieceType::kQueen) != 1 || OfficerPoints(m, weak) != 5 ||
      m.Count(weak, PieceType::kRook) != 1) {
    return false;
  }
  const Square king = pos.KingSquare(weak);
  const Square rook = board::FirstSquare(pos.Pieces(weak, PieceType::kRook));
  const Bitboard guards =
      pos.Pieces(weak, PieceType::kPawn) & board::PawnAttacks(strong, Bit(rook));
  return RelativeRank(weak, rook) == Rank::k3 &&
         Index(RelativeRank(weak, king)) <= Index(Rank::k2) && guards != 0 &&
         Distance(king, board::FirstSquare(guards)) <= 1 &&
         Index(RelativeRank(weak, pos.KingSquare(strong))) >= Index(Rank::k4);
}

}  // namespace

int MaterialScale(Material m, Color strong) {
  const int pawns = m.Count(strong, PieceType::kPawn);
  const int own = OfficerPoints(m, strong);
  const int enemy = OfficerPoints(m, ~strong);
  if (pawns == 0) {
    const int knights = m.Count(strong, PieceType::kKnight);
    if (own <= 3 || (own == 6 && knights == 2)) return 0;
    if (own == 6 && enemy == 3 && m.Count(strong, PieceType::kBishop) == 2 &&
        m.Count(~strong, PieceType::kKnight) == 1) {
      return kFullScale / 2;
    }
    if (own - enemy <= 3) return enemy <= 3 ? 6 : 14;
  }
  // A single pawn that the defender can have for a minor piece.
  if (pawns == 1 && own <= 3 && enemy >= 3) return 24;
  return std::min(kFullScale, 40 + 6 * pawns);
}

bool HasSpecialScale(Material m) { return m.Phase() <= 6 || HasOneBishopEach(m); }

int ScaleByPosition(const Position& position, const PawnEntry& pawns, Color strong, int scale) {
  if (IsWrongRookPawn(position, strong)) return 0;
  if (IsRookFortress(position, strong)) return 0;
  if (IsBlockadedRookEnding(position, strong)) return std::min(scale, 20);
  if (IsBlockadedMinorEnding(position, strong)) return std::min(scale, 4);
  if (HasOppositeBishops(position)) {
    return std::min(scale, OppositeBishopsScale(position, pawns, strong));
  }
  return scale;
}

}  // namespace notochord::eval
