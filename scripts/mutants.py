#!/usr/bin/env python3
"""Changes the source in small ways, one at a time, and looks whether the tests notice.

  scripts/mutants.py [--only see] [--jobs 2] [--work build/mutants]

The changes are in tests/mutants.txt. Each is made in a copy of the tree; the test binary named with
it is built there and run. Fails where a change survives, does not compile, or does not fit the
source any more. The working tree is only read.
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tests" / "mutants.txt"
PARTS = ["engine", "tb", "threads", "tests", "scripts", "CMakeLists.txt", "CMakePresets.json"]
# A change may make a loop endless. Seconds of the processor, so that a busy machine changes nothing;
# no test takes a fraction of this.
PATIENCE = 600


@dataclass
class Mutant:
    source: str
    binary: str
    tests: str
    needs_data: bool
    old: str
    new: str


def parse(text):
    """The mutants of a list; ValueError where it is none."""
    mutants, group, old = [], None, None
    for number, line in enumerate(text.splitlines(), 1):
        mark, rest = line[:1], line[2:].replace("\\n", "\n")
        if mark == "@":
            group = rest.split()
            if len(group) not in (3, 4) or group[3:] not in ([], ["data"]):
                raise ValueError(f"line {number}: no source, binary and tests")
        elif mark == "-" and group and old is None and rest:
            old = rest
        elif mark == "+" and old is not None and rest != old:
            mutants.append(Mutant(*group[:3], len(group) == 4, old, rest))
            old = None
        elif line.strip() and mark != "#":
            raise ValueError(f"line {number}: not expected here: {line}")
    if old is not None:
        raise ValueError(f"the end: nothing to put in place of: {old}")
    return mutants


def misfit(root, mutant):
    """Why the mutant does not fit the source; empty where it does."""
    try:
        count = (root / mutant.source).read_text(encoding="utf-8").count(mutant.old)
    except OSError as error:
        return str(error)
    return "" if count == 1 else f"{mutant.source} has this {count} times, not once: {mutant.old}"


def data_folder():
    """Where the tests of this tree look for their data."""
    return Path(os.environ.get("NOTOCHORD_DATA", ROOT.parent / "shared")).resolve()


def synchronize(root, tree):
    """Makes `tree` a copy of what is built from. Files that are right keep their time stamps, so
    that what an earlier run built from them can be used."""
    files = {path.relative_to(root) for part in PARTS
             for path in [root / part, *(root / part).rglob("*")]
             if path.is_file() and path.parent.name != "__pycache__"}
    for path in [path for part in PARTS for path in (tree / part).rglob("*")]:
        if path.is_file() and path.relative_to(tree) not in files:
            path.unlink()
    for file in files:
        (tree / file).parent.mkdir(parents=True, exist_ok=True)
        if not (tree / file).is_file() or (tree / file).read_bytes() != (root / file).read_bytes():
            shutil.copyfile(root / file, tree / file)


def limit_processor_time():
    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))


class Workshop:
    """A copy of the tree with a build of its own."""

    def __init__(self, work, jobs):
        self.tree, self.build, self.jobs = work, work / "build" / "ci", jobs
        synchronize(ROOT, self.tree)
        if self._run(["cmake", "--preset", "ci"]).returncode:
            sys.exit("mutants: cmake --preset ci fails")

    def _run(self, command, **options):
        return subprocess.run(command, cwd=self.tree, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)

    def compile(self, binary):
        """The compiler's complaints; empty where there are none."""
        result = self._run(["cmake", "--build", str(self.build), "--target", binary, "--parallel",
                            str(self.jobs)])
        return result.stdout if result.returncode else ""

    def passes(self, mutant):
        """Do the tests pass?"""
        data = data_folder() if mutant.needs_data else self.tree / "no-data"
        command = [str(self.build / "bin" / mutant.binary), f"--gtest_filter={mutant.tests}",
                   "--gtest_fail_fast", "--gtest_brief=1"]
        result = self._run(command, env={**os.environ, "NOTOCHORD_DATA": str(data)},
                           preexec_fn=limit_processor_time)
        if "0 tests from 0 test suites" in result.stdout:
            sys.exit(f"mutants: {mutant.binary} has no tests {mutant.tests}")
        return result.returncode == 0

    def try_out(self, mutant):
        """What became of the mutant: killed, survived, or does not compile."""
        path = self.tree / mutant.source
        whole = path.read_text(encoding="utf-8")
        path.write_text(whole.replace(mutant.old, mutant.new), encoding="utf-8")
        try:
            if self.compile(mutant.binary):
                return "does not compile"
            return "survived" if self.passes(mutant) else "killed"
        finally:
            path.write_text(whole, encoding="utf-8")


def check_baseline(workshop, mutants):
    """Without changes everything passes, or nothing can be learned."""
    for mutant in {(m.binary, m.tests, m.needs_data): m for m in mutants}.values():
        complaints = workshop.compile(mutant.binary)
        if complaints:
            sys.exit(f"mutants: {mutant.binary} does not compile\n{complaints}")
        if not workshop.passes(mutant):
            sys.exit(f"mutants: {mutant.binary} {mutant.tests} fails without any change")


def run(mutants, work, jobs):
    """Tries all mutants; {what became of them: how many}."""
    workshop = Workshop(work, jobs)
    check_baseline(workshop, mutants)
    counts = {}
    for number, mutant in enumerate(mutants, 1):
        fate = workshop.try_out(mutant)
        counts[fate] = counts.get(fate, 0) + 1
        print(f"{number:3}/{len(mutants)} {fate:9} {mutant.source}: "
              f"{mutant.old!r} -> {mutant.new!r}", flush=True)
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="only sources with this in their path")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "mutants")
    args = parser.parse_args()
    try:
        mutants = parse(LIST.read_text(encoding="utf-8"))
    except ValueError as error:
        sys.exit(f"mutants: {LIST.name}, {error}")
    mutants = [mutant for mutant in mutants if args.only in mutant.source]
    misfits = list(filter(None, (misfit(ROOT, mutant) for mutant in mutants)))
    if misfits:
        sys.exit("\n".join(f"mutants: {problem}" for problem in misfits))
    if not data_folder().is_dir():
        without = [mutant for mutant in mutants if mutant.needs_data]
        mutants = [mutant for mutant in mutants if not mutant.needs_data]
        print(f"mutants: {len(without)} skipped, there are no data in {data_folder()}")
    if not mutants:
        sys.exit("mutants: none to try")
    counts = run(mutants, args.work.resolve(), args.jobs)
    print("mutants: " + ", ".join(f"{count} {fate}" for fate, count in sorted(counts.items())))
    if set(counts) != {"killed"}:
        sys.exit(1)


if __name__ == "__main__":
    main()
