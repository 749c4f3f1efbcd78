#include "engine/base/container_memory.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

namespace notochord {
namespace {

constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

// A tree of control groups as the kernel shows it.
class Groups {
 public:
  Groups() {
    const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
    root_ = std::filesystem::path(testing::TempDir()) /
            (std::string(test.test_suite_name()) + "." + test.name());
    std::filesystem::remove_all(root_);
    std::filesystem::create_directories(root_);
  }
  ~Groups() { std::filesystem::remove_all(root_); }
  Groups(const Groups&) = delete;
  Groups& operator=(const Groups&) = delete;

  void Write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text << "\n";
  }
  std::size_t Left() const { return ContainerMemory(root_ / "groups", root_); }

 private:
  std::filesystem::path root_;
};

TEST(ContainerMemoryTest, NothingLimitsIt) {
  const Groups groups;
  EXPECT_EQ(groups.Left(), kNoLimit) << "no groups at all";
  groups.Write("groups", "0::/a");
  groups.Write("a/memory.max", "max");
  groups.Write("a/memory.current", "1000");
  EXPECT_EQ(groups.Left(), kNoLimit);
}

TEST(ContainerMemoryTest, WhatIsUsedIsGone) {
  const Groups groups;
  groups.Write("groups", "0::/");
  groups.Write("memory.max", "1000");
  EXPECT_EQ(groups.Left(), 1000U);
  groups.Write("memory.current", "700");
  EXPECT_EQ(groups.Left(), 300U);
  // The kernel drops files that nobody uses before it refuses memory.
  groups.Write("memory.stat", "anon 400\nfile 300\ninactive_anon 5\ninactive_file 250\nslab 1");
  EXPECT_EQ(groups.Left(), 550U);
  groups.Write("memory.current", "200");
  EXPECT_EQ(groups.Left(), 1000U);
  groups.Write("memory.current", "2000");
  EXPECT_EQ(groups.Left(), 0U);
}

TEST(ContainerMemoryTest, TheTightestGroupCounts) {
  const Groups groups;
  groups.Write("groups", "1:name=systemd:/x\n0::/a/b");
  groups.Write("memory.max", "9000");
  groups.Write("a/memory.max", "2000");
  groups.Write("a/memory.current", "1900");
  groups.Write("a/b/memory.max", "1000");
  groups.Write("a/b/memory.current", "300");
  EXPECT_EQ(groups.Left(), 100U);
  groups.Write("a/memory.current", "400");
  EXPECT_EQ(groups.Left(), 700U);
}

TEST(ContainerMemoryTest, TheOldGroupsToo) {
  const Groups groups;
  groups.Write("groups", "5:memory:/docker/x");
  groups.Write("memory/memory.limit_in_bytes", "1000");
  groups.Write("memory/memory.usage_in_bytes", "800");
  groups.Write("memory/memory.stat", "inactive_file 1\ntotal_inactive_file 300");
  EXPECT_EQ(groups.Left(), 500U);
}

}  // namespace
}  // namespace notochord
