#include <gtest/gtest.h>

#include "tests/integration/rapid_session.h"
#include "tests/integration/session_fuzzer.h"
#include "tests/support/positions.h"

namespace notochord::test {
namespace {

TEST(SessionTest, RandomCommands) { RunRandomSession(kParanoid ? 300 : 1500, 1); }

TEST(SessionTest, RapidChanges) { RunRapidSession(kParanoid ? 60 : 300, 1); }

}  // namespace
}  // namespace notochord::test
