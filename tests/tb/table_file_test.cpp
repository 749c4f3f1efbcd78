#include "tb/table_file.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/base/mapped_file.h"
#include "engine/board/position.h"
#include "tests/support/data.h"
#include "tests/support/positions.h"
#include "tests/support/tables.h"

namespace notochord::tb {
namespace {

TEST(SignatureTest, KnowsTheNamesOfTables) {
  for (const absl::string_view name : {"KQvK", "KPvK", "KQvKQ", "KQvKR", "KRPvK", "KQQvKR", "KNvKP",
                                       "KRBvKNN", "KQPPPPvK", "KQRvKQB", "KQRPvKQP"}) {
    const std::optional<Signature> signature = Signature::Parse(name);
    ASSERT_TRUE(signature) << name;
    EXPECT_EQ(signature->name, name);
  }
  for (const absl::string_view name :
       {"", "v", "KvK", "KvKQ", "KRvKQ", "KPQvK", "KQvKQR", "KQQvKRR1", "KXvK", "QKvK", "KQK",
        "KQvKvK", "KKvK", "kqvk", "KqvK", "KQvKp", "KQQQQvKQQ", "KRPvKQP"}) {
    EXPECT_FALSE(Signature::Parse(name)) << name;
  }
}

TEST(SignatureTest, CountsItsPieces) {
  const Signature signature = *Signature::Parse("KRPvKB");
  EXPECT_EQ(signature.men(), 5);
  EXPECT_TRUE(signature.HasPawns());
  EXPECT_FALSE(Signature::Parse("KRvKB")->HasPawns());
  EXPECT_EQ(signature.ToMaterial(Color::kWhite),
            test::PositionFrom("4k3/4b3/8/8/8/8/4P3/R3K3 w - -").material());
  EXPECT_EQ(signature.ToMaterial(Color::kBlack),
            test::PositionFrom("4k2r/4p3/8/8/8/8/4B3/4K3 w - -").material());
}

TEST(TableFileTest, RefusesWhatIsNoTable) {
  const Signature signature = *Signature::Parse("KQvK");
  for (const std::size_t size : {0U, 1U, 16U, 64U, 80U, 4096U, 4112U}) {
    const std::vector<std::uint8_t> bytes(size);
    EXPECT_FALSE(ValidateTable(signature, TableKind::kWdl, bytes).ok()) << size;
  }
}

TEST(TableFileTest, RefusesRandomBytes) {
  const Signature signature = *Signature::Parse("KQPvKP");
  Rng rng(1);
  for (int i = 0; i < 1000; ++i) {
    std::vector<std::uint8_t> bytes(16 + 64 * (1 + rng.Below(20)));
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.Below(256));
    bytes[0] = 0xD7;
    bytes[1] = 0x66;
    bytes[2] = 0x0C;
    bytes[3] = 0xA5;
    EXPECT_FALSE(ValidateTable(signature, TableKind::kDtz, bytes).ok());
  }
}

// Where the first sub-table's flags are: behind five bytes, and the order and the pieces of each.
TEST(TableFileTest, KnowsWideValues) {
  NOTOCHORD_REQUIRE_DATA();
  const std::pair<absl::string_view, std::size_t> tables[] = {{"KBNvK", 10}, {"KPvK", 22}};
  for (const auto& [name, flags] : tables) {
    const Signature signature = *Signature::Parse(name);
    const absl::StatusOr<MappedFile> file =
        MappedFile::Open(absl::StrCat(test::TablePath(), "/", name, ".rtbz"));
    ASSERT_TRUE(file.ok());
    std::vector<std::uint8_t> bytes(file->bytes().begin(), file->bytes().end());
    EXPECT_FALSE(HasWideValues(signature, bytes)) << name;
    bytes[flags] |= 16;
    EXPECT_TRUE(HasWideValues(signature, bytes)) << name;
  }
}

}  // namespace
}  // namespace notochord::tb
