#include "engine/base/container_memory.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>
#include <optional>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace notochord {
namespace {

constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

// What the two versions of control groups call the same things.
struct GroupFiles {
  const char* limit;
  const char* usage;
  const char* inactive_file;  // in memory.stat
};
constexpr GroupFiles kVersion1 = {"memory.limit_in_bytes", "memory.usage_in_bytes",
                                  "total_inactive_file"};
constexpr GroupFiles kVersion2 = {"memory.max", "memory.current", "inactive_file"};

// Files of the kernel that hold one number. None where it is "max", or the file is missing.
std::optional<std::size_t> ReadNumber(const std::string& path) {
  std::ifstream file(path);
  std::string text;
  std::uint64_t value = 0;
  if (!(file >> text) || !absl::SimpleAtoi(text, &value)) return std::nullopt;
  return static_cast<std::size_t>(value);
}

// One of the kernel's files of names and numbers; 0 where the name is not there.
std::size_t ReadEntry(const std::string& path, absl::string_view wanted) {
  std::ifstream file(path);
  std::string name;
  for (std::uint64_t value = 0; file >> name >> value;) {
    if (name == wanted) return static_cast<std::size_t>(value);
  }
  return 0;
}

// What a group may still use. The part of its file cache that is not in use can be had, too.
std::size_t LeftInGroup(const std::string& directory, const GroupFiles& files) {
  const std::optional<std::size_t> limit = ReadNumber(absl::StrCat(directory, "/", files.limit));
  if (!limit) return kNoLimit;
  const std::size_t usage = ReadNumber(absl::StrCat(directory, "/", files.usage)).value_or(0);
  const std::size_t cache = ReadEntry(absl::StrCat(directory, "/memory.stat"), files.inactive_file);
  const std::size_t used = usage - std::min(usage, cache);
  return *limit - std::min(*limit, used);
}

}  // namespace

// The least of all the groups that the process is in, both versions.
std::size_t ContainerMemory(const std::string& groups_file, const std::string& mount) {
  std::size_t left = LeftInGroup(absl::StrCat(mount, "/memory"), kVersion1);
  std::ifstream groups(groups_file);
  for (std::string line; std::getline(groups, line);) {
    absl::string_view group = line;
    if (!absl::ConsumePrefix(&group, "0::")) continue;
    while (!group.empty()) {
      left = std::min(left, LeftInGroup(absl::StrCat(mount, group), kVersion2));
      const std::size_t slash = group.rfind('/');
      group = group.substr(0, slash == absl::string_view::npos ? 0 : slash);
    }
    left = std::min(left, LeftInGroup(mount, kVersion2));
  }
  return left;
}

}  // namespace notochord
