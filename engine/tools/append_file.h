// A file of results that grows at its end, whole pieces at a time, and that a later run goes on
// with: what was begun and not finished it cuts off.
//
// Threading: one writer, here and in other processes: the file is locked.
#pragma once

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace notochord::tools {

class AppendFile {
 public:
  // Makes the file where there is none; changes nothing in it. Messages name the file.
  static absl::StatusOr<AppendFile> Open(const std::string& path);
  AppendFile(AppendFile&& other) noexcept;
  AppendFile& operator=(AppendFile&&) = delete;
  ~AppendFile();

  const std::string& path() const { return path_; }
  // What it held when it was opened.
  std::size_t size_before() const { return size_before_; }
  // Cuts off what comes after the first `size` bytes, and goes on there.
  absl::Status Keep(std::size_t size);
  // All of it, or an error.
  absl::Status Append(absl::string_view bytes);

 private:
  AppendFile(int file, std::string path);

  int file_;
  std::string path_;
  std::size_t size_before_ = 0;
};

}  // namespace notochord::tools
