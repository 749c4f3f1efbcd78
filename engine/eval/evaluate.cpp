#include "engine/eval/evaluate.h"

#include <algorithm>

#include "absl/strings/str_format.h"
#include "engine/board/psqt.h"
#include "engine/eval/complexity.h"
#include "engine/eval/endgame.h"
#include "engine/eval/eval_context.h"
#include "engine/eval/king.h"
#include "engine/eval/passed.h"
#include "engine/eval/pawns.h"
#include "engine/eval/pieces.h"
#include "engine/eval/scale.h"
#include "engine/eval/space.h"
#include "engine/eval/sum.h"
#include "engine/eval/threats.h"

namespace notochord::eval {
namespace {

using board::Position;

// The terms that read the context, for one side. The sum of the evaluation.
template <Color us, typename Sum>
[[gnu::always_inline]] inline void AddTerms(const EvalContext& ctx, const PawnEntry& pawns,
                                            Sum& sum) {
  AddPassed<us>(ctx, pawns, sum.For(Term::kPassed));
  AddKnights<us>(ctx, pawns, sum.For(Term::kKnights));
  AddBishops<us>(ctx, pawns, sum.For(Term::kBishops));
  AddRooks<us>(ctx, pawns, sum.For(Term::kRooks));
  AddQueens<us>(ctx, sum.For(Term::kQueens));
  AddKing<us>(ctx, sum.For(Term::kKing));
  AddThreats<us>(ctx, sum.For(Term::kThreats));
  AddSpace<us>(ctx, sum.For(Term::kSpace));
  if (ctx.side_to_move == us) sum.For(Term::kTempo).Add(kWeights.tempo[0]);
  sum.ApplyDanger();
}

// The terms that search gets from the position and the caches, for the trace.
template <Color us>
void AddCachedTerms(const Position& position, TracingSum& sum) {
  const std::size_t half = board::KingHalf(position.KingSquare(us));
  sum.For(Term::kMaterial);
  for (PieceType pt : kPieceTypes) {
    for (Bitboard b = position.Pieces(us, pt); b != 0;) {
      const Square s = PopFirst(b);
      sum.Add(kWeights.piece_value[Index(pt)]);
      sum.Add(kWeights.piece_square[Index(pt)][board::PieceSquareSlot(us, s, half)]);
    }
  }
  const Bitboard ours = position.Pieces(us, PieceType::kPawn);
  const Bitboard theirs = position.Pieces(~us, PieceType::kPawn);
  AddImbalance<us>(position.material(), sum.For(Term::kImbalance));
  AddPawnStructure<us>(ours, theirs, sum.For(Term::kPawns));
  AddKingPawns<us>(ours, theirs, position.KingSquare(us), sum.For(Term::kKing));
}

int ScaleFactor(const Position& position, const MaterialEntry& material, const PawnEntry& pawns,
                Color strong) {
  const int scale = material.scale[strong];
  return material.special_scale ? ScaleByPosition(position, pawns, strong, scale) : scale;
}

// The side that stands better in the endgame half.
Color StrongSide(Score total) {
  const int advantage = total.eg() != 0 ? total.eg() : total.mg();
  return advantage > 0 ? Color::kWhite : Color::kBlack;
}

int Clamp(int value) { return std::clamp(value, -kMaxEval, kMaxEval); }

}  // namespace

int Evaluator::Evaluate(const Position& position) {
  const MaterialEntry& material = material_.Probe(position.material());
  if (material.endgame != Endgame::kNone) [[unlikely]] {
    return Clamp(EvaluateEndgame(material.endgame, position));
  }
  const PawnEntry& pawns = pawns_.Probe(position);
  EvalContext ctx;
  FillContext(position, ctx);
  Summarize(ctx, position.side_to_move(), attacks_.Store(position.key()));

  PlainSum white;
  PlainSum black;
  white.AddSubtotal(position.piece_square() + material.imbalance + pawns.structure +
                        pawns.king_score[Color::kWhite],
                    pawns.king_danger[Color::kWhite]);
  black.AddSubtotal(pawns.king_score[Color::kBlack], pawns.king_danger[Color::kBlack]);
  AddTerms<Color::kWhite>(ctx, pawns, white);
  AddTerms<Color::kBlack>(ctx, pawns, black);

  Score complexity = pawns.complexity;
  VisitPieceComplexity(material.phase == 0,
                       [&](const Score& weight, int n) { complexity += weight * n; });
  Score total = white.total() - black.total();
  total += ComplexityAdjustment(total, complexity);
  const int scale = ScaleFactor(position, material, pawns, StrongSide(total));
  const int value = Clamp(Taper(total, material.phase, scale));
  return position.side_to_move() == Color::kWhite ? value : -value;
}

int Evaluator::MaterialScore(const Position& position) {
  const MaterialEntry& material = material_.Probe(position.material());
  if (material.endgame != Endgame::kNone || material.phase <= kFullPhase / 4) return kNoScore;
  const int value = Taper(position.piece_square() + material.imbalance, material.phase, kFullScale);
  return position.side_to_move() == Color::kWhite ? value : -value;
}

const AttackSummary& Evaluator::Attacks(const Position& position) {
  if (const AttackSummary* found = attacks_.Find(position.key())) return *found;
  return attacks_.Store(position.key()) = eval::FindAttacks(position);
}

AttackSummary FindAttacks(const Position& position) {
  EvalContext ctx;
  FillEnemyAttacks(position, ctx);
  AttackSummary summary;
  summary.key = position.key();
  Summarize(ctx, position.side_to_move(), summary);
  return summary;
}

EvalTrace Trace(const Position& position) {
  EvalTrace trace;
  const int sign = position.side_to_move() == Color::kWhite ? 1 : -1;
  const MaterialEntry material = AnalyzeMaterial(position.material());
  trace.side_to_move = position.side_to_move();
  trace.phase = material.phase;
  if (material.endgame != Endgame::kNone) {
    trace.endgame = EndgameName(material.endgame);
    trace.value = sign * Clamp(EvaluateEndgame(material.endgame, position));
    return trace;
  }
  const PawnEntry pawns = AnalyzePawns(position);
  EvalContext ctx;
  FillContext(position, ctx);

  TracingSum white(Color::kWhite, trace);
  TracingSum black(Color::kBlack, trace);
  AddCachedTerms<Color::kWhite>(position, white);
  AddCachedTerms<Color::kBlack>(position, black);
  AddTerms<Color::kWhite>(ctx, pawns, white);
  AddTerms<Color::kBlack>(ctx, pawns, black);

  const auto add_complexity = [&](const Score& weight, int n) {
    trace.complexity_sum += weight * n;
    trace.complexity[WeightIndex(weight)] = static_cast<std::int16_t>(n);
  };
  VisitPawnComplexity(
      position.Pieces(PieceType::kPawn), pawns.passed[Color::kWhite] | pawns.passed[Color::kBlack],
      position.KingSquare(Color::kWhite), position.KingSquare(Color::kBlack), add_complexity);
  VisitPieceComplexity(material.phase == 0, add_complexity);
  trace.total = white.total() - black.total();
  trace.adjusted = trace.total + ComplexityAdjustment(trace.total, trace.complexity_sum);
  for (Color c : kColors) trace.scales[c] = ScaleFactor(position, material, pawns, c);
  trace.scale = trace.scales[StrongSide(trace.adjusted)];
  trace.value = Clamp(Taper(trace.adjusted, trace.phase, trace.scale));
  return trace;
}

std::string FormatStats(const Evaluator& evaluator) {
  const auto line = [](absl::string_view name, const CacheStats& stats) {
    const std::uint64_t probes = stats.hits + stats.misses;
    const double rate =
        probes == 0 ? 0.0 : 100.0 * static_cast<double>(stats.hits) / static_cast<double>(probes);
    return absl::StrFormat("%-14s %12u hits %12u misses %12u evictions %6.2f %%\n", name,
                           stats.hits, stats.misses, stats.evictions, rate);
  };
  return line("pawn cache", evaluator.pawn_stats()) +
         line("attack cache", evaluator.attack_stats()) +
         line("material cache", evaluator.material_stats());
}

}  // namespace notochord::eval
