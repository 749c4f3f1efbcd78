// An opening book in the Polyglot format: sorted entries of 16 bytes, looked up in the file itself.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/base/rng.h"
#include "engine/board/move.h"
#include "engine/board/position.h"

namespace notochord::uci {

// The position's key in Polyglot books.
std::uint64_t PolyglotKey(const board::Position& position);

class Book {
 public:
  struct Entry {
    board::Move move;
    int weight;
  };

  // An error where the file cannot be read or is no book.
  static absl::StatusOr<Book> Open(const std::string& path);

  // The legal moves that the book has for a position; empty: it is out of the book.
  std::vector<Entry> Find(const board::Position& position);
  // One of them, as often as its weight says; none where there is no move with a weight.
  board::Move Choose(const board::Position& position, Rng& rng);

  std::uint64_t entry_count() const { return entry_count_; }

 private:
  struct RawEntry {
    std::uint64_t key;
    std::uint16_t move;
    std::uint16_t weight;
  };

  Book(std::ifstream file, std::uint64_t entry_count)
      : file_(std::move(file)), entry_count_(entry_count) {}
  RawEntry Read(std::uint64_t index);
  std::vector<Entry> FindKey(std::uint64_t key, const board::Position& position);

  std::ifstream file_;
  std::uint64_t entry_count_;
};

}  // namespace notochord::uci
