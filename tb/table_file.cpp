#include "tb/table_file.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "engine/board/notation.h"
#include "tb/checksum.h"

namespace notochord::tb {
namespace {

using board::PieceTypeFromUpper;
using Bytes = std::span<const std::uint8_t>;

constexpr std::size_t kMaxMen = 7;
constexpr std::uint8_t kSplitFlag = 1;  // of the file: one table for each side to move
constexpr std::uint8_t kPawnsFlag = 2;
constexpr std::uint8_t kWideFlag = 16;    // of a DTZ table
constexpr std::uint8_t kConstFlag = 128;  // of a table: all positions have one value
constexpr std::size_t kMaxSymbols = 4095;

// A king, then pieces from the queen down to the pawn.
bool IsSide(absl::string_view side) {
  if (side.empty() || side[0] != 'K') return false;
  PieceType last = PieceType::kQueen;
  for (const char letter : side.substr(1)) {
    const PieceType type = PieceTypeFromUpper(letter);
    if (type > last) return false;  // kNone is larger than any
    last = type;
  }
  return true;
}

// Reads a table's header with bounds: behind the end all bytes are 0, and `ok` is lost.
class HeaderReader {
 public:
  explicit HeaderReader(Bytes bytes) : bytes_(bytes) {}

  std::uint8_t Byte(std::size_t offset) {
    if (offset >= bytes_.size()) ok_ = false;
    return ok_ ? bytes_[offset] : std::uint8_t{0};
  }
  std::uint32_t Number(std::size_t offset, std::size_t bytes) {
    std::uint32_t value = 0;
    for (std::size_t i = bytes; i-- > 0;) value = value << 8 | Byte(offset + i);
    return value;
  }
  bool ok() const { return ok_; }

 private:
  const Bytes bytes_;
  bool ok_ = true;
};

// The header: the order of the pieces for each sub-table (four with pawns, one for each file of the
// leading pawn), then what is needed to decompress each of them.
struct Header {
  bool right_pieces = true;
  bool wide = false;
  bool ok = true;             // nothing is out of range
  std::size_t data_size = 0;  // header and compressed blocks: the file is larger than that
};

// Every position of the list holds the pieces that the name promises. `shift` selects the list of
// the side to move: White's in the low half of each byte, Black's in the high half.
bool HoldsPieces(const Signature& signature, HeaderReader& reader, std::size_t offset, int shift) {
  board::Material found;
  for (std::size_t i = 0; i < static_cast<std::size_t>(signature.men()); ++i) {
    const unsigned code = reader.Byte(offset + i) >> shift & 15U;  // 1 to 6, Black's from 9 to 14
    const unsigned type = code & 7U;
    if (type < 1 || type > 6) return false;
    found.Add(
        MakePiece(code < 8 ? Color::kWhite : Color::kBlack, static_cast<PieceType>(type - 1)));
  }
  return found == signature.ToMaterial(Color::kWhite);
}

// Reads one sub-table's part and returns where the next one begins.
std::size_t ReadSubTable(HeaderReader& reader, std::size_t offset, Header& header) {
  const std::uint8_t flags = reader.Byte(offset);
  if ((flags & kConstFlag) != 0) return offset + 2;
  header.wide |= (flags & kWideFlag) != 0;
  const std::size_t block_bits = reader.Byte(offset + 1);
  const std::size_t index_bits = reader.Byte(offset + 2);
  const std::uint64_t blocks = reader.Number(offset + 4, 4);
  const int lengths = reader.Byte(offset + 8) - reader.Byte(offset + 9) + 1;
  if (lengths < 1 || block_bits > 30 || index_bits < 1 || index_bits > 40) {
    header.ok = false;
    return offset;
  }
  const std::size_t lists = offset + 10 + 2 * static_cast<std::size_t>(lengths);
  const std::size_t symbols = reader.Number(lists, 2);
  if (symbols < 1 || symbols > kMaxSymbols) header.ok = false;
  header.data_size += 2 * (blocks + reader.Byte(offset + 3)) + (blocks << block_bits);
  return lists + 2 + 3 * symbols + (symbols & 1);
}

Header ReadHeader(const Signature& signature, TableKind kind, Bytes file) {
  HeaderReader reader(file);
  Header header;
  const bool pawns = signature.HasPawns();
  const std::uint8_t flags = reader.Byte(4);
  const bool split = kind == TableKind::kWdl && (flags & kSplitFlag) != 0;
  header.right_pieces = ((flags & kPawnsFlag) != 0) == pawns;
  const bool both_have_pawns =
      absl::StrContains(signature.sides[0], 'P') && absl::StrContains(signature.sides[1], 'P');
  const std::size_t tables = pawns ? 4 : 1;
  const std::size_t orders = both_have_pawns ? 2 : 1;
  const auto men = static_cast<std::size_t>(signature.men());
  std::size_t offset = 5;
  for (std::size_t t = 0; t < tables; ++t, offset += orders + men) {
    header.right_pieces &= HoldsPieces(signature, reader, offset + orders, 0);
    if (split) header.right_pieces &= HoldsPieces(signature, reader, offset + orders, 4);
  }
  offset += offset & 1;
  for (std::size_t t = 0; t < tables * (split ? 2 : 1) && header.ok && reader.ok(); ++t) {
    offset = ReadSubTable(reader, offset, header);
  }
  header.data_size += offset;
  header.ok &= reader.ok();
  return header;
}

absl::Status Damaged(absl::string_view how) { return absl::DataLossError(how); }

}  // namespace

std::optional<Signature> Signature::Parse(absl::string_view name) {
  const std::vector<std::string> sides = absl::StrSplit(name, 'v');
  if (sides.size() != 2 || !IsSide(sides[0]) || !IsSide(sides[1])) return std::nullopt;
  const std::size_t men = sides[0].size() + sides[1].size();
  if (men < 3 || men > kMaxMen || sides[0].size() < sides[1].size()) return std::nullopt;
  const auto weaker = [](char a, char b) { return PieceTypeFromUpper(a) < PieceTypeFromUpper(b); };
  if (sides[0].size() == sides[1].size() &&
      std::lexicographical_compare(sides[0].begin(), sides[0].end(), sides[1].begin(),
                                   sides[1].end(), weaker)) {
    return std::nullopt;
  }
  return Signature{std::string(name), {sides[0], sides[1]}};
}

board::Material Signature::ToMaterial(Color left) const {
  board::Material material;
  for (const char letter : sides[0]) material.Add(MakePiece(left, PieceTypeFromUpper(letter)));
  for (const char letter : sides[1]) material.Add(MakePiece(~left, PieceTypeFromUpper(letter)));
  return material;
}

absl::Status ValidateTable(const Signature& signature, TableKind kind, Bytes file) {
  constexpr std::uint32_t kWdlMagic = 0x5D23E871;
  constexpr std::uint32_t kDtzMagic = 0xA50C66D7;
  if (file.empty()) return Damaged("is empty");
  if (file.size() % 64 != kChecksumSize || file.size() < 64) return Damaged("is incomplete");
  if (HeaderReader(file).Number(0, 4) != (kind == TableKind::kWdl ? kWdlMagic : kDtzMagic)) {
    return Damaged("is no such table");
  }
  const Header header = ReadHeader(signature, kind, file);
  if (!header.right_pieces) return Damaged("is no table of these pieces");
  if (!header.ok) return Damaged("has a damaged header");
  if (header.data_size + kChecksumSize > file.size()) return Damaged("is incomplete");
  if (file.size() <= kMaxChecksummedSize && !HasRightChecksum(file)) {
    return Damaged("has a wrong checksum");
  }
  return absl::OkStatus();
}

bool HasWideValues(const Signature& signature, Bytes dtz_file) {
  return ReadHeader(signature, TableKind::kDtz, dtz_file).wide;
}

}  // namespace notochord::tb
