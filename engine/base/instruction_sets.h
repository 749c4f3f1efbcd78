// The instruction sets that a build may use and a CPU may lack: what this build needs, what this
// CPU has, and what to say where they do not fit.
//
// All of it must run on any x86-64 CPU, before anything else does. So instruction_sets.cpp is
// compiled for the oldest of them, and nothing here is inline: of an inline function's copies the
// linker keeps one, perhaps one that was compiled for a newer CPU.
#pragma once

#include <cstddef>
#include <cstdint>

namespace notochord::cpu {

// Bit i: the i-th line of instruction_sets.inc.
using InstructionSets = std::uint32_t;

// What the compiler was allowed to use for the rest of the engine.
extern const InstructionSets kBuiltFor;

// What the CPU and the operating system offer.
InstructionSets Present();

// Room for all names and a sentence around them.
struct Line {
  char text[320];
  std::size_t length;
};

// The names, with spaces between them.
Line Names(InstructionSets sets);

// What to say where something is needed and not present; empty where nothing is missing.
Line Complaint(InstructionSets needed, InstructionSets present);

}  // namespace notochord::cpu
