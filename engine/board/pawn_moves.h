// The steps, captures and promotions of pawns, all pawns of a set at once. A part of the generator;
// the sinks are generator.h's.
#pragma once

#include "engine/board/bitboard.h"
#include "engine/board/movegen.h"

namespace notochord::board {

// Moves of pawns that may all go to the squares of `mask`.
template <GenerationKind Kind, typename Sink>
void AddPawnMoves(Color us, Bitboard pawns, Bitboard occupied, Bitboard enemies, Bitboard mask,
                  Sink& sink) {
  const bool white = us == Color::kWhite;
  const Direction up = Forward(us);
  const Bitboard last_rank = white ? kRank8 : kRank1;
  const Bitboard single = ShiftForward(us, pawns) & ~occupied;
  if constexpr (HasQuiet(Kind)) {
    const Bitboard third_rank = RankMask(Relative(us, Rank::k3));
    const Bitboard twice = ShiftForward(us, single & third_rank) & ~occupied;
    sink.Pawns(single & mask & ~last_rank, up);
    sink.Pawns(twice & mask, static_cast<Direction>(2 * static_cast<int>(up)));
  }
  if constexpr (HasNoisy(Kind)) {
    const Direction up_east = white ? Direction::kNorthEast : Direction::kSouthEast;
    const Direction up_west = white ? Direction::kNorthWest : Direction::kSouthWest;
    const Bitboard east = PawnAttacksEast(us, pawns) & enemies & mask;
    const Bitboard west = PawnAttacksWest(us, pawns) & enemies & mask;
    sink.Pawns(east & ~last_rank, up_east);
    sink.Pawns(west & ~last_rank, up_west);
    if (((single | east | west) & last_rank) != 0) {
      sink.Promotions(single & mask & last_rank, up);
      sink.Promotions(east & last_rank, up_east);
      sink.Promotions(west & last_rank, up_west);
    }
  }
}

// For sinks: the promotions of pawns that reach their targets by one step.
template <typename F>
void ForEachPromotion(Bitboard targets, Direction step, const F& f) {
  while (targets != 0) {
    const Square to = PopFirst(targets);
    for (PieceType pt :
         {PieceType::kQueen, PieceType::kKnight, PieceType::kRook, PieceType::kBishop}) {
      f(Move::Promotion(to - step, to, pt));
    }
  }
}

}  // namespace notochord::board
