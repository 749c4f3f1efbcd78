#include "engine/board/notation.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "engine/board/movegen.h"

namespace notochord::board {
namespace {

absl::Status NoSuchMove(absl::string_view text) {
  return absl::InvalidArgumentError(
      absl::StrCat("'", absl::CHexEscape(text.substr(0, 20)), "' is no legal move"));
}

char LetterOf(PieceType pt) { return PieceLetter(MakePiece(Color::kWhite, pt)); }

// Origin file, rank or both, as far as needed to tell the move from others to the same square.
std::string Disambiguation(const Position& position, Move move) {
  bool ambiguous = false;
  bool same_file = false;
  bool same_rank = false;
  for (const Move other : LegalMoves(position)) {
    if (other == move || other.to() != move.to() || other.IsCastling() ||
        position.MovedPiece(other) != position.MovedPiece(move)) {
      continue;
    }
    ambiguous = true;
    same_file |= FileOf(other.from()) == FileOf(move.from());
    same_rank |= RankOf(other.from()) == RankOf(move.from());
  }
  if (!ambiguous) return "";
  const std::string from = SquareName(move.from());
  if (!same_file) return from.substr(0, 1);
  return same_rank ? from : from.substr(1, 1);
}

// What a SAN text asks of a move: the piece, the target, and parts of the origin.
struct SanPattern {
  PieceType piece = PieceType::kPawn;
  PieceType promotion = PieceType::kNone;
  Square to = Square::kNone;
  std::string origin;  // file letters and rank digits

  bool Matches(const Position& position, Move move) const {
    if (move.IsCastling() || move.to() != to || TypeOf(position.MovedPiece(move)) != piece) {
      return false;
    }
    if ((move.IsPromotion() ? move.promotion() : PieceType::kNone) != promotion) return false;
    const std::string from = SquareName(move.from());
    return std::all_of(origin.begin(), origin.end(),
                       [&](char c) { return from.find(c) != std::string::npos; });
  }
};

// Castling as the squares between which the king moves.
std::string KingsWay(Move castling) {
  const File file = SideOf(castling) == CastlingSide::kKingSide ? File::kG : File::kC;
  return absl::StrCat(SquareName(castling.from()),
                      SquareName(MakeSquare(file, RankOf(castling.to()))));
}

}  // namespace

std::string SquareName(Square s) {
  if (s == Square::kNone) return "-";
  return {static_cast<char>('a' + Index(FileOf(s))), RankNumber(RankOf(s))};
}

Square SquareFromName(absl::string_view text) {
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') {
    return Square::kNone;
  }
  return MakeSquare(static_cast<File>(text[0] - 'a'), static_cast<Rank>(text[1] - '1'));
}

std::string ToUci(Move move, bool chess960) {
  if (!move) return "0000";
  const bool at_home = FileOf(move.from()) == File::kE &&
                       (FileOf(move.to()) == File::kA || FileOf(move.to()) == File::kH);
  if (move.IsCastling() && at_home && !chess960) return KingsWay(move);
  std::string text = absl::StrCat(SquareName(move.from()), SquareName(move.to()));
  if (move.IsPromotion()) {
    text += PieceLetter(MakePiece(Color::kBlack, move.promotion()));
  }
  return text;
}

absl::StatusOr<Move> ParseUciMove(const Position& position, absl::string_view text) {
  const std::string lower = absl::AsciiStrToLower(text);
  const MoveList moves = LegalMoves(position);
  for (const Move move : moves) {
    if (ToUci(move, true) == lower) return move;
  }
  // The standard spelling of castling, unless the king can also simply step there.
  for (const Move move : moves) {
    if (move.IsCastling() && KingsWay(move) == lower) return move;
  }
  return NoSuchMove(text);
}

std::string ToSan(const Position& position, Move move) {
  std::string san;
  const PieceType pt = TypeOf(position.MovedPiece(move));
  if (move.IsCastling()) {
    san = SideOf(move) == CastlingSide::kKingSide ? "O-O" : "O-O-O";
  } else if (pt == PieceType::kPawn) {
    if (position.IsCapture(move)) {
      absl::StrAppend(&san, SquareName(move.from()).substr(0, 1), "x");
    }
    san += SquareName(move.to());
    if (move.IsPromotion()) san += {'=', LetterOf(move.promotion())};
  } else {
    san = absl::StrCat(std::string(1, LetterOf(pt)), Disambiguation(position, move),
                       position.IsCapture(move) ? "x" : "", SquareName(move.to()));
  }
  if (position.GivesCheck(move)) {
    Position next = position;
    next.Make(move);
    san += HasLegalMove(next) ? '+' : '#';
  }
  return san;
}

absl::StatusOr<Move> ParseSan(const Position& position, absl::string_view text) {
  std::string core(text);
  while (!core.empty() && absl::string_view("+#!?").find(core.back()) != absl::string_view::npos) {
    core.pop_back();
  }
  const MoveList moves = LegalMoves(position);
  if (core == "O-O" || core == "0-0" || core == "O-O-O" || core == "0-0-0") {
    const CastlingSide side = core.size() == 3 ? CastlingSide::kKingSide : CastlingSide::kQueenSide;
    for (const Move move : moves) {
      if (move.IsCastling() && SideOf(move) == side) return move;
    }
    return NoSuchMove(text);
  }

  SanPattern pattern;
  std::erase_if(core, [](char c) { return c == 'x' || c == '-' || c == ':' || c == '='; });
  if (!core.empty() && PieceTypeFromUpper(core.front()) != PieceType::kNone) {
    pattern.piece = PieceTypeFromUpper(core.front());
    core.erase(0, 1);
  }
  if (!core.empty() && PieceTypeFromUpper(core.back()) != PieceType::kNone) {
    pattern.promotion = PieceTypeFromUpper(core.back());
    core.pop_back();
  }
  if (core.size() < 2 || core.size() > 4) return NoSuchMove(text);
  pattern.to = SquareFromName(absl::string_view(core).substr(core.size() - 2));
  pattern.origin = core.substr(0, core.size() - 2);
  if (pattern.to == Square::kNone) return NoSuchMove(text);

  Move found;
  for (const Move move : moves) {
    if (!pattern.Matches(position, move)) continue;
    if (found) {
      return absl::InvalidArgumentError(
          absl::StrCat("'", absl::CHexEscape(text.substr(0, 20)), "' is ambiguous"));
    }
    found = move;
  }
  if (!found) return NoSuchMove(text);
  return found;
}

}  // namespace notochord::board
