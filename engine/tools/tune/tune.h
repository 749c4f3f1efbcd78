// `notochord tune`: fits the weights of the evaluation to positions with results.
//
//   notochord tune --data=a.txt.xz,b.txt.xz --out=weights.inc --checkpoint=tune.state
//
// Interrupting it (Ctrl-C) leaves the best weights so far in --out and the training's state in
// --checkpoint; --resume goes on from there.
#pragma once

namespace notochord::tune {

// argv[0] is the command's name. Returns the exit code.
int RunTune(int argc, char** argv);

}  // namespace notochord::tune
