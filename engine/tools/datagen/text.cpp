#include "engine/tools/datagen/text.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "engine/tools/datagen/game_file.h"
#include "engine/tools/datagen/mapped_file.h"

namespace notochord::datagen {
namespace {

absl::Status WriteGame(absl::string_view records, std::FILE* out) {
  std::string text;
  for (; !records.empty(); records.remove_prefix(kRecordSize)) {
    const absl::StatusOr<LabelledPosition> position = UnpackRecord(records.substr(0, kRecordSize));
    if (!position.ok()) return position.status();
    absl::StrAppend(&text, FormatLine(*position), "\n");
  }
  if (std::fwrite(text.data(), 1, text.size(), out) != text.size()) {
    return absl::UnavailableError("the text cannot be written");
  }
  return absl::OkStatus();
}

}  // namespace

std::string FormatLine(const LabelledPosition& position) {
  constexpr absl::string_view kResults[] = {"0.0", "0.5", "1.0"};  // [outcome]
  return absl::StrCat(board::ToFen(position.setup), " [", kResults[Index(position.outcome)], "] ",
                      position.score);
}

absl::StatusOr<std::uint64_t> ConvertToText(const std::string& path, std::FILE* out) {
  const absl::StatusOr<MappedFile> file = MappedFile::Open(path);
  if (!file.ok()) return file.status();
  absl::StatusOr<GameReader> reader = GameReader::Open(file->bytes());
  absl::Status status = reader.status();
  while (status.ok() && !reader->done()) {
    const absl::StatusOr<absl::string_view> records = reader->Next();
    status = records.ok() ? WriteGame(*records, out) : records.status();
  }
  if (!status.ok()) return absl::Status(status.code(), absl::StrCat(path, ": ", status.message()));
  return reader->positions();
}

}  // namespace notochord::datagen
