#include "engine/tools/datagen/genfens.h"

#include <atomic>
#include <iostream>
#include <memory>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "engine/tools/datagen/player.h"
#include "engine/tools/datagen/settings.h"

namespace notochord::datagen {
namespace {

// A rig gives up on an engine that is silent for some seconds.
constexpr std::uint64_t kNodes = 2000;

// A book's lines differ already.
constexpr int kPliesAfterBook = 2;

absl::Status Misunderstood() {
  return absl::InvalidArgumentError("expected <n> seed <seed> book <file or None>");
}

}  // namespace

absl::StatusOr<GenfensCommand> ParseGenfens(absl::string_view arguments) {
  const std::vector<std::string> words =
      absl::StrSplit(arguments, absl::ByAnyChar(" \t"), absl::SkipEmpty());
  GenfensCommand command;
  if (words.empty() || !absl::SimpleAtoi(words[0], &command.count)) return Misunderstood();
  for (std::size_t i = 1; i < words.size() && words[i] != "quit"; i += 2) {
    if (i + 1 == words.size()) return Misunderstood();
    const std::string& value = words[i + 1];
    if (words[i] == "seed") {
      if (!absl::SimpleAtoi(value, &command.seed)) return Misunderstood();
    } else if (words[i] == "book") {
      command.book = absl::AsciiStrToLower(value) == "none" ? "" : value;
    } else {
      return Misunderstood();
    }
  }
  return command;
}

absl::Status Genfens(const GenfensCommand& command, std::ostream& out) {
  Settings settings;
  settings.seed = command.seed;
  settings.nodes = kNodes;
  if (!command.book.empty()) {
    if (absl::Status status = LoadBook(command.book, settings); !status.ok()) return status;
    settings.random_plies = kPliesAfterBook;
  }
  const std::atomic<bool> stop{false};
  const absl::StatusOr<std::unique_ptr<Player>> player = Player::Create(settings, stop);
  if (!player.ok()) return player.status();
  Rng rng(command.seed);
  for (std::uint64_t i = 0; i < command.count; ++i) {
    const absl::StatusOr<board::Position> opening = (*player)->BalancedOpening(rng);
    if (!opening.ok()) return opening.status();
    out << "info string genfens " << opening->Fen() << std::endl;
    if (!out) return absl::UnavailableError("nobody reads the output");
  }
  return absl::OkStatus();
}

int RunGenfens(absl::string_view arguments) {
  const absl::StatusOr<GenfensCommand> command = ParseGenfens(arguments);
  const absl::Status status = command.ok() ? Genfens(*command, std::cout) : command.status();
  if (status.ok()) return 0;
  std::cerr << "genfens: " << status.message() << std::endl;
  return 1;
}

}  // namespace notochord::datagen
