// Compiled like the rest of the engine, so that the compiler's macros say what that may use.
#include "engine/base/instruction_sets.h"

namespace notochord::cpu {
namespace {

// A macro that is defined turns into 1; another stays the name that it is.
#define NOTOCHORD_TEXT(...) #__VA_ARGS__
#define NOTOCHORD_VALUE(macro) NOTOCHORD_TEXT(macro)
#define INSTRUCTION_SET(name, macro) NOTOCHORD_VALUE(macro)[0] != '_',
constexpr bool kAllowed[] = {
#include "engine/base/instruction_sets.inc"
};
#undef INSTRUCTION_SET

constexpr InstructionSets AllowedSets() {
  InstructionSets sets = 0;
  for (std::size_t i = 0; i < sizeof(kAllowed); ++i) {
    if (kAllowed[i]) sets |= InstructionSets{1} << i;
  }
  return sets;
}

}  // namespace

constinit const InstructionSets kBuiltFor = AllowedSets();

}  // namespace notochord::cpu
