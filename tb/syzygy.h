// Syzygy endgame tables, safe to use with any version of Fathom from 2019 on.
//
// Fathom keeps one set of tables for the whole program and reads each of them when it is first
// asked for it. What goes wrong with it, and what is done about it here:
//  - Freeing leaves dangling pointers, and an empty path leaves the tables' size and index as they
//    were: nothing is ever freed but by another tb_init, and what can be probed is known here, not
//    asked of Fathom.
//  - A path that ends in a colon is read beyond its end: it gets a list of directories made here.
//  - Files are trusted. A damaged one leads to wild reads, an incomplete one prints to standard
//    output, one that cannot be mapped ends the program: all are checked first (table_file.h), and
//    what is bad is kept out of Fathom's sight, behind a directory of links to what is good.
//  - A table that cannot be read at its first probe is struck out while other threads look at it:
//    Open probes every table once, so that later probes only read what no one changes any more.
//  - Wide DTZ tables are misread by the packaged version: they are left out with it.
//
// Threading: one object at a time has the tables; an Open of another one is refused while it lives.
// Its owner calls Open while nobody probes, and alone sets time limits. All else may be called by
// any number of threads at once.
#pragma once

#include <chrono>
#include <cstdint>
#include <future>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "engine/board/position.h"
#include "tb/checksum.h"
#include "tb/inventory.h"
#include "tb/values.h"

namespace notochord::tb {

class Syzygy {
 public:
  struct Report {
    int wdl_tables = 0;
    int dtz_tables = 0;
    int max_pieces = 0;
    std::vector<std::string> problems;  // for people, one line each
  };
  using Deadline = std::optional<std::chrono::steady_clock::time_point>;

  // Tables with files up to `small_size` are taken to be in memory once they have been checked.
  explicit Syzygy(std::size_t small_size = kMaxChecksummedSize) : small_size_(small_size) {}
  ~Syzygy();
  Syzygy(const Syzygy&) = delete;
  Syzygy& operator=(const Syzygy&) = delete;

  // Uses the tables in these directories (colons between them) instead of those before. An empty
  // path: none. Whatever it finds, the object stays usable.
  Report Open(absl::string_view path);

  // Positions with more men than this are in no table. 0: there are no tables.
  int max_pieces() const { return max_pieces_; }

  // All return nothing where a table is missing, and for positions with castling rights, which no
  // table has. The fifty-move counter is not looked at.
  std::optional<Wdl> ProbeWdl(const board::Position& position) const;
  std::optional<RootValues> ProbeDtz(const board::Position& position) const;
  // The same with a time limit: nothing where a large table's disk is too slow, also for the next
  // calls until it has answered.
  std::optional<RootValues> ProbeDtz(const board::Position& position, Deadline deadline);

 private:
  struct Contents {
    bool has_dtz;
    bool is_small;
  };

  void Admit(const Table& table, Report& report);
  const Contents* Find(const board::Position& position) const;

  const std::size_t small_size_;
  int max_pieces_ = 0;
  absl::flat_hash_map<std::uint64_t, Contents> tables_;  // [packed material]
  std::future<std::optional<RootValues>> pending_;
};

}  // namespace notochord::tb
