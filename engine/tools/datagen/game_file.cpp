#include "engine/tools/datagen/game_file.h"

#include <cassert>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "engine/base/mapped_file.h"
#include "engine/tools/datagen/bytes.h"

namespace notochord::datagen {
namespace {

constexpr absl::string_view kMagic = "NTCHGAME";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kHeaderSize = 256;
constexpr std::size_t kVersionAt = 8;
constexpr std::size_t kRecordSizeAt = 12;
constexpr std::size_t kSettingsAt = 16;
constexpr std::size_t kHeaderChecksumAt = 252;
static_assert(kSettingsAt + kMaxSettingsSize == kHeaderChecksumAt);

constexpr absl::string_view kBlockMagic = "GAME";
constexpr std::size_t kBlockHeaderSize = 16;
constexpr std::size_t kNumberAt = 4;
constexpr std::size_t kCountAt = 8;
constexpr std::size_t kBlockChecksumAt = 10;
constexpr std::size_t kRecordsChecksumAt = 12;

std::uint16_t BlockChecksum(absl::string_view block) {
  return static_cast<std::uint16_t>(ChecksumOf(block.substr(0, kBlockChecksumAt)) & 0xFFFF);
}

absl::string_view BytesOf(const std::vector<RecordBytes>& records) {
  static_assert(sizeof(RecordBytes) == kRecordSize);
  return {records.empty() ? nullptr : records.front().data(), records.size() * kRecordSize};
}

std::string FormatHeader(const std::string& settings) {
  assert(settings.size() <= kMaxSettingsSize);
  std::string header(kHeaderSize, '\0');
  header.replace(0, kMagic.size(), std::string(kMagic));
  StoreNumber(kVersion, &header[kVersionAt]);
  StoreNumber(static_cast<std::uint32_t>(kRecordSize), &header[kRecordSizeAt]);
  header.replace(kSettingsAt, settings.size(), settings);
  StoreNumber(ChecksumOf(absl::string_view(header).substr(0, kHeaderChecksumAt)),
              &header[kHeaderChecksumAt]);
  return header;
}

std::string FormatBlock(const Game& game) {
  assert(game.records.size() <= kMaxRecords);
  const absl::string_view records = BytesOf(game.records);
  std::string block(kBlockHeaderSize, '\0');
  block.replace(0, kBlockMagic.size(), std::string(kBlockMagic));
  StoreNumber(game.number, &block[kNumberAt]);
  StoreNumber(static_cast<std::uint16_t>(game.records.size()), &block[kCountAt]);
  StoreNumber(BlockChecksum(block), &block[kBlockChecksumAt]);
  StoreNumber(ChecksumOf(records), &block[kRecordsChecksumAt]);
  return absl::StrCat(block, records);
}

absl::Status CheckRecord(absl::string_view record) {
  const absl::StatusOr<LabelledPosition> position = UnpackRecord(record);
  return position.ok() ? board::Validate(position->setup) : position.status();
}

absl::Status InFile(const std::string& path, const absl::Status& status) {
  return {status.code(), absl::StrCat(path, ": ", status.message())};
}

}  // namespace

bool IsGameFile(absl::string_view bytes) { return absl::StartsWith(bytes, kMagic); }

GameReader::GameReader(absl::string_view bytes, std::string settings)
    : bytes_(bytes), settings_(std::move(settings)), offset_(kHeaderSize) {}

absl::StatusOr<GameReader> GameReader::Open(absl::string_view bytes) {
  if (!IsGameFile(bytes)) return absl::DataLossError("byte 0: not a file of games");
  if (bytes.size() < kHeaderSize) {
    return absl::OutOfRangeError(
        absl::StrCat("byte ", bytes.size(), ": the file ends within its header"));
  }
  if (LoadNumber<std::uint32_t>(&bytes[kHeaderChecksumAt]) !=
      ChecksumOf(bytes.substr(0, kHeaderChecksumAt))) {
    return absl::DataLossError("byte 0: the header is damaged");
  }
  const auto version = LoadNumber<std::uint32_t>(&bytes[kVersionAt]);
  const auto record_size = LoadNumber<std::uint32_t>(&bytes[kRecordSizeAt]);
  if (version != kVersion || record_size != kRecordSize) {
    return absl::UnimplementedError(absl::StrCat("byte ", kVersionAt, ": version ", version,
                                                 " with records of ", record_size,
                                                 " bytes is not known here"));
  }
  const absl::string_view settings = bytes.substr(kSettingsAt, kMaxSettingsSize);
  return GameReader(bytes, std::string(settings.substr(0, settings.find('\0'))));
}

absl::Status GameReader::Refuse(absl::StatusCode code, std::size_t byte,
                                absl::string_view what) const {
  return {code, absl::StrCat("byte ", byte, ", game ", games_, ": ", what)};
}

absl::Status GameReader::CheckRecords(absl::string_view records) const {
  for (std::size_t at = 0; at < records.size(); at += kRecordSize) {
    const absl::Status status = CheckRecord(records.substr(at, kRecordSize));
    if (status.ok()) continue;
    return Refuse(absl::StatusCode::kDataLoss, offset_ + kBlockHeaderSize + at,
                  absl::StrCat("position ", positions_ + at / kRecordSize, ": ", status.message()));
  }
  return absl::OkStatus();
}

absl::StatusOr<absl::string_view> GameReader::Next() {
  const absl::string_view rest = bytes_.substr(offset_);
  const auto cut_short = [&] {
    return Refuse(absl::StatusCode::kOutOfRange, bytes_.size(), "the file ends within this game");
  };
  const auto damaged = [&](absl::string_view what) {
    return Refuse(absl::StatusCode::kDataLoss, offset_, what);
  };
  if (rest.size() < kBlockHeaderSize) return cut_short();
  if (!absl::StartsWith(rest, kBlockMagic) ||
      LoadNumber<std::uint16_t>(&rest[kBlockChecksumAt]) != BlockChecksum(rest)) {
    return damaged("damaged, or no game begins here");
  }
  if (const auto number = LoadNumber<std::uint32_t>(&rest[kNumberAt]); number != games_) {
    return damaged(absl::StrCat("game ", number, " is in its place"));
  }
  const std::size_t count = LoadNumber<std::uint16_t>(&rest[kCountAt]);
  if (rest.size() < kBlockHeaderSize + count * kRecordSize) return cut_short();
  const absl::string_view records = rest.substr(kBlockHeaderSize, count * kRecordSize);
  if (LoadNumber<std::uint32_t>(&rest[kRecordsChecksumAt]) != ChecksumOf(records)) {
    return damaged(absl::StrCat("its ", count, " positions are damaged"));
  }
  if (absl::Status status = CheckRecords(records); !status.ok()) return status;
  offset_ += kBlockHeaderSize + records.size();
  ++games_;
  positions_ += count;
  return records;
}

absl::StatusOr<GameWriter> GameWriter::Open(const std::string& path, const std::string& settings) {
  if (settings.size() > kMaxSettingsSize) {
    return absl::InvalidArgumentError("the settings do not fit the file's header");
  }
  absl::StatusOr<tools::AppendFile> file = tools::AppendFile::Open(path);
  if (!file.ok()) return file.status();
  const bool is_new = file->size_before() == 0;
  GameWriter writer(*std::move(file));
  const absl::Status status = is_new ? writer.Begin(settings) : writer.GoOn(settings);
  if (!status.ok()) return status;
  return writer;
}

absl::Status GameWriter::Begin(const std::string& settings) {
  if (absl::Status status = file_.Keep(0); !status.ok()) return status;
  return file_.Append(FormatHeader(settings));
}

absl::Status GameWriter::GoOn(const std::string& settings) {
  const absl::StatusOr<MappedFile> old = MappedFile::Open(file_.path());
  if (!old.ok()) return InFile(file_.path(), old.status());
  absl::StatusOr<GameReader> reader = GameReader::Open(old->text());
  if (absl::IsOutOfRange(reader.status())) return Begin(settings);  // nothing is lost
  if (!reader.ok()) return InFile(file_.path(), reader.status());
  if (reader->settings() != settings) {
    return absl::FailedPreconditionError(absl::StrCat(
        file_.path(), ": was made with `", reader->settings(), "`, not with `", settings, "`"));
  }
  while (!reader->done()) {
    const absl::StatusOr<absl::string_view> game = reader->Next();
    if (absl::IsOutOfRange(game.status())) break;
    if (!game.ok()) return InFile(file_.path(), game.status());
  }
  games_ = reader->games();
  positions_ = reader->positions();
  return file_.Keep(reader->offset());
}

absl::Status GameWriter::Append(const Game& game) {
  assert(game.number == games_);
  if (absl::Status status = file_.Append(FormatBlock(game)); !status.ok()) return status;
  ++games_;
  positions_ += game.records.size();
  return absl::OkStatus();
}

}  // namespace notochord::datagen
