// The command lines of the tools, which share one binary and therefore one set of flags: those that
// several of them have are here, under one meaning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/flags/declare.h"

ABSL_DECLARE_FLAG(std::string, out);
ABSL_DECLARE_FLAG(std::vector<std::string>, in);
ABSL_DECLARE_FLAG(std::optional<std::uint64_t>, nodes);
ABSL_DECLARE_FLAG(std::uint64_t, hash);

namespace notochord::tools {

// Sets the flags; dashes in their names may stand for underscores. argv[0] is the tool's name, and
// --help shows the flags of the folder engine/tools/<name> only. What is no flag ends the process.
void ParseFlags(int argc, char** argv);

// What --threads asks for: by default one for each core.
std::size_t ThreadCount();

}  // namespace notochord::tools
