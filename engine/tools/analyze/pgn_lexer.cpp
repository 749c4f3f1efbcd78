#include "engine/tools/analyze/pgn_lexer.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace notochord::analyze {
namespace {

constexpr absl::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr absl::string_view kWordEnds = " \t\r\n\v\f{}()[];$";

using Kind = PgnToken::Kind;

}  // namespace

PgnLexer::PgnLexer(absl::string_view text) : text_(text) {
  if (absl::StartsWith(text, kByteOrderMark)) at_ = kByteOrderMark.size();
}

void PgnLexer::MoveTo(std::size_t to) {
  to = std::min(to, text_.size());
  const absl::string_view passed = text_.substr(at_, to - at_);
  line_ += static_cast<std::size_t>(std::count(passed.begin(), passed.end(), '\n'));
  at_ = to;
}

bool PgnLexer::SkipToToken() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == ';' || (c == '%' && AtLineStart())) {
      MoveTo(text_.find('\n', at_));
    } else if (c == '{') {
      const std::size_t end = text_.find('}', at_);
      if (end == absl::string_view::npos) return false;
      MoveTo(end + 1);
    } else if (c == '$') {
      MoveTo(at_ + 1);
      while (at_ < text_.size() && absl::ascii_isdigit(static_cast<unsigned char>(text_[at_]))) {
        MoveTo(at_ + 1);
      }
    } else if (absl::ascii_isspace(static_cast<unsigned char>(c)) || c == '}' || c == ']') {
      MoveTo(at_ + 1);
    } else {
      return true;
    }
  }
  return true;
}

// Games begin with this tag in all but the oddest files.
PgnToken PgnLexer::Broken(absl::string_view what) {
  PgnToken token{Kind::kBroken, std::string(what), "", line_, at_};
  const std::size_t next = text_.find("\n[Event ", at_);
  MoveTo(next == absl::string_view::npos ? text_.size() : next + 1);
  token.end = at_;
  return token;
}

// [Name "value"]. Quotes inside the value should have a backslash before them; those that have none
// are known by what follows them.
PgnToken PgnLexer::ReadTag() {
  PgnToken token{Kind::kTag, "", "", line_, 0};
  const std::size_t line_end = std::min(text_.find('\n', at_), text_.size());
  const absl::string_view line = text_.substr(at_, line_end - at_);
  std::size_t i = line.find('"');
  if (i == absl::string_view::npos) return Broken("a tag without a value");
  token.text = std::string(absl::StripAsciiWhitespace(line.substr(1, i - 1)));
  for (++i; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && (line[i + 1] == '"' || line[i + 1] == '\\')) {
      ++i;
    } else if (line[i] == '"') {
      const absl::string_view rest = absl::StripLeadingAsciiWhitespace(line.substr(i + 1));
      if (absl::StartsWith(rest, "]")) {
        MoveTo(at_ + line.size() - rest.size() + 1);
        token.end = at_;
        return token;
      }
    }
    token.value += line[i];
  }
  return Broken(absl::StrCat("the tag ", token.text, " does not end"));
}

PgnToken PgnLexer::Next() {
  if (!SkipToToken()) return Broken("a comment that does not end");
  PgnToken token{Kind::kEnd, "", "", line_, at_};
  if (at_ >= text_.size()) return token;
  switch (text_[at_]) {
    case '[':
      return ReadTag();
    case '(':
      token.kind = Kind::kOpen;
      MoveTo(at_ + 1);
      break;
    case ')':
      token.kind = Kind::kClose;
      MoveTo(at_ + 1);
      break;
    default: {
      const std::size_t end = std::min(text_.find_first_of(kWordEnds, at_), text_.size());
      token.kind = Kind::kWord;
      token.text = std::string(text_.substr(at_, end - at_));
      MoveTo(end);
    }
  }
  token.end = at_;
  return token;
}

}  // namespace notochord::analyze
