#include "engine/tools/tune/dataset.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "engine/tools/datagen/game_file.h"
#include "engine/tools/datagen/record.h"

namespace notochord::tune {
namespace {

std::string At(absl::string_view file, std::size_t line) { return absl::StrCat(file, ":", line); }

std::size_t CountLines(absl::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

absl::StatusOr<std::string> ReadAll(const std::string& file) {
  const bool packed = absl::EndsWith(file, ".xz");
  const std::string command =
      absl::StrCat("xz -dc -- '", absl::StrReplaceAll(file, {{"'", "'\\''"}}), "'");
  std::FILE* in = packed ? popen(command.c_str(), "r") : std::fopen(file.c_str(), "rb");
  if (in == nullptr) return absl::NotFoundError(absl::StrCat(file, ": cannot be opened"));

  std::string text;
  std::array<char, 1 << 16> buffer;
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), in)) {
    text.append(buffer.data(), n);
  }
  const bool read_failed = std::ferror(in) != 0;
  const int status = packed ? pclose(in) : std::fclose(in);
  if (read_failed || status != 0) {
    return absl::DataLossError(absl::StrCat(At(file, CountLines(text) + 1), ": cannot be ",
                                            packed ? "unpacked (damaged or cut short?)" : "read"));
  }
  return text;
}

absl::Status ParseLine(absl::string_view line, Record& record) {
  const std::size_t open = line.find(" [");
  const std::size_t close = line.find("] ", open);
  if (open == absl::string_view::npos || close == absl::string_view::npos) {
    return absl::InvalidArgumentError("not of the form `FEN [result] score`");
  }
  const absl::string_view result = line.substr(open + 2, close - open - 2);
  if (result == "1.0") {
    record.result = 1.0F;
  } else if (result == "0.5") {
    record.result = 0.5F;
  } else if (result == "0.0") {
    record.result = 0.0F;
  } else if (result == "none") {
    record.result = kNoResult;
  } else {
    return absl::InvalidArgumentError(
        absl::StrCat("the result is 1.0, 0.5, 0.0 or `none`, not `", result, "`"));
  }
  record.position = line.substr(0, open);

  const absl::string_view score = line.substr(close + 2);
  int value = 0;
  if (score == "none") {
    if (record.result != kNoResult) return absl::OkStatus();
    return absl::InvalidArgumentError("there is neither a result nor a score");
  }
  if (!absl::SimpleAtoi(score, &value)) {
    return absl::InvalidArgumentError(
        absl::StrCat("the score is a number or `none`, not `", score, "`"));
  }
  record.score = static_cast<std::int16_t>(std::clamp(value, -32000, 32000));
  return absl::OkStatus();
}

absl::Status ParseText(absl::string_view text, const std::string& file, Record record,
                       std::vector<Record>& records) {
  while (!text.empty()) {
    ++record.line;
    const std::size_t end = text.find('\n');
    if (end == absl::string_view::npos) {
      return absl::DataLossError(
          absl::StrCat(At(file, record.line), ": the line does not end: the file is cut short"));
    }
    Record parsed = record;
    if (const absl::Status status = ParseLine(text.substr(0, end), parsed); !status.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(At(file, record.line), ": ", status.message()));
    }
    records.push_back(parsed);
    text.remove_prefix(end + 1);
  }
  return absl::OkStatus();
}

absl::Status ParseGames(absl::string_view bytes, Record record, std::vector<Record>& records) {
  absl::StatusOr<datagen::GameReader> reader = datagen::GameReader::Open(bytes);
  if (!reader.ok()) return reader.status();
  record.is_packed = true;
  while (!reader->done()) {
    absl::StatusOr<absl::string_view> game = reader->Next();
    if (!game.ok()) return game.status();
    for (; !game->empty(); game->remove_prefix(datagen::kRecordSize)) {
      record.position = game->substr(0, datagen::kRecordSize);
      const datagen::LabelledPosition labels = *datagen::UnpackRecord(record.position);
      record.score = labels.score;
      record.result = static_cast<float>(labels.outcome) / 2;
      records.push_back(record);
      ++record.line;
    }
  }
  return absl::OkStatus();
}

absl::Status Parse(absl::string_view bytes, const std::string& file, const Record& record,
                   std::vector<Record>& records) {
  if (!datagen::IsGameFile(bytes)) return ParseText(bytes, file, record, records);
  const absl::Status status = ParseGames(bytes, record, records);
  return {status.code(), absl::StrCat(file, ": ", status.message())};
}

}  // namespace

absl::StatusOr<board::Position> Dataset::PositionOf(const Record& record) const {
  if (!record.is_packed) return board::Position::Parse(record.position);
  const absl::StatusOr<datagen::LabelledPosition> unpacked = datagen::UnpackRecord(record.position);
  if (!unpacked.ok()) return unpacked.status();
  return board::Position::FromSetup(unpacked->setup);
}

std::string Dataset::Where(const Record& record) const {
  const std::string& file = files[record.file];
  return record.is_packed ? absl::StrCat(file, ": position ", record.line) : At(file, record.line);
}

absl::StatusOr<Dataset> LoadDataset(const std::vector<std::string>& files) {
  Dataset data;
  for (const std::string& file : files) {
    absl::StatusOr<std::string> text = ReadAll(file);
    if (!text.ok()) return text.status();
    Record record;
    record.file = static_cast<std::uint16_t>(data.files.size());
    data.files.push_back(file);
    data.texts.push_back(std::make_unique<const std::string>(*std::move(text)));
    if (const absl::Status status = Parse(*data.texts.back(), file, record, data.records);
        !status.ok()) {
      return status;
    }
  }
  if (data.records.empty()) return absl::InvalidArgumentError("there are no positions");
  return data;
}

}  // namespace notochord::tune
