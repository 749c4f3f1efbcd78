#!/usr/bin/env bash
# Fails unless the last line of the last commit's message, `Bench: N`, is what `bench` counts.
#
#   scripts/check_bench.sh [engine]    default: ./notochord
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

engine=${1:-./notochord}
claimed=$(git log -1 --format=%B | sed '/^[[:space:]]*$/d' | tail -n 1 |
  sed -n 's/^Bench: \([0-9]\{1,\}\)[[:space:]]*$/\1/p')
counted=$("$engine" bench </dev/null | tail -n 1 |
  sed -n 's/^\([0-9]\{1,\}\) nodes [0-9]\{1,\} nps[[:space:]]*$/\1/p')

if [[ -z "$claimed" ]]; then
  echo "check_bench: the commit message does not end in 'Bench: N' (bench counts ${counted:-nothing})" >&2
  exit 1
fi
if [[ "$claimed" != "$counted" ]]; then
  echo "check_bench: the commit says $claimed nodes, bench counts ${counted:-nothing}" >&2
  exit 1
fi
echo "check_bench: $counted nodes, as the commit says"
