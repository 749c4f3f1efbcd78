#include "engine/tools/datagen/player.h"

#include <cstdlib>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/base/value.h"
#include "engine/board/movegen.h"
#include "engine/tools/datagen/openings.h"

namespace notochord::datagen {
namespace {

using board::Position;

// Balanced openings are found at every second or third attempt; a book may hold none.
constexpr int kMaxAttempts = 2000;

// Ends the search after the iteration that reaches the soft limit, and remembers the last finished
// one: what an unfinished one left behind may be a bound.
class SoftLimit : public search::Observer {
 public:
  SoftLimit(const search::Worker& worker, std::uint64_t nodes) : worker_(worker), nodes_(nodes) {}

  bool OnIteration(const search::IterationReport& report) override {
    move_ = report.moves[0].move;
    score_ = report.moves[0].score;
    return worker_.nodes() < nodes_;
  }
  board::Move move() const { return move_; }
  int score() const { return score_; }

 private:
  const search::Worker& worker_;
  const std::uint64_t nodes_;
  board::Move move_;
  int score_ = 0;
};

// What the rules of chess say.
std::optional<Outcome> EndOf(const Position& position) {
  if (!board::HasLegalMove(position)) {
    if (!position.InCheck()) return Outcome::kDraw;
    return position.side_to_move() == Color::kWhite ? Outcome::kBlackWins : Outcome::kWhiteWins;
  }
  if (position.IsDrawnByRule()) return Outcome::kDraw;
  return std::nullopt;
}

bool IsWorthKeeping(const Position& position, board::Move move, int score) {
  return !position.InCheck() && !position.IsNoisy(move) && !IsDecisive(score);
}

std::uint64_t SeedOf(std::uint64_t seed, std::uint32_t number) {
  return Rng(seed).Next() ^ Rng(~std::uint64_t{number}).Next();
}

}  // namespace

std::optional<Outcome> Adjudicator::Decide(int score, int full_move) {
  if (IsDecisive(score)) return score > 0 ? Outcome::kWhiteWins : Outcome::kBlackWins;
  white_wins_ = score >= settings_.win_score ? white_wins_ + 1 : 0;
  black_wins_ = score <= -settings_.win_score ? black_wins_ + 1 : 0;
  const bool is_even = std::abs(score) <= settings_.draw_score;
  draws_ = is_even && full_move >= settings_.draw_move ? draws_ + 1 : 0;
  if (white_wins_ >= settings_.win_plies) return Outcome::kWhiteWins;
  if (black_wins_ >= settings_.win_plies) return Outcome::kBlackWins;
  if (draws_ >= settings_.draw_plies) return Outcome::kDraw;
  return std::nullopt;
}

absl::StatusOr<std::unique_ptr<Player>> Player::Create(const Settings& settings,
                                                       const std::atomic<bool>& stop) {
  auto player = std::unique_ptr<Player>(new Player(settings, stop));
  if (absl::Status status = player->table_.Resize(settings.hash_mebibytes); !status.ok()) {
    return status;
  }
  player->worker_ = std::make_unique<search::Worker>(0, player->table_, stop, nullptr);
  return player;
}

Player::Choice Player::Search(const Position& position) {
  search::Task task;
  task.position = position;
  task.root_moves = search::MakeRootMoves(position, {});
  task.max_nodes = settings_.nodes * settings_.hard_factor;
  table_.NewSearch();
  worker_->ResetCounters();
  SoftLimit limit(*worker_, settings_.nodes);
  worker_->Search(task, limit);
  return {limit.move(), limit.score()};
}

absl::StatusOr<Position> Player::BalancedOpening(Rng& rng) {
  for (int attempt = 0; attempt < kMaxAttempts && !stop_; ++attempt) {
    std::optional<Position> opening = RandomOpening(settings_, rng);
    if (!opening.has_value()) continue;
    if (std::abs(Search(*opening).score) <= settings_.max_opening_score) {
      return *std::move(opening);
    }
  }
  if (stop_) return absl::CancelledError("stopped");
  return absl::NotFoundError(
      absl::StrCat("no balanced opening found in ", kMaxAttempts, " attempts"));
}

absl::StatusOr<Outcome> Player::PlayOut(Position position, Game& game) {
  Adjudicator adjudicator(settings_);
  absl::flat_hash_set<Key> seen;
  for (;;) {
    if (const std::optional<Outcome> end = EndOf(position)) return *end;
    const Choice choice = Search(position);
    if (stop_) return absl::CancelledError("stopped");
    const int score = position.side_to_move() == Color::kWhite ? choice.score : -choice.score;
    if (IsWorthKeeping(position, choice.move, score) && game.records.size() < kMaxRecords &&
        seen.insert(position.key()).second) {
      game.records.push_back(
          PackRecord({position.ToSetup(), static_cast<std::int16_t>(score), Outcome::kDraw}));
    }
    if (const auto outcome = adjudicator.Decide(score, position.full_move())) return *outcome;
    position.Make(choice.move);
  }
}

absl::StatusOr<Game> Player::Play(std::uint32_t number) {
  table_.Clear();
  worker_->NewGame();
  Rng rng(SeedOf(settings_.seed, number));
  absl::StatusOr<Position> opening = BalancedOpening(rng);
  if (!opening.ok()) return opening.status();
  Game game{number, {}};
  const absl::StatusOr<Outcome> outcome = PlayOut(*std::move(opening), game);
  if (!outcome.ok()) return outcome.status();
  for (RecordBytes& record : game.records) SetOutcome(*outcome, record);
  return game;
}

}  // namespace notochord::datagen
