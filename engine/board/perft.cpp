#include "engine/board/perft.h"

#include <atomic>

#include "engine/base/parallel.h"
#include "engine/board/movegen.h"

namespace notochord::board {

std::uint64_t Perft(Position& position, int depth) {
  if (depth <= 0) return 1;
  if (depth == 1) return CountLegalMoves(position);
  std::uint64_t nodes = 0;
  for (const Move move : LegalMoves(position)) {
    position.Make(move);
    nodes += Perft(position, depth - 1);
    position.Unmake(move);
  }
  return nodes;
}

std::vector<PerftLine> PerftDivide(const Position& position, int depth) {
  Position copy = position;
  std::vector<PerftLine> lines;
  for (const Move move : LegalMoves(position)) {
    copy.Make(move);
    lines.push_back({move, Perft(copy, depth - 1)});
    copy.Unmake(move);
  }
  return lines;
}

std::vector<PerftLine> ParallelPerftDivide(const Position& position, int depth) {
  if (depth < 3) return PerftDivide(position, depth);
  // One task for each pair of first moves: even enough in size, many enough for large machines.
  struct Task {
    std::size_t line;
    Move second;
  };
  std::vector<PerftLine> lines;
  std::vector<Task> tasks;
  Position copy = position;
  for (const Move first : LegalMoves(position)) {
    copy.Make(first);
    for (const Move second : LegalMoves(copy)) tasks.push_back({lines.size(), second});
    copy.Unmake(first);
    lines.push_back({first, 0});
  }

  std::vector<std::atomic<std::uint64_t>> nodes(lines.size());
  ParallelFor(tasks.size(), 1, [&](std::size_t begin, std::size_t end) {
    Position local = position;
    for (std::size_t i = begin; i != end; ++i) {
      const Task& task = tasks[i];
      const Move first = lines[task.line].move;
      local.Make(first);
      local.Make(task.second);
      nodes[task.line].fetch_add(Perft(local, depth - 2), std::memory_order_relaxed);
      local.Unmake(task.second);
      local.Unmake(first);
    }
  });
  for (std::size_t i = 0; i < lines.size(); ++i) lines[i].nodes = nodes[i].load();
  return lines;
}

}  // namespace notochord::board
