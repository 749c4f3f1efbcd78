"""The arithmetic of scripts/coverage.py."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import coverage  # noqa: E402


def summary(**covered_of_100):
    names = {"board": "engine/board/a.cpp", "eval": "engine/eval/a.h", "tt": "engine/tt/a.cpp",
             "tb": "tb/a.cpp", "threads": "threads/a.cpp", "uci": "engine/uci/a.cpp",
             "search": "engine/search/a.cpp"}
    return {"files": [{"filename": names[key], "line_covered": value, "line_total": 100}
                      for key, value in covered_of_100.items()]}


class CoverageTest(unittest.TestCase):
    def test_sums_by_library(self):
        files = summary(board=90, tb=50)
        files["files"].append({"filename": "engine/board/b.h", "line_covered": 5, "line_total": 10})
        totals = coverage.by_library(files)
        self.assertEqual(totals["engine/board"], (95, 110))
        self.assertEqual(totals["tb"], (50, 100))
        self.assertEqual(totals["engine/uci"], (0, 0))

    def test_low_and_unmeasured_libraries_fail(self):
        good = dict(board=90, eval=95, tt=100, tb=91, threads=90, uci=99, search=3)
        self.assertEqual(coverage.failures(coverage.by_library(summary(**good)), 90), [])
        low = coverage.by_library(summary(**{**good, "tt": 89}))
        self.assertEqual(coverage.failures(low, 90), ["engine/tt"])
        no_tables = coverage.by_library(summary(**{**good, "tb": 40}))
        self.assertEqual(coverage.failures(no_tables, 90), ["tb"])
        self.assertEqual(coverage.failures(no_tables, 90, with_data=False), [])
        del good["uci"]
        self.assertEqual(coverage.failures(coverage.by_library(summary(**good)), 90), ["engine/uci"])


if __name__ == "__main__":
    unittest.main()
