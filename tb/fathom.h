// The few calls into Fathom, in our own types. Nobody but Syzygy (syzygy.h) uses them: it knows
// when they are safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/board/position.h"
#include "tb/values.h"

namespace notochord::tb::fathom {

// Are DTZ tables with 16-bit values read right? The packaged library takes their offsets in the
// wrong unit.
#if defined(NOTOCHORD_PACKAGED_FATHOM)
inline constexpr bool kReadsWideValues = false;
#else
inline constexpr bool kReadsWideValues = true;
#endif

// Forgets all tables and finds those in `directories` (colons between them; none: no tables).
void Init(const std::string& directories);

// The position must have no castling rights. Nothing where a table is missing.
std::optional<Wdl> ProbeWdl(const board::Position& position);
std::optional<RootValues> ProbeDtz(const board::Position& position);

}  // namespace notochord::tb::fathom
