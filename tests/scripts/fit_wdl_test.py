"""Runs scripts/fit_wdl.py on games whose chances are known."""

import json
import math
import random
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "fit_wdl.py"
BARE = "8/5k2/8/8/8/2K5/4P3/8"
FULL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
MODEL = {BARE: (120, 40), FULL: (200, 90)}  # middle, spread


def play(count):
    """(board, White's score, White's result) of games with one position each, as the model says."""
    source = random.Random(1)
    for _ in range(count):
        board = source.choice((BARE, FULL))
        score = source.randint(-500, 500)
        middle, spread = MODEL[board]
        win = 1 / (1 + math.exp((middle - score) / spread))
        loss = 1 / (1 + math.exp((middle + score) / spread))
        roll = source.random()
        yield board, score, "1-0" if roll < win else "0-1" if roll < win + loss else "1/2-1/2"


class FitWdlTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def run_script(self, *arguments):
        return subprocess.run([sys.executable, "-B", str(SCRIPT), *arguments], capture_output=True,
                              text=True, check=False)

    def write_text(self, games):
        result = {"1-0": "1.0", "1/2-1/2": "0.5", "0-1": "0.0"}
        # Falling move numbers: each line is a game of its own.
        return self.write("games.txt", "".join(
            f"{board} w - - 0 {len(games) - i} [{result[outcome]}] {score}\n"
            for i, (board, score, outcome) in enumerate(games)))

    def write_match(self, games):
        pgn = "\n".join(f'[Event "x"]\n[Result "{outcome}"]\n\n1. a3 {{{score / 100:+.2f}/9 0.1s}} '
                        f"{outcome}\n" for _, score, outcome in games)
        lines = "".join(json.dumps({"fen": f"{board} w - - 0 1", "game": i, "ply": 0}) + "\n"
                        for i, (board, _, _) in enumerate(games, 1))
        return self.write("games.pgn", pgn), self.write("games.jsonl", lines)

    def test_finds_the_model_again(self):
        result = self.run_script(self.write_text(list(play(20000))))
        self.assertEqual(result.returncode, 0, result.stderr)
        for name, board in (("kBare", BARE), ("kFull", FULL)):
            found = re.search(rf"{name} = {{(\d+), (\d+)}};", result.stdout)
            self.assertAlmostEqual(int(found.group(1)), MODEL[board][0], delta=8)
            self.assertAlmostEqual(int(found.group(2)), MODEL[board][1], delta=8)

    def test_a_match_says_the_same_as_its_text(self):
        games = list(play(500))
        text = self.run_script(self.write_text(games))
        pgn, positions = self.write_match(games)
        match = self.run_script(f"--match={pgn}", positions)
        self.assertEqual(match.returncode, 0, match.stderr)
        self.assertEqual(match.stdout, text.stdout)

    def test_black_to_move_and_mates(self):
        pgn = self.write("games.pgn", '[Event "x"]\n[Result "1-0"]\n\n'
                         "1. a3 {+1.00/9 0.1s} a6 {-2.00/9 0.1s} 2. a4 {+M3/9 0.1s} 1-0\n")
        lines = self.write("games.jsonl", "".join(
            json.dumps({"fen": f"{FULL} {side} - - 0 1", "game": 1, "ply": ply}) + "\n"
            for ply, side in enumerate("wbw")))
        result = self.run_script(f"--match={pgn}", lines)
        self.assertIn("1 games, 2 positions", result.stdout)
        self.assertRegex(result.stdout, r"16-24   100 up .* 1\.000")
        self.assertRegex(result.stdout, r"16-24   200 up .* 1\.000")

    def test_refuses_what_is_no_position(self):
        result = self.run_script(self.write("bad.txt", "nonsense\n"))
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("bad.txt:1", result.stderr)
        result = self.run_script(self.write("empty.txt", ""))
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("no positions", result.stderr)


if __name__ == "__main__":
    unittest.main()
