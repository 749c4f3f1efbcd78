// Random sessions: sensible, odd and broken commands in any order.
#pragma once

#include <cstddef>
#include <cstdint>

namespace notochord::test {

// Sends `commands` commands to one engine. Checks that it answers every `isready`, gives one
// bestmove for each search, and ends with code 0. The same seed sends the same commands.
void RunRandomSession(std::size_t commands, std::uint64_t seed);

}  // namespace notochord::test
