// Compiled with NOTOCHORD_TUNE, with all sources that look at the parameters: they are UCI options,
// and what is set is what the search uses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "engine/base/params.h"
#include "engine/uci/output.h"
#include "engine/uci/uci.h"

#if !defined(NOTOCHORD_TUNE)
#error "this test is about the tuning build"
#endif
static_assert(!std::is_const_v<decltype(notochord::params::kLmrBase)>);

namespace notochord::uci {
namespace {

class TuningBuild : public testing::Test {
 protected:
  // The parameters outlive a test.
  ~TuningBuild() override {
    for (const params::Param& param : params::kAll) *param.value = param.initial;
  }

  // What a command prints, once it is done.
  std::string Run(const std::string& command) {
    stream_.str("");
    uci_.Execute(command);
    uci_.WaitForSearch();
    return stream_.str();
  }
  std::string Set(const std::string& name, int value) {
    return Run(absl::StrCat("setoption name ", name, " value ", value));
  }
  // Nodes of a search that starts from nothing.
  std::string Bench() {
    const std::vector<std::string> lines =
        absl::StrSplit(absl::StripTrailingAsciiWhitespace(Run("bench 6")), '\n');
    return std::string(absl::StrSplit(lines.back(), ' ').operator std::vector<std::string>()[0]);
  }

  // Nodes of the first search of a game.
  std::string SearchNewGame() {
    Run("ucinewgame");
    const std::string output = Run("go depth 8");
    const std::vector<std::string> words = absl::StrSplit(output, absl::ByAnyChar(" \n"));
    const auto name = std::find(words.rbegin(), words.rend(), "nodes");
    return name == words.rend() ? "" : *(name - 1);
  }

  std::ostringstream stream_;
  Output output_{stream_};
  Uci uci_{"test", output_};
};

TEST_F(TuningBuild, EveryParameterIsAnOption) {
  const std::string options = Run("uci");
  for (const params::Param& param : params::kAll) {
    const std::string name(absl::StripPrefix(param.name, "k"));
    EXPECT_TRUE(absl::StrContains(
        options, absl::StrCat("option name ", name, " type spin default ", param.initial, " min ",
                              param.min, " max ", param.max, "\n")))
        << name;
    const int other = param.initial == param.max ? param.min : param.max;
    EXPECT_EQ(Set(name, other), "");
    EXPECT_EQ(*param.value, other) << name;
    EXPECT_NE(Set(name, param.max + 1), "") << name;
    EXPECT_EQ(*param.value, other) << name;
  }
}

TEST_F(TuningBuild, TheSearchUsesWhatIsSet) {
  const std::string before = Bench();
  // One of move ordering, whole-node pruning, single-move pruning, reductions and quiescence each.
  for (const std::string name : {"MvvFactor", "RfpDepthMargin", "FutilityBase", "LmrBase",
                                 "QsFutilityMargin", "SeeKnight"}) {
    const params::Param* param = nullptr;
    for (const params::Param& p : params::kAll) {
      if (absl::StripPrefix(p.name, "k") == name) param = &p;
    }
    ASSERT_NE(param, nullptr) << name;
    EXPECT_EQ(Set(name, param->max), "");
    EXPECT_NE(Bench(), before) << name;
    EXPECT_EQ(Set(name, param->initial), "");
    EXPECT_EQ(Bench(), before) << name;
  }
}

TEST_F(TuningBuild, ANewGameUsesTablesOfWhatIsSet) {
  const std::string before = SearchNewGame();
  EXPECT_NE(before, "");
  EXPECT_EQ(SearchNewGame(), before);
  EXPECT_EQ(Set("LmrFactor", params::kLmrFactor / 2), "");
  const std::string other = SearchNewGame();
  EXPECT_NE(other, "");
  EXPECT_NE(other, before);
}

// name, type, value, minimum, maximum, step, learning rate: what OpenBench takes.
TEST_F(TuningBuild, PrintsTheTunersTable) {
  EXPECT_EQ(Set("LmrBase", 321), "");
  const std::vector<std::string> lines =
      absl::StrSplit(absl::StripTrailingAsciiWhitespace(Run("params")), '\n');
  ASSERT_EQ(lines.size(), params::kAll.size());
  std::set<std::string> names;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::vector<std::string> cells = absl::StrSplit(lines[i], ", ");
    ASSERT_EQ(cells.size(), 7) << lines[i];
    names.insert(cells[0]);
    EXPECT_EQ(cells[1], "int");
    EXPECT_EQ(cells[2], absl::StrCat(*params::kAll[i].value));
    EXPECT_EQ(cells[3], absl::StrCat(params::kAll[i].min));
    EXPECT_EQ(cells[4], absl::StrCat(params::kAll[i].max));
    double step = 0;
    double rate = 0;
    ASSERT_TRUE(absl::SimpleAtod(cells[5], &step) && absl::SimpleAtod(cells[6], &rate));
    EXPECT_TRUE(step > 0 && rate > 0 && rate < 1) << lines[i];
  }
  EXPECT_EQ(names.size(), lines.size());
  EXPECT_EQ(names.count("LmrBase"), 1);
}

}  // namespace
}  // namespace notochord::uci
