// Lines from a file descriptor, of any length, that end as on Unix or on Windows. Also notices when
// the reader of our output goes away while we wait, so that an engine whose GUI has died does not
// stay behind.
#pragma once

#include <string>

namespace notochord::uci {

class LineReader {
 public:
  LineReader(int input, int output) : input_(input), output_(output) {}

  // False: there is no more input, or nobody reads the output. A last line without a line break
  // counts.
  bool Next(std::string& line);

 private:
  bool Fill();

  const int input_;
  const int output_;
  std::string buffer_;
  std::size_t start_ = 0;    // of the next line
  std::size_t scanned_ = 0;  // no line break before here
  bool at_end_ = false;
};

}  // namespace notochord::uci
