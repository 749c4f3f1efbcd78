#include "engine/uci/line_reader.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>

namespace notochord::uci {
namespace {

class Pipe {
 public:
  Pipe() {
    if (pipe(ends_.data()) != 0) std::abort();
  }
  ~Pipe() {
    CloseRead();
    CloseWrite();
  }
  int read_end() const { return ends_[0]; }
  int write_end() const { return ends_[1]; }
  void Write(const std::string& text) const {
    std::size_t done = 0;
    while (done < text.size()) {
      const ssize_t count = write(ends_[1], text.data() + done, text.size() - done);
      if (count <= 0) std::abort();
      done += static_cast<std::size_t>(count);
    }
  }
  void CloseRead() { Close(ends_[0]); }
  void CloseWrite() { Close(ends_[1]); }

 private:
  static void Close(int& end) {
    if (end >= 0) close(end);
    end = -1;
  }
  std::array<int, 2> ends_{};
};

TEST(LineReaderTest, LinesWithAndWithoutAnEnd) {
  Pipe in;
  Pipe out;
  in.Write("uci\n\r\n\nisready\r\nlast");
  in.CloseWrite();
  LineReader reader(in.read_end(), out.write_end());
  std::string line;
  for (const char* expected : {"uci", "\r", "", "isready\r", "last"}) {
    ASSERT_TRUE(reader.Next(line));
    EXPECT_EQ(line, expected);
  }
  EXPECT_FALSE(reader.Next(line));
  EXPECT_FALSE(reader.Next(line));
}

TEST(LineReaderTest, LongLines) {
  Pipe in;
  Pipe out;
  const std::string text(3'000'000, 'x');
  std::jthread writer([&] {
    in.Write(text + "\nshort\n");
    in.CloseWrite();
  });
  LineReader reader(in.read_end(), out.write_end());
  std::string line;
  ASSERT_TRUE(reader.Next(line));
  EXPECT_EQ(line, text);
  ASSERT_TRUE(reader.Next(line));
  EXPECT_EQ(line, "short");
  EXPECT_FALSE(reader.Next(line));
}

TEST(LineReaderTest, NoticesThatNobodyListens) {
  Pipe in;
  Pipe out;
  in.Write("one\n");
  LineReader reader(in.read_end(), out.write_end());
  std::string line;
  ASSERT_TRUE(reader.Next(line));
  std::jthread closer([&] { out.CloseRead(); });
  EXPECT_FALSE(reader.Next(line));
}

}  // namespace
}  // namespace notochord::uci
