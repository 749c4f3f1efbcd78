#include "engine/about.h"

#include <type_traits>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "engine/base/instruction_sets.h"
#include "engine/board/slider_table.h"

namespace notochord {
namespace {

#if defined(__clang__)
constexpr absl::string_view kCompiler = "Clang " __clang_version__;  // may end in a space
#else
constexpr absl::string_view kCompiler = "GCC " __VERSION__;
#endif

constexpr bool kUsesMagics = std::is_same_v<board::SliderIndex, board::MagicIndex>;

constexpr absl::string_view kHelp =
    R"(Notochord, a chess engine that speaks UCI: add it to a chess GUI, or start it and type 'help'.

  notochord                        reads UCI commands from standard input
  notochord <command>              carries one command out, such as 'go depth 12'
  notochord '<command>' '<command>'...    one after the other
  notochord --version | --help

Commands that stand for themselves
  bench [depth]                    searches fixed positions; the node count identifies the version
  perft <depth>                    counts moves from the start position

Tools, each with flags of its own and --help
  analyze                          annotates games and positions
  datagen                          plays games against itself and keeps their positions
  genfens <n> seed <n> book <file or None>    prints random openings, as OpenBench wants them
  tune                             fits the evaluation's weights to such positions
)";

}  // namespace

std::string Version() { return NOTOCHORD_VERSION " " NOTOCHORD_COMMIT; }

std::string VersionText() {
  const cpu::Line sets = cpu::Names(cpu::kBuiltFor);
  return absl::StrCat("Notochord ", NOTOCHORD_VERSION, "\ncommit        ", NOTOCHORD_COMMIT,
                      "\ncompiler      ", absl::StripTrailingAsciiWhitespace(kCompiler),
                      "\narchitecture  ", NOTOCHORD_ARCH, "\ninstructions  ",
                      absl::string_view(sets.text, sets.length), "\nsliders       ",
                      kUsesMagics ? "magics" : "PEXT");
}

std::string HelpText() { return std::string(kHelp); }

}  // namespace notochord
