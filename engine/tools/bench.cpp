#include "engine/tools/bench.h"

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "engine/board/notation.h"
#include "engine/board/perft.h"
#include "engine/tt/transposition_table.h"
#include "threads/search_pool.h"

namespace notochord::tools {
namespace {

constexpr absl::string_view kPositions[] = {
    // Openings.
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
    "rnbqk2r/ppp1bppp/4pn2/3p2B1/2PP4/2N5/PP2PPPP/R2QKBNR w KQkq - 4 5",
    "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP2BPPP/R1BQK2R b KQ - 1 6",
    "r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP3PPP/RN1QK2R b KQkq - 2 7",
    "rnb1kb1r/pp2pppp/2p2n2/q7/3P4/2N2N2/PPP2PPP/R1BQKB1R w KQkq - 2 6",
    "r2qkb1r/pb1n1ppp/1p2pn2/2pp4/3P4/1PN1PN2/PBPBQPPP/R3K2R b KQkq - 1 9",
    // Middlegames, closed and open, with play on either wing.
    "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 b - - 0 9",
    "r2q1rk1/1b2bppp/p1nppn2/1p6/3NP3/1BN1BP2/PPPQ2PP/2KR3R w - - 2 12",
    "r1b2rk1/pp1nqppp/2p1pn2/3p4/1bPP4/2N1PN2/PPQBBPPP/R4RK1 w - - 6 10",
    "2rq1rk1/pb1nbppp/1p2pn2/3p4/3P1B2/P1NBPN2/1P2QPPP/2R2RK1 b - - 2 14",
    "r1bq1rk1/pppnn1bp/3p2p1/3Ppp2/2P1P3/2N2P2/PP2B1PP/R1BQNRK1 w - - 0 11",
    "r4rk1/pp1bqpb1/2np1np1/2p1p2p/2P1P2P/2NPBNP1/PP2QPB1/R4RK1 w - - 4 15",
    "2r2rk1/1bqnbpp1/pp1ppn1p/8/2PNPP2/1PN1B1P1/PB2Q2P/3R1RK1 w - - 1 18",
    "r3r1k1/1pq2pp1/p1p2n1p/3p1b2/3P4/2PBRN1P/PP1Q1PP1/4R1K1 w - - 7 21",
    "4rrk1/pp1b1qpp/2p5/3pPp2/3P1P1n/2PB3P/PP1Q2P1/R3RNK1 w - - 5 24",
    "1k1r3r/pp1q1ppp/2n1bn2/3p4/3P4/P1N1PN2/1PQ1BPPP/R4RK1 w - - 3 15",
    "r1b1r1k1/1p1nqpp1/p1pb1n1p/3p4/1P1P4/P1NBPN2/1BQ2PPP/R4RK1 b - - 2 14",
    "3r1rk1/p1q2ppp/1pn1pn2/2p5/2P5/P1B1PN2/1PQ2PPP/3R1RK1 w - - 0 18",
    "2kr1b1r/pp1n1ppp/2p1pn2/q7/3P1B2/2N2Q1P/PPP2PP1/2KR1B1R w - - 1 12",
    "r2q1rk1/p3bppb/3p1n1p/2nPp3/1p2P1P1/6NP/PP2QPB1/R1BNK2R b KQ - 0 17",
    // Sharp and tactical.
    "r1b1k2r/ppppnppp/2n2q2/2b5/3NP3/2P1B3/PP3PPP/RN1QKB1R w KQkq - 0 7",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "2r3k1/1q1nbppp/r3p3/3pP3/pPpP4/P1Q2N2/2RN1PPP/2R4K b - b3 0 23",
    "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1",
    "3r1k2/1p3ppp/2pq4/p1n5/P3PQ2/1P3N1P/6P1/4R1K1 b - - 0 28",
    "1rb2rk1/p2nqppp/4p3/2ppP3/3P1P2/2PBQN2/P5PP/R4RK1 w - - 0 15",
    "r2qr1k1/pb1n1pbp/1pp3p1/3p2N1/3P1B2/2N1P3/PPQ2PPP/2KR3R w - - 0 15",
    // Endgames, from heavy pieces down to pawns.
    "6k1/5ppp/1q2p3/1p1p4/3P1Q2/4P1P1/5P1P/6K1 w - - 0 32",
    "2r3k1/5pp1/p3p2p/1p1nP3/3P4/1P3N2/P4PPP/2R3K1 w - - 0 27",
    "8/5pk1/R5p1/7p/1r3P1P/6P1/6K1/8 w - - 3 44",
    "8/2p2k2/1p1p2p1/pP1Pp1Pp/P3P2P/5K2/8/3B2b1 w - - 0 40",
    "4k3/pp3p2/2n1p1p1/3pP2p/3P3P/1P1B2P1/P4PK1/8 b - - 0 30",
    "8/8/1p1k1p2/p1p2P2/P1P1K1p1/1P4P1/8/8 w - - 0 45",
    "8/pR4pk/1b6/2p5/N1p5/8/PP1r2PP/6K1 b - - 0 29",
    "5k2/7R/4P2p/5K2/p1r2P1p/8/8/8 b - - 0 57",
    "8/3k4/p1p1p1p1/1pPpPpPp/1P1P1P1P/P1K5/8/8 w - - 0 40",
    "8/1k6/3p4/p2P1p2/P2P1P2/8/8/1K6 w - - 0 1",
    "5rk1/6pp/8/8/1q6/3Q4/6PP/5RK1 w - - 0 35",
    "8/8/4kp2/1R4p1/1n4P1/5K1P/8/8 w - - 0 50",
};

// Keeps what a search found.
class LastReport : public threads::Listener {
 public:
  explicit LastReport(std::string& text) : text_(text) {}

  void OnFinish(const threads::LinesReport& report) override {
    if (report.moves.empty()) return;
    text_ = absl::StrCat("bestmove ", board::ToUci(report.moves[0].move, false), " score ",
                         report.moves[0].score);
  }

 private:
  std::string& text_;  // the owner reads it when the pool is idle
};

search::Limits MakeLimits(const BenchSettings& settings) {
  search::Limits limits;
  switch (settings.type) {
    case BenchSettings::Type::kNodes:
      limits.nodes = settings.limit;
      break;
    case BenchSettings::Type::kMoveTime:
      limits.move_time = search::Milliseconds(settings.limit);
      break;
    default:
      limits.depth = static_cast<int>(settings.limit);
  }
  return limits;
}

std::uint64_t CountMoves(const board::Position& position, int depth) {
  std::uint64_t nodes = 0;
  for (const board::PerftLine& line : board::PerftDivide(position, depth)) nodes += line.nodes;
  return nodes;
}

// Searches one position; what it found is written to `text`.
std::uint64_t SearchOne(const board::Position& position, const search::Limits& limits,
                        threads::SearchPool& pool, std::string& text) {
  threads::SearchPool::Request request;
  request.task.position = position;
  request.task.root_moves = search::MakeRootMoves(position, {});
  request.limits = limits;
  request.listener = std::make_unique<LastReport>(text);
  pool.Go(std::move(request));
  pool.Wait();
  return pool.Counters().nodes;
}

}  // namespace

BenchResult Bench(const BenchSettings& settings,
                  const std::function<void(absl::string_view)>& report) {
  tt::TranspositionTable table;
  threads::SearchPool pool(table, nullptr);
  for (const absl::Status& status :
       {table.Resize(settings.hash_mebibytes), pool.SetThreadCount(settings.threads)}) {
    if (!status.ok()) report(status.message());
  }
  std::vector<std::string> fens = settings.fens;
  if (fens.empty()) {
    for (const absl::string_view fen : kPositions) fens.emplace_back(fen);
  }
  const search::Limits limits = MakeLimits(settings);

  BenchResult result;
  std::size_t number = 0;
  for (const std::string& fen : fens) {
    ++number;
    const absl::StatusOr<board::Position> position = board::Position::Parse(fen);
    if (!position.ok()) {
      report(absl::StrCat("position ", number, "/", fens.size(), " ", position.status().message()));
      continue;
    }
    std::string found = "perft";
    pool.NewGame();
    const auto start = std::chrono::steady_clock::now();
    const std::uint64_t nodes = settings.type == BenchSettings::Type::kPerft
                                    ? CountMoves(*position, static_cast<int>(settings.limit))
                                    : SearchOne(*position, limits, pool, found);
    result.seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    result.nodes += nodes;
    report(absl::StrCat("position ", number, "/", fens.size(), " ", found, " nodes ", nodes));
  }
  report(absl::StripTrailingAsciiWhitespace(eval::FormatStats(pool.worker(0).evaluator())));
  return result;
}

}  // namespace notochord::tools
