// The legal move generator behind movegen.h, for those who want more than a list. It hands whole
// sets of targets to a sink, which writes moves down, counts them, or scores them on the way:
//
//   struct Sink {
//     void Piece(Square from, Bitboard targets);            // of a king, knight, bishop, rook,
//     queen void Pawns(Bitboard targets, Direction step);         // pawns that all came by the
//     same step void Promotions(Bitboard targets, Direction step);    // the same: four moves each
//     void One(Move move);                                  // castling and en passant
//   };
#pragma once

#include "engine/board/attacks.h"
#include "engine/board/movegen.h"

namespace notochord::board {

template <Color Us, GenerationKind Kind, typename Sink>
class Generator {
 public:
  Generator(const Position& position, Sink& sink)
      : position_(position),
        sink_(sink),
        king_(position.KingSquare(Us)),
        occupied_(position.Pieces()),
        pinned_(position.Pinned(Us)),
        discoverers_(kChecksOnly ? position.Blockers(kThem) & position.Pieces(Us) : 0) {}

  void Run() {
    const Bitboard enemies = position_.Pieces(kThem);
    if constexpr (Kind == GenerationKind::kAll) kind_targets_ = ~position_.Pieces(Us);
    if constexpr (Kind == GenerationKind::kNoisy) kind_targets_ = enemies;
    if constexpr (!kNoisyMoves) kind_targets_ = ~occupied_;

    KingMoves();
    const Bitboard checkers = position_.Checkers();
    if (MoreThanOne(checkers)) return;
    if (checkers != 0) check_mask_ = checkers | Between(king_, FirstSquare(checkers));
    PawnMoves(enemies);
    PieceMoves();
    if (kQuietMoves && checkers == 0) CastlingMoves();
  }

 private:
  static constexpr Color kThem = ~Us;
  static constexpr bool kChecksOnly = Kind == GenerationKind::kQuietChecks;
  static constexpr bool kNoisyMoves =
      Kind == GenerationKind::kAll || Kind == GenerationKind::kNoisy;
  static constexpr bool kQuietMoves = Kind != GenerationKind::kNoisy;
  static constexpr Direction kUp = Forward(Us);
  static constexpr Direction kUpEast =
      Us == Color::kWhite ? Direction::kNorthEast : Direction::kSouthEast;
  static constexpr Direction kUpWest =
      Us == Color::kWhite ? Direction::kNorthWest : Direction::kSouthWest;
  static constexpr Direction kTwoUp = static_cast<Direction>(2 * static_cast<int>(kUp));
  static constexpr Bitboard kLastRank = RankMask(Relative(Us, Rank::k8));
  static constexpr Bitboard kThirdRank = RankMask(Relative(Us, Rank::k3));

  void KingMoves() {
    const Bitboard targets = KingAttacks(king_) & kind_targets_ & Discovered(king_);
    if (targets == 0) return;
    sink_.Piece(king_, targets & ~position_.AttackedInZone(targets, kThem, occupied_ ^ Bit(king_)));
  }

  void PieceMoves() {
    const Bitboard targets = kind_targets_ & check_mask_;
    // A pinned knight never moves.
    for (Bitboard b = position_.Pieces(Us, PieceType::kKnight) & ~pinned_; b != 0;) {
      const Square s = PopFirst(b);
      sink_.Piece(s, KnightAttacks(s) & targets & Wanted<PieceType::kKnight>(s));
    }
    for (Bitboard b = position_.Pieces(Us, PieceType::kBishop); b != 0;) {
      const Square s = PopFirst(b);
      sink_.Piece(
          s, BishopAttacks(s, occupied_) & targets & PinLine(s) & Wanted<PieceType::kBishop>(s));
    }
    for (Bitboard b = position_.Pieces(Us, PieceType::kRook); b != 0;) {
      const Square s = PopFirst(b);
      sink_.Piece(s,
                  RookAttacks(s, occupied_) & targets & PinLine(s) & Wanted<PieceType::kRook>(s));
    }
    for (Bitboard b = position_.Pieces(Us, PieceType::kQueen); b != 0;) {
      const Square s = PopFirst(b);
      sink_.Piece(s,
                  QueenAttacks(s, occupied_) & targets & PinLine(s) & Wanted<PieceType::kQueen>(s));
    }
  }

  Bitboard PinLine(Square s) const {
    return Contains(pinned_, s) ? LineThrough(king_, s) : kAllSquares;
  }

  // Where a piece gives check by leaving its square; everywhere, where checks are not asked for.
  Bitboard Discovered(Square s) const {
    if constexpr (!kChecksOnly) return kAllSquares;
    return Contains(discoverers_, s) ? ~LineThrough(position_.KingSquare(kThem), s) : 0;
  }

  // The same for checks of either kind.
  template <PieceType pt>
  Bitboard Wanted(Square s) const {
    return Discovered(s) | (kChecksOnly ? position_.CheckSquares(pt) : 0);
  }

  void PawnMoves(Bitboard enemies) {
    const Bitboard pawns = position_.Pieces(Us, PieceType::kPawn);
    const Bitboard free = pawns & ~(pinned_ | discoverers_);
    const Bitboard wanted = kChecksOnly ? position_.CheckSquares(PieceType::kPawn) : kAllSquares;
    PawnBatch(free, enemies, check_mask_ & wanted);
    for (Bitboard b = pawns ^ free; b != 0;) {
      const Square s = PopFirst(b);
      PawnBatch(Bit(s), enemies, check_mask_ & PinLine(s) & Wanted<PieceType::kPawn>(s));
    }
    if constexpr (kNoisyMoves) {
      const Square to = position_.en_passant();
      if (to == Square::kNone) return;
      for (Bitboard b = PawnAttacksFrom(kThem, to) & pawns; b != 0;) {
        const Move move = Move::EnPassant(PopFirst(b), to);
        if (position_.IsLegal(move)) sink_.One(move);
      }
    }
  }

  // Moves of pawns that may all go to the squares of `mask`.
  void PawnBatch(Bitboard pawns, Bitboard enemies, Bitboard mask) {
    const Bitboard empty = ~occupied_;
    const Bitboard single = ShiftForward(Us, pawns) & empty;
    if constexpr (kQuietMoves) {
      const Bitboard twice = ShiftForward(Us, single & kThirdRank) & empty;
      sink_.Pawns(single & mask & ~kLastRank, kUp);
      sink_.Pawns(twice & mask, kTwoUp);
    }
    if constexpr (kNoisyMoves) {
      const Bitboard east = PawnAttacksEast(Us, pawns) & enemies & mask;
      const Bitboard west = PawnAttacksWest(Us, pawns) & enemies & mask;
      sink_.Pawns(east & ~kLastRank, kUpEast);
      sink_.Pawns(west & ~kLastRank, kUpWest);
      if (((single | east | west) & kLastRank) != 0) {
        sink_.Promotions(single & mask & kLastRank, kUp);
        sink_.Promotions(east & kLastRank, kUpEast);
        sink_.Promotions(west & kLastRank, kUpWest);
      }
    }
  }

  void CastlingMoves() {
    for (CastlingSide side : kCastlingSides) {
      if (!position_.CanCastle(Us, side)) continue;
      const Move move = Move::Castling(king_, position_.CastlingRook(Us, side));
      if (kChecksOnly && !position_.GivesCheck(move)) continue;
      if (position_.IsPseudoLegal(move) && position_.IsLegal(move)) sink_.One(move);
    }
  }

  const Position& position_;
  Sink& sink_;
  const Square king_;
  const Bitboard occupied_;
  const Bitboard pinned_;
  const Bitboard discoverers_;  // own pieces that give check by leaving their line
  Bitboard kind_targets_ = 0;
  Bitboard check_mask_ = kAllSquares;
};

// Hands the legal moves of a kind to the sink.
template <GenerationKind Kind, typename Sink>
void GenerateInto(const Position& position, Sink& sink) {
  if (position.side_to_move() == Color::kWhite) {
    Generator<Color::kWhite, Kind, Sink>(position, sink).Run();
  } else {
    Generator<Color::kBlack, Kind, Sink>(position, sink).Run();
  }
}

}  // namespace notochord::board
