#include "tests/threads/tablebase_games.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <utility>

#include "engine/base/rng.h"
#include "engine/board/movegen.h"
#include "engine/board/notation.h"
#include "tb/inventory.h"
#include "tests/support/tables.h"

namespace notochord::test {
namespace {

using board::Move;
using board::Position;

class BestMove : public threads::Listener {
 public:
  explicit BestMove(std::optional<search::RootMove>& best) : best_(best) {}
  void OnFinish(const threads::LinesReport& report) override {
    if (!report.moves.empty()) best_ = report.moves[0];
  }

 private:
  std::optional<search::RootMove>& best_;
};

std::optional<Position> RandomPosition(const tb::Signature& signature, Rng& rng) {
  board::Setup setup;
  const bool flip = rng.Below(2) == 0;
  setup.side_to_move = rng.Below(2) == 0 ? Color::kWhite : Color::kBlack;
  for (const Color c : kColors) {
    for (const char letter : signature.sides[Index(c)]) {
      const Square square = SquareAt(rng.Below(kSquareCount));
      if (setup.board[square] != Piece::kNone) return std::nullopt;
      setup.board[square] = MakePiece(flip ? ~c : c, TypeOf(board::PieceFromLetter(letter)));
    }
  }
  absl::StatusOr<Position> position = Position::FromSetup(setup);
  if (!position.ok() || !board::HasLegalMove(*position)) return std::nullopt;
  return *std::move(position);
}

}  // namespace

TablebasePlayer::TablebasePlayer(const PlayerConfig& config) : config_(config) {
  EXPECT_GT(tables_.Open(TablePath()).wdl_tables, 0);
  EXPECT_TRUE(pool_.SetThreadCount(config.threads).ok());
}

search::RootMove TablebasePlayer::Choose(const Position& position, const std::vector<Move>& only) {
  std::optional<search::RootMove> best;
  threads::SearchPool::Request request;
  request.task.position = position;
  request.task.root_moves = search::MakeRootMoves(position, only);
  request.task.multi_pv = config_.lines;
  request.limits.nodes = config_.nodes;
  request.listener = std::make_unique<BestMove>(best);
  prober_.RankRoot(request.task, std::nullopt);
  pool_.Go(std::move(request));
  pool_.Wait();
  return *best;
}

Move TablebasePlayer::ChoosePerfectly(const Position& position) const {
  const auto quality = [](int dtz) { return dtz > 0 ? 10000 - dtz : dtz < 0 ? -10000 - dtz : 0; };
  const std::optional<tb::RootValues> values = tables_.ProbeDtz(position);
  EXPECT_TRUE(values) << position.Fen();
  const tb::MoveDtz* best = &values->moves[0];
  for (const tb::MoveDtz& move : values->moves) {
    if (quality(move.dtz) > quality(best->dtz)) best = &move;
  }
  return best->move;
}

std::vector<Position> RandomTablePositions(const tb::Syzygy& tables, tb::Wdl value,
                                           std::size_t count, std::uint64_t seed) {
  std::vector<tb::Signature> signatures;
  for (const tb::Table& table : tb::TakeInventory(TablePath(), false).tables) {
    if (table.signature.men() == 4) signatures.push_back(table.signature);
  }
  constexpr int kTries = 2000;  // some endgames hardly ever have that value
  Rng rng(seed);
  std::vector<Position> positions;
  for (std::size_t i = 0; positions.size() < count; ++i) {
    for (int n = 0; n < kTries; ++n) {
      std::optional<Position> position = RandomPosition(signatures[i % signatures.size()], rng);
      if (!position || tables.ProbeWdl(*position) != value) continue;
      positions.push_back(*std::move(position));
      break;
    }
  }
  return positions;
}

int PlayOut(TablebasePlayer& player, Position position, Opponent opponent) {
  const Color us = position.side_to_move();
  while (board::HasLegalMove(position)) {
    if (position.IsFiftyMoveDraw() || position.RepetitionCount() >= 2) return 0;
    // Two knights cannot force mate, but sometimes they can give it.
    if (position.IsInsufficientMaterial() && player.tables().ProbeWdl(position) == tb::Wdl::kDraw) {
      return 0;
    }
    const bool perfect = opponent == Opponent::kPerfect && position.side_to_move() != us;
    position.Make(perfect ? player.ChoosePerfectly(position) : player.Choose(position).move);
  }
  if (!position.InCheck()) return 0;
  return position.side_to_move() == us ? -1 : 1;
}

}  // namespace notochord::test
