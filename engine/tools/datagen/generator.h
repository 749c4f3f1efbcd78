// A run: players on threads of their own, one file. Whole games are written in the order of their
// numbers, so that the file does not depend on the number of threads, nor on interruptions.
//
// Threading: games are long, of one piece and each on a table of its own, so players are dedicated
// threads, which share a counter and, under a lock, the file and the games that wait for their
// turn.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "engine/tools/datagen/game_file.h"
#include "engine/tools/datagen/settings.h"

namespace notochord::datagen {

// What a run aims at, games of earlier runs counted in. 0: no such limit.
struct Target {
  std::uint32_t games = 0;
  std::uint64_t positions = 0;
};

struct Progress {
  std::uint32_t games = 0;  // in the file
  std::uint64_t positions = 0;
  bool over = false;  // the run is at its end
};

enum class StopRequest : std::uint8_t {
  kNone,
  kFinishGames,  // those that are being played, but begin no more
  kNow,          // abandon them
};

// Plays until the target is reached or a stop is asked for; either is success. `report` is called
// on the calling thread, a few times a second, and at the end.
absl::Status Generate(const Settings& settings, const Target& target, std::size_t threads,
                      const std::atomic<StopRequest>& stop, GameWriter& writer,
                      absl::FunctionRef<void(const Progress&)> report);

}  // namespace notochord::datagen
