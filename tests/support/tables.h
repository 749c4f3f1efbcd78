// Syzygy tables for tests: copies in directories of their own, which may be damaged.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace notochord::test {

// Where the test data has its tables.
std::string TablePath();

// A temporary directory. Gone with the object, and all that is in it.
class TableDirectory {
 public:
  // `name` may hold anything that a file name may.
  explicit TableDirectory(absl::string_view name = "tables");
  ~TableDirectory();
  TableDirectory(const TableDirectory&) = delete;
  TableDirectory& operator=(const TableDirectory&) = delete;

  const std::string& path() const { return path_; }
  std::string File(absl::string_view name) const;
  // Copies a file ("KQvK.rtbw"), or all files.
  void Copy(absl::string_view name) const { CopyAs(name, name); }
  void CopyAs(absl::string_view name, absl::string_view new_name) const;
  void CopyAll() const;

 private:
  std::string root_;
  std::string path_;
};

// All for an existing file.
void Truncate(const std::string& file, std::uint64_t size);
void FlipByte(const std::string& file, std::uint64_t offset);
std::uint64_t SizeOf(const std::string& file);

}  // namespace notochord::test
