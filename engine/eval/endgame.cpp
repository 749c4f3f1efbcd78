#include "engine/eval/endgame.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/base/weights.h"
#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "engine/eval/kpk_bitbase.h"

namespace notochord::eval {
namespace {

using board::Bitboard;
using board::Material;
using board::Position;

struct NamedEndgame {
  PerColor<Material> material;  // [strong side]
  Endgame endgame;

  consteval NamedEndgame(std::string_view strong, std::string_view weak, Endgame name)
      : material{}, endgame(name) {
    for (Color c : kColors) {
      for (const char p : strong) material[c].Add(MakePiece(c, board::PieceTypeFromUpper(p)));
      for (const char p : weak) material[c].Add(MakePiece(~c, board::PieceTypeFromUpper(p)));
    }
  }
};

constexpr auto kNamedEndgames = std::to_array<NamedEndgame>({
    {"KP", "K", Endgame::kKpk},
    {"KBN", "K", Endgame::kKbnk},
    {"KR", "KP", Endgame::kKrkp},
    {"KR", "KB", Endgame::kKrkb},
    {"KR", "KN", Endgame::kKrkn},
    {"KQ", "KP", Endgame::kKqkp},
    {"KQ", "KR", Endgame::kKqkr},
    {"KB", "KB", Endgame::kDraw},
    {"KN", "KN", Endgame::kDraw},
    {"KB", "KN", Endgame::kDraw},
});

int Points(Material m, Color c) {
  return m.Count(c, PieceType::kPawn) + 3 * m.Count(c, PieceType::kKnight) +
         3 * m.Count(c, PieceType::kBishop) + 5 * m.Count(c, PieceType::kRook) +
         9 * m.Count(c, PieceType::kQueen);
}

bool CanMateBareKing(Material m, Color strong) {
  const int knights = m.Count(strong, PieceType::kKnight);
  const int bishops = m.Count(strong, PieceType::kBishop);
  return m.Count(strong, PieceType::kQueen) + m.Count(strong, PieceType::kRook) > 0 ||
         bishops >= 2 || (bishops >= 1 && knights >= 1) || knights >= 3;
}

// The parties and kings of an endgame, pieces found by type.
struct Parties {
  const Position& position;
  Color strong;
  Square strong_king;
  Square weak_king;

  explicit Parties(const Position& p)
      : position(p),
        strong(Points(p.material(), Color::kWhite) >= Points(p.material(), Color::kBlack)
                   ? Color::kWhite
                   : Color::kBlack),
        strong_king(p.KingSquare(strong)),
        weak_king(p.KingSquare(~strong)) {}

  Square StrongPiece(PieceType pt) const { return board::FirstSquare(position.Pieces(strong, pt)); }
  Square WeakPiece(PieceType pt) const { return board::FirstSquare(position.Pieces(~strong, pt)); }
  bool StrongToMove() const { return position.side_to_move() == strong; }
};

// Steps to the nearest edge by file and by rank, 0 to 6 together.
int EdgeSteps(Square s) {
  const auto to_edge = [](std::size_t x) { return static_cast<int>(std::min(x, 7 - x)); };
  return to_edge(Index(FileOf(s))) + to_edge(Index(RankOf(s)));
}

// Progress towards mate: the weak king to the edge and the corner, the kings together.
int DriveToEdge(Square weak_king) { return 20 * (6 - EdgeSteps(weak_king)); }
int BringKingsTogether(const Parties& p) { return 10 * (7 - Distance(p.strong_king, p.weak_king)); }

int CornerSteps(Square s, Square corner) {
  return FileDistance(s, corner) + RankDistance(s, corner);
}

int Kxk(const Parties& p) {
  const Position& pos = p.position;
  if (!p.StrongToMove() && !pos.InCheck() && !board::HasLegalMove(pos)) return 0;
  // Bishops of one colour mate nobody.
  const Bitboard bishops = pos.Pieces(p.strong, PieceType::kBishop);
  const Bitboard others = pos.Pieces(p.strong) ^ bishops ^ pos.Pieces(p.strong, PieceType::kKing);
  if (others == 0 &&
      ((bishops & board::kLightSquares) == 0 || (bishops & board::kDarkSquares) == 0)) {
    return 0;
  }
  int material = 0;
  for (PieceType pt : kPieceTypes) {
    material += pos.material().Count(p.strong, pt) * kWeights.piece_value[Index(pt)].eg();
  }
  return kKnownWin + material + DriveToEdge(p.weak_king) + BringKingsTogether(p);
}

int Kpk(const Parties& p) {
  const Square pawn = p.StrongPiece(PieceType::kPawn);
  if (!IsKpkWon(p.strong, p.strong_king, pawn, p.weak_king, p.position.side_to_move())) return 0;
  return kKnownWin + 20 * static_cast<int>(RelativeRank(p.strong, pawn));
}

// Mate only in a corner of the bishop's colour.
int Kbnk(const Parties& p) {
  const bool light = IsLight(p.StrongPiece(PieceType::kBishop));
  const Square left = light ? Square::kA8 : Square::kA1;
  const Square right = light ? Square::kH1 : Square::kH8;
  const int corner = std::min(CornerSteps(p.weak_king, left), CornerSteps(p.weak_king, right));
  return kKnownWin + 60 * (7 - corner) + 4 * DriveToEdge(p.weak_king) / 5 + BringKingsTogether(p);
}

// Won when the strong king is before the pawn or the weak king far away; drawn when the pawn is
// far advanced, its king near and the other one far.
int Krkp(const Parties& p) {
  const Color weak = ~p.strong;
  const Square pawn = p.WeakPiece(PieceType::kPawn);
  const Square goal = MakeSquare(FileOf(pawn), Relative(weak, Rank::k8));
  const Square stop = pawn + Forward(weak);
  const int rook = kWeights.piece_value[Index(PieceType::kRook)].eg();
  const int tempo = p.StrongToMove() ? 1 : 0;
  if (board::Contains(board::ForwardFile(weak, pawn), p.strong_king)) {
    return rook - 4 * Distance(p.strong_king, pawn);
  }
  if (Distance(p.weak_king, pawn) >= 4 - tempo &&
      Distance(p.weak_king, p.StrongPiece(PieceType::kRook)) >= 3) {
    return rook - 4 * Distance(p.strong_king, pawn);
  }
  if (Index(RelativeRank(weak, p.weak_king)) >= Index(Rank::k6) &&
      Distance(p.weak_king, pawn) == 1 &&
      Index(RelativeRank(weak, p.strong_king)) <= Index(Rank::k5) &&
      Distance(p.strong_king, pawn) > 2 + tempo) {
    return std::max(40 - 4 * Distance(p.strong_king, pawn), 0);
  }
  return std::max(200 - 10 * (Distance(p.strong_king, stop) - Distance(p.weak_king, stop) -
                              Distance(pawn, goal)),
                  0);
}

int Krkb(const Parties& p) { return DriveToEdge(p.weak_king) / 4; }

int Krkn(const Parties& p) {
  return DriveToEdge(p.weak_king) / 4 + 6 * Distance(p.weak_king, p.WeakPiece(PieceType::kKnight));
}

// Won, except against a rook's or bishop's pawn on the seventh rank that its king supports.
int Kqkp(const Parties& p) {
  const Color weak = ~p.strong;
  const Square pawn = p.WeakPiece(PieceType::kPawn);
  constexpr Bitboard kDrawingFiles = board::FileMask(File::kA) | board::FileMask(File::kC) |
                                     board::FileMask(File::kF) | board::FileMask(File::kH);
  const int closeness = BringKingsTogether(p);
  if (RelativeRank(weak, pawn) == Rank::k7 && Distance(p.weak_king, pawn) == 1 &&
      board::Contains(kDrawingFiles, pawn) && Distance(p.strong_king, pawn) > 3) {
    return closeness / 2;
  }
  return kWeights.piece_value[Index(PieceType::kQueen)].eg() + closeness;
}

int Kqkr(const Parties& p) {
  return kWeights.piece_value[Index(PieceType::kQueen)].eg() -
         kWeights.piece_value[Index(PieceType::kRook)].eg() / 2 + DriveToEdge(p.weak_king) +
         BringKingsTogether(p);
}

int StrongSideValue(Endgame endgame, const Parties& p) {
  switch (endgame) {
    case Endgame::kKxk:
      return Kxk(p);
    case Endgame::kKpk:
      return Kpk(p);
    case Endgame::kKbnk:
      return Kbnk(p);
    case Endgame::kKrkp:
      return Krkp(p);
    case Endgame::kKrkb:
      return Krkb(p);
    case Endgame::kKrkn:
      return Krkn(p);
    case Endgame::kKqkp:
      return Kqkp(p);
    case Endgame::kKqkr:
      return Kqkr(p);
    case Endgame::kNone:
    case Endgame::kDraw:
      break;
  }
  return 0;
}

}  // namespace

absl::string_view EndgameName(Endgame endgame) {
  constexpr std::array<const char*, 10> kNames = {"",     "draw", "KXK",  "KPK",  "KBNK",
                                                  "KRKP", "KRKB", "KRKN", "KQKP", "KQKR"};
  return kNames[Index(endgame)];
}

Endgame ClassifyEndgame(Material material) {
  if (board::IsDrawnMaterial(material)) return Endgame::kDraw;
  for (Color strong : kColors) {
    for (const NamedEndgame& named : kNamedEndgames) {
      if (named.material[strong] == material) return named.endgame;
    }
    if (Points(material, ~strong) == 0 && CanMateBareKing(material, strong)) return Endgame::kKxk;
  }
  return Endgame::kNone;
}

int EvaluateEndgame(Endgame endgame, const Position& position) {
  const Parties parties(position);
  const int value = StrongSideValue(endgame, parties);
  return parties.StrongToMove() ? value : -value;
}

}  // namespace notochord::eval
