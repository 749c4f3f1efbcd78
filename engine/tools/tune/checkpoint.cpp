#include "engine/tools/tune/checkpoint.h"

#include <bit>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"

namespace notochord::tune {
namespace {

constexpr absl::string_view kHeader = "notochord-tune-1";

class Hash {
 public:
  void Add(std::uint64_t value) {
    state_ = (state_ ^ value) * 0x9E3779B97F4A7C15ULL;
    state_ ^= state_ >> 29;
  }
  void Add(double value) { Add(std::bit_cast<std::uint64_t>(value)); }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 1;
};

void AddBlocks(const std::vector<Block>& blocks, Hash& hash) {
  for (const Block& block : blocks) {
    for (const Sample& sample : block.samples) {
      hash.Add(std::uint64_t{std::bit_cast<std::uint32_t>(sample.result)} << 16 |
               static_cast<std::uint16_t>(sample.score));
      hash.Add(std::uint64_t{sample.phase} << 32 | sample.EntryCount());
    }
  }
}

// Every number of a state, in the file's order.
template <typename State, typename Visit>
void VisitNumbers(State& state, Visit visit) {
  visit(state.rate);
  visit(state.train_loss);
  visit(state.hold_out_loss);
  visit(state.first_loss);
  visit(state.best_loss);
  for (auto* weights : {&state.weights, &state.mean, &state.square, &state.best}) {
    for (auto& weight : *weights) {
      visit(weight.mg);
      visit(weight.eg);
    }
  }
}

}  // namespace

std::uint64_t Fingerprint(const SampleSet& samples, const TrainerSettings& settings,
                          const WeightVector& start) {
  Hash hash;
  AddBlocks(samples.training, hash);
  AddBlocks(samples.hold_out, hash);
  hash.Add(std::uint64_t{settings.batch_blocks});
  hash.Add(settings.learning_rate);
  hash.Add(static_cast<std::uint64_t>(settings.patience));
  hash.Add(settings.prior);
  hash.Add(settings.loss.k);
  hash.Add(settings.loss.score_share);
  hash.Add(settings.seed);
  for (const Weight& weight : start) {
    hash.Add(weight.mg);
    hash.Add(weight.eg);
  }
  return hash.value();
}

std::string FormatState(const TrainerState& state, std::uint64_t fingerprint) {
  std::string text =
      absl::StrFormat("%s %016x\n%d %d %d %d %d\n", kHeader, fingerprint, state.epoch, state.step,
                      state.stale, state.best_epoch, state.weights.size());
  VisitNumbers(state, [&](const double& number) {
    absl::StrAppendFormat(&text, "%016x\n", std::bit_cast<std::uint64_t>(number));
  });
  return absl::StrCat(text, "end\n");
}

absl::StatusOr<TrainerState> ParseState(absl::string_view text, std::uint64_t fingerprint) {
  const std::vector<absl::string_view> words =
      absl::StrSplit(text, absl::ByAnyChar(" \n"), absl::SkipEmpty());
  if (words.size() < 7 || words[0] != kHeader) {
    return absl::InvalidArgumentError("the checkpoint is none");
  }
  std::uint64_t found = 0;
  if (!absl::SimpleHexAtoi(words[1], &found) || found != fingerprint) {
    return absl::InvalidArgumentError(
        "the checkpoint belongs to a training with other data, settings or weights");
  }
  const absl::Status damaged = absl::DataLossError("the checkpoint is damaged");
  TrainerState state;
  std::size_t size = 0;
  if (!absl::SimpleAtoi(words[2], &state.epoch) || !absl::SimpleAtoi(words[3], &state.step) ||
      !absl::SimpleAtoi(words[4], &state.stale) || !absl::SimpleAtoi(words[5], &state.best_epoch) ||
      !absl::SimpleAtoi(words[6], &size) || size != kWeightCount || words.back() != "end" ||
      words.size() != 7 + 5 + 8 * kWeightCount + 1) {
    return damaged;
  }
  for (WeightVector* weights : {&state.weights, &state.mean, &state.square, &state.best}) {
    weights->resize(size);
  }
  std::size_t next = 7;
  bool good = true;
  VisitNumbers(state, [&](double& number) {
    std::uint64_t bits = 0;
    good = good && absl::SimpleHexAtoi(words[next++], &bits);
    number = std::bit_cast<double>(bits);
  });
  if (!good) return damaged;
  return state;
}

absl::Status WriteFile(const std::string& path, absl::string_view text) {
  std::error_code error;
  const bool in_place =
      std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error);
  const std::string draft = in_place ? path : absl::StrCat(path, ".part");
  std::ofstream out(draft, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  error.clear();
  if (out && !in_place) std::filesystem::rename(draft, path, error);
  if (!out || error) return absl::UnavailableError(absl::StrCat(path, ": cannot be written"));
  return absl::OkStatus();
}

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return absl::NotFoundError(absl::StrCat(path, ": cannot be opened"));
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

}  // namespace notochord::tune
