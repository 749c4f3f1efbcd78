// Makes Fathom read a table, by probing it once in a way that reaches it.
#pragma once

#include "tb/table_file.h"

namespace notochord::tb {

// Fathom has found the table's files. False: the table cannot be used after all.
bool ProbeFirstWdl(const Signature& signature);
bool ProbeFirstDtz(const Signature& signature);

}  // namespace notochord::tb
