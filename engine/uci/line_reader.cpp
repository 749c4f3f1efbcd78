#include "engine/uci/line_reader.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace notochord::uci {

bool LineReader::Next(std::string& line) {
  while (true) {
    const std::size_t end = buffer_.find('\n', scanned_);
    if (end != std::string::npos) {
      line.assign(buffer_, start_, end - start_);
      start_ = scanned_ = end + 1;
      return true;
    }
    scanned_ = buffer_.size();
    if (!Fill()) break;
  }
  if (!at_end_ || start_ == buffer_.size()) return false;
  line.assign(buffer_, start_);
  start_ = scanned_ = buffer_.size();
  return true;
}

// False: nothing more will come, or nobody listens.
bool LineReader::Fill() {
  if (at_end_) return false;
  buffer_.erase(0, start_);
  scanned_ -= start_;
  start_ = 0;
  while (true) {
    std::array<pollfd, 2> descriptors = {{{input_, POLLIN, 0}, {output_, 0, 0}}};
    if (poll(descriptors.data(), descriptors.size(), -1) < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    if (descriptors[0].revents != 0) break;
    if (descriptors[1].revents != 0) return false;
  }
  std::array<char, 65536> chunk;
  ssize_t count = 0;
  do {
    count = read(input_, chunk.data(), chunk.size());
  } while (count < 0 && errno == EINTR);
  if (count <= 0) {
    at_end_ = true;
    return false;
  }
  buffer_.append(chunk.data(), static_cast<std::size_t>(count));
  return true;
}

}  // namespace notochord::uci
