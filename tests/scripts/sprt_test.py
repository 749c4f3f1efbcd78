"""Runs scripts/sprt.sh with engines and a fastchess that are none."""

import os
import shlex
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "sprt.sh"
SETTINGS = ("TC", "NODES", "ELO0", "ELO1", "HASH", "THREADS", "ROUNDS", "CONCURRENCY", "SEED",
            "BOOK", "PGN", "FASTCHESS", "NOTOCHORD_DATA", "OMP_NUM_THREADS", "OMP_THREAD_LIMIT")


class SprtTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        for name in ("new one", "base", "fastchess"):
            path = self.folder / name
            path.write_text("#!/bin/sh\nprintf '%s\\n' \"$@\"\n", encoding="utf-8")
            path.chmod(0o755)
        self.book = self.folder / "books" / "UHO_4060_v2_50k.epd"
        self.book.parent.mkdir()
        self.book.write_text("\n", encoding="utf-8")

    def run_script(self, *arguments, **settings):
        environment = {name: value for name, value in os.environ.items() if name not in SETTINGS}
        environment |= {"NOTOCHORD_DATA": str(self.folder), **settings}
        return subprocess.run([str(SCRIPT), *arguments], env=environment, cwd=self.folder,
                              capture_output=True, text=True, check=False)

    def command(self, *more, **settings):
        """The words of the command line of a dry run."""
        result = self.run_script("--dry-run", "new one", "base", *more, **settings)
        self.assertEqual(result.returncode, 0, result.stderr)
        return shlex.split(result.stdout)

    def assert_in_order(self, words, *expected):
        text = "\0".join(words) + "\0"
        self.assertIn("\0" + "\0".join(expected) + "\0", "\0" + text)

    def test_has_our_conventions(self):
        words = self.command()
        self.assertEqual(words[0], "fastchess")
        self.assert_in_order(words, "-engine", f"cmd={self.folder}/new one", "name=new",
                             "-engine", f"cmd={self.folder}/base", "name=base")
        self.assert_in_order(words, "-each", "tc=8+0.08", "option.Hash=16", "option.Threads=1")
        self.assert_in_order(words, "-openings", f"file={self.book}", "format=epd", "order=random")
        self.assert_in_order(words, "-games", "2", "-repeat")
        self.assert_in_order(words, "-concurrency", str(len(os.sched_getaffinity(0))))
        self.assert_in_order(words, "-draw", "movenumber=40", "movecount=8", "score=10")
        self.assert_in_order(words, "-resign", "movecount=3", "score=400")
        self.assert_in_order(words, "-sprt", "elo0=0", "elo1=5", "alpha=0.05", "beta=0.05")
        self.assertNotIn("-recover", words)
        self.assertTrue(words[words.index("-pgnout") + 1].endswith(".pgn"))

    def test_takes_settings(self):
        words = self.command("-log", "file=x y", NODES="5000", HASH="64", THREADS="2",
                             CONCURRENCY="3", ELO0="-5", ELO1="0", ROUNDS="10", SEED="7",
                             BOOK=str(self.book), PGN="/tmp/a b.pgn", FASTCHESS="other")
        self.assertEqual(words[0], "other")
        self.assert_in_order(words, "-each", "nodes=5000", "option.Hash=64", "option.Threads=2")
        self.assertFalse(any(word.startswith("tc=") for word in words))
        self.assert_in_order(words, "-concurrency", "3")
        self.assert_in_order(words, "-rounds", "10")
        self.assert_in_order(words, "-sprt", "elo0=-5", "elo1=0")
        self.assert_in_order(words, "-pgnout", "file=/tmp/a b.pgn")
        self.assert_in_order(words, "-srand", "7")
        self.assertEqual(words[-2:], ["-log", "file=x y"])
        self.assertNotIn("-sprt", self.command(ELO1="none"))
        self.assert_in_order(self.command(TC="1+0.01"), "-each", "tc=1+0.01")

    def test_plays(self):
        pgn = self.folder / "deep" / "er" / "x.pgn"
        settings = {"FASTCHESS": str(self.folder / "fastchess"), "PGN": str(pgn)}
        result = self.run_script("new one", "base", **settings)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue(pgn.parent.is_dir())
        self.assertEqual(result.stdout.splitlines(), self.command(**settings)[1:])

    def test_says_what_is_wrong(self):
        for arguments, settings, message in (
                ((), {}, "scripts/sprt.sh [--dry-run] NEW BASE"),
                (("base",), {}, "scripts/sprt.sh [--dry-run] NEW BASE"),
                (("nothing", "base"), {}, "cannot start nothing"),
                (("base", "nothing"), {}, "cannot start nothing"),
                (("base", "base"), {"NOTOCHORD_DATA": "/nowhere"}, "no book at /nowhere/books"),
                (("base", "base"), {"FASTCHESS": "/nowhere/fastchess"}, "no /nowhere/fastchess")):
            result = self.run_script(*arguments, PGN=str(self.folder / "x.pgn"), **settings)
            self.assertEqual(result.returncode, 1, arguments)
            self.assertIn(message, result.stderr)
            self.assertEqual(result.stdout, "")


if __name__ == "__main__":
    unittest.main()
