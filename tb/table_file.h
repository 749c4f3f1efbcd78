// Syzygy table files: what their names say, and whether their content can be trusted. Fathom trusts
// every file that it maps; whatever could lead it astray is found here first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "engine/base/types.h"
#include "engine/board/material.h"

namespace notochord::tb {

enum class TableKind : std::uint8_t { kWdl, kDtz };

// The pieces of a table: "KQPvKR". The left side is the stronger one, and White unless flipped.
struct Signature {
  std::string name;
  std::array<std::string, 2> sides;  // "KQP", "KR"

  // None where the text is not the name under which Fathom looks for a table of at most seven men.
  static std::optional<Signature> Parse(absl::string_view name);
  int men() const { return static_cast<int>(sides[0].size() + sides[1].size()); }
  bool HasPawns() const { return name.find('P') != std::string::npos; }
  // With the left side as `left`.
  board::Material ToMaterial(Color left) const;
};

// Is this a whole and undamaged table of that kind? The name of a file proves nothing. Files above
// kMaxChecksummedSize are checked by their size and header only.
absl::Status ValidateTable(const Signature& signature, TableKind kind,
                           std::span<const std::uint8_t> file);

// Does a valid DTZ table hold 16-bit values? The packaged Fathom reads them from a wrong place.
bool HasWideValues(const Signature& signature, std::span<const std::uint8_t> dtz_file);

}  // namespace notochord::tb
