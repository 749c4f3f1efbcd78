// Notochord's entry point: hands over to a tool, or builds the engine and feeds it standard input,
// or the commands that stand on the command line.
#include <unistd.h>

#include <csignal>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "engine/about.h"
#include "engine/tools/analyze/analyze.h"
#include "engine/tools/datagen/datagen.h"
#include "engine/tools/datagen/genfens.h"
#include "engine/tools/tune/tune.h"
#include "engine/uci/line_reader.h"
#include "engine/uci/output.h"
#include "engine/uci/uci.h"

namespace {

int Print(const std::string& text) {
  std::cout << absl::StripTrailingAsciiWhitespace(text) << std::endl;
  return std::cout ? 0 : 1;
}

// The words of one command, or, where the first argument is several words, a command each.
std::vector<std::string> Commands(const std::vector<std::string>& arguments) {
  if (absl::StrContains(arguments[0], ' ')) return arguments;
  return {absl::StrJoin(arguments, " ")};
}

}  // namespace

int main(int argc, char** argv) {
  // A GUI that has gone shows as a failed write.
  std::signal(SIGPIPE, SIG_IGN);
  std::ios::sync_with_stdio(false);

  const std::string tool = argc > 1 ? argv[1] : "";
  if (tool == "--version") return Print(notochord::VersionText());
  if (tool == "--help") return Print(notochord::HelpText());
  if (tool == "analyze") return notochord::analyze::RunAnalyze(argc - 1, argv + 1);
  if (tool == "datagen") return notochord::datagen::RunDatagen(argc - 1, argv + 1);
  // OpenBench gives the whole command as one argument.
  const std::string all = absl::StrJoin(argv + 1, argv + argc, " ");
  if (absl::StartsWith(all, "genfens ")) return notochord::datagen::RunGenfens(all.substr(8));
  if (tool == "tune") return notochord::tune::RunTune(argc - 1, argv + 1);

  notochord::uci::Output output(std::cout);
  notochord::uci::Uci uci(notochord::Version(), output);

  if (argc > 1) {
    for (const std::string& command : Commands({argv + 1, argv + argc})) {
      if (!uci.Execute(command)) break;
      uci.WaitForSearch();
    }
    return 0;
  }

  if (isatty(STDIN_FILENO) != 0) output.Write(uci.Greeting());
  notochord::uci::LineReader reader(STDIN_FILENO, STDOUT_FILENO);
  std::string line;
  while (!output.failed() && reader.Next(line)) {
    if (!uci.Execute(line)) break;
  }
  return 0;
}
