// Ends the process with a sentence, instead of an illegal instruction, on a CPU that is too old for
// this build.
#include <unistd.h>

#include "engine/base/instruction_sets.h"

namespace notochord {
namespace {

void CheckCpu() {
  const cpu::Line complaint = cpu::Complaint(cpu::kBuiltFor, cpu::Present());
  if (complaint.length == 0) return;
  // It ends either way; there is nobody to tell that it could not be told.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, complaint.text, complaint.length);
  _exit(1);
}

// A constructor would be too late: those of the shared libraries run first, and call templates of
// which the copies in the executable take precedence over their own.
[[gnu::section(".preinit_array"), gnu::used]] void (*const kFirst)() = CheckCpu;

}  // namespace
}  // namespace notochord
