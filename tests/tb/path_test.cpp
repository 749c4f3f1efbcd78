// What SyzygyPath may name: good, bad and damaged directories, in any order. Nothing may crash, and
// no value may be wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "engine/base/mapped_file.h"
#include "engine/base/rng.h"
#include "tb/syzygy.h"
#include "tests/support/data.h"
#include "tests/support/positions.h"
#include "tests/support/tables.h"
#include "tests/tb/expected_values.h"

namespace notochord::tb {
namespace {

namespace fs = std::filesystem;
using test::PositionFrom;
using test::TableDirectory;
using test::TablePath;

constexpr absl::string_view kQueenWins = "8/8/8/4k3/8/8/3QK3/8 w - -";
constexpr absl::string_view kRookWins = "8/8/8/4k3/8/8/3RK3/8 w - -";

bool Mentions(const Syzygy::Report& report, absl::string_view text) {
  return std::any_of(report.problems.begin(), report.problems.end(),
                     [&](const std::string& problem) { return absl::StrContains(problem, text); });
}

TEST(SyzygyPathTest, EmptyWrongAndBack) {
  NOTOCHORD_REQUIRE_DATA();
  Syzygy tables;
  const std::vector<test::ExpectedValue> values = test::ExpectedValues(50);
  constexpr int kRounds = test::kParanoid ? 20 : 100;
  for (int round = 0; round < kRounds; ++round) {
    EXPECT_EQ(tables.Open(TablePath()).wdl_tables, 41);
    EXPECT_EQ(test::Compare(tables, values).wdl, values.size());
    const Syzygy::Report wrong = tables.Open("/no/such/directory");
    EXPECT_EQ(wrong.wdl_tables, 0);
    EXPECT_TRUE(Mentions(wrong, "/no/such/directory"));
    EXPECT_EQ(tables.max_pieces(), 0);
    EXPECT_EQ(test::Compare(tables, values).wdl, 0U);
    EXPECT_EQ(tables.Open("").wdl_tables, 0);
    EXPECT_EQ(tables.max_pieces(), 0);
    EXPECT_EQ(test::Compare(tables, values).wdl, 0U);
  }
}

TEST(SyzygyPathTest, AFileIsNoDirectory) {
  NOTOCHORD_REQUIRE_DATA();
  Syzygy tables;
  const Syzygy::Report report = tables.Open(test::DataPath("syzygy/KQvK.rtbw"));
  EXPECT_EQ(report.wdl_tables, 0);
  EXPECT_EQ(report.problems.size(), 1U);
}

TEST(SyzygyPathTest, StrayColonsMeanNothing) {
  NOTOCHORD_REQUIRE_DATA();
  Syzygy tables;
  for (const std::string& path : {absl::StrCat(TablePath(), ":"), absl::StrCat(":", TablePath()),
                                  absl::StrCat("::", TablePath(), "::")}) {
    const Syzygy::Report report = tables.Open(path);
    EXPECT_EQ(report.wdl_tables, 41) << path;
    EXPECT_TRUE(report.problems.empty());
  }
  EXPECT_EQ(tables.Open(":").wdl_tables, 0);
  EXPECT_EQ(tables.Open(" : ").wdl_tables, 0);
}

TEST(SyzygyPathTest, SpacesAndForeignLetters) {
  NOTOCHORD_REQUIRE_DATA();
  const TableDirectory directory("Endspiele für Zoë – таблицы");
  directory.Copy("KQvK.rtbw");
  directory.Copy("KQvK.rtbz");
  Syzygy tables;
  const Syzygy::Report report = tables.Open(directory.path());
  EXPECT_EQ(report.wdl_tables, 1);
  EXPECT_EQ(report.dtz_tables, 1);
  EXPECT_EQ(report.max_pieces, 3);
  EXPECT_EQ(tables.ProbeWdl(PositionFrom(kQueenWins)), Wdl::kWin);
  EXPECT_FALSE(tables.ProbeWdl(PositionFrom(kRookWins)));
}

TEST(SyzygyPathTest, RelativePathsAreSeenFromHere) {
  NOTOCHORD_REQUIRE_DATA();
  const TableDirectory directory;
  directory.Copy("KQvK.rtbw");
  directory.Copy("KRvK.rtbw");
  test::FlipByte(directory.File("KRvK.rtbw"), 100);  // so that links are made
  Syzygy tables;
  const Syzygy::Report report = tables.Open(fs::relative(directory.path()).string());
  EXPECT_EQ(report.wdl_tables, 1);
  EXPECT_EQ(tables.ProbeWdl(PositionFrom(kQueenWins)), Wdl::kWin);
}

TEST(SyzygyPathTest, TwoDirectories) {
  NOTOCHORD_REQUIRE_DATA();
  const TableDirectory wdl;
  const TableDirectory dtz;
  for (const char* name : {"KQvK", "KRvK"}) {
    wdl.Copy(absl::StrCat(name, ".rtbw"));
    dtz.Copy(absl::StrCat(name, ".rtbz"));
  }
  Syzygy tables;
  EXPECT_EQ(tables.Open(wdl.path()).dtz_tables, 0);
  EXPECT_EQ(tables.Open(dtz.path()).wdl_tables, 0);
  for (const std::string& path :
       {absl::StrCat(wdl.path(), ":", dtz.path()), absl::StrCat(dtz.path(), ":", wdl.path())}) {
    const Syzygy::Report report = tables.Open(path);
    EXPECT_EQ(report.wdl_tables, 2);
    EXPECT_EQ(report.dtz_tables, 2);
    EXPECT_TRUE(tables.ProbeDtz(PositionFrom(kQueenWins)));
  }
}

TEST(SyzygyPathTest, AGoodFileStandsInForADamagedOne) {
  NOTOCHORD_REQUIRE_DATA();
  const TableDirectory bad;
  bad.CopyAll();
  test::FlipByte(bad.File("KQvK.rtbw"), 200);
  Syzygy tables;
  EXPECT_EQ(tables.Open(bad.path()).wdl_tables, 40);
  EXPECT_FALSE(tables.ProbeWdl(PositionFrom(kQueenWins)));
  EXPECT_EQ(tables.ProbeWdl(PositionFrom(kRookWins)), Wdl::kWin);
  const Syzygy::Report report = tables.Open(absl::StrCat(bad.path(), ":", TablePath()));
  EXPECT_EQ(report.wdl_tables, 41);
  EXPECT_TRUE(Mentions(report, "KQvK.rtbw has a wrong checksum"));
  EXPECT_EQ(tables.ProbeWdl(PositionFrom(kQueenWins)), Wdl::kWin);
}

// Every way in which one file of a full directory can be bad. The others stay usable.
TEST(SyzygyPathTest, BadFilesAreLeftOut) {
  NOTOCHORD_REQUIRE_DATA();
  const std::vector<test::ExpectedValue> values = test::ExpectedValues(5);
  const TableDirectory directory;
  directory.CopyAll();
  Syzygy tables;
  EXPECT_EQ(tables.Open(directory.path()).wdl_tables, 41);
  const auto check = [&](absl::string_view problem, int wdl_tables, int dtz_tables) {
    const Syzygy::Report report = tables.Open(directory.path());
    EXPECT_TRUE(Mentions(report, problem)) << problem;
    EXPECT_EQ(report.problems.size(), 1U);
    EXPECT_EQ(report.wdl_tables, wdl_tables) << problem;
    EXPECT_EQ(report.dtz_tables, dtz_tables) << problem;
    EXPECT_GT(test::Compare(tables, values).wdl, values.size() / 2);
  };
  const auto replace = [&](absl::string_view name) {
    fs::remove_all(directory.File(name));
    directory.Copy(name);
  };

  const std::string queen = directory.File("KQvK.rtbw");
  test::Truncate(queen, 0);
  check("KQvK.rtbw is empty", 40, 39);
  replace("KQvK.rtbw");
  test::Truncate(queen, 100);
  check("KQvK.rtbw is incomplete", 40, 39);
  replace("KQvK.rtbw");
  // A multiple of 64 and the 16 bytes of a checksum: the size alone looks right.
  test::Truncate(queen, test::SizeOf(queen) - 128);
  check("KQvK.rtbw", 40, 39);
  replace("KQvK.rtbw");
  test::FlipByte(queen, 1);
  check("KQvK.rtbw is no such table", 40, 39);
  replace("KQvK.rtbw");
  fs::remove(queen);
  directory.CopyAs("KRvK.rtbw", "KQvK.rtbw");
  check("KQvK.rtbw is no table of these pieces", 40, 39);
  replace("KQvK.rtbw");
  fs::remove(queen);
  fs::create_directory(queen);
  check("KQvK.rtbw is no file", 40, 39);
  replace("KQvK.rtbw");
  const std::string bishops = directory.File("KBBvK.rtbz");
  test::FlipByte(bishops, test::SizeOf(bishops) / 2);
  check("KBBvK.rtbz has a wrong checksum", 41, 39);
  replace("KBBvK.rtbz");
  fs::remove(bishops);
  directory.CopyAs("KBBvK.rtbw", "KBBvK.rtbz");
  check("KBBvK.rtbz is no such table", 41, 39);
}

TEST(SyzygyPathTest, FindsAnyDamagedByte) {
  NOTOCHORD_REQUIRE_DATA();
  const TableDirectory directory;
  Rng rng(5);
  for (const char* name : {"KPvK.rtbw", "KBNvK.rtbz", "KNvK.rtbw"}) {
    directory.Copy(name);
    const std::string file = directory.File(name);
    const Signature signature =
        *Signature::Parse(absl::string_view(name).substr(0, absl::string_view(name).find('.')));
    const TableKind kind = absl::EndsWith(name, "w") ? TableKind::kWdl : TableKind::kDtz;
    const auto validate = [&] {
      return ValidateTable(signature, kind, MappedFile::Open(file)->bytes());
    };
    EXPECT_TRUE(validate().ok()) << name;
    for (int i = 0; i < 100; ++i) {
      const std::uint64_t offset = rng.Below(test::SizeOf(file));
      test::FlipByte(file, offset);
      EXPECT_FALSE(validate().ok()) << name << " at " << offset;
      test::FlipByte(file, offset);
    }
    EXPECT_TRUE(validate().ok()) << name;
  }
}

// The library prints about files that it does not like, and such lines are no protocol.
TEST(SyzygyPathTest, NothingIsPrinted) {
  NOTOCHORD_REQUIRE_DATA();
  const TableDirectory directory;
  directory.CopyAll();
  test::Truncate(directory.File("KRvK.rtbw"), 1000);
  test::Truncate(directory.File("KBvK.rtbz"), 77);
  std::ofstream(directory.File("KQvK.rtbm")) << "short";
  testing::internal::CaptureStdout();
  Syzygy tables;
  EXPECT_EQ(tables.Open(directory.path()).wdl_tables, 40);
  EXPECT_FALSE(tables.ProbeWdl(PositionFrom(kRookWins)));
  std::fflush(stdout);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST(SyzygyPathTest, LeavesNothingBehind) {
  NOTOCHORD_REQUIRE_DATA();
  const TableDirectory directory;
  directory.Copy("KQvK.rtbw");
  directory.Copy("KRvK.rtbw");
  test::Truncate(directory.File("KRvK.rtbw"), 1000);
  const TableDirectory temporary;
  ASSERT_EQ(setenv("TMPDIR", temporary.path().c_str(), 1), 0);
  Syzygy tables;
  EXPECT_EQ(tables.Open(directory.path()).wdl_tables, 1);
  EXPECT_EQ(tables.ProbeWdl(PositionFrom(kQueenWins)), Wdl::kWin);
  EXPECT_TRUE(fs::is_empty(temporary.path()));
  // Nowhere to put links: then no tables, but a reason.
  ASSERT_EQ(setenv("TMPDIR", "/no/such/directory", 1), 0);
  const Syzygy::Report report = tables.Open(directory.path());
  EXPECT_EQ(report.wdl_tables, 0);
  EXPECT_TRUE(Mentions(report, "cannot leave bad files out"));
  EXPECT_EQ(unsetenv("TMPDIR"), 0);
}

}  // namespace
}  // namespace notochord::tb
