// What the executable says about itself on the command line.
#pragma once

#include <string>

namespace notochord {

// Version and commit, as they follow the engine's name.
std::string Version();

// For --version: also the compiler, the CPU it was built for and what it does with that.
std::string VersionText();

// For --help.
std::string HelpText();

}  // namespace notochord
