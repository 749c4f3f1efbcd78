#include "tb/fathom.h"

#include <fcntl.h>
#include <tbprobe.h>
#include <unistd.h>

#include <array>

#include "engine/board/movegen.h"

namespace notochord::tb::fathom {
namespace {

using board::Move;
using board::Position;

// A position as Fathom's functions take it.
struct Arguments {
  explicit Arguments(const Position& p)
      : white(p.Pieces(Color::kWhite)),
        black(p.Pieces(Color::kBlack)),
        kings(p.Pieces(PieceType::kKing)),
        queens(p.Pieces(PieceType::kQueen)),
        rooks(p.Pieces(PieceType::kRook)),
        bishops(p.Pieces(PieceType::kBishop)),
        knights(p.Pieces(PieceType::kKnight)),
        pawns(p.Pieces(PieceType::kPawn)),
        en_passant(p.en_passant() == Square::kNone ? 0U
                                                   : static_cast<unsigned>(Index(p.en_passant()))),
        white_to_move(p.side_to_move() == Color::kWhite) {}

  std::uint64_t white, black, kings, queens, rooks, bishops, knights, pawns;
  unsigned en_passant;  // 0: none
  bool white_to_move;
};

#if defined(NOTOCHORD_PACKAGED_FATHOM)
// Keeps standard error quiet: the packaged library complains about every table that it unmaps
// without a problem.
class SilentErrors {
 public:
  SilentErrors() : kept_(dup(STDERR_FILENO)) {
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (kept_ >= 0 && nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    if (nowhere >= 0) close(nowhere);
  }
  ~SilentErrors() {
    if (kept_ < 0) return;
    dup2(kept_, STDERR_FILENO);
    close(kept_);
  }
  SilentErrors(const SilentErrors&) = delete;
  SilentErrors& operator=(const SilentErrors&) = delete;

 private:
  const int kept_;
};
#endif

// Fathom counts from 0 for a loss to 4 for a win.
int WdlOf(unsigned result) { return static_cast<int>(TB_GET_WDL(result)) - TB_DRAW; }

// Results hold the distance without its sign.
int DtzOf(unsigned result) {
  const auto distance = static_cast<int>(TB_GET_DTZ(result));
  return WdlOf(result) < 0 ? -distance : distance;
}

unsigned PromotionCode(Move move) {
  if (!move.IsPromotion()) return TB_PROMOTES_NONE;
  switch (move.promotion()) {
    case PieceType::kKnight:
      return TB_PROMOTES_KNIGHT;
    case PieceType::kBishop:
      return TB_PROMOTES_BISHOP;
    case PieceType::kRook:
      return TB_PROMOTES_ROOK;
    default:
      return TB_PROMOTES_QUEEN;
  }
}

bool IsResultOf(unsigned result, Move move) {
  return TB_GET_FROM(result) == Index(move.from()) && TB_GET_TO(result) == Index(move.to()) &&
         TB_GET_PROMOTES(result) == PromotionCode(move);
}

}  // namespace

void Init(const std::string& directories) {
#if defined(NOTOCHORD_PACKAGED_FATHOM)
  const SilentErrors silent;
#endif
  tb_init(directories.c_str());
}

std::optional<Wdl> ProbeWdl(const Position& position) {
  const Arguments a(position);
  const unsigned result = tb_probe_wdl(a.white, a.black, a.kings, a.queens, a.rooks, a.bishops,
                                       a.knights, a.pawns, 0, 0, a.en_passant, a.white_to_move);
  if (result == TB_RESULT_FAILED) return std::nullopt;
  return static_cast<Wdl>(static_cast<int>(result) - TB_DRAW);
}

std::optional<RootValues> ProbeDtz(const Position& position) {
  const Arguments a(position);
  std::array<unsigned, TB_MAX_MOVES> results;
  results[0] = TB_RESULT_FAILED;
  // With a counter of 0: Fathom keeps it in eight bits, and the signs do not depend on it.
  const unsigned result =
      tb_probe_root(a.white, a.black, a.kings, a.queens, a.rooks, a.bishops, a.knights, a.pawns, 0,
                    0, a.en_passant, a.white_to_move, results.data());
  if (result == TB_RESULT_FAILED) return std::nullopt;
  RootValues values;
  const board::MoveList legal = board::LegalMoves(position);
  if (legal.empty()) {
    values.dtz = position.InCheck() ? -1 : 0;
    return values;
  }
  values.dtz = DtzOf(result);
  for (const Move move : legal) {
    std::size_t i = 0;
    while (results[i] != TB_RESULT_FAILED && !IsResultOf(results[i], move)) ++i;
    if (results[i] == TB_RESULT_FAILED) return std::nullopt;
    values.moves.push_back({move, DtzOf(results[i])});
  }
  return values;
}

}  // namespace notochord::tb::fathom
