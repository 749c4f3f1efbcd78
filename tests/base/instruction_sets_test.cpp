#include "engine/base/instruction_sets.h"

#include <gtest/gtest.h>

#include <string>

namespace notochord::cpu {
namespace {

constexpr InstructionSets kAll = 0x7FFF;

std::string ToString(const Line& line) { return {line.text, line.length}; }

TEST(InstructionSetsTest, NamesWhatItHolds) {
  EXPECT_EQ(ToString(Names(0)), "");
  EXPECT_EQ(ToString(Names(1)), "sse3");
  EXPECT_EQ(ToString(Names(0b1000010001)), "sse3 popcnt bmi2");
  EXPECT_EQ(ToString(Names(kAll)),
            "sse3 ssse3 sse4.1 sse4.2 popcnt avx avx2 fma bmi bmi2 avx512f avx512cd avx512bw "
            "avx512dq avx512vl");
}

TEST(InstructionSetsTest, SilentWhereNothingIsMissing) {
  EXPECT_EQ(Complaint(0, 0).length, 0U);
  EXPECT_EQ(Complaint(0, kAll).length, 0U);
  EXPECT_EQ(Complaint(0b101, 0b111).length, 0U);
  EXPECT_EQ(Complaint(kAll, kAll).length, 0U);
}

TEST(InstructionSetsTest, SaysWhatIsMissingAndNothingElse) {
  EXPECT_EQ(ToString(Complaint(0b1000010001, 0b0111111111)),
            "This build of Notochord needs instructions that this CPU lacks: bmi2; take one for "
            "an older CPU, or build one here with ARCH=native\n");
  for (InstructionSets bit = 1; bit <= kAll; bit <<= 1) {
    const std::string line = ToString(Complaint(kAll, kAll & ~bit));
    EXPECT_NE(line.find("lacks: " + ToString(Names(bit)) + ";"), std::string::npos) << line;
  }
}

TEST(InstructionSetsTest, TheLongestComplaintIsWhole) {
  const std::string line = ToString(Complaint(kAll, 0));
  EXPECT_NE(line.find(ToString(Names(kAll))), std::string::npos) << line;
  EXPECT_EQ(line.back(), '\n');
}

// Whatever runs this test has what the build needs; x86-64 alone has none of these.
TEST(InstructionSetsTest, ThisCpuRunsThisBuild) {
  EXPECT_EQ(kBuiltFor & ~Present(), 0U) << ToString(Complaint(kBuiltFor, Present()));
#if defined(__BMI2__)
  EXPECT_NE(ToString(Names(kBuiltFor)).find("bmi2"), std::string::npos);
#else
  EXPECT_EQ(ToString(Names(kBuiltFor)).find("bmi2"), std::string::npos);
#endif
#if defined(__POPCNT__)
  EXPECT_NE(ToString(Names(kBuiltFor)).find("popcnt"), std::string::npos);
#endif
}

}  // namespace
}  // namespace notochord::cpu
