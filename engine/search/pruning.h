// The decisions of the main search that are pure arithmetic, each with its reason.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "engine/base/params.h"
#include "engine/base/value.h"
#include "engine/search/reductions.h"
#include "engine/tt/transposition_table.h"

namespace notochord::search {

// Does a table score decide a null window whose upper end is `beta`?
constexpr bool IsCutoffBound(tt::Bound bound, int score, int beta) {
  return bound == tt::Bound::kExact ||
         bound == (score >= beta ? tt::Bound::kLower : tt::Bound::kUpper);
}

// The static evaluation with what searches have found out about its errors.
inline int CorrectEval(int raw, int correction, int rule50) {
  // A fortress looks less won the longer nothing happens.
  const int damped = raw * (params::kRule50Scale - rule50) / params::kRule50Scale;
  return ClampEval(damped + correction);
}

// Lazy evaluation: is an estimate so far outside the window that the evaluation will be too?
inline bool IsClear(int estimate, int alpha, int beta) {
  return estimate - params::kLazyMargin >= beta || estimate + params::kLazyMargin <= alpha;
}

// Reverse futility: how far above beta the evaluation must be to believe that it stays there.
inline int ReverseFutilityMargin(int depth, bool improving, int correction) {
  return params::kRfpDepthMargin * depth - (improving ? params::kRfpImproving : 0) +
         std::abs(correction) / params::kRfpCorrectionDivisor;
}

// Razoring: how far below alpha a position must be to try captures and checks only.
inline int RazorMargin(int depth) {
  return params::kRazorBase + params::kRazorFactor * depth * depth;
}

// Futility: how far below alpha the evaluation may be for a quiet move with this history.
inline int QuietFutilityMargin(int lmr_depth, int history) {
  return params::kFutilityBase + params::kFutilityFactor * lmr_depth +
         history / params::kFutilityHistoryDivisor;
}

// The depth that would be left after a reduction in units of Reductions::kOne.
inline int LmrDepth(int depth, int reduction) {
  return std::max(depth - 1 - reduction / Reductions::kOne, 0);
}

// Late move pruning: quiet moves after this many are hopeless.
inline int LateMoveCount(int depth, bool improving) {
  return (params::kLmpBase + depth * depth) / (improving ? 1 : 2);
}

// Null move: the better we stand and the deeper the search, the more is left out.
inline int NullMoveReduction(int depth, int eval_above_beta) {
  return params::kNmpBase + depth / params::kNmpDepthDivisor +
         std::min(eval_above_beta / params::kNmpEvalDivisor, params::kNmpEvalMax);
}

// What decides about a move before it is searched.
struct MoveFacts {
  int number;     // in the order of the picker, from 1
  int history;    // what the histories say of it
  int reduction;  // that it would get as a late move, in units of Reductions::kOne
  bool gives_check;
};

// What speaks for searching a late move deeper or less deep than the table of reductions says, in
// units of Reductions::kOne.
struct LateMoveFacts {
  bool is_pv;
  bool cut_node;
  bool tt_pv;
  bool tt_capture;
  bool noisy;
  bool gives_check;
  bool killer;
  int child_cutoffs;
  int history;
  int correction;
};

inline int LateMoveAdjustment(const LateMoveFacts& f) {
  int r = 0;
  if (f.cut_node) r += params::kLmrCutNode;
  if (f.tt_pv) r -= params::kLmrTtPv;
  if (f.is_pv) r -= params::kLmrPv;
  if (f.tt_capture && !f.noisy) r += params::kLmrTtCapture;
  if (f.noisy) r -= params::kLmrNoisy;
  if (f.gives_check) r -= params::kLmrCheck;
  if (f.killer) r -= params::kLmrKiller;
  if (f.child_cutoffs > params::kLmrManyCutoffs) r += params::kLmrChildCutoffs;
  r -= f.history * 1024 / (f.noisy ? params::kLmrCaptureHistory : params::kLmrQuietHistory);
  r -= std::abs(f.correction) * params::kLmrCorrection;
  return r;
}

}  // namespace notochord::search
