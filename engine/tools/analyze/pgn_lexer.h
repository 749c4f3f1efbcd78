// The words of a PGN text, without what only people read: comments, NAGs, escaped lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace notochord::analyze {

struct PgnToken {
  enum class Kind : std::uint8_t {
    kTag,     // [text "value"]
    kWord,    // a move, a move number or both, a result
    kOpen,    // of a variation
    kClose,   // of a variation
    kBroken,  // text says what is wrong; the lexer goes on at the next game
    kEnd,
  };

  Kind kind = Kind::kEnd;
  std::string text;
  std::string value;
  std::size_t line = 1;  // where it begins
  std::size_t end = 0;   // the byte behind it
};

// The text must outlive it.
class PgnLexer {
 public:
  explicit PgnLexer(absl::string_view text);

  PgnToken Next();

 private:
  bool AtLineStart() const { return at_ == 0 || text_[at_ - 1] == '\n'; }
  // Moves on to `to`, counting lines.
  void MoveTo(std::size_t to);
  // Past white space, comments and NAGs. False: a comment does not end.
  bool SkipToToken();
  PgnToken Broken(absl::string_view what);
  PgnToken ReadTag();

  const absl::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

}  // namespace notochord::analyze
