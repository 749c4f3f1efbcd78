// Notochord's entry point: builds the engine and feeds it standard input.
#include <iostream>
#include <string>

#include "engine/uci/uci.h"

int main() {
  std::ios::sync_with_stdio(false);
  notochord::uci::Uci uci(NOTOCHORD_VERSION " " NOTOCHORD_COMMIT, std::cout);
  std::string line;
  while (std::getline(std::cin, line)) {
    if (!uci.Execute(line)) break;
  }
  return 0;
}
