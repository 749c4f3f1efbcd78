// Bursts of commands that start, end and steer searches, faster than any GUI sends them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace notochord::test {

// Sends `bursts` random sequences of go, stop, ponderhit, isready, setoption, ucinewgame and
// position, each in one write; now and then one ends in quit or the end of the input, and another
// engine takes over. Checks that nothing hangs, that there is exactly one bestmove for each search
// and one readyok for each isready, and that the engine ends with code 0 (in a sanitized build:
// also without a leak). The same seed sends the same commands.
void RunRapidSession(std::size_t bursts, std::uint64_t seed);

}  // namespace notochord::test
