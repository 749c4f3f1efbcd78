// Drives the real engine over pipes, as a GUI does.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace notochord::test {

// Far beyond what any answer takes, also under a sanitizer on a busy machine.
inline constexpr std::chrono::seconds kPatience{60};

class EngineProcess {
 public:
  // Where the engine's commands come from. Its output is a pipe in both cases.
  enum class Input { kPipe, kTerminal };

  explicit EngineProcess(const std::vector<std::string>& arguments = {},
                         const std::vector<std::string>& environment = {},
                         Input input = Input::kPipe);
  ~EngineProcess();  // kills what is left
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;

  void Send(absl::string_view line) { SendRaw(std::string(line) + "\n"); }
  void SendRaw(const std::string& text);

  // The next line. A test failure, and an empty line, at the end of the output or where none comes.
  std::string ReadLine();
  // All lines up to and including the first that begins so.
  std::vector<std::string> ReadUntil(absl::string_view prefix);
  // What is there without waiting longer than this for more.
  std::vector<std::string> ReadFor(std::chrono::milliseconds time);
  // `isready`, and what came before `readyok`.
  std::vector<std::string> Sync();
  // A search, and all that it printed.
  std::vector<std::string> Search(absl::string_view go);

  void CloseInput();
  void CloseOutput();
  // The exit code; -1 where it was killed or does not end. What it still prints is kept.
  int WaitForExit();
  // The rest of the output, after the exit.
  std::vector<std::string> Rest();

  // Processor time used so far, of all its threads; in steps of the system's clock ticks.
  std::chrono::milliseconds CpuTime() const;
  pid_t pid() const { return pid_; }

 private:
  bool Fill(std::chrono::milliseconds timeout);

  pid_t pid_ = -1;
  int input_ = -1;   // the engine's
  int output_ = -1;  // the engine's
  bool at_end_ = false;
  std::string buffer_;
  std::deque<std::string> lines_;
};

// The words of an info line: depth, score as "cp 3" or "mate 2", pv as one text, flags as "".
std::map<std::string, std::string> ParseInfo(const std::string& line);

// How many lines begin so.
std::size_t CountPrefix(const std::vector<std::string>& lines, absl::string_view prefix);

// Checks what a search printed against the rules: one bestmove, at the end, the head of the last
// first line; every line legal to its end and not beyond the end of the game. `moves` is what the
// position command said after "moves".
void CheckSearchOutput(const std::vector<std::string>& lines, const std::string& fen,
                       const std::vector<std::string>& moves = {});

}  // namespace notochord::test
