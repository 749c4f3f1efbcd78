#include "engine/uci/options.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace notochord::uci {

void Options::AddSpin(absl::string_view name, std::int64_t initial, std::int64_t min,
                      std::int64_t max, std::function<absl::Status(std::int64_t)> set) {
  options_.push_back({std::string(name),
                      absl::StrCat("spin default ", initial, " min ", min, " max ", max),
                      [min, max, set = std::move(set)](absl::string_view text) -> absl::Status {
                        std::int64_t value = 0;
                        if (!absl::SimpleAtoi(text, &value) || value < min || value > max) {
                          return absl::InvalidArgumentError(
                              absl::StrCat("expected a number from ", min, " to ", max));
                        }
                        return set(value);
                      }});
}

void Options::AddCheck(absl::string_view name, bool initial,
                       std::function<absl::Status(bool)> set) {
  options_.push_back({std::string(name), absl::StrCat("check default ", initial ? "true" : "false"),
                      [set = std::move(set)](absl::string_view text) -> absl::Status {
                        const bool on = absl::EqualsIgnoreCase(text, "true");
                        if (!on && !absl::EqualsIgnoreCase(text, "false")) {
                          return absl::InvalidArgumentError("expected true or false");
                        }
                        return set(on);
                      }});
}

void Options::AddString(absl::string_view name, absl::string_view initial,
                        std::function<absl::Status(const std::string&)> set) {
  options_.push_back({std::string(name),
                      absl::StrCat("string default ", initial.empty() ? "<empty>" : initial),
                      [set = std::move(set)](absl::string_view text) -> absl::Status {
                        return set(text == "<empty>" ? std::string() : std::string(text));
                      }});
}

void Options::AddButton(absl::string_view name, std::function<absl::Status()> press) {
  options_.push_back({std::string(name), "button",
                      [press = std::move(press)](absl::string_view) { return press(); }});
}

absl::Status Options::Set(absl::string_view name, absl::string_view value) {
  for (const Option& option : options_) {
    if (!absl::EqualsIgnoreCase(option.name, name)) continue;
    absl::Status status = option.set(value);
    if (status.ok()) return status;
    return absl::Status(status.code(), absl::StrCat(option.name, ": ", status.message()));
  }
  return absl::NotFoundError(absl::StrCat("unknown option: ", name));
}

std::string Options::Describe() const {
  std::string text;
  for (const Option& option : options_) {
    absl::StrAppend(&text, "option name ", option.name, " type ", option.description, "\n");
  }
  return text;
}

}  // namespace notochord::uci
