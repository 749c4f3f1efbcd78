#include "engine/board/movegen.h"

#include "engine/board/attacks.h"

namespace notochord::board {
namespace {

// The generator hands whole target sets to a sink, which writes moves down or only counts them.
class ListSink {
 public:
  explicit ListSink(MoveList& list) : list_(list) {}

  void Piece(Square from, Bitboard targets) {
    while (targets != 0) list_.push_back(Move(from, PopFirst(targets)));
  }
  // Pawns that all came to their targets by the same step.
  void Pawns(Bitboard targets, Direction step) {
    while (targets != 0) {
      const Square to = PopFirst(targets);
      list_.push_back(Move(to - step, to));
    }
  }
  void Promotions(Bitboard targets, Direction step) {
    while (targets != 0) {
      const Square to = PopFirst(targets);
      for (PieceType pt :
           {PieceType::kQueen, PieceType::kKnight, PieceType::kRook, PieceType::kBishop}) {
        list_.push_back(Move::Promotion(to - step, to, pt));
      }
    }
  }
  void One(Move move) { list_.push_back(move); }

 private:
  MoveList& list_;
};

class CountSink {
 public:
  void Piece(Square /*from*/, Bitboard targets) { count_ += Size(targets); }
  void Pawns(Bitboard targets, Direction /*step*/) { count_ += Size(targets); }
  void Promotions(Bitboard targets, Direction /*step*/) { count_ += 4 * Size(targets); }
  void One(Move /*move*/) { ++count_; }
  std::size_t count() const { return count_; }

 private:
  static std::size_t Size(Bitboard b) { return static_cast<std::size_t>(PopCount(b)); }
  std::size_t count_ = 0;
};

template <Color Us, GenerationKind Kind, typename Sink>
class Generator {
 public:
  Generator(const Position& position, Sink& sink)
      : position_(position),
        sink_(sink),
        king_(position.KingSquare(Us)),
        occupied_(position.Pieces()),
        pinned_(position.Pinned(Us)) {}

  void Run() {
    const Bitboard enemies = position_.Pieces(kThem);
    if constexpr (Kind == GenerationKind::kAll) kind_targets_ = ~position_.Pieces(Us);
    if constexpr (Kind == GenerationKind::kNoisy) kind_targets_ = enemies;
    if constexpr (Kind == GenerationKind::kQuiet) kind_targets_ = ~occupied_;

    KingMoves();
    const Bitboard checkers = position_.Checkers();
    if (MoreThanOne(checkers)) return;
    if (checkers != 0) check_mask_ = checkers | Between(king_, FirstSquare(checkers));
    PawnMoves(enemies);
    PieceMoves();
    if (Kind != GenerationKind::kNoisy && checkers == 0) CastlingMoves();
  }

 private:
  static constexpr Color kThem = ~Us;
  static constexpr Direction kUp = Forward(Us);
  static constexpr Direction kUpEast =
      Us == Color::kWhite ? Direction::kNorthEast : Direction::kSouthEast;
  static constexpr Direction kUpWest =
      Us == Color::kWhite ? Direction::kNorthWest : Direction::kSouthWest;
  static constexpr Direction kTwoUp = static_cast<Direction>(2 * static_cast<int>(kUp));
  static constexpr Bitboard kLastRank = RankMask(Relative(Us, Rank::k8));
  static constexpr Bitboard kThirdRank = RankMask(Relative(Us, Rank::k3));

  void KingMoves() {
    const Bitboard targets = KingAttacks(king_) & kind_targets_;
    if (targets == 0) return;
    sink_.Piece(king_, targets & ~position_.AttackedInZone(targets, kThem, occupied_ ^ Bit(king_)));
  }

  void PieceMoves() {
    const Bitboard targets = kind_targets_ & check_mask_;
    // A pinned knight never moves.
    for (Bitboard b = position_.Pieces(Us, PieceType::kKnight) & ~pinned_; b != 0;) {
      const Square s = PopFirst(b);
      sink_.Piece(s, KnightAttacks(s) & targets);
    }
    for (Bitboard b = position_.Pieces(Us, PieceType::kBishop); b != 0;) {
      const Square s = PopFirst(b);
      sink_.Piece(s, BishopAttacks(s, occupied_) & targets & PinLine(s));
    }
    for (Bitboard b = position_.Pieces(Us, PieceType::kRook); b != 0;) {
      const Square s = PopFirst(b);
      sink_.Piece(s, RookAttacks(s, occupied_) & targets & PinLine(s));
    }
    for (Bitboard b = position_.Pieces(Us, PieceType::kQueen); b != 0;) {
      const Square s = PopFirst(b);
      sink_.Piece(s, QueenAttacks(s, occupied_) & targets & PinLine(s));
    }
  }

  Bitboard PinLine(Square s) const {
    return Contains(pinned_, s) ? LineThrough(king_, s) : kAllSquares;
  }

  void PawnMoves(Bitboard enemies) {
    const Bitboard pawns = position_.Pieces(Us, PieceType::kPawn);
    PawnBatch(pawns & ~pinned_, enemies, check_mask_);
    for (Bitboard b = pawns & pinned_; b != 0;) {
      const Square s = PopFirst(b);
      PawnBatch(Bit(s), enemies, check_mask_ & LineThrough(king_, s));
    }
    if constexpr (Kind != GenerationKind::kQuiet) {
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
    if constexpr (Kind != GenerationKind::kNoisy) {
      const Bitboard twice = ShiftForward(Us, single & kThirdRank) & empty;
      sink_.Pawns(single & mask & ~kLastRank, kUp);
      sink_.Pawns(twice & mask, kTwoUp);
    }
    if constexpr (Kind != GenerationKind::kQuiet) {
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
      if (position_.IsPseudoLegal(move) && position_.IsLegal(move)) sink_.One(move);
    }
  }

  const Position& position_;
  Sink& sink_;
  const Square king_;
  const Bitboard occupied_;
  const Bitboard pinned_;
  Bitboard kind_targets_ = 0;
  Bitboard check_mask_ = kAllSquares;
};

template <GenerationKind Kind, typename Sink>
void GenerateInto(const Position& position, Sink& sink) {
  if (position.side_to_move() == Color::kWhite) {
    Generator<Color::kWhite, Kind, Sink>(position, sink).Run();
  } else {
    Generator<Color::kBlack, Kind, Sink>(position, sink).Run();
  }
}

}  // namespace

template <GenerationKind Kind>
void Generate(const Position& position, MoveList& list) {
  ListSink sink(list);
  GenerateInto<Kind>(position, sink);
}

template void Generate<GenerationKind::kAll>(const Position&, MoveList&);
template void Generate<GenerationKind::kNoisy>(const Position&, MoveList&);
template void Generate<GenerationKind::kQuiet>(const Position&, MoveList&);

void GenerateQuietChecks(const Position& position, MoveList& list) {
  const std::size_t first = list.size();
  Generate<GenerationKind::kQuiet>(position, list);
  std::size_t kept = first;
  for (std::size_t i = first; i < list.size(); ++i) {
    if (position.GivesCheck(list[i])) list[kept++] = list[i];
  }
  list.resize(kept);
}

MoveList LegalMoves(const Position& position) {
  MoveList list;
  Generate<GenerationKind::kAll>(position, list);
  return list;
}

std::size_t CountLegalMoves(const Position& position) {
  CountSink sink;
  GenerateInto<GenerationKind::kAll>(position, sink);
  return sink.count();
}

bool HasLegalMove(const Position& position) { return CountLegalMoves(position) != 0; }

}  // namespace notochord::board
