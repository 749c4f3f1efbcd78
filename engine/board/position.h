// A chess position with its history: pieces, keys, check and pin information, all kept up to date
// by Make and restored by Unmake. Knows the rules; knows nothing of search or evaluation, but
// carries the incremental piece-square score for them.
//
// Threading: a position belongs to one thread; copies are independent.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/base/score.h"
#include "engine/base/types.h"
#include "engine/board/bitboard.h"
#include "engine/board/material.h"
#include "engine/board/move.h"
#include "engine/board/placement.h"
#include "engine/board/setup.h"
#include "engine/board/state.h"

namespace notochord::board {

class Position : public Placement {
 public:
  static constexpr absl::string_view kStartFen =
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

  Position();  // the start position
  // Refuses, with a message for people, what is no FEN and what no game can hold.
  static absl::StatusOr<Position> Parse(absl::string_view fen);
  static absl::StatusOr<Position> FromSetup(const Setup& setup);

  // Validate accepts it, however long the game was.
  Setup ToSetup() const;
  std::string Fen() const { return ToFen(ToSetup()); }

  // --- State
  Color side_to_move() const { return side_; }
  Key key() const { return state_.key; }
  Key pawn_key() const { return state_.pawn_key; }
  Key minor_key() const { return state_.minor_key; }
  Key major_key() const { return state_.major_key; }
  Key non_pawn_key(Color c) const { return state_.non_pawn_key[c]; }
  const Material& material() const { return state_.material; }
  Score piece_square() const { return state_.piece_square; }
  int rule50() const { return state_.rule50; }
  Square en_passant() const { return state_.en_passant; }
  CastlingRights castling() const { return state_.castling; }
  bool CanCastle(Color c, CastlingSide side) const {
    return (state_.castling & CastlingRight(c, side)) != 0;
  }
  Square CastlingRook(Color c, CastlingSide side) const {
    return castling_rooks_[CastlingIndex(c, side)];
  }
  int full_move() const { return full_move_; }
  const State& state() const { return state_; }

  // --- Checks and pins
  Bitboard Checkers() const { return state_.checkers; }
  bool InCheck() const { return state_.checkers != 0; }
  // Pieces of both colours whose leaving would open a slider's line to the king of `c`.
  Bitboard Blockers(Color c) const { return state_.blockers[c]; }
  Bitboard Pinned(Color c) const { return state_.blockers[c] & Pieces(c); }
  // The squares from which a piece of the side to move would check. Not for kings.
  Bitboard CheckSquares(PieceType pt) const {
    return pt == PieceType::kQueen ? state_.check_squares[Index(PieceType::kBishop)] |
                                         state_.check_squares[Index(PieceType::kRook)]
                                   : state_.check_squares[Index(pt)];
  }
  bool GivesCheck(Move move) const {
    if (move.kind() != MoveKind::kNormal) return GivesCheckOddly(move);
    const PieceType pt = TypeOf(MovedPiece(move));
    return (pt != PieceType::kKing && Contains(CheckSquares(pt), move.to())) ||
           (Contains(Blockers(~side_), move.from()) && LeavesKingLine(move));
  }

  // --- Moves
  // A legal or at least possible move of this position, as opposed to 16 random bits?
  bool IsPseudoLegal(Move move) const;
  // Does a pseudo-legal move leave the own king safe?
  bool IsLegal(Move move) const;

  bool IsCapture(Move move) const {
    return (!IsEmpty(move.to()) && !move.IsCastling()) || move.IsEnPassant();
  }
  // Captures and promotions: what quiescence looks at.
  bool IsNoisy(Move move) const { return IsCapture(move) || move.IsPromotion(); }
  // The type of what a move captures; kNone for quiet moves and castling.
  PieceType CapturedType(Move move) const {
    if (move.IsEnPassant()) return PieceType::kPawn;
    return move.IsCastling() ? PieceType::kNone : TypeOf(PieceOn(move.to()));
  }
  Piece MovedPiece(Move move) const { return PieceOn(move.from()); }

  // The move must be legal.
  void Make(Move move);
  void Unmake(Move move);
  // Passes the move; not while in check.
  void MakeNull();
  void UnmakeNull();
  // The key after a move, exact for most moves: good enough to prefetch by.
  Key KeyAfter(Move move) const;
  Key KeyAfterNull() const;

  // --- Draws
  // Neither side can force mate.
  bool IsInsufficientMaterial() const;
  // Has the position occurred before: once since the root (`ply` plies ago), or twice in the game?
  bool IsRepetition(int ply) const;
  // How often it stood on the board before, in the game and the search.
  int RepetitionCount() const;
  // Did any position come twice since the last capture or pawn move?
  bool HasRepeated() const;
  // Can the side to move reach such a repetition with its next move?
  bool HasUpcomingRepetition(int ply) const;
  // Fifty moves without progress; mate on the last of them counts as mate.
  bool IsFiftyMoveDraw() const;
  // Is the game over though there are moves: by one of these rules, or the third occurrence?
  bool IsDrawnByRule() const;

  // Recounts every incremental field. For tests and paranoid builds.
  bool IsConsistent() const;

 private:
  explicit Position(const Setup& setup);
  void MakeCastling(Move move);
  void FinishPawnMove(Move move);
  void ToggleKeys(Piece p, Key key);
  void MirrorPieceSquares(Color c);  // its king has come to the other half of the board
  void UpdateCheckInfo();
  Bitboard UpdatePins(Color king_color);
  bool LeavesKingLine(Move move) const;
  bool GivesCheckOddly(Move move) const;  // castling, promotion, en passant
  bool IsEnPassantLegal(Color us, Square from, Square to) const;
  bool IsEnPassantPossible(Color us, Square to) const;
  bool IsCastlingLegal(Move move) const;
  bool IsPawnMovePossible(Move move) const;
  State Recount() const;

  State state_;
  Color side_ = Color::kWhite;
  int full_move_ = 1;
  std::array<Square, 4> castling_rooks_;   // [CastlingIndex]
  PerSquare<CastlingRights> rights_kept_;  // [square] rights left when a piece leaves or enters it
  std::vector<State> history_;
};

}  // namespace notochord::board
