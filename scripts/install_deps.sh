#!/usr/bin/env bash
# Installs what the build needs and the machine lacks, with apt. Says nothing where all is there.
# What stays missing besides a compiler and CMake is built from source by CMake.
#
#   scripts/install_deps.sh            everything
#   scripts/install_deps.sh --engine   only what the engine itself needs, not its tests
set -euo pipefail

libraries=(libtbb-dev libhwloc-dev libabsl-dev libfathom-dev)
if [[ "${1:-}" != --engine ]]; then
  libraries+=(libgtest-dev libbenchmark-dev)
fi

have() { command -v "$1" >/dev/null 2>&1; }
have_compiler() { have "${CXX:-c++}" || have g++ || have clang++; }

missing=()
have cmake || missing+=(cmake)
have make || missing+=(make)
have_compiler || missing+=(g++)
if have dpkg-query; then
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${libraries[@]}" 2>/dev/null || true)
  for library in "${libraries[@]}"; do
    grep -qx "$library installed" <<<"$installed" || missing+=("$library")
  done
elif ! have cmake || ! have_compiler; then
  missing+=("${libraries[@]}")
fi
((${#missing[@]})) || exit 0

# Ends the script: CMake can fetch libraries, but neither itself nor a compiler.
give_up() {
  echo "install_deps: $1; please install: ${missing[*]}" >&2
  if have cmake && have_compiler; then
    echo "install_deps: going on, CMake builds missing libraries from source" >&2
    exit 0
  fi
  exit 1
}

have apt-get || give_up "no apt-get here"
as_root=()
if ((EUID != 0)); then
  { have sudo && sudo -n true 2>/dev/null; } || give_up "not root, and no sudo without a password"
  as_root=(sudo -n)
fi
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get "$@"; }
known() { [[ -n "$(apt-cache madison "$1" 2>/dev/null)" ]]; }

# The packages among the missing ones that apt can install.
select_known() {
  wanted=()
  local package
  for package in "${missing[@]}"; do
    if known "$package"; then wanted+=("$package"); fi
  done
}
install_wanted() { apt install -y -q --no-install-recommends "${wanted[@]}"; }

echo "install_deps: installing ${missing[*]}"
select_known
if ((${#wanted[@]} < ${#missing[@]})) || ! install_wanted; then
  apt update -q || give_up "apt-get update failed"
  select_known
  ((${#wanted[@]})) || give_up "apt knows none of the packages"
  install_wanted || give_up "apt-get install failed"
fi
