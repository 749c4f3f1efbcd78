#include "tests/board/position_checks.h"

#include <gtest/gtest.h>

#include <bitset>

#include "engine/board/movegen.h"
#include "engine/board/notation.h"

namespace notochord::board {
namespace {

// Moves that do nothing to the key but what KeyAfter foresees.
bool IsOrdinary(const Position& before, Move move, const Position& after) {
  return move.kind() == MoveKind::kNormal && before.castling() == after.castling() &&
         after.en_passant() == Square::kNone;
}

PerColor<Bitboard> ByColor(const Position& position) {
  return {{{position.Pieces(Color::kWhite), position.Pieces(Color::kBlack)}}};
}

PerPieceType<Bitboard> ByType(const Position& position) {
  PerPieceType<Bitboard> by_type{};
  for (PieceType pt : kPieceTypes) by_type[pt] = position.Pieces(pt);
  return by_type;
}

}  // namespace

Snapshot::Snapshot(const Position& position)
    : setup_(position.ToSetup()),
      state_(position.state()),
      by_color_(ByColor(position)),
      by_type_(ByType(position)) {}

bool Snapshot::Equals(const Position& position) const {
  return setup_ == position.ToSetup() && state_ == position.state() &&
         by_color_ == ByColor(position) && by_type_ == ByType(position);
}

void ExpectMovesAreExact(Position& position) {
  const Snapshot before(position);
  const Position original = position;
  for (const Move move : LegalMoves(position)) {
    const bool gives_check = position.GivesCheck(move);
    const Key key_after = position.KeyAfter(move);
    position.Make(move);
    ASSERT_EQ(position.InCheck(), gives_check) << original.Fen() << " " << ToUci(move, true);
    if (IsOrdinary(original, move, position)) {
      ASSERT_EQ(position.key(), key_after) << original.Fen() << " " << ToUci(move, true);
    }
    position.Unmake(move);
    ASSERT_TRUE(before.Equals(position)) << original.Fen() << " " << ToUci(move, true);
  }
  if (position.InCheck()) return;
  position.MakeNull();
  ASSERT_TRUE(position.IsConsistent()) << position.Fen();
  ASSERT_EQ(position.key(), original.KeyAfterNull()) << position.Fen();
  ASSERT_FALSE(position.InCheck());
  ASSERT_EQ(position.en_passant(), Square::kNone);
  ASSERT_NE(position.side_to_move(), original.side_to_move());
  position.UnmakeNull();
  ASSERT_TRUE(before.Equals(position)) << original.Fen() << " null move";
}

void ExpectLegalityIsExact(const Position& position) {
  constexpr std::size_t kAllMoves = 1 << 16;
  std::bitset<kAllMoves> legal;
  for (const Move move : LegalMoves(position)) legal.set(move.bits());
  for (std::size_t bits = 0; bits < kAllMoves; ++bits) {
    const Move move = Move::FromBits(static_cast<std::uint16_t>(bits));
    ASSERT_EQ(position.IsPseudoLegal(move) && position.IsLegal(move), legal.test(bits))
        << position.Fen() << " " << ToUci(move, true) << " of kind " << Index(move.kind());
  }
}

}  // namespace notochord::board
