#include "tests/support/tables.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iostream>

#include "tests/support/data.h"

namespace notochord::test {
namespace {

namespace fs = std::filesystem;

}  // namespace

std::string TablePath() { return DataPath("syzygy"); }

TableDirectory::TableDirectory(absl::string_view name) {
  root_ = (fs::temp_directory_path() / "notochord-test-XXXXXX").string();
  if (mkdtemp(root_.data()) == nullptr) {
    std::cerr << "no temporary directory" << std::endl;
    std::abort();
  }
  path_ = (fs::path(root_) / std::string(name)).string();
  fs::create_directory(path_);
}

TableDirectory::~TableDirectory() { fs::remove_all(root_); }

std::string TableDirectory::File(absl::string_view name) const {
  return (fs::path(path_) / std::string(name)).string();
}

void TableDirectory::CopyAs(absl::string_view name, absl::string_view new_name) const {
  const std::string target = File(new_name);
  fs::copy_file(fs::path(TablePath()) / std::string(name), target);
  fs::permissions(target, fs::perms::owner_write, fs::perm_options::add);
}

void TableDirectory::CopyAll() const {
  for (const fs::directory_entry& entry : fs::directory_iterator(TablePath())) {
    Copy(entry.path().filename().string());
  }
}

void Truncate(const std::string& file, std::uint64_t size) { fs::resize_file(file, size); }

void FlipByte(const std::string& file, std::uint64_t offset) {
  EXPECT_LT(offset, SizeOf(file)) << file;
  std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(offset));
  const int byte = stream.get();
  stream.seekp(static_cast<std::streamoff>(offset));
  stream.put(static_cast<char>(byte ^ 0xFF));
}

std::uint64_t SizeOf(const std::string& file) { return fs::file_size(file); }

}  // namespace notochord::test
