#include "tb/inventory.h"

#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "engine/base/mapped_file.h"
#include "engine/base/parallel.h"

namespace notochord::tb {
namespace {

namespace fs = std::filesystem;

constexpr absl::string_view kWdlSuffix = ".rtbw";
constexpr absl::string_view kDtzSuffix = ".rtbz";
constexpr absl::string_view kDtmSuffix = ".rtbm";

// A file that looks like a table, and what a closer look finds.
struct Candidate {
  Signature signature;
  TableKind kind;
  std::string path;
  absl::Status status;
  bool wide = false;
  std::optional<MappedFile> file;
};

void Look(Candidate& candidate) {
  absl::StatusOr<MappedFile> file = MappedFile::Open(candidate.path);
  candidate.status = file.status();
  if (!file.ok()) return;
  candidate.status = ValidateTable(candidate.signature, candidate.kind, file->bytes());
  if (!candidate.status.ok()) return;
  candidate.wide =
      candidate.kind == TableKind::kDtz && HasWideValues(candidate.signature, file->bytes());
  // Kept until all have been looked at: Fathom ends the program where it cannot map a file.
  candidate.file = *std::move(file);
}

// The candidates of one directory, in order.
std::vector<Candidate> List(const std::string& directory, Inventory& inventory) {
  std::vector<Candidate> candidates;
  std::error_code error;
  fs::directory_iterator entry(directory, error);
  if (error) {
    inventory.problems.push_back(absl::StrCat("cannot read ", directory, ": ", error.message()));
    return candidates;
  }
  inventory.directories.push_back(directory);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string suffix = entry->path().extension().string();
    if (suffix != kWdlSuffix && suffix != kDtzSuffix && suffix != kDtmSuffix) continue;
    std::optional<Signature> signature = Signature::Parse(entry->path().stem().string());
    if (!signature) continue;
    if (suffix == kDtmSuffix) {
      inventory.clean = false;  // not for us, so not looked into
      continue;
    }
    candidates.push_back({*std::move(signature),
                          suffix == kWdlSuffix ? TableKind::kWdl : TableKind::kDtz,
                          entry->path().string(), absl::OkStatus(), false, std::nullopt});
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.path < b.path; });
  return candidates;
}

std::string Absolute(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  return error ? path : absolute.string();
}

}  // namespace

Inventory TakeInventory(absl::string_view path, bool narrow_only) {
  Inventory inventory;
  std::vector<Candidate> candidates;
  for (const absl::string_view directory : absl::StrSplit(path, ':', absl::SkipWhitespace())) {
    std::vector<Candidate> more = List(std::string(directory), inventory);
    std::move(more.begin(), more.end(), std::back_inserter(candidates));
  }
  ParallelFor(candidates.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) Look(candidates[i]);
  });

  std::map<std::pair<int, std::string>, Table> tables;  // [men, name]
  for (const Candidate& candidate : candidates) {
    if (!candidate.status.ok() || (candidate.wide && narrow_only)) {
      inventory.clean = false;
      inventory.problems.push_back(absl::StrCat(
          candidate.path, " ",
          candidate.status.ok() ? "needs a newer version of Fathom" : candidate.status.message()));
      continue;
    }
    Table& table = tables[{candidate.signature.men(), candidate.signature.name}];
    table.signature = candidate.signature;
    table.size = std::max(table.size, candidate.file->bytes().size());
    std::string& file = candidate.kind == TableKind::kWdl ? table.wdl : table.dtz;
    if (file.empty()) file = Absolute(candidate.path);
  }
  for (auto& [key, table] : tables) {
    // DTZ tables do not say who wins.
    if (!table.wdl.empty()) inventory.tables.push_back(std::move(table));
  }
  return inventory;
}

absl::StatusOr<LinkDirectory> LinkDirectory::Create(const std::vector<Table>& tables) {
  std::error_code error;
  std::string path = (fs::temp_directory_path(error) / "notochord-XXXXXX").string();
  if (error || mkdtemp(path.data()) == nullptr) {
    return absl::ErrnoToStatus(error ? error.value() : errno, "no temporary directory");
  }
  LinkDirectory directory(path);
  for (const Table& table : tables) {
    for (const std::string& file : {table.wdl, table.dtz}) {
      if (file.empty()) continue;
      fs::create_symlink(file, fs::path(path) / fs::path(file).filename(), error);
      if (error) return absl::ErrnoToStatus(error.value(), "no links in a temporary directory");
    }
  }
  return directory;
}

LinkDirectory::LinkDirectory(LinkDirectory&& other) noexcept
    : path_(std::exchange(other.path_, std::string())) {}

LinkDirectory::~LinkDirectory() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace notochord::tb
