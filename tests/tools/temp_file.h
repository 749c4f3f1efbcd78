// A file in the test's temporary folder, gone with the object. Tests run at the same time, in
// processes of their own: names are made to differ.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace notochord::test {

class TempFile {
 public:
  // There is no such file yet.
  explicit TempFile(absl::string_view name)
      : path_(absl::StrCat(testing::TempDir(), "/notochord_", getpid(), "_", name)) {
    std::filesystem::remove(path_);
  }
  TempFile(absl::string_view name, absl::string_view bytes) : TempFile(name) { Write(bytes); }
  ~TempFile() { std::filesystem::remove(path_); }
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;

  const std::string& path() const { return path_; }
  void Write(absl::string_view bytes) const {
    std::ofstream(path_, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  std::string Read() const {
    std::ostringstream bytes;
    bytes << std::ifstream(path_, std::ios::binary).rdbuf();
    return std::move(bytes).str();
  }

 private:
  std::string path_;
};

}  // namespace notochord::test
