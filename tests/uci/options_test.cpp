#include "engine/uci/options.h"

#include <gtest/gtest.h>

namespace notochord::uci {
namespace {

class OptionsTest : public testing::Test {
 protected:
  OptionsTest() {
    options_.AddSpin("Hash", 16, 1, 1024, [this](std::int64_t value) {
      if (value == 13) return absl::ResourceExhaustedError("no luck");
      spin_ = value;
      return absl::OkStatus();
    });
    options_.AddCheck("Own Book", false, [this](bool value) {
      check_ = value;
      return absl::OkStatus();
    });
    options_.AddString("Path", "", [this](const std::string& value) {
      string_ = value;
      return absl::OkStatus();
    });
    options_.AddButton("Clear", [this] {
      ++pressed_;
      return absl::OkStatus();
    });
  }

  Options options_;
  std::int64_t spin_ = 0;
  bool check_ = false;
  std::string string_ = "unset";
  int pressed_ = 0;
};

TEST_F(OptionsTest, Describes) {
  EXPECT_EQ(options_.Describe(),
            "option name Hash type spin default 16 min 1 max 1024\n"
            "option name Own Book type check default false\n"
            "option name Path type string default <empty>\n"
            "option name Clear type button\n");
}

TEST_F(OptionsTest, SetsValues) {
  EXPECT_TRUE(options_.Set("Hash", "1024").ok());
  EXPECT_EQ(spin_, 1024);
  EXPECT_TRUE(options_.Set("hash", "1").ok());
  EXPECT_EQ(spin_, 1);
  EXPECT_TRUE(options_.Set("OWN BOOK", "True").ok());
  EXPECT_TRUE(check_);
  EXPECT_TRUE(options_.Set("Path", "a b").ok());
  EXPECT_EQ(string_, "a b");
  EXPECT_TRUE(options_.Set("Path", "<empty>").ok());
  EXPECT_EQ(string_, "");
  EXPECT_TRUE(options_.Set("Clear", "").ok());
  EXPECT_EQ(pressed_, 1);
}

TEST_F(OptionsTest, RefusesWhatIsWrong) {
  for (const char* value : {"0", "1025", "", "x", "16x", "1e3", "99999999999999999999", "-1"}) {
    EXPECT_FALSE(options_.Set("Hash", value).ok()) << value;
  }
  EXPECT_EQ(spin_, 0);
  EXPECT_FALSE(options_.Set("Own Book", "yes").ok());
  EXPECT_FALSE(options_.Set("nothing", "1").ok());
  const absl::Status status = options_.Set("Hash", "13");
  EXPECT_EQ(status.message(), "Hash: no luck");
}

}  // namespace
}  // namespace notochord::uci
