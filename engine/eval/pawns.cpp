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

// One pawn and the pawns round it.
struct PawnView {
  Bitboard neighbours;   // own, on adjacent files
  Bitboard supporters;   // own, defending it
  Bitboard phalanx;      // own, beside it
  Bitboard stoppers;     // enemy, on the three files before it
  Bitboard levers;       // enemy, that it attacks
  Bitboard push_levers;  // enemy, that it would attack after one step
  bool opposed;          // by an enemy pawn on its file
  bool rammed;           // by an enemy pawn directly before it
  bool doubled;          // own pawn before it on its file
  bool backward;         // behind all neighbours and unable to catch up safely
};

template <Color us>
[[gnu::always_inline]] inline PawnView ViewPawn(Square s, Bitboard ours, Bitboard theirs) {
  constexpr Color them = ~us;
  const Square stop = s + Forward(us);
  PawnView view;
  view.neighbours = ours & board::AdjacentFiles(s);
  view.supporters = ours & board::PawnAttacks(them, Bit(s));
  view.phalanx = view.neighbours & RankMask(s);
  view.stoppers = theirs & board::PassedPawnSpan(us, s);
  view.levers = theirs & board::PawnAttacks(us, Bit(s));
  view.push_levers = theirs & board::PawnAttacks(us, Bit(stop));
  view.opposed = (theirs & board::ForwardFile(us, s)) != 0;
  view.rammed = Contains(theirs, stop);
  view.doubled = (ours & board::ForwardFile(us, s)) != 0;
  view.backward = (view.neighbours & ~board::ForwardRanks(us, s)) == 0 &&
                  (view.rammed || view.push_levers != 0);
  return view;
}

// All stoppers can be met: by capture now or after one step, with enough neighbours to help.
bool IsCandidate(const PawnView& view) {
  return view.stoppers == (view.levers | view.push_levers) &&
         PopCount(view.phalanx) >= PopCount(view.push_levers);
}

int CountIslands(Bitboard pawns) {
  const Bitboard files = board::FillSouth(pawns) & board::kRank1;
  return PopCount(files & ~(files << 1));
}

template <Color us, typename Sum>
void AddWeaknesses(Square s, const PawnView& view, Sum& sum) {
  const std::size_t rank = Index(RelativeRank(us, s));
  if (view.neighbours == 0) {
    sum.Add(kWeights.pawn_isolated[EdgeDistance(s)]);
    if (!view.opposed) sum.Add(kWeights.pawn_isolated_open[0]);
  } else if (view.backward) {
    sum.Add(kWeights.pawn_backward[rank]);
    if (!view.opposed) sum.Add(kWeights.pawn_backward_open[0]);
  }
  if (view.doubled) sum.Add(kWeights.pawn_doubled[EdgeDistance(s)]);
  if (view.supporters == 0 && MoreThanOne(view.levers)) sum.Add(kWeights.pawn_lever_weak[0]);
}

}  // namespace

Bitboard PassedPawns(Color us, Bitboard ours, Bitboard theirs) {
  const Bitboard held = board::FillForward(~us, board::ShiftForward(~us, theirs));
  const Bitboard behind_own = board::FillForward(~us, board::ShiftForward(~us, ours));
  return ours & ~(held | board::Shift<Direction::kEast>(held) |
                  board::Shift<Direction::kWest>(held) | behind_own);
}

int Closedness(Bitboard white_pawns, Bitboard black_pawns) {
  const int pawns = PopCount(white_pawns | black_pawns);
  const int rammed = PopCount(white_pawns << 8 & black_pawns);
  const int open_files = 8 - PopCount(board::FillSouth(white_pawns | black_pawns) & board::kRank1);
  return std::clamp((pawns + 3 * rammed - 4 * open_files) / 3, 0, 8);
}

template <Color us, typename Sum>
void AddPawnStructure(Bitboard ours, Bitboard theirs, Sum& sum) {
  for (Bitboard b = ours; b != 0;) {
    const Square s = PopFirst(b);
    const std::size_t rank = Index(RelativeRank(us, s));
    const PawnView view = ViewPawn<us>(s, ours, theirs);

    if (view.supporters != 0) {
      sum.Add(kWeights.pawn_supported[rank]);
      if (MoreThanOne(view.supporters)) sum.Add(kWeights.pawn_supported_twice[0]);
      if ((ours & board::PawnAttacks(~us, view.supporters)) != 0) sum.Add(kWeights.pawn_chain[0]);
    }
    if (view.phalanx != 0) sum.Add(kWeights.pawn_phalanx[rank]);
    if (view.rammed) sum.Add(kWeights.pawn_rammed[rank]);
    if (view.levers != 0) sum.Add(kWeights.pawn_lever[rank]);
    AddWeaknesses<us>(s, view, sum);

    if (view.stoppers == 0) {
      if (view.doubled) continue;
      sum.Add(kWeights.passed_rank[rank]);
      sum.Add(kWeights.passed_file[EdgeDistance(s)]);
    } else if (IsCandidate(view)) {
      const bool held = PopCount(view.supporters) >= PopCount(view.levers);
      sum.Add(kWeights.pawn_candidate[held ? 1 : 0][rank]);
    }
  }
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
