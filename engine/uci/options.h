// The table of UCI options: names, kinds, defaults and ranges, and what happens when one is set.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace notochord::uci {

// Each setter is called with a value that is valid, and may still refuse it.
class Options {
 public:
  void AddSpin(absl::string_view name, std::int64_t initial, std::int64_t min, std::int64_t max,
               std::function<absl::Status(std::int64_t)> set);
  void AddCheck(absl::string_view name, bool initial, std::function<absl::Status(bool)> set);
  void AddString(absl::string_view name, absl::string_view initial,
                 std::function<absl::Status(const std::string&)> set);
  void AddButton(absl::string_view name, std::function<absl::Status()> press);

  // Names are matched regardless of case. An error, and no change, for an unknown name or a value
  // outside the range.
  absl::Status Set(absl::string_view name, absl::string_view value);

  // "option name ... type ..." lines, in the order in which they were added.
  std::string Describe() const;

 private:
  struct Option {
    std::string name;
    std::string description;  // type, default and range, as UCI writes them
    std::function<absl::Status(absl::string_view)> set;
  };

  std::vector<Option> options_;
};

}  // namespace notochord::uci
