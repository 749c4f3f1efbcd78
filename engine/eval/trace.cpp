#include "engine/eval/trace.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace notochord::eval {
namespace {

std::string Cell(Score s) { return absl::StrFormat("%6d %6d", s.mg(), s.eg()); }

}  // namespace

absl::string_view TermName(Term term) {
  constexpr std::array<const char*, kTermCount> kNames = {
      "Material", "Imbalance", "Pawns",       "Passed",      "Mobility", "Knights", "Bishops",
      "Rooks",    "Queens",    "King, pawns", "King danger", "Threats",  "Space",   "Tempo"};
  return kNames[Index(term)];
}

std::string FormatTrace(const EvalTrace& trace) {
  if (!trace.endgame.empty()) {
    return absl::StrFormat("Known endgame: %s\nEvaluation: %+d (White's view)\n", trace.endgame,
                           trace.value);
  }
  constexpr absl::string_view kRule =
      "-------------+---------------+---------------+---------------+-------\n";
  std::string text =
      absl::StrCat("        Term |     White     |     Black     |     Total     | Tapered\n",
                   "             |    MG     EG  |    MG     EG  |    MG     EG  |\n", kRule);
  const auto row = [&](absl::string_view name, absl::string_view white, absl::string_view black,
                       Score total) {
    absl::StrAppendFormat(&text, "%12s | %s | %s | %s | %6d\n", name, white, black, Cell(total),
                          Taper(total, trace.phase, kFullScale));
  };
  const std::string none(13, ' ');
  for (std::size_t i = 0; i < kTermCount; ++i) {
    const PerColor<Score>& sides = trace.terms[i];
    row(TermName(static_cast<Term>(i)), Cell(sides[Color::kWhite]), Cell(sides[Color::kBlack]),
        sides[Color::kWhite] - sides[Color::kBlack]);
  }
  row("Complexity", none, none, trace.adjusted - trace.total);
  absl::StrAppend(&text, kRule);
  row("Total", none, none, trace.adjusted);
  absl::StrAppendFormat(&text,
                        "\nPhase %d/%d, endgame scale %d/%d\nEvaluation: %+d (White's view)\n",
                        trace.phase, kFullPhase, trace.scale, kFullScale, trace.value);
  return text;
}

}  // namespace notochord::eval
