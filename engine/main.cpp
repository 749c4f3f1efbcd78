// Notochord's entry point: hands over to a tool, or builds the engine and feeds it standard input,
// or the one command that stands on the command line.
#include <unistd.h>

#include <csignal>
#include <iostream>
#include <string>

#include "engine/tools/analyze/analyze.h"
#include "engine/tools/datagen/datagen.h"
#include "engine/tools/tune/tune.h"
#include "engine/uci/line_reader.h"
#include "engine/uci/output.h"
#include "engine/uci/uci.h"

int main(int argc, char** argv) {
  // A GUI that has gone shows as a failed write.
  std::signal(SIGPIPE, SIG_IGN);
  std::ios::sync_with_stdio(false);

  const std::string tool = argc > 1 ? argv[1] : "";
  if (tool == "analyze") return notochord::analyze::RunAnalyze(argc - 1, argv + 1);
  if (tool == "datagen") return notochord::datagen::RunDatagen(argc - 1, argv + 1);
  if (tool == "tune") return notochord::tune::RunTune(argc - 1, argv + 1);

  notochord::uci::Output output(std::cout);
  notochord::uci::Uci uci(NOTOCHORD_VERSION " " NOTOCHORD_COMMIT, output);

  if (argc > 1) {
    std::string command = argv[1];
    for (int i = 2; i < argc; ++i) command.append(" ").append(argv[i]);
    uci.Execute(command);
    uci.WaitForSearch();
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
