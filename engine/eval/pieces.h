// Terms of single knights, bishops, rooks and queens, their mobility included. Each function loops
// over the pieces of a type once; what needs no single piece is counted on sets.
#pragma once

#include "engine/eval/eval_context.h"
#include "engine/eval/mobility.h"
#include "engine/eval/pawn_cache.h"
#include "engine/eval/sum.h"

namespace notochord::eval {

inline constexpr Bitboard kCenter =
    Bit(Square::kD4) | Bit(Square::kE4) | Bit(Square::kD5) | Bit(Square::kE5);
inline constexpr Bitboard kEdgeFiles = board::kFileA | board::kFileH;

// Squares of ranks 4 to 6 that no enemy pawn can ever attack.
template <Color us>
[[gnu::always_inline]] inline Bitboard OutpostSquares(const EvalContext& ctx) {
  constexpr Bitboard kRanks = RankMask(Relative(us, Rank::k4)) | RankMask(Relative(us, Rank::k5)) |
                              RankMask(Relative(us, Rank::k6));
  return kRanks & ~ctx[~us].pawn_span;
}

// Squares directly behind a pawn of either side.
template <Color us>
[[gnu::always_inline]] inline Bitboard ShieldedSquares(const EvalContext& ctx) {
  return board::ShiftForward(~us,
                             ctx[us].pieces[PieceType::kPawn] | ctx[~us].pieces[PieceType::kPawn]);
}

template <Color us, typename Sum>
[[gnu::always_inline]] inline void AddOutposts(const EvalContext& ctx, Bitboard on_outposts,
                                               const std::array<Score, 4>& weights, Sum& sum) {
  while (on_outposts != 0) {
    const Square s = PopFirst(on_outposts);
    const bool defended = Contains(ctx[us].attacks[PieceType::kPawn], s);
    sum.Add(weights[(Contains(kEdgeFiles, s) ? 2U : 0U) + (defended ? 1U : 0U)]);
  }
}

// Among or behind the enemy's pawns without a square to go to.
template <Color us>
[[gnu::always_inline]] inline bool IsTrappedMinor(const EvalContext& ctx, Square s) {
  const Bitboard exits =
      ctx.attacks_from[s] & ~ctx[us].occupied & ~ctx[~us].attacks[PieceType::kPawn];
  return exits == 0 && Index(RelativeRank(us, s)) >= Index(Rank::k5);
}

template <Color us, typename Sum>
[[gnu::always_inline]] inline void AddKnights(const EvalContext& ctx, const PawnEntry& pawns,
                                              Sum& sum) {
  const EvalContext::Side& own = ctx[us];
  const Bitboard knights = own.pieces[PieceType::kKnight];
  if (knights == 0) return;
  const Bitboard outposts = OutpostSquares<us>(ctx);
  const Bitboard goals = outposts & own.attacks[PieceType::kPawn] & ~own.occupied;
  int king_distance = 0;
  for (Bitboard b = knights; b != 0;) {
    const Square s = PopFirst(b);
    const int squares = AddMobility<us, PieceType::kKnight>(ctx, s, sum.For(Term::kMobility));
    sum.For(Term::kKnights);
    if (squares <= 1 && IsTrappedMinor<us>(ctx, s)) sum.Add(kWeights.minor_trapped[0]);
    if ((ctx.attacks_from[s] & goals) != 0) sum.Add(kWeights.knight_outpost_reach[0]);
    king_distance += KingDistance(own.king, s);
  }
  AddOutposts<us>(ctx, knights & outposts, kWeights.knight_outpost, sum);
  sum.Add(kWeights.minor_king_distance[0], king_distance);
  sum.Add(kWeights.minor_behind_pawn[0], PopCount(knights & ShieldedSquares<us>(ctx)));
  sum.Add(kWeights.closedness_knight[pawns.closedness], PopCount(knights));
}

template <Color us, typename Sum>
[[gnu::always_inline]] inline void AddBishops(const EvalContext& ctx, const PawnEntry& pawns,
                                              Sum& sum) {
  const EvalContext::Side& own = ctx[us];
  const Bitboard bishops = own.pieces[PieceType::kBishop];
  if (bishops == 0) return;
  int king_distance = 0;
  for (Bitboard b = bishops; b != 0;) {
    const Square s = PopFirst(b);
    const int squares = AddMobility<us, PieceType::kBishop>(ctx, s, sum.For(Term::kMobility));
    sum.For(Term::kBishops);
    if (squares <= 1 && IsTrappedMinor<us>(ctx, s)) sum.Add(kWeights.minor_trapped[1]);
    const std::size_t light = IsLight(s) ? 1 : 0;
    sum.Add(kWeights.bishop_pawns[pawns.color_pawns[us][light]]);
    sum.Add(kWeights.bishop_rammed_pawns[0], pawns.rammed_pawns[us][light]);
    // Sees two central squares: it stands on a long diagonal, or in the centre.
    if (MoreThanOne((ctx.attacks_from[s] | Bit(s)) & kCenter)) {
      sum.Add(kWeights.bishop_long_diagonal[0]);
    }
    king_distance += KingDistance(own.king, s);
  }
  if ((bishops & board::kLightSquares) != 0 && (bishops & board::kDarkSquares) != 0) {
    sum.Add(kWeights.bishop_pair[0]);
  }
  AddOutposts<us>(ctx, bishops & OutpostSquares<us>(ctx), kWeights.bishop_outpost, sum);
  sum.Add(kWeights.minor_king_distance[1], king_distance);
  sum.Add(kWeights.minor_behind_pawn[1], PopCount(bishops & ShieldedSquares<us>(ctx)));
}

// The king stands between its rook and the centre.
template <Color us>
[[gnu::always_inline]] inline bool IsShutInByKing(const EvalContext& ctx, Square rook) {
  const Square king = ctx[us].king;
  const bool outside = Index(FileOf(king)) < 4 ? Index(FileOf(rook)) < Index(FileOf(king))
                                               : Index(FileOf(rook)) > Index(FileOf(king));
  return outside && RelativeRank(us, king) == Rank::k1;
}

template <Color us, typename Sum>
[[gnu::always_inline]] inline void AddRooks(const EvalContext& ctx, const PawnEntry& pawns,
                                            Sum& sum) {
  constexpr Bitboard kSeventh = RankMask(Relative(us, Rank::k7));
  constexpr Bitboard kLastRanks = kSeventh | RankMask(Relative(us, Rank::k8));
  const EvalContext::Side& enemy = ctx[~us];
  const Bitboard rooks = ctx[us].pieces[PieceType::kRook];
  if (rooks == 0) return;
  const Bitboard without_own = rooks & ~AllRanks(pawns.files[us]);
  for (Bitboard b = rooks; b != 0;) {
    const Square s = PopFirst(b);
    const int squares = AddMobility<us, PieceType::kRook>(ctx, s, sum.For(Term::kMobility));
    sum.For(Term::kRooks);
    if (squares <= 3 && !Contains(without_own, s) && IsShutInByKing<us>(ctx, s)) {
      const bool can_castle = (ctx.castling & board::CastlingRightsOf(us)) != 0;
      sum.Add(kWeights.rook_trapped[can_castle ? 1 : 0]);
    }
  }
  const Bitboard on_open = without_own & ~AllRanks(pawns.files[~us]);
  sum.Add(kWeights.rook_file[0], PopCount(without_own ^ on_open));
  sum.Add(kWeights.rook_file[1], PopCount(on_open));
  sum.Add(kWeights.rook_closed_file[0], PopCount(rooks & AllRanks(pawns.rammed_files)));
  sum.Add(kWeights.closedness_rook[pawns.closedness], PopCount(rooks));
  // The seventh rank matters while the king is behind it or pawns are on it.
  if (const Bitboard seventh = rooks & kSeventh; seventh != 0) {
    const Bitboard targets =
        (enemy.pieces[PieceType::kKing] & kLastRanks) | (enemy.pieces[PieceType::kPawn] & kSeventh);
    if (targets != 0) sum.Add(kWeights.rook_seventh[MoreThanOne(seventh) ? 1 : 0]);
  }
}

template <Color us, typename Sum>
[[gnu::always_inline]] inline void AddQueens(const EvalContext& ctx, Sum& sum) {
  for (Bitboard b = ctx[us].pieces[PieceType::kQueen]; b != 0;) {
    AddMobility<us, PieceType::kQueen>(ctx, PopFirst(b), sum.For(Term::kMobility));
  }
  sum.For(Term::kQueens).Add(kWeights.queen_exposed[0], ctx[us].exposed_queens);
}

}  // namespace notochord::eval
