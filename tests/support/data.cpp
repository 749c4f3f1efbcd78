#include "tests/support/data.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace notochord::test {
namespace {

[[noreturn]] void Fail(absl::string_view what) {
  std::cerr << "test data: " << what << std::endl;
  std::abort();
}

std::vector<std::string> Fields(absl::string_view text) {
  return absl::StrSplit(text, ' ', absl::SkipWhitespace());
}

}  // namespace

std::optional<std::string> DataDir() {
  const char* named = std::getenv("NOTOCHORD_DATA");
  const std::string dir = named != nullptr ? named : NOTOCHORD_SOURCE_DIR "/../shared";
  if (!std::filesystem::is_directory(dir)) return std::nullopt;
  return dir;
}

std::string DataPath(absl::string_view file) {
  const std::optional<std::string> dir = DataDir();
  if (!dir.has_value()) Fail("there is none");
  return absl::StrCat(*dir, "/", file);
}

std::vector<std::string> ReadLines(absl::string_view file) {
  std::ifstream in(DataPath(file));
  if (!in) Fail(absl::StrCat("cannot read ", file));
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    absl::string_view text = line;
    absl::ConsumePrefix(&text, "\xEF\xBB\xBF");
    text = absl::StripAsciiWhitespace(text);
    if (!text.empty()) lines.emplace_back(text);
  }
  return lines;
}

std::vector<PerftCase> ReadPerft(absl::string_view file) {
  std::vector<PerftCase> cases;
  for (const std::string& line : ReadLines(file)) {
    const std::vector<absl::string_view> parts = absl::StrSplit(line, ';');
    PerftCase result{std::string(absl::StripAsciiWhitespace(parts[0])), {}};
    for (std::size_t i = 1; i < parts.size(); ++i) {
      const std::vector<std::string> words = Fields(parts[i]);
      int depth = 0;
      std::uint64_t leaves = 0;
      if (words.size() != 2 || !absl::SimpleAtoi(words[0].substr(1), &depth) ||
          !absl::SimpleAtoi(words[1], &leaves)) {
        Fail(absl::StrCat("no perft count: ", parts[i]));
      }
      result.counts.emplace_back(depth, leaves);
    }
    cases.push_back(std::move(result));
  }
  return cases;
}

EpdCase ParseEpd(absl::string_view line) {
  EpdCase result;
  std::vector<std::string> fields = absl::StrSplit(line, absl::MaxSplits(' ', 4));
  if (fields.size() < 4) Fail(absl::StrCat("no position in: ", line));
  const std::string rest = fields.size() > 4 ? fields[4] : "";
  fields.resize(4);
  result.fen = std::string(absl::StripSuffix(absl::StrJoin(fields, " "), ";"));
  // Operations end at semicolons outside quotes.
  std::string operation;
  bool quoted = false;
  for (const char c : rest + ";") {
    if (c == '"') quoted = !quoted;
    if (c != ';' || quoted) {
      if (c != '"') operation += c;
      continue;
    }
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(absl::StripAsciiWhitespace(operation), absl::MaxSplits(' ', 1));
    if (!parts.first.empty()) {
      result.operations[std::string(parts.first)] = std::string(parts.second);
    }
    operation.clear();
  }
  return result;
}

std::vector<EpdCase> ReadEpd(absl::string_view file) {
  std::vector<EpdCase> cases;
  for (const std::string& line : ReadLines(file)) cases.push_back(ParseEpd(line));
  return cases;
}

std::vector<std::vector<std::string>> ReadCsv(absl::string_view file) {
  std::vector<std::vector<std::string>> rows;
  for (const std::string& line : ReadLines(file)) rows.push_back(absl::StrSplit(line, ','));
  return rows;
}

std::vector<std::string> SuiteFens() {
  std::vector<std::string> fens;
  std::set<std::string> seen;
  const auto add = [&](std::string fen) {
    if (seen.insert(fen).second) fens.push_back(std::move(fen));
  };
  for (const char* file : {"perft/standard.epd", "perft/fischer960.epd"}) {
    for (const PerftCase& c : ReadPerft(file)) add(c.fen);
  }
  for (const char* file :
       {"see/see.epd", "suites/bratko_kopec.epd", "suites/kaufman.epd", "suites/lct2.epd",
        "suites/silent_but_deadly.epd", "suites/wac.epd", "suites/zugzwang.epd",
        "suites/mate/mate_in_1.epd", "suites/mate/mate_in_2.epd", "suites/mate/mate_in_3.epd",
        "suites/mate/mate_in_4.epd", "suites/sts/STS1-STS15_LAN_v6.epd"}) {
    for (const EpdCase& c : ReadEpd(file)) add(c.fen);
  }
  const std::vector<std::vector<std::string>> endgames = ReadCsv("endgame/syzygy_expected.csv");
  for (std::size_t i = 1; i < endgames.size(); ++i) add(endgames[i][0]);
  return fens;
}

}  // namespace notochord::test
