#!/usr/bin/env python3
"""Line coverage by library, from a build with --coverage whose tests have run.

  scripts/coverage.py build/coverage [--minimum 90]

Prints a table; fails where a library that must be covered is below the minimum. Needs gcovr. Endgame
tables are not in the repository: without the tests' data, the library that reads them is only shown.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# What must be covered, and what is only shown.
REQUIRED = ["engine/board", "engine/eval", "engine/tt", "tb", "threads", "engine/uci"]
NEEDS_DATA = "tb"
SHOWN = ["engine/base", "engine/search", "engine/tools"]


def by_library(summary):
    """{library: (covered lines, lines)} from gcovr's JSON summary."""
    totals = {library: (0, 0) for library in REQUIRED + SHOWN}
    for file in summary["files"]:
        for library in totals:
            if file["filename"].startswith(library + "/"):
                covered, lines = totals[library]
                totals[library] = (covered + file["line_covered"], lines + file["line_total"])
    return totals


def percent(covered, lines):
    return 100.0 * covered / lines if lines else 0.0


def have_data():
    """Did the tests have their data?"""
    return Path(os.environ.get("NOTOCHORD_DATA", ROOT.parent / "shared")).is_dir()


def failures(totals, minimum, with_data=True):
    """The libraries below the minimum. One without any lines was not measured: it is below."""
    return [library for library in REQUIRED if percent(*totals[library]) < minimum
            and (with_data or library != NEEDS_DATA)]


def measure(build):
    command = ["gcovr", "--root", str(ROOT), "--json-summary-pretty", "--exclude-throw-branches",
               "--filter", "engine/", "--filter", "tb/", "--filter", "threads/", str(build)]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True,
                                     cwd=ROOT).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("--minimum", type=float, default=90.0)
    arguments = parser.parse_args()
    try:
        totals = by_library(measure(arguments.build))
    except FileNotFoundError:
        sys.exit("coverage: gcovr is not installed")
    for library, (covered, lines) in totals.items():
        print(f"{library:14} {percent(covered, lines):6.1f} %  {covered:5} of {lines:5} lines")
    if not have_data():
        print(f"coverage: no test data here, so {NEEDS_DATA} need not reach the minimum")
    low = failures(totals, arguments.minimum, have_data())
    if low:
        sys.exit(f"coverage: below {arguments.minimum:g} %: {', '.join(low)}")


if __name__ == "__main__":
    main()
