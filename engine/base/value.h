// The scale of search scores: evaluations in the middle, then proven tablebase results, then mates.
// Every score fits 16 bits.
#pragma once

#include <algorithm>
#include <optional>

namespace notochord {

inline constexpr int kMaxPly = 200;

inline constexpr int kMateScore = 32000;
inline constexpr int kInfiniteScore = 32001;
inline constexpr int kNoScore = 32002;

// At or above: a mate within the search's reach.
inline constexpr int kMateInMaxPly = kMateScore - kMaxPly;
// Tablebase wins lie in [kTbWinInMaxPly, kTbWinScore], below all mates.
inline constexpr int kTbWinScore = kMateInMaxPly - 1;
inline constexpr int kTbWinInMaxPly = kTbWinScore - kMaxPly;
// Evaluations never leave [-kEvalLimit, kEvalLimit].
inline constexpr int kEvalLimit = kTbWinInMaxPly - 1;

constexpr int MatedIn(int ply) { return -kMateScore + ply; }
constexpr int MateIn(int ply) { return kMateScore - ply; }

constexpr bool IsMate(int score) { return score >= kMateInMaxPly || score <= -kMateInMaxPly; }
constexpr bool IsWin(int score) { return score >= kTbWinInMaxPly; }
constexpr bool IsLoss(int score) { return score <= -kTbWinInMaxPly; }
// A mate or a tablebase result: not to be blurred by margins and averages.
constexpr bool IsDecisive(int score) { return IsWin(score) || IsLoss(score); }

// In moves, not plies. Negative: the side to move is mated, 0: it is so already. None where the
// score is no mate.
constexpr std::optional<int> MovesToMate(int score) {
  if (!IsMate(score)) return std::nullopt;
  return score > 0 ? (kMateScore - score + 1) / 2 : -((kMateScore + score) / 2);
}

// The score of a move, from that of the position after it.
constexpr int BeforeMove(int score_after) {
  if (!IsMate(score_after)) return -score_after;
  return score_after < 0 ? -score_after - 1 : -score_after + 1;
}

constexpr int ClampEval(int eval) { return std::clamp(eval, -kEvalLimit, kEvalLimit); }

}  // namespace notochord
