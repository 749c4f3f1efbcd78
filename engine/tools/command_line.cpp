#include "engine/tools/command_line.h"

#include <algorithm>
#include <cstdlib>
#include <thread>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/flags/usage_config.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"

ABSL_FLAG(std::string, out, "", "where the results go");
ABSL_FLAG(std::vector<std::string>, in, {}, "files to read");
ABSL_FLAG(std::optional<std::uint64_t>, nodes, std::nullopt,
          "nodes of a search; datagen: no iteration begins after so many, 5000 where not given");
ABSL_FLAG(std::uint64_t, hash, 16, "table of each thread in MiB");
ABSL_FLAG(int, threads, 0, "how many at once; 0: one on each core");

namespace notochord::tools {
namespace {

// "--to-text=a-b" to "--to_text=a-b".
std::string WithUnderscores(std::string argument) {
  if (!absl::StartsWith(argument, "--")) return argument;
  const auto name = argument.begin() + 2;
  std::replace(name, std::find(name, argument.end(), '='), '-', '_');
  return argument;
}

}  // namespace

void ParseFlags(int argc, char** argv) {
  const std::string tool = argv[0];
  absl::SetProgramUsageMessage(absl::StrCat("notochord ", tool, " --flag=value ..."));
  absl::FlagsUsageConfig config;
  // Files are named from the repository's root, wherever that was.
  config.normalize_filename = [](absl::string_view file) {
    const std::size_t root = file.rfind("engine/tools/");
    return std::string(root == absl::string_view::npos ? file : file.substr(root));
  };
  config.contains_help_flags = [tool](absl::string_view file) {
    return absl::StrContains(file, absl::StrCat("tools/", tool, "/")) ||
           absl::StrContains(file, "tools/command_line");
  };
  config.contains_helpshort_flags = config.contains_help_flags;
  absl::SetFlagsUsageConfig(config);

  std::vector<std::string> arguments;
  arguments.reserve(static_cast<std::size_t>(argc));
  for (int i = 0; i < argc; ++i) arguments.push_back(WithUnderscores(argv[i]));
  std::vector<char*> pointers;
  pointers.reserve(arguments.size());
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  const std::vector<char*> rest = absl::ParseCommandLine(argc, pointers.data());
  if (rest.size() > 1) {
    absl::FPrintF(stderr, "%s: `%s` is no flag\n", tool, rest[1]);
    std::exit(1);
  }
}

std::size_t ThreadCount() {
  const int threads = absl::GetFlag(FLAGS_threads);
  if (threads > 0) return static_cast<std::size_t>(threads);
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace notochord::tools
