// What the control groups that a process is in leave it: the memory of a container is less than
// that of the machine.
#pragma once

#include <cstddef>
#include <string>

namespace notochord {

// How many bytes are left of the tightest limit. Takes the process's list of groups and the
// directory where groups are mounted. The largest number where there is no limit.
std::size_t ContainerMemory(const std::string& groups_file = "/proc/self/cgroup",
                            const std::string& mount = "/sys/fs/cgroup");

}  // namespace notochord
