#include "tests/integration/engine_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "tests/support/positions.h"

namespace notochord::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

bool IsGameOver(const board::Position& position) {
  return !board::HasLegalMove(position) || position.IsFiftyMoveDraw() ||
         position.RepetitionCount() >= 2;
}

// Both: the end to read from, the end to write to.
std::array<int, 2> MakePipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) std::abort();
  return ends;
}

std::array<int, 2> MakeTerminal() {
  const int keyboard = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (keyboard < 0 || grantpt(keyboard) != 0 || unlockpt(keyboard) != 0) std::abort();
  const int terminal = open(ptsname(keyboard), O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0) std::abort();
  return {terminal, keyboard};
}

}  // namespace

EngineProcess::EngineProcess(const std::vector<std::string>& arguments,
                             const std::vector<std::string>& environment, Input input) {
  signal(SIGPIPE, SIG_IGN);
  const std::array<int, 2> in = input == Input::kPipe ? MakePipe() : MakeTerminal();
  const std::array<int, 2> out = MakePipe();
  pid_ = fork();
  if (pid_ < 0) std::abort();
  if (pid_ == 0) {
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    signal(SIGPIPE, SIG_DFL);
    for (const std::string& setting : environment) putenv(const_cast<char*>(setting.c_str()));
    std::vector<char*> argv = {const_cast<char*>(NOTOCHORD_ENGINE)};
    for (const std::string& argument : arguments) {
      argv.push_back(const_cast<char*>(argument.c_str()));
    }
    argv.push_back(nullptr);
    execv(NOTOCHORD_ENGINE, argv.data());
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  input_ = in[1];
  fcntl(input_, F_SETFL, O_NONBLOCK);
  output_ = out[0];
}

EngineProcess::~EngineProcess() {
  CloseInput();
  CloseOutput();
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
}

// Reads while it cannot write: with both pipes full, engine and test would wait for each other.
void EngineProcess::SendRaw(const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = write(input_, text.data() + done, text.size() - done);
    if (count > 0) {
      done += static_cast<std::size_t>(count);
    } else if (errno == EAGAIN) {
      Fill(milliseconds(1));
    } else if (errno != EINTR) {
      return;  // it has gone
    }
  }
}

// False: nothing new came.
bool EngineProcess::Fill(milliseconds timeout) {
  if (at_end_) return false;
  pollfd descriptor = {output_, POLLIN, 0};
  if (poll(&descriptor, 1, static_cast<int>(timeout.count())) <= 0) return false;
  std::array<char, 65536> chunk;
  const ssize_t count = read(output_, chunk.data(), chunk.size());
  if (count <= 0) {
    at_end_ = true;
    return false;
  }
  buffer_.append(chunk.data(), static_cast<std::size_t>(count));
  std::size_t start = 0;
  for (std::size_t end = 0; (end = buffer_.find('\n', start)) != std::string::npos;) {
    lines_.push_back(buffer_.substr(start, end - start));
    start = end + 1;
  }
  buffer_.erase(0, start);
  return true;
}

std::string EngineProcess::ReadLine() {
  const auto deadline = steady_clock::now() + kPatience;
  while (lines_.empty()) {
    if (!Fill(milliseconds(1000)) && (at_end_ || steady_clock::now() > deadline)) {
      ADD_FAILURE() << (at_end_ ? "the engine's output has ended" : "the engine says nothing");
      return "";
    }
  }
  std::string line = std::move(lines_.front());
  lines_.pop_front();
  return line;
}

std::vector<std::string> EngineProcess::ReadUntil(absl::string_view prefix) {
  std::vector<std::string> lines;
  do {
    lines.push_back(ReadLine());
  } while (!absl::StartsWith(lines.back(), prefix) && !testing::Test::HasFailure());
  return lines;
}

std::vector<std::string> EngineProcess::ReadFor(milliseconds time) {
  const auto deadline = steady_clock::now() + time;
  for (auto now = steady_clock::now(); now < deadline && !at_end_; now = steady_clock::now()) {
    Fill(std::chrono::duration_cast<milliseconds>(deadline - now) + milliseconds(1));
  }
  std::vector<std::string> lines(lines_.begin(), lines_.end());
  lines_.clear();
  return lines;
}

std::vector<std::string> EngineProcess::Sync() {
  Send("isready");
  std::vector<std::string> lines = ReadUntil("readyok");
  lines.pop_back();
  return lines;
}

std::vector<std::string> EngineProcess::Search(absl::string_view go) {
  Send(go);
  return ReadUntil("bestmove");
}

void EngineProcess::CloseInput() {
  if (input_ >= 0) close(input_);
  input_ = -1;
}

void EngineProcess::CloseOutput() {
  if (output_ >= 0) close(output_);
  output_ = -1;
  at_end_ = true;
}

int EngineProcess::WaitForExit() {
  const auto deadline = steady_clock::now() + kPatience;
  while (steady_clock::now() < deadline) {
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) == pid_) {
      pid_ = -1;
      while (!at_end_) Fill(milliseconds(1000));
      return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    if (at_end_) {
      std::this_thread::sleep_for(milliseconds(1));
    } else {
      Fill(milliseconds(5));
    }
  }
  return -1;
}

std::vector<std::string> EngineProcess::Rest() {
  std::vector<std::string> lines(lines_.begin(), lines_.end());
  lines_.clear();
  return lines;
}

milliseconds EngineProcess::CpuTime() const {
  std::ifstream file("/proc/" + std::to_string(pid_) + "/stat");
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  // After the name in brackets: state is field 3, user and system time are 14 and 15.
  const std::vector<std::string> fields =
      absl::StrSplit(text.substr(text.rfind(')') + 2), ' ', absl::SkipEmpty());
  const long ticks = std::stol(fields[11]) + std::stol(fields[12]);
  return milliseconds(1000 * ticks / sysconf(_SC_CLK_TCK));
}

std::map<std::string, std::string> ParseInfo(const std::string& line) {
  std::map<std::string, std::string> fields;
  const std::vector<std::string> words = absl::StrSplit(line, ' ', absl::SkipEmpty());
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    std::size_t count = 1;
    if (word == "lowerbound" || word == "upperbound") count = 0;
    if (word == "score") count = 2;
    if (word == "wdl") count = 3;
    if (word == "pv" || word == "string") count = words.size() - i - 1;
    std::string& value = fields[word];
    for (; count > 0 && i + 1 < words.size(); --count) {
      value += (value.empty() ? "" : " ") + words[++i];
    }
  }
  return fields;
}

std::size_t CountPrefix(const std::vector<std::string>& lines, absl::string_view prefix) {
  std::size_t count = 0;
  for (const std::string& line : lines) count += absl::StartsWith(line, prefix) ? 1 : 0;
  return count;
}

void CheckSearchOutput(const std::vector<std::string>& lines, const std::string& fen,
                       const std::vector<std::string>& moves) {
  board::Position root = PositionFrom(fen);
  for (const std::string& move : moves) root.Make(*board::ParseUciMove(root, move));
  ASSERT_EQ(CountPrefix(lines, "bestmove"), 1U);
  std::string last_head;
  for (const std::string& line : lines) {
    if (!absl::StartsWith(line, "info ") || absl::StartsWith(line, "info string")) continue;
    const std::map<std::string, std::string> info = ParseInfo(line);
    const auto pv = info.find("pv");
    if (pv == info.end()) continue;
    EXPECT_TRUE(info.contains("depth") && info.contains("score") && info.contains("nodes") &&
                info.contains("time"))
        << line;
    board::Position walk = root;
    bool over = false;
    for (const absl::string_view word : absl::StrSplit(pv->second, ' ', absl::SkipEmpty())) {
      ASSERT_FALSE(over) << "the line goes on after the game: " << line;
      const absl::StatusOr<board::Move> move = board::ParseUciMove(walk, word);
      ASSERT_TRUE(move.ok()) << fen << ": " << line << ": " << move.status();
      walk.Make(*move);
      over = IsGameOver(walk);
    }
    const auto number = info.find("multipv");
    if (number == info.end() || number->second == "1") {
      last_head = pv->second.substr(0, pv->second.find(' '));
    }
  }
  const std::vector<std::string> answer = absl::StrSplit(lines.back(), ' ');
  if (!board::HasLegalMove(root)) {
    EXPECT_EQ(answer[1], "0000");
  } else {
    EXPECT_EQ(answer[1], last_head) << fen;
  }
}

}  // namespace notochord::test
