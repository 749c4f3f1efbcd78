// What is in the directories of a SyzygyPath: the tables that can be used and what is wrong with
// the others, and a way of showing Fathom the former without the latter.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tb/table_file.h"

namespace notochord::tb {

struct Table {
  Signature signature;
  std::string wdl;       // file names, absolute
  std::string dtz;       // empty: none
  std::size_t size = 0;  // of the larger one, in bytes
};

struct Inventory {
  std::vector<Table> tables;             // by men, then by name
  std::vector<std::string> directories;  // that could be read
  std::vector<std::string> problems;     // for people
  bool clean = true;                     // the directories hold no file that Fathom must not see
};

// `path` is a list of directories, with colons between them. Of a table that is in more than one of
// them, the first valid file counts. With `narrow_only`, DTZ tables with 16-bit values are refused.
// Every file that counts could be mapped into memory together with all others.
Inventory TakeInventory(absl::string_view path, bool narrow_only);

// A temporary directory with links to the files of some tables. Gone with the object.
class LinkDirectory {
 public:
  static absl::StatusOr<LinkDirectory> Create(const std::vector<Table>& tables);
  LinkDirectory(LinkDirectory&& other) noexcept;
  LinkDirectory& operator=(LinkDirectory&&) = delete;
  ~LinkDirectory();

  const std::string& path() const { return path_; }

 private:
  explicit LinkDirectory(std::string path) : path_(std::move(path)) {}

  std::string path_;  // empty: moved from
};

}  // namespace notochord::tb
