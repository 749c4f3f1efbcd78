#include "engine/tools/analyze/input.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "engine/base/mapped_file.h"

namespace notochord::analyze {
namespace {

constexpr absl::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string BaseName(const std::string& file) {
  return std::filesystem::path(file).filename().string();
}

// Only PGN begins with a bracket.
bool LooksLikePgn(const std::string& file, absl::string_view text) {
  text = absl::StripLeadingAsciiWhitespace(absl::StripPrefix(text, kByteOrderMark));
  return absl::StartsWith(text, "[") || absl::EndsWithIgnoreCase(file, ".pgn");
}

// Does castling need the notation of Chess960?
bool IsChess960(const board::Position& position) {
  for (const Color c : kColors) {
    for (const board::CastlingSide side : board::kCastlingSides) {
      if (!position.CanCastle(c, side)) continue;
      const bool king_side = side == board::CastlingSide::kKingSide;
      if (position.CastlingRook(c, side) != Relative(c, king_side ? Square::kH1 : Square::kA1) ||
          position.KingSquare(c) != Relative(c, Square::kE1)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

absl::StatusOr<Input> Input::Load(const std::vector<std::string>& files, Warn warn) {
  Input input;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const absl::StatusOr<MappedFile> file = MappedFile::Open(files[i]);
    if (!file.ok()) {
      return absl::Status(file.status().code(),
                          absl::StrCat(files[i], ": ", file.status().message()));
    }
    const bool is_pgn = LooksLikePgn(files[i], file->text());
    if (i > 0 && is_pgn != input.is_pgn_) {
      return absl::InvalidArgumentError(
          absl::StrCat(files[i], ": EPD and PGN do not go together in one run"));
    }
    input.is_pgn_ = is_pgn;
    if (is_pgn) {
      input.AddPgn(files[i], file->text(), warn);
    } else {
      input.AddEpd(files[i], file->text(), warn);
    }
  }
  if (input.size() == 0) return absl::InvalidArgumentError("there are no positions");
  return input;
}

void Input::AddEpd(const std::string& file, absl::string_view text, Warn warn) {
  std::size_t number = 0;
  for (const absl::string_view raw : absl::StrSplit(text, '\n')) {
    ++number;
    const absl::string_view line =
        absl::StripAsciiWhitespace(absl::StripPrefix(raw, kByteOrderMark));
    if (line.empty() || line[0] == '#') continue;
    absl::StatusOr<EpdPosition> epd = ParseEpd(line);
    if (!epd.ok()) {
      warn(absl::StrCat(file, ":", number, ": skipped: ", epd.status().message()));
      continue;
    }
    if (!epd->problem.empty()) {
      warn(absl::StrCat(file, ":", number, ": bm and am are not used: ", epd->problem));
    }
    if (epd->id.empty()) epd->id = absl::StrCat(BaseName(file), ":", number);
    epd_.push_back(*std::move(epd));
  }
}

void Input::AddPgn(const std::string& file, absl::string_view text, Warn warn) {
  PgnReader reader(text);
  PgnGame game;
  for (std::size_t number = 1; reader.Next(game); ++number) {
    if (!game.problem.empty()) {
      warn(absl::StrCat(file, ":", game.problem_line, ": game ", number,
                        " is skipped: ", game.problem));
      continue;
    }
    first_.push_back(first_.back() + game.moves.size() + 1);
    origins_.push_back({BaseName(file), number});
    games_.push_back(std::move(game));
  }
}

std::size_t Input::GameOf(std::size_t index) const {
  const auto next = std::upper_bound(first_.begin(), first_.end(), index);
  return static_cast<std::size_t>(next - first_.begin()) - 1;
}

Item Input::At(std::size_t index) const {
  Item item;
  if (!is_pgn_) {
    item.epd = &epd_[index];
    item.id = item.epd->id;
    item.position = item.epd->position;
    item.chess960 = IsChess960(item.position);
    return item;
  }
  const std::size_t i = GameOf(index);
  const PgnGame& game = games_[i];
  item.game = &game;
  item.game_number = origins_[i].number;
  item.ply = index - first_[i];
  item.id = absl::StrCat(origins_[i].file, " ", item.game_number, "/", item.ply);
  item.position = game.start;
  item.chess960 = game.chess960 || IsChess960(game.start);
  for (std::size_t ply = 0; ply < item.ply; ++ply) item.position.Make(game.moves[ply]);
  if (item.ply < game.moves.size()) item.played = game.moves[item.ply];
  return item;
}

}  // namespace notochord::analyze
