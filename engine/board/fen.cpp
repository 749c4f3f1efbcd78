// Reading and writing FEN in its three dialects.
#include <algorithm>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "engine/board/notation.h"
#include "engine/board/setup.h"

namespace notochord::board {
namespace {

absl::Status Refuse(absl::string_view what) { return absl::InvalidArgumentError(what); }

std::string Quoted(absl::string_view text) {
  constexpr std::size_t kLongest = 40;
  const bool cut = text.size() > kLongest;
  return absl::StrCat("'", absl::CHexEscape(text.substr(0, kLongest)), cut ? "...'" : "'");
}
std::string Quoted(char c) { return Quoted(absl::string_view(&c, 1)); }
std::string RankText(Rank rank) { return std::string(1, RankNumber(rank)); }

absl::Status ParseRank(absl::string_view text, Rank rank, Setup& setup) {
  std::size_t file = 0;
  bool after_digit = false;
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      if (c == '0' || c == '9') {
        return Refuse(absl::StrCat("rank ", RankText(rank), ": ", Quoted(c),
                                   " is no number of empty squares"));
      }
      if (after_digit) {
        return Refuse(absl::StrCat("rank ", RankText(rank), ": two numbers in a row"));
      }
      file += static_cast<std::size_t>(c - '0');
      after_digit = true;
    } else {
      const Piece piece = PieceFromLetter(c);
      if (piece == Piece::kNone) {
        return Refuse(absl::StrCat("rank ", RankText(rank), ": ", Quoted(c), " is no piece"));
      }
      if (file < kFileCount) setup.board[MakeSquare(static_cast<File>(file), rank)] = piece;
      ++file;
      after_digit = false;
    }
    if (file > kFileCount) {
      return Refuse(absl::StrCat("rank ", RankText(rank), " has more than 8 squares"));
    }
  }
  if (file < kFileCount) {
    return Refuse(absl::StrCat("rank ", RankText(rank), " has ", file, " squares instead of 8"));
  }
  return absl::OkStatus();
}

absl::Status ParseBoard(absl::string_view text, Setup& setup) {
  const std::vector<absl::string_view> ranks = absl::StrSplit(text, '/');
  if (ranks.size() != kRankCount) {
    return Refuse(absl::StrCat("the board has ", ranks.size(), " ranks instead of 8"));
  }
  for (std::size_t i = 0; i < kRankCount; ++i) {
    absl::Status status = ParseRank(ranks[i], static_cast<Rank>(kRankCount - 1 - i), setup);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// The rook that a castling letter means: K and Q the outermost one on that side of the king, a
// file letter the one on that file.
Square FindCastlingRook(const Setup& setup, Color c, Square king, char letter) {
  const Piece rook = MakePiece(c, PieceType::kRook);
  const Rank rank = Relative(c, Rank::k1);
  if (letter == 'K' || letter == 'Q') {
    // From the edge to the king, or along the whole rank where he is not on it.
    for (std::size_t i = 0; i < kFileCount; ++i) {
      const std::size_t file = letter == 'K' ? kFileCount - 1 - i : i;
      const Square s = MakeSquare(static_cast<File>(file), rank);
      if (s == king) break;
      if (setup.board[s] == rook) return s;
    }
  } else {
    const Square s = MakeSquare(static_cast<File>(letter - 'A'), rank);
    if (setup.board[s] == rook) return s;
  }
  return Square::kNone;
}

absl::Status ParseCastling(absl::string_view text, Setup& setup) {
  if (text == "-") return absl::OkStatus();
  for (const char c : text) {
    const char letter = absl::ascii_toupper(static_cast<unsigned char>(c));
    const bool known = letter == 'K' || letter == 'Q' || (letter >= 'A' && letter <= 'H');
    if (!known) return Refuse(absl::StrCat("castling: ", Quoted(c), " is no right"));
    const Color color = c == letter ? Color::kWhite : Color::kBlack;
    const Piece king = MakePiece(color, PieceType::kKing);
    const auto* found = std::find(setup.board.begin(), setup.board.end(), king);
    const auto king_square = SquareAt(static_cast<std::size_t>(found - setup.board.begin()));
    if (found == setup.board.end() || RelativeRank(color, king_square) != Rank::k1) {
      return Refuse(absl::StrCat("castling ", Quoted(c), ": the king is not on its first rank"));
    }
    const Square rook = FindCastlingRook(setup, color, king_square, letter);
    if (rook == Square::kNone) {
      return Refuse(absl::StrCat("castling ", Quoted(c), ": there is no rook for it"));
    }
    const CastlingSide side =
        Index(rook) > Index(king_square) ? CastlingSide::kKingSide : CastlingSide::kQueenSide;
    Square& slot = setup.castling_rooks[CastlingIndex(color, side)];
    if (slot != Square::kNone) {
      return Refuse(absl::StrCat("castling ", Quoted(text), ": a right is named twice"));
    }
    slot = rook;
  }
  return absl::OkStatus();
}

absl::Status ParseCounter(absl::string_view text, absl::string_view name, int max, int& value) {
  const bool digits =
      std::all_of(text.begin(), text.end(), [](unsigned char c) { return absl::ascii_isdigit(c); });
  if (!digits || !absl::SimpleAtoi(text, &value) || value > max) {
    return Refuse(absl::StrCat(name, " ", Quoted(text), " is no number from 0 to ", max));
  }
  return absl::OkStatus();
}

std::string CastlingField(const Setup& setup) {
  std::string text;
  for (Color c : kColors) {
    const auto* king =
        std::find(setup.board.begin(), setup.board.end(), MakePiece(c, PieceType::kKing));
    const auto king_square = SquareAt(static_cast<std::size_t>(king - setup.board.begin()));
    for (CastlingSide side : kCastlingSides) {
      const Square rook = setup.castling_rooks[CastlingIndex(c, side)];
      if (rook == Square::kNone) continue;
      char letter = side == CastlingSide::kKingSide ? 'K' : 'Q';
      if (FindCastlingRook(setup, c, king_square, letter) != rook) {
        letter = static_cast<char>('A' + Index(FileOf(rook)));
      }
      text += c == Color::kWhite ? letter : absl::ascii_tolower(static_cast<unsigned char>(letter));
    }
  }
  return text.empty() ? "-" : text;
}

// Applies a map of squares, and of colours where `swap_colors`.
template <typename SquareMap>
Setup Transform(const Setup& setup, bool swap_colors, SquareMap map) {
  Setup result;
  for (Square s = Square::kA1; s != Square::kNone; ++s) {
    const Piece p = setup.board[s];
    if (p == Piece::kNone) continue;
    result.board[map(s)] = swap_colors ? MakePiece(~ColorOf(p), TypeOf(p)) : p;
  }
  result.side_to_move = swap_colors ? ~setup.side_to_move : setup.side_to_move;
  if (setup.en_passant != Square::kNone) result.en_passant = map(setup.en_passant);
  result.rule50 = setup.rule50;
  result.full_move = setup.full_move;
  return result;
}

}  // namespace

absl::StatusOr<Setup> ParseFen(absl::string_view fen) {
  const std::vector<absl::string_view> fields =
      absl::StrSplit(fen, absl::ByAnyChar(" \t\r\n\v\f"), absl::SkipEmpty());
  if (fields.empty()) return Refuse("the FEN is empty");
  if (fields.size() > 6) {
    return Refuse(absl::StrCat("unexpected ", Quoted(fields[6]), " after the sixth field"));
  }
  Setup setup;
  if (absl::Status status = ParseBoard(fields[0], setup); !status.ok()) return status;
  if (fields.size() > 1) {
    if (fields[1] != "w" && fields[1] != "b") {
      return Refuse(absl::StrCat("side to move ", Quoted(fields[1]), " is neither w nor b"));
    }
    setup.side_to_move = fields[1] == "w" ? Color::kWhite : Color::kBlack;
  }
  if (fields.size() > 2) {
    if (absl::Status status = ParseCastling(fields[2], setup); !status.ok()) return status;
  }
  if (fields.size() > 3 && fields[3] != "-") {
    setup.en_passant = SquareFromName(fields[3]);
    if (setup.en_passant == Square::kNone) {
      return Refuse(absl::StrCat("en passant ", Quoted(fields[3]), " is no square"));
    }
  }
  if (fields.size() > 4) {
    absl::Status status = ParseCounter(fields[4], "half-move counter", kMaxRule50, setup.rule50);
    if (!status.ok()) return status;
  }
  if (fields.size() > 5) {
    absl::Status status = ParseCounter(fields[5], "move number", kMaxFullMove, setup.full_move);
    if (!status.ok()) return status;
    setup.full_move = std::max(setup.full_move, 1);
  }
  return setup;
}

std::string ToFen(const Setup& setup) {
  std::string fen;
  for (std::size_t i = 0; i < kRankCount; ++i) {
    const auto rank = static_cast<Rank>(kRankCount - 1 - i);
    int empty = 0;
    for (std::size_t file = 0; file < kFileCount; ++file) {
      const Piece p = setup.board[MakeSquare(static_cast<File>(file), rank)];
      if (p == Piece::kNone) {
        ++empty;
        continue;
      }
      if (empty > 0) absl::StrAppend(&fen, empty);
      empty = 0;
      fen += PieceLetter(p);
    }
    if (empty > 0) absl::StrAppend(&fen, empty);
    if (rank != Rank::k1) fen += '/';
  }
  absl::StrAppend(&fen, setup.side_to_move == Color::kWhite ? " w " : " b ", CastlingField(setup),
                  " ", SquareName(setup.en_passant), " ", setup.rule50, " ", setup.full_move);
  return fen;
}

Setup FlipColors(const Setup& setup) {
  Setup result = Transform(setup, true, FlipRank);
  for (Color c : kColors) {
    for (CastlingSide side : kCastlingSides) {
      const Square rook = setup.castling_rooks[CastlingIndex(c, side)];
      if (rook == Square::kNone) continue;
      result.castling_rooks[CastlingIndex(~c, side)] = FlipRank(rook);
    }
  }
  return result;
}

Setup MirrorFiles(const Setup& setup) {
  Setup result = Transform(setup, false, FlipFile);
  for (Color c : kColors) {
    for (CastlingSide side : kCastlingSides) {
      const Square rook = setup.castling_rooks[CastlingIndex(c, side)];
      if (rook == Square::kNone) continue;
      const auto other = static_cast<CastlingSide>(Index(side) ^ 1);
      result.castling_rooks[CastlingIndex(c, other)] = FlipFile(rook);
    }
  }
  return result;
}

}  // namespace notochord::board
