#include "engine/board/movegen.h"

#include "engine/board/generator.h"

namespace notochord::board {
namespace {

class ListSink {
 public:
  explicit ListSink(MoveList& list) : list_(list) {}

  void Piece(Square from, Bitboard targets) {
    while (targets != 0) list_.push_back(Move(from, PopFirst(targets)));
  }
  // Pawns that all came to their targets by the same step.
  void Pawns(Bitboard targets, Direction step) {
    while (targets != 0) {
      const Square to = PopFirst(targets);
      list_.push_back(Move(to - step, to));
    }
  }
  void Promotions(Bitboard targets, Direction step) {
    ForEachPromotion(targets, step, [this](Move move) { list_.push_back(move); });
  }
  void One(Move move) { list_.push_back(move); }

 private:
  MoveList& list_;
};

class CountSink {
 public:
  void Piece(Square /*from*/, Bitboard targets) { count_ += Size(targets); }
  void Pawns(Bitboard targets, Direction /*step*/) { count_ += Size(targets); }
  void Promotions(Bitboard targets, Direction /*step*/) { count_ += 4 * Size(targets); }
  void One(Move /*move*/) { ++count_; }
  std::size_t count() const { return count_; }

 private:
  static std::size_t Size(Bitboard b) { return static_cast<std::size_t>(PopCount(b)); }
  std::size_t count_ = 0;
};

}  // namespace

template <GenerationKind Kind>
void Generate(const Position& position, MoveList& list) {
  ListSink sink(list);
  GenerateInto<Kind>(position, sink);
}

template void Generate<GenerationKind::kAll>(const Position&, MoveList&);
template void Generate<GenerationKind::kNoisy>(const Position&, MoveList&);
template void Generate<GenerationKind::kQuiet>(const Position&, MoveList&);
template void Generate<GenerationKind::kQuietChecks>(const Position&, MoveList&);

MoveList LegalMoves(const Position& position) {
  MoveList list;
  Generate<GenerationKind::kAll>(position, list);
  return list;
}

std::size_t CountLegalMoves(const Position& position) {
  CountSink sink;
  GenerateInto<GenerationKind::kAll>(position, sink);
  return sink.count();
}

bool HasLegalMove(const Position& position) { return CountLegalMoves(position) != 0; }

}  // namespace notochord::board
