#!/usr/bin/env bash
# A match of two engines, or two versions of one, with fastchess and our conventions: pairs of games
# from the UHO book, 16 MiB and one thread each, as many games at once as there are cores, until the
# sequential probability ratio test has decided. Games go to build/sprt.
#
#   scripts/sprt.sh [--dry-run] NEW BASE [more arguments for fastchess]
#
#   TC=8+0.08       the time control; NODES=n: so many nodes a move instead
#   ELO0=0 ELO1=5   the bounds of the test, in normalized Elo; ELO1=none: no test, all the ROUNDS
#   HASH=16 THREADS=1 ROUNDS=50000 CONCURRENCY=<cores / THREADS> SEED=<of the openings>
#   BOOK=<file.epd>   default: books/UHO_4060_v2_50k.epd in $NOTOCHORD_DATA, else in ../shared
#   PGN=<file>        FASTCHESS=<program>
#
# --dry-run prints the command line and plays nothing. An engine that crashes ends the match: its
# result would say nothing.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

fail() {
  echo "sprt: $*" >&2
  exit 1
}

dry_run=false
if [[ ${1:-} == --dry-run ]]; then
  dry_run=true
  shift
fi
if (( $# < 2 )); then
  sed -n '2,/^set /{/^# \{0,1\}/s///p}' "${BASH_SOURCE[0]}" >&2
  exit 1
fi
new=$1
base=$2
shift 2

threads=${THREADS:-1}
cores=$(nproc 2>/dev/null || echo 1)
concurrency=${CONCURRENCY:-$(( cores / threads > 0 ? cores / threads : 1 ))}
book=${BOOK:-${NOTOCHORD_DATA:-$root/../shared}/books/UHO_4060_v2_50k.epd}
pgn=${PGN:-$root/build/sprt/$(date +%Y%m%d-%H%M%S).pgn}
fastchess=${FASTCHESS:-fastchess}

[[ -x $new ]] || fail "cannot start $new"
[[ -x $base ]] || fail "cannot start $base"
[[ -r $book ]] || fail "no book at $book: set BOOK or NOTOCHORD_DATA"
new=$(realpath "$new")
base=$(realpath "$base")

limit="tc=${TC:-8+0.08}"
[[ -z ${NODES:-} ]] || limit="nodes=$NODES"

command=("$fastchess"
  -engine "cmd=$new" name=new -engine "cmd=$base" name=base
  -each "$limit" "option.Hash=${HASH:-16}" "option.Threads=$threads"
  -openings "file=$book" format=epd order=random
  -rounds "${ROUNDS:-50000}" -games 2 -repeat -concurrency "$concurrency"
  -draw movenumber=40 movecount=8 score=10 -resign movecount=3 score=400
  -pgnout "file=$pgn" -config "outname=${pgn%.pgn}.json" -ratinginterval 10)
if [[ ${ELO1:-5} != none ]]; then
  command+=(-sprt "elo0=${ELO0:-0}" "elo1=${ELO1:-5}" alpha=0.05 beta=0.05 model=normalized)
fi
[[ -z ${SEED:-} ]] || command+=(-srand "$SEED")
command+=("$@")

if $dry_run; then
  printf '%q ' "${command[@]}"
  echo
  exit 0
fi
command -v "$fastchess" >/dev/null || fail "no $fastchess: install it, or set FASTCHESS"
mkdir -p "$(dirname "$pgn")"
exec "${command[@]}"
