#include "engine/tools/datagen/record.h"

#include <algorithm>
#include <cassert>

#include "absl/status/status.h"
#include "engine/board/bitboard.h"
#include "engine/tools/datagen/bytes.h"

namespace notochord::datagen {
namespace {

using board::Bitboard;
using board::CastlingIndex;
using board::CastlingSide;
using board::Setup;

constexpr std::size_t kMenAt = 8;
constexpr std::size_t kFlagsAt = 24;
constexpr std::size_t kRule50At = 25;
constexpr std::size_t kMoveAt = 26;
constexpr std::size_t kScoreAt = 28;
constexpr std::size_t kOutcomeAt = 30;
constexpr std::size_t kZeroAt = 31;

constexpr unsigned kCastlingRook = 12;  // + colour
constexpr unsigned kBlackToMove = 0x80;
constexpr int kMaxMen = 32;

bool IsCastlingRook(const Setup& setup, Square s) {
  return std::find(setup.castling_rooks.begin(), setup.castling_rooks.end(), s) !=
         setup.castling_rooks.end();
}

unsigned CodeOf(const Setup& setup, Square s) {
  const Piece piece = setup.board[s];
  if (IsCastlingRook(setup, s)) return kCastlingRook + static_cast<unsigned>(ColorOf(piece));
  return static_cast<unsigned>(piece);
}

absl::Status Bad(absl::string_view what) { return absl::DataLossError(what); }

// A castling rook's side is where it stands, seen from its king.
absl::Status PlaceCastlingRooks(Bitboard rooks, const PerColor<Square>& kings, Setup& setup) {
  while (rooks != 0) {
    const Square rook = board::PopFirst(rooks);
    const Color c = ColorOf(setup.board[rook]);
    const bool king_side = Index(rook) > Index(kings[c]);
    Square& place = setup.castling_rooks[CastlingIndex(
        c, king_side ? CastlingSide::kKingSide : CastlingSide::kQueenSide)];
    if (place != Square::kNone) return Bad("two rooks castle to the same side");
    place = rook;
  }
  return absl::OkStatus();
}

absl::Status UnpackMen(absl::string_view bytes, Setup& setup) {
  auto occupied = LoadNumber<Bitboard>(bytes.data());
  if (board::PopCount(occupied) > kMaxMen) return Bad("more than 32 men");
  Bitboard castling_rooks = 0;
  PerColor<Square> kings{{Square::kNone, Square::kNone}};
  std::size_t half = 0;
  for (; occupied != 0; ++half) {
    const Square s = board::PopFirst(occupied);
    const auto byte = static_cast<unsigned char>(bytes[kMenAt + half / 2]);
    const unsigned code = half % 2 == 0 ? byte & 15U : byte >> 4;
    if (code > kCastlingRook + 1) return Bad("a man of no kind");
    if (code >= kCastlingRook) {
      castling_rooks |= board::Bit(s);
      setup.board[s] = MakePiece(static_cast<Color>(code - kCastlingRook), PieceType::kRook);
    } else {
      const auto piece = static_cast<Piece>(code);
      if (TypeOf(piece) == PieceType::kKing) kings[ColorOf(piece)] = s;
      setup.board[s] = piece;
    }
  }
  return PlaceCastlingRooks(castling_rooks, kings, setup);
}

}  // namespace

RecordBytes PackRecord(const LabelledPosition& position) {
  const Setup& setup = position.setup;
  RecordBytes bytes{};
  Bitboard occupied = 0;
  std::size_t half = 0;
  for (Square s = Square::kA1; s != Square::kNone; ++s) {
    if (setup.board[s] == Piece::kNone) continue;
    assert(half < kMaxMen);
    occupied |= board::Bit(s);
    char& byte = bytes[kMenAt + half / 2];
    byte = static_cast<char>(static_cast<unsigned char>(byte) | CodeOf(setup, s) << half % 2 * 4);
    ++half;
  }
  StoreNumber(occupied, bytes.data());
  const unsigned side = setup.side_to_move == Color::kBlack ? kBlackToMove : 0;
  StoreNumber(static_cast<std::uint8_t>(side | Index(setup.en_passant)), &bytes[kFlagsAt]);
  StoreNumber(static_cast<std::uint8_t>(std::min(setup.rule50, 255)), &bytes[kRule50At]);
  StoreNumber(static_cast<std::uint16_t>(std::min(setup.full_move, 65535)), &bytes[kMoveAt]);
  StoreNumber(position.score, &bytes[kScoreAt]);
  SetOutcome(position.outcome, bytes);
  return bytes;
}

absl::StatusOr<LabelledPosition> UnpackRecord(absl::string_view bytes) {
  if (bytes.size() != kRecordSize) return Bad("a record of the wrong size");
  LabelledPosition position;
  Setup& setup = position.setup;
  if (absl::Status status = UnpackMen(bytes, setup); !status.ok()) return status;

  const auto flags = LoadNumber<std::uint8_t>(&bytes[kFlagsAt]);
  const std::size_t en_passant = flags & ~kBlackToMove;
  if (en_passant > Index(Square::kNone)) return Bad("en passant on no square");
  setup.en_passant = SquareAt(en_passant);
  setup.side_to_move = (flags & kBlackToMove) != 0 ? Color::kBlack : Color::kWhite;
  setup.rule50 = LoadNumber<std::uint8_t>(&bytes[kRule50At]);
  setup.full_move = LoadNumber<std::uint16_t>(&bytes[kMoveAt]);
  position.score = LoadNumber<std::int16_t>(&bytes[kScoreAt]);

  const auto outcome = LoadNumber<std::uint8_t>(&bytes[kOutcomeAt]);
  if (outcome > Index(Outcome::kWhiteWins)) return Bad("a result that is none");
  position.outcome = static_cast<Outcome>(outcome);
  if (bytes[kZeroAt] != 0) return Bad("the last byte is not 0");
  return position;
}

void SetOutcome(Outcome outcome, RecordBytes& record) {
  record[kOutcomeAt] = static_cast<char>(outcome);
}

}  // namespace notochord::datagen
