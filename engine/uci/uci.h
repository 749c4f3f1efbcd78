// The UCI protocol: reads commands, keeps the position they describe, prints answers.
#pragma once

#include <iosfwd>
#include <string>
#include "absl/strings/string_view.h"

#include "engine/board/position.h"

namespace notochord::uci {

class Uci {
 public:
  Uci(absl::string_view version, std::ostream& out) : version_(version), out_(out) {}

  // Carries one line out. False: the user wants to quit.
  bool Execute(absl::string_view line);

 private:
  void SetPosition(absl::string_view arguments);
  void Go(absl::string_view arguments);
  void Perft(absl::string_view depth);
  void Display();
  void Inform(absl::string_view message);

  const std::string version_;
  std::ostream& out_;
  board::Position position_;
  bool chess960_ = false;
};

}  // namespace notochord::uci
