#include "engine/base/mapped_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <utility>

namespace notochord {
namespace {

std::string TempPath(const char* name) {
  return testing::TempDir() + "/notochord_" + std::to_string(getpid()) + "_" + name;
}

void Write(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  ASSERT_NE(file, nullptr);
  EXPECT_EQ(std::fwrite(text.data(), 1, text.size(), file), text.size());
  EXPECT_EQ(std::fclose(file), 0);
}

TEST(MappedFile, HoldsTheWholeFile) {
  const std::string path = TempPath("whole");
  const std::string content("a\0b\xFFtail", 8);
  Write(path, content);
  absl::StatusOr<MappedFile> file = MappedFile::Open(path);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->text(), content);
  ASSERT_EQ(file->bytes().size(), 8);
  EXPECT_EQ(file->bytes()[3], 0xFF);

  // It outlives the name, and moves.
  std::remove(path.c_str());
  MappedFile moved = *std::move(file);
  EXPECT_EQ(moved.text(), content);
  EXPECT_TRUE(file->text().empty());  // NOLINT(bugprone-use-after-move): it is left empty
  *file = std::move(moved);
  EXPECT_EQ(file->text(), content);
}

TEST(MappedFile, MayBeEmpty) {
  const std::string path = TempPath("empty");
  Write(path, "");
  const absl::StatusOr<MappedFile> file = MappedFile::Open(path);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_TRUE(file->text().empty());
  EXPECT_TRUE(file->bytes().empty());
  std::remove(path.c_str());
}

TEST(MappedFile, RefusesWhatIsNoFile) {
  EXPECT_FALSE(MappedFile::Open("/no/such/file").ok());
  EXPECT_FALSE(MappedFile::Open("/").ok());
  // A pipe without a writer is refused, not waited for.
  const std::string pipe = TempPath("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_FALSE(MappedFile::Open(pipe).ok());
  std::remove(pipe.c_str());
}

}  // namespace
}  // namespace notochord
