#include "engine/eval/pawns.h"

#include <algorithm>

#include "engine/eval/complexity.h"
#include "engine/eval/pawn_cache.h"

namespace notochord::eval {
namespace {

// [king][n] the squares that are at most n king moves away
constexpr PerSquare<std::array<Bitboard, 8>> kWithin = [] {
  PerSquare<std::array<Bitboard, 8>> table{};
  for (Square a = Square::kA1; a != Square::kNone; ++a) {
    for (Square b = Square::kA1; b != Square::kNone; ++b) {
      for (std::size_t n = static_cast<std::size_t>(Distance(a, b)); n < 8; ++n) {
        table[a][n] |= Bit(b);
      }
    }
  }
  return table;
}();

// The pawns of a side, sorted by the pawns round them.
struct PawnSets {
  Bitboard supported;        // defended by an own pawn
  Bitboard supported_twice;  // by two
  Bitboard chained;          // by one that is supported itself
  Bitboard phalanx;          // beside an own pawn
  Bitboard isolated;         // no own pawn on adjacent files
  Bitboard backward;         // behind all neighbours and unable to catch up safely
  Bitboard doubled;          // behind an own pawn on its file
  Bitboard opposed;          // by an enemy pawn on its file
  Bitboard rammed;           // by an enemy pawn directly before it
  Bitboard levers;           // attacking an enemy pawn
  Bitboard weak_levers;      // attacking two, and not supported
  Bitboard passed;           // no enemy before it on three files, no own pawn on its file
  Bitboard hindered;         // not passed, but no enemy is before it on its file or, on adjacent
                             // files, further away than it attacks after one step
};

constexpr Bitboard Beside(Bitboard b) {
  return board::Shift<Direction::kEast>(b) | board::Shift<Direction::kWest>(b);
}
// All squares behind the members of a set of `c`.
constexpr Bitboard Behind(Color c, Bitboard b) {
  return board::FillForward(~c, board::ShiftForward(~c, b));
}

// All pawns at once: what is true of a single pawn is hard to predict for a branch.
template <Color us>
[[gnu::always_inline]] inline PawnSets SortPawns(Bitboard ours, Bitboard theirs) {
  constexpr Color them = ~us;
  const Bitboard east = board::PawnAttacksEast(us, ours);
  const Bitboard west = board::PawnAttacksWest(us, ours);
  const Bitboard enemy_east = board::PawnAttacksEast(them, theirs);
  const Bitboard enemy_west = board::PawnAttacksWest(them, theirs);
  // The squares from which an enemy pawn is straight ahead at any distance, and at three or more.
  const Bitboard before_enemies = Behind(us, theirs);
  const Bitboard far_before_enemies =
      board::ShiftForward(them, board::ShiftForward(them, before_enemies));
  const Bitboard stopped = before_enemies | Beside(before_enemies);

  PawnSets sets;
  sets.supported = ours & (east | west);
  sets.supported_twice = ours & east & west;
  sets.chained = ours & board::PawnAttacks(us, sets.supported);
  sets.phalanx = ours & Beside(ours);
  sets.isolated = ours & ~Beside(board::FillNorth(board::FillSouth(ours)));
  sets.doubled = ours & Behind(us, ours);
  sets.opposed = ours & before_enemies;
  sets.rammed = ours & board::ShiftForward(them, theirs);
  sets.levers = ours & (enemy_east | enemy_west);
  sets.weak_levers = ours & enemy_east & enemy_west & ~sets.supported;
  sets.backward = ours & ~sets.isolated & ~Beside(board::FillForward(us, ours)) &
                  (sets.rammed | board::ShiftForward(them, enemy_east | enemy_west));
  sets.passed = ours & ~stopped & ~sets.doubled;
  sets.hindered = ours & stopped & ~before_enemies & ~Beside(far_before_enemies);
  return sets;
}

// A weight by relative rank for each pawn of a set.
template <Color us, typename Sum>
[[gnu::always_inline]] inline void AddByRank(const auto& weights, Bitboard pawns, Sum& sum) {
  for (std::size_t rank = Index(Rank::k2); rank <= Index(Rank::k7); ++rank) {
    sum.Add(weights[rank], PopCount(pawns & RankMask(Relative(us, static_cast<Rank>(rank)))));
  }
}

// A weight by distance from the edge for each pawn of a set.
template <typename Sum>
[[gnu::always_inline]] inline void AddByFile(const auto& weights, Bitboard pawns, Sum& sum) {
  for (std::size_t file = 0; file < 4; ++file) {
    const Bitboard files = board::kFileA << file | board::kFileH >> file;
    sum.Add(weights[file], PopCount(pawns & files));
  }
}

// Pawns whose stoppers can all be met: by capture now or after one step, with enough neighbours to
// help.
template <Color us, typename Sum>
[[gnu::always_inline]] inline void AddCandidates(Bitboard ours, Bitboard theirs, Bitboard hindered,
                                                 Sum& sum) {
  while (hindered != 0) {
    const Square s = PopFirst(hindered);
    const Bitboard levers = theirs & board::PawnAttacks(us, Bit(s));
    const Bitboard push_levers = theirs & board::PawnAttacks(us, Bit(s + Forward(us)));
    const Bitboard supporters = ours & board::PawnAttacks(~us, Bit(s));
    if (PopCount(ours & Beside(Bit(s))) < PopCount(push_levers)) continue;
    const bool held = PopCount(supporters) >= PopCount(levers);
    sum.Add(kWeights.pawn_candidate[held ? 1 : 0][Index(RelativeRank(us, s))]);
  }
}

int CountIslands(Bitboard pawns) {
  const Bitboard files = board::FillSouth(pawns) & board::kRank1;
  return PopCount(files & ~(files << 1));
}

}  // namespace

Bitboard PassedPawns(Color us, Bitboard ours, Bitboard theirs) {
  const Bitboard held = Behind(us, theirs);
  return ours & ~(held | Beside(held) | Behind(us, ours));
}

int Closedness(Bitboard white_pawns, Bitboard black_pawns) {
  const int pawns = PopCount(white_pawns | black_pawns);
  const int rammed = PopCount(white_pawns << 8 & black_pawns);
  const int open_files = 8 - PopCount(board::FillSouth(white_pawns | black_pawns) & board::kRank1);
  return std::clamp((pawns + 3 * rammed - 4 * open_files) / 3, 0, 8);
}

template <Color us, typename Sum>
void AddPawnStructure(Bitboard ours, Bitboard theirs, Sum& sum) {
  const PawnSets sets = SortPawns<us>(ours, theirs);
  AddByRank<us>(kWeights.pawn_supported, sets.supported, sum);
  sum.Add(kWeights.pawn_supported_twice[0], PopCount(sets.supported_twice));
  sum.Add(kWeights.pawn_chain[0], PopCount(sets.chained));
  AddByRank<us>(kWeights.pawn_phalanx, sets.phalanx, sum);
  AddByRank<us>(kWeights.pawn_rammed, sets.rammed, sum);
  AddByRank<us>(kWeights.pawn_lever, sets.levers, sum);
  sum.Add(kWeights.pawn_lever_weak[0], PopCount(sets.weak_levers));
  AddByFile(kWeights.pawn_isolated, sets.isolated, sum);
  sum.Add(kWeights.pawn_isolated_open[0], PopCount(sets.isolated & ~sets.opposed));
  AddByRank<us>(kWeights.pawn_backward, sets.backward, sum);
  sum.Add(kWeights.pawn_backward_open[0], PopCount(sets.backward & ~sets.opposed));
  AddByFile(kWeights.pawn_doubled, sets.doubled, sum);
  AddByRank<us>(kWeights.passed_rank, sets.passed, sum);
  AddByFile(kWeights.passed_file, sets.passed, sum);
  AddCandidates<us>(ours, theirs, sets.hindered, sum);
  sum.Add(kWeights.pawn_island[0], CountIslands(ours));
}

template <Color us, typename Sum>
void AddKingPawns(Bitboard ours, Bitboard theirs, Square king, Sum& sum) {
  constexpr Color them = ~us;
  const Bitboard not_behind = ~board::ForwardRanks(them, king);
  // 0 where there is none: counting the zeros of an empty word ends beyond the last square, and in
  // front of the first one.
  const auto rank_of_nearest = [](Bitboard pawns) {
    return static_cast<std::size_t>(us == Color::kWhite ? std::countr_zero(pawns) >> 3 & 7
                                                        : std::countl_zero(pawns) >> 3 & 7);
  };
  const std::size_t center = std::clamp<std::size_t>(Index(FileOf(king)), 1, 6);
  for (std::size_t f = center - 1; f <= center + 1; ++f) {
    const auto file = static_cast<File>(f);
    const std::size_t edge = EdgeDistance(MakeSquare(file, Rank::k1));
    const Bitboard shield = ours & FileMask(file) & not_behind;
    const Bitboard storm = theirs & FileMask(file) & not_behind;
    const std::size_t own_rank = rank_of_nearest(shield);
    const std::size_t enemy_rank = rank_of_nearest(storm);
    const bool blocked = own_rank != 0 && own_rank + 1 == enemy_rank;
    sum.AddDanger(kWeights.king_shelter[edge][own_rank]);
    sum.AddDanger(kWeights.king_storm[(blocked ? 4U : 0U) + edge][enemy_rank]);
    if (((ours | theirs) & FileMask(file)) == 0) {
      sum.AddDanger(kWeights.danger_open_file[file == FileOf(king) ? 1 : 0]);
    }
  }

  std::size_t nearest = 1;
  for (std::size_t n = 1; n < 7; ++n) nearest += (ours & kWithin[king][n]) == 0 ? 1 : 0;
  sum.Add(kWeights.king_pawn_distance[ours != 0 ? nearest : 0]);
}

namespace {

PawnEntry AnalyzeStructure(const board::Position& position) {
  const auto pawns = [&](Color c) { return position.Pieces(c, PieceType::kPawn); };
  PlainSum white;
  PlainSum black;
  AddPawnStructure<Color::kWhite>(pawns(Color::kWhite), pawns(Color::kBlack), white);
  AddPawnStructure<Color::kBlack>(pawns(Color::kBlack), pawns(Color::kWhite), black);
  PawnEntry entry;
  entry.key = position.pawn_key();
  entry.valid = true;
  entry.structure = white.total() - black.total();
  const auto files = [](Bitboard b) {
    return static_cast<FileSet>(board::FillSouth(b) & board::kRank1);
  };
  for (Color c : kColors) {
    entry.passed[c] = PassedPawns(c, pawns(c), pawns(~c));
    entry.files[c] = files(pawns(c));
    const Bitboard rammed = pawns(c) & board::ShiftForward(~c, pawns(~c));
    for (const bool light : {false, true}) {
      const Bitboard squares = light ? board::kLightSquares : board::kDarkSquares;
      entry.color_pawns[c][light] = static_cast<std::uint8_t>(PopCount(pawns(c) & squares));
      entry.rammed_pawns[c][light] = static_cast<std::uint8_t>(PopCount(rammed & squares));
    }
  }
  entry.rammed_files = files(pawns(Color::kWhite) << 8 & pawns(Color::kBlack));
  entry.closedness =
      static_cast<std::uint8_t>(Closedness(pawns(Color::kWhite), pawns(Color::kBlack)));
  return entry;
}

template <Color us>
void RefreshKing(const board::Position& position, PawnEntry& entry) {
  PlainSum sum;
  entry.king[us] = position.KingSquare(us);
  AddKingPawns<us>(position.Pieces(us, PieceType::kPawn), position.Pieces(~us, PieceType::kPawn),
                   entry.king[us], sum);
  entry.king_score[us] = sum.total();
  entry.king_danger[us] = sum.danger();
}

}  // namespace

PawnEntry AnalyzePawns(const board::Position& position) {
  PawnEntry entry;
  PawnCache::Update(position, entry);
  return entry;
}

void PawnCache::Update(const board::Position& position, PawnEntry& entry) {
  if (!entry.valid) entry = AnalyzeStructure(position);
  if (entry.king[Color::kWhite] != position.KingSquare(Color::kWhite)) {
    RefreshKing<Color::kWhite>(position, entry);
  }
  if (entry.king[Color::kBlack] != position.KingSquare(Color::kBlack)) {
    RefreshKing<Color::kBlack>(position, entry);
  }
  entry.complexity = Score();
  VisitPawnComplexity(position.Pieces(PieceType::kPawn),
                      entry.passed[Color::kWhite] | entry.passed[Color::kBlack],
                      entry.king[Color::kWhite], entry.king[Color::kBlack],
                      [&](const Score& weight, int n) { entry.complexity += weight * n; });
}

template void AddPawnStructure<Color::kWhite>(Bitboard, Bitboard, PlainSum&);
template void AddPawnStructure<Color::kBlack>(Bitboard, Bitboard, PlainSum&);
template void AddPawnStructure<Color::kWhite>(Bitboard, Bitboard, TracingSum&);
template void AddPawnStructure<Color::kBlack>(Bitboard, Bitboard, TracingSum&);
template void AddKingPawns<Color::kWhite>(Bitboard, Bitboard, Square, PlainSum&);
template void AddKingPawns<Color::kBlack>(Bitboard, Bitboard, Square, PlainSum&);
template void AddKingPawns<Color::kWhite>(Bitboard, Bitboard, Square, TracingSum&);
template void AddKingPawns<Color::kBlack>(Bitboard, Bitboard, Square, TracingSum&);

}  // namespace notochord::eval
