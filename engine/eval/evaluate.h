// The static evaluation. One Evaluator per search worker; it owns the worker's caches.
//
//   eval::Evaluator evaluator;
//   int value = evaluator.Evaluate(position);               // side to move's view
//   const auto& attacks = evaluator.Attacks(position);      // for move ordering, same node
//
// To add a term:
//   1. a line with its weights in engine/base/weights.inc;
//   2. a function template that reads the context and adds to a sum:
//        template <Color us, typename Sum>
//        void AddBishopPair(const EvalContext& ctx, Sum& sum) {
//          sum.Add(kWeights.bishop_pair[0], HasPair(ctx[us].pieces[PieceType::kBishop]));
//        }
//   3. a line in AddTerms (evaluate.cpp).
// The trace, the `eval` table and the tuner then know it.
//
// Threading: an Evaluator belongs to one thread. Trace and the formatting functions are free.
#pragma once

#include <string>

#include "engine/base/value.h"
#include "engine/base/weights.h"
#include "engine/board/position.h"
#include "engine/eval/attack_cache.h"
#include "engine/eval/material_cache.h"
#include "engine/eval/pawn_cache.h"
#include "engine/eval/trace.h"

namespace notochord::eval {

// Evaluations stay within this; tablebase and mate scores are beyond it.
inline constexpr int kMaxEval = 15000;

// Evaluate before a null move plus Evaluate after it: each time the side to move has the tempo,
// which is worth about the same in both phases.
inline constexpr int kPassedTempo = kWeights.tempo[0].mg() + kWeights.tempo[0].eg();

class Evaluator {
 public:
  // Side to move's view, in units of about a hundredth of a pawn. Also in check.
  int Evaluate(const board::Position& position);

  // Material and piece-square tables alone, side to move's view: the part of an evaluation that is
  // known without a look at the board. kNoScore in endgames, where scale factors may undo it.
  int MaterialScore(const board::Position& position);

  // The attacks of the position, from the cache where Evaluate or an earlier call left them. Valid
  // until the next call of either.
  const AttackSummary& Attacks(const board::Position& position);

  // Has on its way what the evaluation of the position will need of the caches.
  void Prefetch(const board::Position& position) const {
    pawns_.Prefetch(position.pawn_key());
    attacks_.Prefetch(position.key());
  }

  const CacheStats& pawn_stats() const { return pawns_.stats(); }
  const CacheStats& attack_stats() const { return attacks_.stats(); }
  const CacheStats& material_stats() const { return material_.stats(); }

 private:
  PawnCache pawns_;
  MaterialCache material_;
  AttackCache attacks_;
};

// The attacks of a position that was not evaluated, without a look into the cache.
AttackSummary FindAttacks(const board::Position& position);

// The same evaluation, with everything that went into it.
EvalTrace Trace(const board::Position& position);

// The caches' counters as text, for the `stats` command.
std::string FormatStats(const Evaluator& evaluator);

}  // namespace notochord::eval
