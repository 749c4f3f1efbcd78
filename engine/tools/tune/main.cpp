#include "engine/tools/tune/tune.h"

int main(int argc, char** argv) { return notochord::tune::RunTune(argc, argv); }
