#include "engine/tools/datagen/report.h"

#include <algorithm>
#include <numeric>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "engine/base/mapped_file.h"
#include "engine/tools/datagen/game_file.h"

namespace notochord::datagen {
namespace {

absl::Status ReadGame(absl::string_view records, std::FILE* out, Summary& summary) {
  std::string text;
  for (; !records.empty(); records.remove_prefix(kRecordSize)) {
    const LabelledPosition position = *UnpackRecord(records.substr(0, kRecordSize));
    const auto empty =
        std::count(position.setup.board.begin(), position.setup.board.end(), Piece::kNone);
    ++summary.men[kSquareCount - static_cast<std::size_t>(empty)];
    ++summary.outcomes[Index(position.outcome)];
    ++summary.positions;
    if (out != nullptr) absl::StrAppend(&text, FormatLine(position), "\n");
  }
  ++summary.games;
  if (out != nullptr && std::fwrite(text.data(), 1, text.size(), out) != text.size()) {
    return absl::UnavailableError("the text cannot be written");
  }
  return absl::OkStatus();
}

absl::Status ReadAll(absl::string_view bytes, std::FILE* out, Summary& summary) {
  absl::StatusOr<GameReader> reader = GameReader::Open(bytes);
  absl::Status status = reader.status();
  while (status.ok() && !reader->done()) {
    const absl::StatusOr<absl::string_view> records = reader->Next();
    status = records.ok() ? ReadGame(*records, out, summary) : records.status();
  }
  return status;
}

}  // namespace

std::string FormatLine(const LabelledPosition& position) {
  constexpr absl::string_view kResults[] = {"0.0", "0.5", "1.0"};  // [outcome]
  return absl::StrCat(board::ToFen(position.setup), " [", kResults[Index(position.outcome)], "] ",
                      position.score);
}

std::string FormatSummary(const Summary& summary) {
  const auto share = [&](std::uint64_t count) {
    return 100.0 * static_cast<double>(count) /
           static_cast<double>(std::max<std::uint64_t>(summary.positions, 1));
  };
  std::string text = absl::StrFormat(
      "%d games, %d positions: White won %.1f %%, draw %.1f %%, Black won %.1f %%\n", summary.games,
      summary.positions, share(summary.outcomes[Index(Outcome::kWhiteWins)]),
      share(summary.outcomes[Index(Outcome::kDraw)]),
      share(summary.outcomes[Index(Outcome::kBlackWins)]));
  constexpr std::array<std::size_t, 7> kBounds = {2, 6, 11, 17, 23, 29, 33};
  for (std::size_t i = 0; i + 1 < kBounds.size(); ++i) {
    const auto first = summary.men.begin() + static_cast<std::ptrdiff_t>(kBounds[i]);
    const auto last = summary.men.begin() + static_cast<std::ptrdiff_t>(kBounds[i + 1]);
    absl::StrAppendFormat(&text, "  %2d to %2d men %5.1f %%\n", kBounds[i], kBounds[i + 1] - 1,
                          share(std::accumulate(first, last, std::uint64_t{0})));
  }
  return text;
}

absl::Status ReadGames(const std::string& path, std::FILE* out, Summary& summary) {
  const absl::StatusOr<MappedFile> file = MappedFile::Open(path);
  absl::Status status = file.ok() ? ReadAll(file->text(), out, summary) : file.status();
  if (status.ok()) return status;
  return {status.code(), absl::StrCat(path, ": ", status.message())};
}

}  // namespace notochord::datagen
