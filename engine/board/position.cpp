#include "engine/board/position.h"

#include <algorithm>
#include <cassert>

#include "engine/board/attacks.h"
#include "engine/board/psqt.h"
#include "engine/board/zobrist.h"

namespace notochord::board {
namespace {

// Which keys a piece type counts for, as masks: no branch on the type in Make, and four keys, in
// the order of State, are changed at once.
constexpr Key kYes = ~Key{0};
struct KeyMasks {
  Key whole = kYes;
  Key pawn = 0;
  Key minor = 0;
  Key major = 0;
  Key non_pawn = kYes;
};
constexpr PerPieceType<KeyMasks> kKeyMasks = {{{
    {.pawn = kYes, .non_pawn = 0},
    {.minor = kYes},
    {.minor = kYes},
    {.major = kYes},
    {.major = kYes},
    {.minor = kYes, .major = kYes},
}}};

constexpr CastlingRights kAllRights = 15;

// One ply more. A game may go on beyond what the counters hold: repetitions are then looked for as
// far back as these reach.
constexpr std::int16_t Counted(std::int16_t plies) {
  return static_cast<std::int16_t>(std::min(plies + 1, kMaxRule50));
}

// Those of the pieces of a colour, as their king stands now.
const PieceSquareTable& PieceSquaresOf(const Placement& placement, Color c) {
  return kPieceSquareScores[KingHalf(placement.KingSquare(c))];
}

}  // namespace

Position::Position() { *this = *Parse(kStartFen); }

void Position::ToggleKeys(Piece p, Key key) {
  const KeyMasks& masks = kKeyMasks[TypeOf(p)];
  state_.key ^= key & masks.whole;
  state_.pawn_key ^= key & masks.pawn;
  state_.minor_key ^= key & masks.minor;
  state_.major_key ^= key & masks.major;
  state_.non_pawn_key[ColorOf(p)] ^= key & masks.non_pawn;
}

void Position::MirrorPieceSquares(Color c) {
  const std::size_t half = KingHalf(KingSquare(c));
  const PieceSquareTable& now = kPieceSquareScores[half];
  const PieceSquareTable& before = kPieceSquareScores[1 - half];
  for (Bitboard b = Pieces(c); b != 0;) {
    const Square s = PopFirst(b);
    state_.piece_square += now[PieceOn(s)][s] - before[PieceOn(s)][s];
  }
}

// The sliders that look at a king, and what stands alone between. Returns those that check it.
Bitboard Position::UpdatePins(Color king_color) {
  const Square king = KingSquare(king_color);
  Bitboard snipers =
      Pieces(~king_color) & ((BishopRays(king) & Pieces(PieceType::kBishop, PieceType::kQueen)) |
                             (RookRays(king) & Pieces(PieceType::kRook, PieceType::kQueen)));
  const Bitboard occupied = Pieces();
  Bitboard blockers = 0;
  Bitboard checkers = 0;
  while (snipers != 0) {
    const Square sniper = PopFirst(snipers);
    const Bitboard between = Between(king, sniper) & occupied;
    if (MoreThanOne(between)) continue;
    blockers |= between;
    if (between == 0) checkers |= Bit(sniper);
  }
  state_.blockers[king_color] = blockers;
  return checkers;
}

void Position::UpdateCheckInfo() {
  const Color us = side_;
  const Color them = ~us;
  const Bitboard occupied = Pieces();
  const Square our_king = KingSquare(us);
  state_.checkers =
      UpdatePins(us) | (Pieces(them) & ((PawnAttacksFrom(us, our_king) & Pieces(PieceType::kPawn)) |
                                        (KnightAttacks(our_king) & Pieces(PieceType::kKnight))));
  UpdatePins(them);

  const Square their_king = KingSquare(them);
  state_.check_squares = {PawnAttacksFrom(them, their_king), KnightAttacks(their_king),
                          BishopAttacks(their_king, occupied), RookAttacks(their_king, occupied)};
}

void Position::MakeCastling(Move move) {
  const Color us = side_;
  const Square from = move.from();
  const Square to = move.to();
  const CastlingSide side = SideOf(move);
  const Square king_to = CastlingKingTarget(us, side);
  const Square rook_to = CastlingRookTarget(us, side);
  const Piece king = PieceOn(from);
  const Piece rook = MakePiece(us, PieceType::kRook);
  const PieceSquareTable& scores = kPieceSquareScores[KingHalf(from)];
  RelocateBoth(from, to, king_to, rook_to);
  ToggleKeys(king, kZobrist.piece[king][from] ^ kZobrist.piece[king][king_to]);
  ToggleKeys(rook, kZobrist.piece[rook][to] ^ kZobrist.piece[rook][rook_to]);
  state_.piece_square +=
      scores[king][king_to] - scores[king][from] + scores[rook][rook_to] - scores[rook][to];
  if (KingHalf(from) != KingHalf(king_to)) MirrorPieceSquares(us);
}

// The pawn is on its new square: it becomes another piece there, or may be taken en passant.
void Position::FinishPawnMove(Move move) {
  const Color us = side_;
  const Square from = move.from();
  const Square to = move.to();
  if (move.IsPromotion()) {
    const Piece pawn = PieceOn(to);
    const Piece promoted = MakePiece(us, move.promotion());
    Remove(to);
    Put(promoted, to);
    ToggleKeys(pawn, kZobrist.piece[pawn][to]);
    ToggleKeys(promoted, kZobrist.piece[promoted][to]);
    const PieceSquareTable& scores = PieceSquaresOf(*this, us);
    state_.piece_square += scores[promoted][to] - scores[pawn][to];
    state_.material.Remove(pawn);
    state_.material.Add(promoted);
  } else if ((Index(from) ^ Index(to)) == 16) {
    const Square passed = to - Forward(us);
    if ((PawnAttacksFrom(us, passed) & Pieces(~us, PieceType::kPawn)) != 0 &&
        IsEnPassantPossible(~us, passed)) {
      state_.en_passant = passed;
      state_.key ^= kZobrist.en_passant[Index(FileOf(passed))];
    }
  }
}

void Position::Make(Move move) {
  assert(IsPseudoLegal(move) && IsLegal(move));
  history_.push_back(state_);
  const Color us = side_;
  const Square from = move.from();
  const Square to = move.to();
  const Piece moved = PieceOn(from);

  state_.rule50 = Counted(state_.rule50);
  state_.plies_from_null = Counted(state_.plies_from_null);
  state_.captured = Piece::kNone;
  // What the pieces do not change in the key comes last: written now, it would be read again at
  // once as a part of all the keys, which is slow.
  Key rest = kZobrist.black_to_move;
  if (state_.en_passant != Square::kNone) {
    rest ^= kZobrist.en_passant[Index(FileOf(state_.en_passant))];
    state_.en_passant = Square::kNone;
  }
  const CastlingRights kept = state_.castling & rights_kept_[from] & rights_kept_[to];
  rest ^= kZobrist.castling[state_.castling ^ kept];
  state_.castling = kept;

  if (move.IsCastling()) {
    MakeCastling(move);
  } else {
    const Square victim_square = move.IsEnPassant() ? to - Forward(us) : to;
    const Piece victim = PieceOn(victim_square);
    if (victim != Piece::kNone) {
      Remove(victim_square);
      ToggleKeys(victim, kZobrist.piece[victim][victim_square]);
      state_.piece_square -= PieceSquaresOf(*this, ~us)[victim][victim_square];
      state_.material.Remove(victim);
      state_.captured = victim;
      state_.rule50 = 0;
    }
    const PieceSquareTable& scores = PieceSquaresOf(*this, us);
    Relocate(from, to);
    ToggleKeys(moved, kZobrist.piece[moved][from] ^ kZobrist.piece[moved][to]);
    state_.piece_square += scores[moved][to] - scores[moved][from];

    if (TypeOf(moved) == PieceType::kPawn) {
      state_.rule50 = 0;
      FinishPawnMove(move);
    } else if (TypeOf(moved) == PieceType::kKing && KingHalf(from) != KingHalf(to)) {
      MirrorPieceSquares(us);
    }
  }
  state_.key ^= rest;

  full_move_ += us == Color::kBlack ? 1 : 0;
  side_ = ~us;
  UpdateCheckInfo();
#if defined(NOTOCHORD_PARANOID)
  assert(IsConsistent());
#endif
}

void Position::Unmake(Move move) {
  side_ = ~side_;
  full_move_ -= side_ == Color::kBlack ? 1 : 0;
  const Color us = side_;
  const Square from = move.from();
  const Square to = move.to();

  if (move.IsCastling()) {
    const CastlingSide side = SideOf(move);
    RelocateBoth(CastlingKingTarget(us, side), CastlingRookTarget(us, side), from, to);
  } else {
    if (move.IsPromotion()) {
      Remove(to);
      Put(MakePiece(us, PieceType::kPawn), to);
    }
    Relocate(to, from);
    if (state_.captured != Piece::kNone) {
      Put(state_.captured, move.IsEnPassant() ? to - Forward(us) : to);
    }
  }
  state_ = history_.back();
  history_.pop_back();
}

void Position::MakeNull() {
  assert(!InCheck());
  history_.push_back(state_);
  state_.rule50 = Counted(state_.rule50);
  state_.plies_from_null = 0;
  state_.captured = Piece::kNone;
  state_.key ^= kZobrist.black_to_move;
  if (state_.en_passant != Square::kNone) {
    state_.key ^= kZobrist.en_passant[Index(FileOf(state_.en_passant))];
    state_.en_passant = Square::kNone;
  }
  full_move_ += side_ == Color::kBlack ? 1 : 0;
  side_ = ~side_;
  UpdateCheckInfo();
}

void Position::UnmakeNull() {
  side_ = ~side_;
  full_move_ -= side_ == Color::kBlack ? 1 : 0;
  state_ = history_.back();
  history_.pop_back();
}

Key Position::KeyAfterNull() const {
  const Key key = state_.key ^ kZobrist.black_to_move;
  if (state_.en_passant == Square::kNone) return key;
  return key ^ kZobrist.en_passant[Index(FileOf(state_.en_passant))];
}

Key Position::KeyAfter(Move move) const {
  const Piece moved = PieceOn(move.from());
  const Piece victim = PieceOn(move.to());
  Key key = KeyAfterNull() ^ kZobrist.piece[moved][move.from()] ^ kZobrist.piece[moved][move.to()];
  if (victim != Piece::kNone) key ^= kZobrist.piece[victim][move.to()];
  return key;
}

State Position::Recount() const {
  Position fresh = *this;
  fresh.state_ = State{};
  for (Square s = Square::kA1; s != Square::kNone; ++s) {
    const Piece p = PieceOn(s);
    if (p == Piece::kNone) continue;
    fresh.ToggleKeys(p, kZobrist.piece[p][s]);
    fresh.state_.material.Add(p);
    fresh.state_.piece_square += PieceSquaresOf(*this, ColorOf(p))[p][s];
  }
  if (side_ == Color::kBlack) fresh.state_.key ^= kZobrist.black_to_move;
  fresh.state_.castling = state_.castling;
  fresh.state_.key ^= kZobrist.castling[state_.castling];
  fresh.state_.en_passant = state_.en_passant;
  if (state_.en_passant != Square::kNone) {
    fresh.state_.key ^= kZobrist.en_passant[Index(FileOf(state_.en_passant))];
  }
  fresh.state_.rule50 = state_.rule50;
  fresh.state_.plies_from_null = state_.plies_from_null;
  fresh.state_.captured = state_.captured;
  fresh.UpdateCheckInfo();
  return fresh.state_;
}

bool Position::IsConsistent() const { return IsPlacementConsistent() && Recount() == state_; }

absl::StatusOr<Position> Position::Parse(absl::string_view fen) {
  absl::StatusOr<Setup> setup = ParseFen(fen);
  if (!setup.ok()) return setup.status();
  return FromSetup(*setup);
}

absl::StatusOr<Position> Position::FromSetup(const Setup& setup) {
  if (absl::Status status = Validate(setup); !status.ok()) return status;
  Position position(setup);
  return position;
}

Position::Position(const Setup& setup)
    : side_(setup.side_to_move),
      full_move_(setup.full_move),
      castling_rooks_(setup.castling_rooks) {
  rights_kept_.values.fill(kAllRights);
  for (Square s = Square::kA1; s != Square::kNone; ++s) {
    if (setup.board[s] != Piece::kNone) Put(setup.board[s], s);
  }
  for (Color c : kColors) {
    for (CastlingSide side : kCastlingSides) {
      const Square rook = CastlingRook(c, side);
      if (rook == Square::kNone) continue;
      const CastlingRights right = CastlingRight(c, side);
      state_.castling |= right;
      rights_kept_[rook] &= static_cast<CastlingRights>(~right);
      rights_kept_[KingSquare(c)] &= static_cast<CastlingRights>(~right);
    }
  }
  state_.rule50 = static_cast<std::int16_t>(setup.rule50);
  if (setup.en_passant != Square::kNone && IsEnPassantPossible(side_, setup.en_passant)) {
    state_.en_passant = setup.en_passant;
  }
  state_ = Recount();
}

Setup Position::ToSetup() const {
  Setup setup;
  setup.board = Board();
  setup.side_to_move = side_;
  for (Color c : kColors) {
    for (CastlingSide side : kCastlingSides) {
      if (CanCastle(c, side)) {
        setup.castling_rooks[CastlingIndex(c, side)] = CastlingRook(c, side);
      }
    }
  }
  setup.en_passant = state_.en_passant;
  setup.rule50 = state_.rule50;
  setup.full_move = std::min(full_move_, kMaxFullMove);
  return setup;
}

}  // namespace notochord::board
