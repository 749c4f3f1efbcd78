// One searcher: iterative deepening, principal variation search and quiescence over its own
// position, histories and evaluation caches. Deterministic for a given table and task. It knows
// nothing of threads, output or time: it stops when the stop flag or its observer says so, and of
// other workers it hears through its task's relay.
//
// Threading: one thread runs Search. Other threads may read the counters and set the stop flag.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "engine/base/large_memory.h"
#include "engine/base/relaxed_counter.h"
#include "engine/board/position.h"
#include "engine/eval/evaluate.h"
#include "engine/search/history.h"
#include "engine/search/move_picker.h"
#include "engine/search/observer.h"
#include "engine/search/position_tables.h"
#include "engine/search/prober.h"
#include "engine/search/reductions.h"
#include "engine/search/root_moves.h"
#include "engine/search/stack.h"
#include "engine/search/task.h"
#include "engine/tt/transposition_table.h"

namespace notochord::search {

struct MoveFacts;

class Worker {
 public:
  // `id` 0 is the main worker. `prober` may be null.
  Worker(std::size_t id, tt::TranspositionTable& table, const std::atomic<bool>& stop,
         const Prober* prober);

  // Forgets what was learned in earlier searches; takes over changed parameters.
  void NewGame();
  Result Search(const Task& task, Observer& observer);

  std::uint64_t nodes() const { return nodes_.Get(); }
  std::uint64_t tb_hits() const { return tb_hits_.Get(); }
  void ResetCounters();  // nodes and tb_hits; before a search, while it is idle
  const eval::Evaluator& evaluator() const { return evaluator_; }

 private:
  enum class NodeType : std::uint8_t { kRoot, kPv, kNonPv };
  struct Node;  // facts that a node's pruning and reduction decisions share

  // --- worker.cpp: iterations
  void Prepare(const Task& task, Observer& observer);
  // All lines; afterwards completed_depth_ says what root_moves_ hold. False: the search is over.
  bool Iterate(int depth);
  // The same for whatever depth is open, or as somebody else has finished it.
  bool IterateTogether(int max_depth);
  void SearchLine(int depth, std::size_t line);
  void UpdateRootMove(RootMove& root, int score, int alpha, int beta, bool first,
                      std::uint64_t nodes);
  // Replaces an iteration by the one that another worker has finished.
  void TakeOver(const Relay::Iteration& iteration);
  bool HearOthers();  // another worker has finished an iteration; true: unwind
  bool Poll();        // asks the observer now and then; true: unwind

  // --- search.cpp and node_pruning.cpp: the main search
  template <NodeType Type>
  int Search(int alpha, int beta, int depth, int ply, bool cut_node);
  template <NodeType Type>
  int SearchMoves(Node& node, int alpha, int beta, int depth, bool cut_node);
  template <NodeType Type>
  int SearchMove(Node& node, int move_number, int alpha, int beta, int new_depth, int reduction,
                 bool cut_node);
  // A score that decides the node, or kNoScore.
  int PruneNode(Node& node, int alpha, int beta, int depth, bool cut_node);
  int TryNullMove(const Node& node, int beta, int depth, bool cut_node);
  int TryProbCut(Node& node, int beta, int depth, bool cut_node);
  int ProbeTables(Node& node, int alpha, int beta, int depth);
  bool PruneMove(const Node& node, board::Move move, const MoveFacts& facts, int alpha, int depth,
                 int& best, MovePicker& picker);
  void SpareFutileQuiets(const Node& node, int count, int alpha, int depth, int& best,
                         MovePicker& picker);
  bool MayPruneMoves(int best) const;
  int SingularExtension(Node& node, int beta, int depth, bool cut_node, bool is_pv, int& cutoff);
  Key TableKey() const;
  void EstimateNode(Node& node);
  // The static evaluation, or only about what it is where that is clearly outside the window.
  void EvaluateNode(Node& node, int alpha, int beta);
  void FindAttacks(Node& node);

  // --- qsearch.cpp
  template <NodeType Type>
  int Quiesce(int alpha, int beta, int ply, bool quiet_checks);
  bool PruneQuiescence(const Node& node, board::Move move, int move_number, int alpha, int& best);

  // --- learning.cpp: what cutoffs and errors teach
  int QuietHistory(const Node& node, board::Move move);
  MoveScore& CaptureHistory(board::Move move);
  void UpdateQuiet(const Node& node, board::Move move, int bonus);
  void LearnAboutPrevious(int ply, int bonus);
  int LearnFromEval(const Node& node, int depth);
  void LearnFromCutoff(const Node& node, board::Move best, int depth);
  int CorrectionOf(int ply);
  void UpdateCorrections(int ply, int bonus);

  // --- Moves
  void MakeMove(board::Move move, int ply);
  void MakeNullMove(int ply);
  // The score of a node that ends here, by a draw or the stack's end, or kNoScore. May raise alpha.
  int EndsHere(int& alpha, int beta, int ply);
  int DrawScore() const { return static_cast<int>(nodes_.Get() & 2) - 1; }
  void Store(const Node& node, board::Move move, int score, int depth, tt::Bound bound);
  void StoreEvaluation(const Node& node);
  void StoreInQuiescence(const Node& node, board::Move move, int score, tt::Bound bound);

  const std::size_t id_;
  PositionTables tables_;
  const std::atomic<bool>& stop_;
  const Prober* const prober_;
  Reductions reductions_;

  RelaxedCounter nodes_;
  RelaxedCounter tb_hits_;
  board::Position position_;
  eval::Evaluator evaluator_;
  const LargeObject<Histories> histories_;
  const std::unique_ptr<Stack> stack_;

  Observer* observer_ = nullptr;
  Relay* relay_ = nullptr;
  RootMoves root_moves_;
  std::size_t lines_ = 1;
  std::size_t line_ = 0;  // the line (MultiPV) that is searched
  int root_depth_ = 0;
  int completed_depth_ = 0;
  int awaited_depth_ = 0;   // others that finish this or more are of interest
  Relay::Iteration heard_;  // what they have finished
  int sel_depth_ = 0;
  int null_move_min_ply_ = 0;  // no null moves above it, while one is verified
  std::uint64_t max_nodes_ = 0;
  int tb_pieces_ = 0;  // positions with at most so many men are probed; 0: none
  int poll_countdown_ = 0;
  bool full_width_ = false;
  bool settled_ = false;    // there is a move to answer with: the search may be stopped
  bool overtaken_ = false;  // the iteration is abandoned for heard_
  bool done_ = false;       // after an iteration that the observer knows of already
  bool stopped_ = false;    // unwind
  bool fresh_ = false;      // root_moves_ hold a result of the iteration that is being searched
};

}  // namespace notochord::search
