// Terms that depend on pawns alone, and on pawns and one king: computed once per pawn structure and
// kept in the pawn cache.
#pragma once

#include "engine/eval/eval_context.h"
#include "engine/eval/sum.h"

namespace notochord::eval {

// Pawns with no enemy pawn before them on three files and no own pawn before them on theirs.
Bitboard PassedPawns(Color us, Bitboard ours, Bitboard theirs);

// How locked the pawns are: 0 open to 8.
int Closedness(Bitboard white_pawns, Bitboard black_pawns);

// The structure of one side. Instantiated for both kinds of sum.
template <Color us, typename Sum>
void AddPawnStructure(Bitboard ours, Bitboard theirs, Sum& sum);

// Shelter and storm, open files at the king, and the king's distance to its pawns.
template <Color us, typename Sum>
void AddKingPawns(Bitboard ours, Bitboard theirs, Square king, Sum& sum);

}  // namespace notochord::eval
