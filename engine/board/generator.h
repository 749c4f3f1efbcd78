// The legal move generator behind movegen.h, for those who want more than a list. It hands whole
// sets of targets to a sink, which writes moves down, counts them, or scores them on the way:
//
//   struct Sink {
//     void Piece(Square from, Bitboard targets);          // king, knight, bishop, rook or queen
//     void Pawns(Bitboard targets, Direction step);       // all came by the same step
//     void Promotions(Bitboard targets, Direction step);  // the same; four moves each
//     void One(Move move);                                // castling or en passant
//   };
#pragma once

#include "engine/board/attacks.h"
#include "engine/board/movegen.h"
#include "engine/board/pawn_moves.h"

namespace notochord::board {

// One body for both colours, and for quiet moves with and without check: they take turns, so that
// two would share the instruction cache.
template <GenerationKind Kind, typename Sink>
class Generator {
 public:
  // `checks_only`: of the quiet moves, and of no others.
  Generator(const Position& position, Sink& sink, bool checks_only)
      : position_(position),
        sink_(sink),
        us_(position.side_to_move()),
        them_(~us_),
        king_(position.KingSquare(us_)),
        occupied_(position.Pieces()),
        pinned_(position.Pinned(us_)),
        checks_only_(checks_only),
        discoverers_(checks_only ? position.Blockers(them_) & position.Pieces(us_) : 0) {}

  void Run() {
    const Bitboard enemies = position_.Pieces(them_);
    if constexpr (Kind == GenerationKind::kAll) kind_targets_ = ~position_.Pieces(us_);
    if constexpr (Kind == GenerationKind::kNoisy) kind_targets_ = enemies;
    if constexpr (!kNoisyMoves) kind_targets_ = ~occupied_;

    KingMoves();
    const Bitboard checkers = position_.Checkers();
    if (MoreThanOne(checkers)) return;
    if (checkers != 0) check_mask_ = checkers | Between(king_, FirstSquare(checkers));
    PawnMoves(enemies);
    PieceMoves();
    if (HasQuiet(Kind) && checkers == 0) CastlingMoves();
  }

 private:
  static constexpr bool kNoisyMoves = HasNoisy(Kind);

  void KingMoves() {
    const Bitboard targets = KingAttacks(king_) & kind_targets_ & Discovered(king_);
    if (targets == 0) return;
    sink_.Piece(king_, targets & ~position_.AttackedInZone(targets, them_, occupied_ ^ Bit(king_)));
  }

  void PieceMoves() {
    OfficerMoves<PieceType::kKnight>();
    OfficerMoves<PieceType::kBishop>();
    OfficerMoves<PieceType::kRook>();
    OfficerMoves<PieceType::kQueen>();
  }

  template <PieceType pt>
  void OfficerMoves() {
    for (Bitboard b = position_.Pieces(us_, pt); b != 0;) {
      const Square s = PopFirst(b);
      sink_.Piece(s, AttacksOf(pt, s, occupied_) & kind_targets_ & check_mask_ & PinLine(s) &
                         Wanted<pt>(s));
    }
  }

  Bitboard PinLine(Square s) const {
    return Contains(pinned_, s) ? LineThrough(king_, s) : kAllSquares;
  }

  // Where a piece gives check by leaving its square; everywhere, where checks are not asked for.
  Bitboard Discovered(Square s) const {
    if (kNoisyMoves || !checks_only_) return kAllSquares;
    return Contains(discoverers_, s) ? ~LineThrough(position_.KingSquare(them_), s) : 0;
  }

  // The same for checks of either kind.
  template <PieceType pt>
  Bitboard Wanted(Square s) const {
    if (kNoisyMoves || !checks_only_) return kAllSquares;
    return Discovered(s) | position_.CheckSquares(pt);
  }

  void PawnMoves(Bitboard enemies) {
    const Bitboard pawns = position_.Pieces(us_, PieceType::kPawn);
    const Bitboard free = pawns & ~(pinned_ | discoverers_);
    const Bitboard wanted = checks_only_ ? position_.CheckSquares(PieceType::kPawn) : kAllSquares;
    AddPawnMoves<Kind>(us_, free, occupied_, enemies, check_mask_ & wanted, sink_);
    for (Bitboard b = pawns ^ free; b != 0;) {
      const Square s = PopFirst(b);
      AddPawnMoves<Kind>(us_, Bit(s), occupied_, enemies,
                         check_mask_ & PinLine(s) & Wanted<PieceType::kPawn>(s), sink_);
    }
    if constexpr (kNoisyMoves) {
      const Square to = position_.en_passant();
      if (to == Square::kNone) return;
      for (Bitboard b = PawnAttacksFrom(them_, to) & pawns; b != 0;) {
        const Move move = Move::EnPassant(PopFirst(b), to);
        if (position_.IsLegal(move)) sink_.One(move);
      }
    }
  }

  void CastlingMoves() {
    for (CastlingSide side : kCastlingSides) {
      if (!position_.CanCastle(us_, side)) continue;
      const Move move = Move::Castling(king_, position_.CastlingRook(us_, side));
      if (checks_only_ && !position_.GivesCheck(move)) continue;
      if (position_.IsPseudoLegal(move) && position_.IsLegal(move)) sink_.One(move);
    }
  }

  const Position& position_;
  Sink& sink_;
  const Color us_;
  const Color them_;
  const Square king_;
  const Bitboard occupied_;
  const Bitboard pinned_;
  const bool checks_only_;
  const Bitboard discoverers_;  // own pieces that give check by leaving their line
  Bitboard kind_targets_ = 0;
  Bitboard check_mask_ = kAllSquares;
};

// Hands the quiet moves to the sink, or only those that give check.
template <typename Sink>
void GenerateQuietInto(const Position& position, Sink& sink, bool checks_only) {
  Generator<GenerationKind::kQuiet, Sink>(position, sink, checks_only).Run();
}

// Hands the legal moves of a kind to the sink.
template <GenerationKind Kind, typename Sink>
void GenerateInto(const Position& position, Sink& sink) {
  if constexpr (Kind == GenerationKind::kQuietChecks) {
    GenerateQuietInto(position, sink, true);
  } else {
    Generator<Kind, Sink>(position, sink, false).Run();
  }
}

}  // namespace notochord::board
