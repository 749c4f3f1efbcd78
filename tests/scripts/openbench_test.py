"""What an OpenBench client asks of the engine. Its path is the first argument.

The patterns are those of its bench.py: it reads bench output from the end, takes what is neither
letter nor digit for spaces, and keeps the first match of each. The build line is that of its utils.py,
the call for openings that of its genfens.py.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ""
BINARY = "Notochord-1A2B3C4D"

NPS = r"(\d+\s+nps)|(nps\s+\d+)|(nodes second\s+\d+)"
BENCH = r"(\d+\s+nodes)|(nodes\s+\d+)|(nodes searched\s+\d+)"

# What the server takes in presets of every kind, as far as we use it.
KNOWN_KEYS = {"both_options", "both_time_control", "dev_options", "dev_time_control", "base_branch",
              "book_name", "test_bounds", "test_confidence", "win_adj", "draw_adj", "workload_size"}


def run(*arguments):
    return subprocess.run([ENGINE, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, text=True, check=False)


def build_line(compiler):
    """What the client runs in the folder of the entry's `path`."""
    return ["make", "-j", f"EXE={BINARY}", f"CXX={compiler}"]


def clean_environment():
    """Ours, without what a make or a compiler above us has put there."""
    return {name: value for name, value in os.environ.items()
            if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "CXX")}


def last_number(output, pattern):
    for line in reversed(output.strip().split("\n")):
        match = re.search(pattern, re.sub(r"[^a-zA-Z0-9 ]+", " ", line), re.IGNORECASE)
        if match:
            return int(re.search(r"\d+", match.group()).group())
    return None


def openings(*arguments):
    """The FENs that the client would read."""
    result = run(*arguments)
    lines = [line for line in result.stdout.splitlines() if line.startswith("info string genfens ")]
    return result.returncode, [line.split("genfens ")[1].rstrip() for line in lines]


class BenchTest(unittest.TestCase):
    def test_the_client_reads_nodes_and_speed(self):
        result = run("bench", "4")
        self.assertEqual(result.returncode, 0)
        claimed = re.fullmatch(r"(\d+) nodes (\d+) nps", result.stdout.splitlines()[-1])
        self.assertIsNotNone(claimed)
        self.assertEqual(last_number(result.stdout, BENCH), int(claimed.group(1)))
        self.assertEqual(last_number(result.stdout, NPS), int(claimed.group(2)))
        # The total, not the last position's.
        each = [int(n) for n in re.findall(r"^position .* nodes (\d+)$", result.stdout, re.MULTILINE)]
        self.assertGreater(len(each), 1)
        self.assertEqual(last_number(result.stdout, BENCH), sum(each))

    def test_is_the_same_each_time(self):
        self.assertEqual(last_number(run("bench", "3").stdout, BENCH),
                         last_number(run("bench", "3").stdout, BENCH))


class GenfensTest(unittest.TestCase):
    def test_as_the_client_calls_it(self):
        code, fens = openings("genfens 5 seed 1234 book None ", "quit")
        self.assertEqual(code, 0)
        self.assertEqual(len(fens), 5)
        self.assertEqual(len(set(fens)), 5)
        for fen in fens:
            self.assertEqual(len(fen.split()), 6, fen)
            half_move, full_move = fen.split()[4:]
            self.assertGreaterEqual(int(half_move), 0)
            self.assertGreater(int(full_move), 1)
        # The engine takes what it made.
        for fen in fens:
            self.assertIn("bestmove ", run(f"position fen {fen}", "go depth 1").stdout)

    def test_the_seed_decides(self):
        first = openings("genfens 3 seed 7 book None", "quit")
        self.assertEqual(first, openings("genfens 3 seed 7 book None", "quit"))
        self.assertNotEqual(first, openings("genfens 3 seed 8 book None", "quit"))

    def test_begins_in_the_book(self):
        # Without queens, so that the start is recognized after any moves.
        with tempfile.NamedTemporaryFile("w", suffix=".epd") as book:
            book.write("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - hmvc 0; fmvn 1;\n")
            book.flush()
            code, fens = openings(f"genfens 3 seed 1 book {book.name}", "quit")
        self.assertEqual((code, len(fens)), (0, 3))
        for fen in fens:
            self.assertNotIn("q", fen.split()[0].lower())

    def test_says_what_is_wrong(self):
        for command in ("genfens x seed 1 book None", "genfens 3 seed book None",
                        "genfens 3 seed 1 book /no/such/book", "genfens 3 nonsense 1"):
            result = run(command, "quit")
            self.assertEqual(result.returncode, 1, command)
            self.assertTrue(result.stdout.startswith("genfens: "), result.stdout)


class EntryTest(unittest.TestCase):
    def setUp(self):
        with open(ROOT / "scripts/openbench/Notochord.json", encoding="utf-8") as file:
            self.entry = json.load(file)

    def test_has_what_the_server_reads(self):
        self.assertIs(self.entry["private"], False)
        self.assertIs(type(self.entry["nps"]), int)
        self.assertGreater(self.entry["nps"], 0)
        # Who runs a server writes down which repository it tests.
        self.assertRegex(self.entry["source"], r"^(https://\S+)?$")
        self.assertEqual(set(self.entry["build"]), {"path", "compilers", "cpuflags", "systems"})
        for kind in ("test_presets", "tune_presets", "datagen_presets"):
            self.assertIn("default", self.entry[kind])
            for name, preset in self.entry[kind].items():
                self.assertLessEqual(set(preset), KNOWN_KEYS, f"{kind}, {name}")
        for name, preset in self.entry["test_presets"].items():
            if name != "default":
                self.assertRegex(preset["both_time_control"], r"^\d+(\.\d+)?\+\d+(\.\d+)?$")
                self.assertRegex(preset["both_options"], r"\bThreads=\d+ Hash=\d+\b")

    def test_the_options_are_the_engines(self):
        known = set(re.findall(r"^option name (.*?) type ", run("uci").stdout, re.MULTILINE))
        used = set(re.findall(r"(\w+)=", " ".join(
            preset.get(key, "") for kind in ("test_presets", "tune_presets", "datagen_presets")
            for preset in self.entry[kind].values() for key in ("both_options", "dev_options"))))
        self.assertEqual(used, {"Threads", "Hash"})
        self.assertLessEqual(used, known)

    def test_the_makefile_takes_the_clients_build_line(self):
        # Only shows what would be done; openbench_build_test does it.
        for compiler in self.entry["build"]["compilers"]:
            plan = subprocess.run([*build_line(compiler), "-n"], env=clean_environment(),
                                  cwd=ROOT / self.entry["build"]["path"], capture_output=True,
                                  text=True, check=False)
            self.assertEqual(plan.returncode, 0, plan.stderr)
            self.assertIn(f"CXX='{compiler}'", plan.stdout)
            self.assertRegex(plan.stdout, rf"cp -f \S+/bin/notochord '{BINARY}'")


if __name__ == "__main__":
    ENGINE = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
