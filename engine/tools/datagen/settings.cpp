#include "engine/tools/datagen/settings.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "engine/base/mapped_file.h"
#include "engine/board/position.h"
#include "engine/tools/datagen/bytes.h"

namespace notochord::datagen {
namespace {

// The operations of an EPD line come after four fields, the counters of a FEN too.
absl::StatusOr<board::Setup> ParseBookLine(absl::string_view line) {
  std::vector<absl::string_view> fields =
      absl::StrSplit(line, absl::ByAnyChar(" \t;"), absl::SkipEmpty());
  if (fields.size() > 4) fields.resize(4);
  const absl::StatusOr<board::Position> position =
      board::Position::Parse(absl::StrJoin(fields, " "));
  if (!position.ok()) return position.status();
  return position->ToSetup();
}

}  // namespace

std::string Describe(const Settings& settings) {
  std::string text = absl::StrFormat(
      "seed=%d nodes=%d hard=%d hash=%d plies=%d balance=%d chess960=%d win=%d/%d draw=%d/%d/%d",
      settings.seed, settings.nodes, settings.hard_factor, settings.hash_mebibytes,
      settings.random_plies, settings.max_opening_score, settings.chess960 ? 1 : 0,
      settings.win_score, settings.win_plies, settings.draw_score, settings.draw_plies,
      settings.draw_move);
  if (!settings.book.empty()) absl::StrAppendFormat(&text, " book=%08x", settings.book_checksum);
  return text;
}

absl::Status LoadBook(const std::string& path, Settings& settings) {
  const absl::StatusOr<MappedFile> file = MappedFile::Open(path);
  if (!file.ok()) return {file.status().code(), absl::StrCat(path, ": ", file.status().message())};
  std::vector<board::Setup> book;
  std::size_t number = 0;
  for (const absl::string_view raw : absl::StrSplit(file->text(), '\n')) {
    ++number;
    const absl::string_view line = absl::StripAsciiWhitespace(raw);
    if (line.empty() || line[0] == '#') continue;
    absl::StatusOr<board::Setup> setup = ParseBookLine(line);
    if (!setup.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(path, ":", number, ": ", setup.status().message()));
    }
    book.push_back(*std::move(setup));
  }
  if (book.empty()) return absl::InvalidArgumentError(absl::StrCat(path, ": is empty"));
  settings.book = std::move(book);
  settings.book_checksum = ChecksumOf(file->text());
  return absl::OkStatus();
}

}  // namespace notochord::datagen
