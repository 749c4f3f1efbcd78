#include "engine/base/instruction_sets.h"

namespace notochord::cpu {
namespace {

#define INSTRUCTION_SET(name, macro) name,
constexpr const char* kNames[] = {
#include "engine/base/instruction_sets.inc"
};
#undef INSTRUCTION_SET
constexpr std::size_t kCount = sizeof(kNames) / sizeof(kNames[0]);
static_assert(kCount <= 8 * sizeof(InstructionSets));

void Append(const char* word, Line& line) {
  for (; *word != '\0' && line.length < sizeof(line.text); ++word) line.text[line.length++] = *word;
}

void AppendNames(InstructionSets sets, Line& line) {
  const char* separator = "";
  for (std::size_t i = 0; i < kCount; ++i) {
    if ((sets >> i & 1) == 0) continue;
    Append(separator, line);
    Append(kNames[i], line);
    separator = " ";
  }
}

}  // namespace

InstructionSets Present() {
  __builtin_cpu_init();
  InstructionSets sets = 0;
  InstructionSets bit = 1;
#define INSTRUCTION_SET(name, macro)             \
  if (__builtin_cpu_supports(name)) sets |= bit; \
  bit <<= 1;
#include "engine/base/instruction_sets.inc"
#undef INSTRUCTION_SET
  return sets;
}

Line Names(InstructionSets sets) {
  Line line = {};
  AppendNames(sets, line);
  return line;
}

Line Complaint(InstructionSets needed, InstructionSets present) {
  Line line = {};
  const InstructionSets missing = needed & ~present;
  if (missing == 0) return line;
  Append("This build of Notochord needs instructions that this CPU lacks: ", line);
  AppendNames(missing, line);
  Append("; take one for an older CPU, or build one here with ARCH=native\n", line);
  return line;
}

}  // namespace notochord::cpu
