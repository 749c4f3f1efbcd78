#include "engine/search/history.h"

#include <type_traits>

#include "engine/base/params.h"

namespace notochord::search {
namespace {

// Visits every entry of nested arrays.
template <typename T, typename F>
void ForEach(T& table, const F& f) {
  if constexpr (requires { table.begin(); }) {
    for (auto& part : table) ForEach(part, f);
  } else {
    f(table);
  }
}

template <typename T>
void Fill(T& table, int value) {
  ForEach(table, [value](auto& entry) { entry.Set(value); });
}

}  // namespace

void Histories::Clear() {
  for (ButterflyTable& table : butterfly_) Fill(table.scores, 0);
  Fill(pawn_, params::kPawnHistoryStart);
  Fill(continuation_, params::kContinuationStart);
  Fill(capture_, params::kCaptureStart);
  ForEach(counter_, [](board::Move& move) { move = board::Move(); });
  Fill(pawn_correction_, 0);
  Fill(minor_correction_, 0);
  Fill(major_correction_, 0);
  Fill(non_pawn_correction_, 0);
  Fill(continuation_correction_, 0);
}

}  // namespace notochord::search
