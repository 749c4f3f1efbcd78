#include "engine/tools/bench_settings.h"

#include <algorithm>
#include <fstream>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "engine/board/position.h"
#include "threads/search_pool.h"

namespace notochord::tools {
namespace {

using Type = BenchSettings::Type;

constexpr std::uint64_t kMaxDepth = 40;
constexpr std::uint64_t kMaxPerftDepth = 15;
constexpr std::uint64_t kMaxHash = std::uint64_t{1} << 25;

absl::Status ParseNumber(const std::string& word, absl::string_view name, std::uint64_t max,
                         std::uint64_t& value) {
  if (absl::SimpleAtoi(word, &value) && value >= 1 && value <= max) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("expected a ", name, " from 1 to ", max));
}

absl::StatusOr<Type> ParseType(absl::string_view word) {
  if (word == "depth") return Type::kDepth;
  if (word == "nodes") return Type::kNodes;
  if (word == "movetime") return Type::kMoveTime;
  if (word == "perft") return Type::kPerft;
  return absl::InvalidArgumentError("expected depth, nodes, movetime or perft");
}

std::uint64_t MaxLimit(Type type) {
  if (type == Type::kDepth) return kMaxDepth;
  if (type == Type::kPerft) return kMaxPerftDepth;
  return std::uint64_t{1} << 40;
}

absl::StatusOr<std::vector<std::string>> ReadPositions(const std::string& path) {
  std::ifstream file(path);
  if (!file) return absl::NotFoundError(absl::StrCat("cannot read ", path));
  std::vector<std::string> fens;
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    const absl::string_view fen = absl::StripAsciiWhitespace(line);
    if (fen.empty()) continue;
    if (const auto position = board::Position::Parse(fen); !position.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(path, ":", number, ": ", position.status().message()));
    }
    fens.emplace_back(fen);
  }
  if (fens.empty()) return absl::InvalidArgumentError(absl::StrCat(path, " has no positions"));
  return fens;
}

}  // namespace

absl::StatusOr<BenchSettings> ParseBench(absl::string_view arguments,
                                         absl::string_view current_fen) {
  std::vector<std::string> words =
      absl::StrSplit(arguments, absl::ByAnyChar(" \t"), absl::SkipEmpty());
  if (words.size() > 5) return absl::InvalidArgumentError("expected at most five words");
  BenchSettings settings;
  if (words.size() == 1) {
    if (absl::Status s = ParseNumber(words[0], "depth", kMaxDepth, settings.limit); !s.ok()) {
      return s;
    }
    return settings;
  }
  const std::vector<std::string> given = words;
  words = {"16", "1", absl::StrCat(kBenchDepth), "default", "depth"};
  std::copy(given.begin(), given.end(), words.begin());

  const absl::StatusOr<Type> type = ParseType(words[4]);
  if (!type.ok()) return type.status();
  settings.type = *type;
  for (const absl::Status& status :
       {ParseNumber(words[0], "hash size", kMaxHash, settings.hash_mebibytes),
        ParseNumber(words[1], "number of threads", threads::SearchPool::kMaxThreads,
                    settings.threads),
        ParseNumber(words[2], words[4], MaxLimit(*type), settings.limit)}) {
    if (!status.ok()) return status;
  }
  if (words[3] == "current") {
    settings.fens = {std::string(current_fen)};
  } else if (words[3] != "default") {
    absl::StatusOr<std::vector<std::string>> fens = ReadPositions(words[3]);
    if (!fens.ok()) return fens.status();
    settings.fens = *std::move(fens);
  }
  return settings;
}

}  // namespace notochord::tools
