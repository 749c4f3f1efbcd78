// The vocabulary of the whole engine: colours, pieces, squares, files, ranks, and arrays that are
// indexed by them. Nothing here knows the rules of chess.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace notochord {

using Key = std::uint64_t;

// clang-format off
enum class Color : std::uint8_t { kWhite, kBlack };

enum class PieceType : std::uint8_t { kPawn, kKnight, kBishop, kRook, kQueen, kKing, kNone };

// type * 2 + colour, so that both parts cost one instruction.
enum class Piece : std::uint8_t {
  kWhitePawn, kBlackPawn, kWhiteKnight, kBlackKnight, kWhiteBishop, kBlackBishop,
  kWhiteRook, kBlackRook, kWhiteQueen, kBlackQueen, kWhiteKing, kBlackKing, kNone
};

enum class File : std::uint8_t { kA, kB, kC, kD, kE, kF, kG, kH };
enum class Rank : std::uint8_t { k1, k2, k3, k4, k5, k6, k7, k8 };

// a1 = 0, b1 = 1, ..., h8 = 63.
enum class Square : std::uint8_t {
  kA1, kB1, kC1, kD1, kE1, kF1, kG1, kH1,
  kA2, kB2, kC2, kD2, kE2, kF2, kG2, kH2,
  kA3, kB3, kC3, kD3, kE3, kF3, kG3, kH3,
  kA4, kB4, kC4, kD4, kE4, kF4, kG4, kH4,
  kA5, kB5, kC5, kD5, kE5, kF5, kG5, kH5,
  kA6, kB6, kC6, kD6, kE6, kF6, kG6, kH6,
  kA7, kB7, kC7, kD7, kE7, kF7, kG7, kH7,
  kA8, kB8, kC8, kD8, kE8, kF8, kG8, kH8,
  kNone
};

enum class Direction : std::int8_t {
  kNorth = 8, kEast = 1, kSouth = -8, kWest = -1,
  kNorthEast = 9, kNorthWest = 7, kSouthEast = -7, kSouthWest = -9
};
// clang-format on

inline constexpr std::size_t kColorCount = 2;
inline constexpr std::size_t kPieceTypeCount = 6;
inline constexpr std::size_t kPieceCount = 12;
inline constexpr std::size_t kSquareCount = 64;
inline constexpr std::size_t kFileCount = 8;
inline constexpr std::size_t kRankCount = 8;

inline constexpr std::array<Color, 2> kColors = {Color::kWhite, Color::kBlack};
inline constexpr std::array<PieceType, 6> kPieceTypes = {PieceType::kPawn,   PieceType::kKnight,
                                                         PieceType::kBishop, PieceType::kRook,
                                                         PieceType::kQueen,  PieceType::kKing};

// A scoped enumerator as an array index.
template <typename E>
constexpr std::size_t Index(E e) {
  return static_cast<std::size_t>(e);
}

// A plain array that is indexed by a scoped enum. An aggregate: it adds no cost and no
// constructors.
template <typename E, typename T, std::size_t N>
struct EnumArray {
  std::array<T, N> values;

  constexpr T& operator[](E e) { return values[Index(e)]; }
  constexpr const T& operator[](E e) const { return values[Index(e)]; }
  constexpr auto begin() { return values.begin(); }
  constexpr auto end() { return values.end(); }
  constexpr auto begin() const { return values.begin(); }
  constexpr auto end() const { return values.end(); }
  friend constexpr bool operator==(const EnumArray&, const EnumArray&) = default;
};

template <typename T>
using PerColor = EnumArray<Color, T, kColorCount>;
template <typename T>
using PerPieceType = EnumArray<PieceType, T, kPieceTypeCount>;
template <typename T>
using PerPiece = EnumArray<Piece, T, kPieceCount>;
template <typename T>
using PerSquare = EnumArray<Square, T, kSquareCount>;

constexpr Color operator~(Color c) { return static_cast<Color>(Index(c) ^ 1); }

constexpr Piece MakePiece(Color c, PieceType pt) {
  return static_cast<Piece>(Index(pt) * 2 + Index(c));
}
constexpr PieceType TypeOf(Piece p) { return static_cast<PieceType>(Index(p) >> 1); }
constexpr Color ColorOf(Piece p) { return static_cast<Color>(Index(p) & 1); }

constexpr Square MakeSquare(File f, Rank r) { return static_cast<Square>(Index(r) * 8 + Index(f)); }
constexpr Square SquareAt(std::size_t index) { return static_cast<Square>(index); }
constexpr File FileOf(Square s) { return static_cast<File>(Index(s) & 7); }
constexpr Rank RankOf(Square s) { return static_cast<Rank>(Index(s) >> 3); }

// The square, rank, or file as the player of colour `c` sees it from his side of the board.
constexpr Square Relative(Color c, Square s) {
  return static_cast<Square>(Index(s) ^ (Index(c) * 56));
}
constexpr Rank Relative(Color c, Rank r) { return static_cast<Rank>(Index(r) ^ (Index(c) * 7)); }
constexpr Rank RelativeRank(Color c, Square s) { return Relative(c, RankOf(s)); }

constexpr Square FlipFile(Square s) { return static_cast<Square>(Index(s) ^ 7); }
constexpr Square FlipRank(Square s) { return static_cast<Square>(Index(s) ^ 56); }

constexpr Square operator+(Square s, Direction d) {
  return static_cast<Square>(static_cast<int>(s) + static_cast<int>(d));
}
constexpr Square operator-(Square s, Direction d) {
  return static_cast<Square>(static_cast<int>(s) - static_cast<int>(d));
}
constexpr Square& operator++(Square& s) { return s = static_cast<Square>(Index(s) + 1); }

constexpr Direction Forward(Color c) {
  return c == Color::kWhite ? Direction::kNorth : Direction::kSouth;
}

constexpr bool IsLight(Square s) { return ((Index(s) ^ (Index(s) >> 3)) & 1) != 0; }

constexpr int FileDistance(Square a, Square b) {
  const int d = static_cast<int>(Index(a) & 7) - static_cast<int>(Index(b) & 7);
  return d < 0 ? -d : d;
}
constexpr int RankDistance(Square a, Square b) {
  const int d = static_cast<int>(Index(a) >> 3) - static_cast<int>(Index(b) >> 3);
  return d < 0 ? -d : d;
}
// Of a square's file from the nearer edge, 0 to 3: tables are mirrored.
constexpr std::size_t EdgeDistance(Square s) {
  const std::size_t file = Index(FileOf(s));
  return file < 4 ? file : 7 - file;
}
// King moves between two squares of an empty board.
constexpr int Distance(Square a, Square b) {
  const int f = FileDistance(a, b);
  const int r = RankDistance(a, b);
  return f > r ? f : r;
}

}  // namespace notochord
