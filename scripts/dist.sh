#!/usr/bin/env bash
# Packs what somebody without our packages needs to run the engine, one archive for each CPU:
# build/dist/notochord-<version>-linux-<arch>.tar.gz with the engine, the shared libraries it needs
# in lib/ (all but the C library), README, LICENSE and the libraries' licences.
#
#   scripts/dist.sh [arch...]     default: x86-64-v2 x86-64-v3
#
# DIST_ENGINE=<file> packs that engine instead of building one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

out=build/dist
fail() { echo "dist: $1" >&2; exit 1; }

# What belongs to the C library, and must be the one of the system.
is_system() {
  case "$1" in
    ld-linux*|libc.so*|libm.so*|libdl.so*|libpthread.so*|librt.so*|libresolv.so*|linux-vdso*) true ;;
    *) false ;;
  esac
}

# The files of the shared libraries that an object loads, one a line.
libraries_of() {
  local name arrow path rest
  ldd "$1" | while read -r name arrow path rest; do
    [[ "$arrow" == '=>' ]] || continue
    if is_system "$name"; then continue; fi
    [[ "$path" == /* ]] || fail "$1 needs $name, which is not here"
    echo "$path"
  done
}

# oneTBB opens the library that knows the machine's topology by name, so ldd does not show it.
topology_libraries() {
  local tbb=$1 plugin
  for plugin in "$(dirname "$tbb")"/libtbbbind*.so.*; do
    [[ -e "$plugin" && ! -L "$plugin" ]] || continue
    echo "$plugin"
    libraries_of "$plugin"
  done
}

# The name under which a library is looked for.
soname() { objdump -p "$1" | awk '$1 == "SONAME" { print $2 }'; }

copy_libraries() {
  local engine=$1 target=$2 path name
  mkdir -p "$target"
  {
    libraries_of "$engine"
    for path in $(libraries_of "$engine" | grep '/libtbb\.so' || true); do
      topology_libraries "$(readlink -f "$path")"
    done
  } | sort -u | while read -r path; do
    name=$(soname "$path")
    install -m 644 "$(readlink -f "$path")" "$target/${name:-$(basename "$path")}"
  done
}

# The licences of the packages that the copied libraries come from.
write_notices() {
  local lib=$1 target=$2 file owners package
  mkdir -p "$target"
  owners=$(for file in "$lib"/*; do echo "*-linux-gnu/${file##*/}*"; done | xargs dpkg-query -S 2>/dev/null) || true
  for file in "$lib"/*; do
    package=$(grep -m 1 -F "/${file##*/}" <<<"$owners" | cut -d: -f1) || true
    [[ -n "$package" ]] || fail "no package has ${file##*/}: its licence is not known"
    [[ -r "/usr/share/doc/$package/copyright" ]] || fail "no licence of $package"
    cp -L "/usr/share/doc/$package/copyright" "$target/$package.txt"
  done
}

pack() {
  local arch=$1 engine name folder
  engine=${DIST_ENGINE:-build/dist/engine-$arch}
  mkdir -p "$out"
  if [[ -z "${DIST_ENGINE:-}" ]]; then make ARCH="$arch" EXE="$engine"; fi
  name=notochord-$(sed -n 's/^project(notochord VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)-linux-$arch
  folder=$out/$name
  rm -rf "$folder"
  mkdir -p "$folder"
  install -m 755 "$engine" "$folder/notochord"
  copy_libraries "$folder/notochord" "$folder/lib"
  write_notices "$folder/lib" "$folder/third-party"
  cp README.md LICENSE "$folder"
  tar --owner=0 --group=0 --numeric-owner --sort=name -C "$out" -czf "$out/$name.tar.gz" "$name"
  echo "dist: $out/$name.tar.gz"
}

(($#)) || set -- x86-64-v2 x86-64-v3
for arch in "$@"; do pack "$arch"; done
