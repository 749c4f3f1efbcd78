#include "engine/uci/book.h"

#include <array>
#include <ios>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/board/attacks.h"
#include "engine/board/bitboard.h"
#include "engine/board/movegen.h"

namespace notochord::uci {
namespace {

constexpr std::array<std::uint64_t, 781> kRandom = {
#include "engine/uci/polyglot_keys.inc"
};
constexpr std::size_t kCastling = 768;  // White king side, queen side, Black the same
constexpr std::size_t kEnPassant = 772;
constexpr std::size_t kWhiteToMove = 780;

constexpr std::size_t kEntrySize = 16;

// Bits 0-5 target, 6-11 origin, 12-14 promotion piece (1 knight to 4 queen). Castling is the king
// taking his rook, as in our own moves.
std::uint16_t PolyglotBits(board::Move move) {
  const std::size_t promotion =
      move.IsPromotion() ? Index(move.promotion()) - Index(PieceType::kKnight) + 1 : 0;
  return static_cast<std::uint16_t>(move.FromTo() | promotion << 12);
}

std::uint64_t BigEndian(const unsigned char* bytes, std::size_t count) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < count; ++i) value = value << 8 | bytes[i];
  return value;
}

// Polyglot's keys know of an en passant capture wherever a pawn stands ready for it, our positions
// only where it is legal: pins can forbid it. With and without a capture that nobody can make, the
// moves are the same, so that entries under either key will do. These are the keys with one.
std::vector<std::uint64_t> KeysWithForbiddenEnPassant(const board::Position& position) {
  std::vector<std::uint64_t> keys;
  if (position.en_passant() != Square::kNone) return keys;
  const Color us = position.side_to_move();
  const std::size_t rank = us == Color::kWhite ? 5 : 2;
  for (std::size_t file = 0; file < kFileCount; ++file) {
    const Square passed = MakeSquare(static_cast<File>(file), static_cast<Rank>(rank));
    const Square origin = passed + Forward(us);
    const Square pushed = passed - Forward(us);
    if (position.PieceOn(pushed) != MakePiece(~us, PieceType::kPawn) ||
        position.PieceOn(passed) != Piece::kNone || position.PieceOn(origin) != Piece::kNone ||
        (board::PawnAttacksFrom(~us, passed) & position.Pieces(us, PieceType::kPawn)) == 0) {
      continue;
    }
    board::Setup setup = position.ToSetup();
    setup.en_passant = passed;
    const absl::StatusOr<board::Position> with = board::Position::FromSetup(setup);
    if (with.ok() && with->en_passant() == Square::kNone) {
      keys.push_back(PolyglotKey(position) ^ kRandom[kEnPassant + file]);
    }
  }
  return keys;
}

}  // namespace

std::uint64_t PolyglotKey(const board::Position& position) {
  std::uint64_t key = 0;
  for (board::Bitboard b = position.Pieces(); b != 0;) {
    const Square s = board::PopFirst(b);
    const Piece p = position.PieceOn(s);
    // Black pawn, White pawn, Black knight, ...
    const std::size_t kind = 2 * Index(TypeOf(p)) + (ColorOf(p) == Color::kWhite ? 1 : 0);
    key ^= kRandom[64 * kind + Index(s)];
  }
  for (const Color c : kColors) {
    for (const board::CastlingSide side : board::kCastlingSides) {
      if (position.CanCastle(c, side)) key ^= kRandom[kCastling + board::CastlingIndex(c, side)];
    }
  }
  if (position.en_passant() != Square::kNone) {
    key ^= kRandom[kEnPassant + Index(FileOf(position.en_passant()))];
  }
  if (position.side_to_move() == Color::kWhite) key ^= kRandom[kWhiteToMove];
  return key;
}

absl::StatusOr<Book> Book::Open(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file ? static_cast<std::streamoff>(file.tellg()) : -1;
  if (size < 0) return absl::NotFoundError(absl::StrCat("cannot read ", path));
  if (size == 0 || size % static_cast<std::streamoff>(kEntrySize) != 0) {
    return absl::InvalidArgumentError(absl::StrCat(path, " is no Polyglot book"));
  }
  return Book(std::move(file), static_cast<std::uint64_t>(size) / kEntrySize);
}

Book::RawEntry Book::Read(std::uint64_t index) {
  std::array<unsigned char, kEntrySize> bytes{};
  file_.clear();
  file_.seekg(static_cast<std::streamoff>(index * kEntrySize));
  file_.read(reinterpret_cast<char*>(bytes.data()), bytes.size());
  if (!file_) return {0, 0, 0};
  return {BigEndian(bytes.data(), 8), static_cast<std::uint16_t>(BigEndian(bytes.data() + 8, 2)),
          static_cast<std::uint16_t>(BigEndian(bytes.data() + 10, 2))};
}

std::vector<Book::Entry> Book::Find(const board::Position& position) {
  std::vector<Entry> entries = FindKey(PolyglotKey(position), position);
  if (!entries.empty()) return entries;
  for (const std::uint64_t key : KeysWithForbiddenEnPassant(position)) {
    entries = FindKey(key, position);
    if (!entries.empty()) break;
  }
  return entries;
}

std::vector<Book::Entry> Book::FindKey(std::uint64_t key, const board::Position& position) {
  std::uint64_t low = 0;
  std::uint64_t high = entry_count_;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (Read(middle).key < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  std::vector<Entry> entries;
  const board::MoveList legal = board::LegalMoves(position);
  for (; low < entry_count_; ++low) {
    const RawEntry raw = Read(low);
    if (raw.key != key) break;
    for (const board::Move move : legal) {
      if (PolyglotBits(move) == raw.move) entries.push_back({move, raw.weight});
    }
  }
  return entries;
}

board::Move Book::Choose(const board::Position& position, Rng& rng) {
  const std::vector<Entry> entries = Find(position);
  std::uint64_t sum = 0;
  for (const Entry& entry : entries) sum += static_cast<std::uint64_t>(entry.weight);
  if (sum == 0) return board::Move();
  std::uint64_t ticket = rng.Below(sum);
  for (const Entry& entry : entries) {
    if (ticket < static_cast<std::uint64_t>(entry.weight)) return entry.move;
    ticket -= static_cast<std::uint64_t>(entry.weight);
  }
  return board::Move();
}

}  // namespace notochord::uci
