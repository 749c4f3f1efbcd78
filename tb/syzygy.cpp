#include "tb/syzygy.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/base/mutex.h"
#include "engine/board/bitboard.h"
#include "tb/fathom.h"
#include "tb/first_probe.h"

namespace notochord::tb {
namespace {

// Who has Fathom's only set of tables. A global, because that set is one.
struct Library {
  Mutex mutex;  // also held during (re)initialisation
  const Syzygy* owner ABSL_GUARDED_BY(mutex) = nullptr;
  bool loaded ABSL_GUARDED_BY(mutex) = false;
};

Library& TheLibrary() {
  static Library library;
  return library;
}

}  // namespace

Syzygy::~Syzygy() {
  if (pending_.valid()) pending_.wait();
  Library& library = TheLibrary();
  const MutexLock lock(library.mutex);
  // What is loaded stays so until the next owner comes: unloading is where Fathom is weakest.
  if (library.owner == this) library.owner = nullptr;
}

Syzygy::Report Syzygy::Open(absl::string_view path) {
  if (pending_.valid()) pending_.wait();
  max_pieces_ = 0;
  tables_.clear();

  Report report;
  Library& library = TheLibrary();
  const MutexLock lock(library.mutex);
  if (library.owner != nullptr && library.owner != this) {
    report.problems.emplace_back("the tables are in use elsewhere");
    return report;
  }
  if (library.loaded) fathom::Init("");
  library.owner = this;
  library.loaded = false;

  Inventory inventory = TakeInventory(path, !fathom::kReadsWideValues);
  report.problems = std::move(inventory.problems);
  if (inventory.tables.empty()) return report;
  std::string directories = absl::StrJoin(inventory.directories, ":");
  std::optional<LinkDirectory> links;
  if (!inventory.clean) {
    absl::StatusOr<LinkDirectory> created = LinkDirectory::Create(inventory.tables);
    if (!created.ok()) {
      report.problems.push_back(
          absl::StrCat("cannot leave bad files out: ", created.status().message()));
      return report;
    }
    links.emplace(*std::move(created));
    directories = links->path();
  }
  library.loaded = true;
  fathom::Init(directories);
  for (const Table& table : inventory.tables) Admit(table, report);
  report.max_pieces = max_pieces_;
  return report;
}

void Syzygy::Admit(const Table& table, Report& report) {
  const Signature& signature = table.signature;
  if (!ProbeFirstWdl(signature)) {
    report.problems.push_back(absl::StrCat(table.wdl, " cannot be probed"));
    return;
  }
  ++report.wdl_tables;
  Contents contents{.has_dtz = false, .is_small = table.size <= small_size_};
  if (!table.dtz.empty()) {
    if (ProbeFirstDtz(signature)) {
      contents.has_dtz = true;
      ++report.dtz_tables;
    } else {
      report.problems.push_back(absl::StrCat(table.dtz, " cannot be probed"));
    }
  }
  for (const Color left : kColors) tables_[signature.ToMaterial(left).packed()] = contents;
  max_pieces_ = std::max(max_pieces_, signature.men());
}

const Syzygy::Contents* Syzygy::Find(const board::Position& position) const {
  if (position.castling() != 0) return nullptr;
  const auto found = tables_.find(position.material().packed());
  return found == tables_.end() ? nullptr : &found->second;
}

std::optional<Wdl> Syzygy::ProbeWdl(const board::Position& position) const {
  // Two kings need no table, but some are there where one looks at all.
  if (position.Pieces() == position.Pieces(PieceType::kKing) && max_pieces_ > 0) return Wdl::kDraw;
  if (Find(position) == nullptr) return std::nullopt;
  return fathom::ProbeWdl(position);
}

std::optional<RootValues> Syzygy::ProbeDtz(const board::Position& position) const {
  const Contents* const contents = Find(position);
  if (contents == nullptr || !contents->has_dtz) return std::nullopt;
  return fathom::ProbeDtz(position);
}

std::optional<RootValues> Syzygy::ProbeDtz(const board::Position& position, Deadline deadline) {
  const Contents* const contents = Find(position);
  if (contents == nullptr || !contents->has_dtz) return std::nullopt;
  // Open has read small tables to their ends, so that no disk is asked. Another thread would only
  // be late on a busy machine.
  if (!deadline || contents->is_small) return fathom::ProbeDtz(position);
  if (pending_.valid() && pending_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return std::nullopt;
  }
  try {
    pending_ = std::async(std::launch::async, [position] { return fathom::ProbeDtz(position); });
  } catch (const std::system_error&) {
    return std::nullopt;  // no thread to be had
  }
  if (pending_.wait_until(*deadline) != std::future_status::ready) return std::nullopt;
  return pending_.get();
}

}  // namespace notochord::tb
