#include "engine/tools/analyze/resume.h"

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "engine/tools/analyze/annotate.h"
#include "engine/tools/analyze/json.h"

namespace notochord::analyze {
namespace {

absl::Status Foreign(absl::string_view what, std::size_t number) {
  return absl::FailedPreconditionError(
      absl::StrCat(what, " ", number, " is no result of this command: of other input or settings, ",
                   "or damaged"));
}

}  // namespace

absl::StatusOr<Kept> KeepJson(const Input& input, absl::string_view settings,
                              absl::string_view old) {
  Kept kept;
  for (std::size_t end = 0; (end = old.find('\n', kept.bytes)) != absl::string_view::npos;) {
    const absl::string_view line = old.substr(kept.bytes, end - kept.bytes);
    if (kept.positions >= input.size() ||
        !absl::StartsWith(
            line, absl::StrCat(JsonHead(input.At(kept.positions), settings), ",\"depth\":")) ||
        !absl::EndsWith(line, "}")) {
      return Foreign("line", kept.positions + 1);
    }
    // Quotes within strings have a backslash: these can only be members.
    const bool solved = absl::StrContains(line, "\"solved\":true");
    kept.solved += solved ? 1 : 0;
    kept.solvable += solved || absl::StrContains(line, "\"solved\":false") ? 1 : 0;
    kept.bytes = end + 1;
    ++kept.positions;
  }
  return kept;
}

absl::StatusOr<Kept> KeepPgn(const Input& input, absl::string_view annotator,
                             absl::string_view old) {
  constexpr absl::string_view kGameEnd = "\n\n";
  Kept kept;
  std::size_t games = 0;
  PgnReader reader(old);
  for (PgnGame game; reader.Next(game); ++games) {
    const absl::string_view text = old.substr(kept.bytes, reader.offset() - kept.bytes);
    const absl::string_view rest = old.substr(reader.offset());
    if (!game.has_end || !absl::StartsWith(rest, kGameEnd)) {
      if (!reader.Next(game)) break;  // cut short
      return Foreign("game", games + 1);
    }
    if (games >= input.games().size() || !game.problem.empty() ||
        game.moves != input.games()[games].moves ||
        !absl::StartsWith(text, PgnHead(input.games()[games], annotator))) {
      return Foreign("game", games + 1);
    }
    kept.bytes = reader.offset() + kGameEnd.size();
    kept.positions = input.FirstOf(games + 1);
  }
  return kept;
}

}  // namespace notochord::analyze
