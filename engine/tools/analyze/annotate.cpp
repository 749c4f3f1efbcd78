#include "engine/tools/analyze/annotate.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "engine/base/value.h"
#include "engine/board/notation.h"

namespace notochord::analyze {
namespace {

constexpr std::size_t kColumns = 80;
constexpr std::size_t kMaxVariation = 12;  // plies

// Words with a blank between them, on lines of at most kColumns.
class Wrapper {
 public:
  void Add(absl::string_view word) {
    if (column_ > 0 && column_ + 1 + word.size() > kColumns) {
      text_ += '\n';
      column_ = 0;
    } else if (column_ > 0) {
      text_ += ' ';
      ++column_;
    }
    absl::StrAppend(&text_, word);
    column_ += word.size();
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t column_ = 0;
};

// A move that was played, or could have been.
struct Judged {
  int score = 0;  // for who moves
  int depth = 0;
};

// "{+0.31/12}" or "{-M3/12}", in White's view.
std::string Comment(const board::Position& before, const Judged& judged) {
  const bool white = before.side_to_move() == Color::kWhite;
  const int score = white ? judged.score : -judged.score;
  if (const std::optional<int> mate = MovesToMate(judged.score)) {
    return absl::StrFormat("{%cM%d/%d}", score > 0 ? '+' : '-', std::abs(*mate), judged.depth);
  }
  return absl::StrFormat("{%+.2f/%d}", score / 100.0, judged.depth);
}

std::string MoveNumber(const board::Position& position) {
  return absl::StrCat(position.full_move(), position.side_to_move() == Color::kWhite ? "." : "...");
}

// What the analyses say of the move that was played. Another search stands behind it, one ply
// deeper, where it is none of the lines.
Judged JudgePlayed(board::Move move, const Analysis& before, const Analysis& after) {
  for (const Line& line : before.lines) {
    if (line.pv[0] == move) return {line.score, before.depth};
  }
  return {BeforeMove(after.score), after.depth};
}

int Loss(int best, int played) {
  return std::clamp(best, -kDecided, kDecided) - std::clamp(played, -kDecided, kDecided);
}

absl::string_view NagOf(int loss, const Thresholds& thresholds) {
  if (loss >= thresholds.blunder) return "$4";
  if (loss >= thresholds.mistake) return "$2";
  return loss >= thresholds.inaccuracy ? "$6" : "";
}

void AddVariation(board::Position position, const Analysis& analysis, Wrapper& out) {
  const std::vector<board::Move>& pv = analysis.lines[0].pv;
  const std::size_t plies = std::min(pv.size(), kMaxVariation);
  for (std::size_t i = 0; i < plies; ++i) {
    const bool is_white = position.side_to_move() == Color::kWhite;
    // After a comment the number is said again.
    if (i <= 1 || is_white) out.Add(absl::StrCat(i == 0 ? "(" : "", MoveNumber(position)));
    const bool is_last = i + 1 == plies;
    const std::string san = board::ToSan(position, pv[i]);
    const std::string comment = i > 0 ? "" : Comment(position, {analysis.score, analysis.depth});
    out.Add(is_last && comment.empty() ? san + ")" : san);
    if (!comment.empty()) out.Add(is_last ? comment + ")" : comment);
    position.Make(pv[i]);
  }
}

void AddTag(absl::string_view name, absl::string_view value, std::string& out) {
  absl::StrAppend(&out, "[", name, " \"",
                  absl::StrReplaceAll(value, {{"\\", "\\\\"}, {"\"", "\\\""}}), "\"]\n");
}

}  // namespace

std::string Describe(const Thresholds& thresholds) {
  return absl::StrCat("inaccuracy=", thresholds.inaccuracy, " mistake=", thresholds.mistake,
                      " blunder=", thresholds.blunder);
}

std::string PgnHead(const PgnGame& game, absl::string_view annotator) {
  std::string text;
  for (const auto& [name, value] : game.tags) {
    if (absl::EqualsIgnoreCase(name, "Annotator")) continue;
    AddTag(name, absl::EqualsIgnoreCase(name, "Result") ? game.result : value, text);
  }
  if (game.FindTag("Result") == nullptr) AddTag("Result", game.result, text);
  AddTag("Annotator", annotator, text);
  return text + "\n";
}

std::string AnnotatedGame(const PgnGame& game, absl::string_view annotator,
                          const std::vector<Analysis>& analyses, const Thresholds& thresholds) {
  Wrapper out;
  board::Position position = game.start;
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    const board::Move move = game.moves[i];
    const Judged played = JudgePlayed(move, analyses[i], analyses[i + 1]);
    const bool is_best = move == analyses[i].best();
    const int loss = is_best ? 0 : Loss(analyses[i].score, played.score);
    const absl::string_view nag = NagOf(loss, thresholds);
    out.Add(MoveNumber(position));
    out.Add(board::ToSan(position, move));
    if (!is_best && !nag.empty()) out.Add(nag);
    out.Add(Comment(position, played));
    if (!is_best && !nag.empty()) AddVariation(position, analyses[i], out);
    position.Make(move);
  }
  out.Add(game.result);
  return absl::StrCat(PgnHead(game, annotator), out.text(), "\n\n");
}

}  // namespace notochord::analyze
