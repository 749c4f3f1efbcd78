"""What scripts/report.py reads and writes. The engine's path is the first argument."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from html import unescape
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))
import report  # noqa: E402
import scaling  # noqa: E402

ENGINE = ""

PGN = """[Event "?"]
[White "new"]
[Black "base"]
[Result "{}"]

1. e4 e5 {}

"""


class ParseTest(unittest.TestCase):
    def test_caches(self):
        text = ("position 1/1 bestmove e2e4 score 3 nodes 7\n"
                "pawn cache     3187 hits     1239 misses   19 evictions  72.01 %\n"
                "material cache     5 hits        0 misses    0 evictions  100 %\n9 nodes 1 nps\n")
        self.assertEqual(report.parse_caches(text), [("pawn", 3187, 1239), ("material", 5, 0)])
        self.assertEqual(report.parse_caches("9 nodes 1 nps"), [])

    def test_games(self):
        text = "".join(PGN.format(result, result) for result in ("1-0", "1/2-1/2", "0-1", "1-0", "*"))
        text += PGN.format("1-0", "1-0").replace("new", "x").replace("base", "new").replace("x", "base")
        self.assertEqual(report.parse_games(text), {("base", "new"): [2, 1, 2]})

    def test_profile_of_callgrind(self):
        text = ("version: 1\nevents: Ir\nfl=(1) a.cpp\nfn=(1) notochord::search::Worker::Run()\n"
                "12 10\n+3 20\ncfn=(2) notochord::eval::Evaluate(int)\ncalls=2 5\n15 1000\n* 10\n\n"
                "fn=(2)\n5 50\n-1 5\nfn=(3) __memset_avx2\n0 3\nfn=(4) do_lookup_x\n0 2\nsummary: 100\n"
                "totals: 100\n")
        self.assertEqual(report.parse_profile(text),
                         {"eval": 55.0, "search": 40.0, "memory": 3.0, "other": 2.0})

    def test_profile_of_perf(self):
        text = ("# Overhead  Command    Shared Object  Symbol\n"
                "    40.00%  notochord  notochord      [.] int notochord::search::Worker::Search<(a)1>\n"
                "    20.50%  notochord  notochord      [.] notochord::eval::Evaluate(x const&)\n"
                "     5.00%  notochord  notochord      [.] notochord::search::Worker::Qsearch\n"
                "     0.01%  notochord  notochord      [.] notochord::uci::Output::Write\n"
                "     2.00%  notochord  libc.so.6      [.] memset\n")
        self.assertEqual(report.parse_profile(text), {"search": 45.0, "eval": 20.5, "memory": 2.0})

    def test_elo(self):
        self.assertEqual(report.elo(10, 0, 10), "+0 ± 152 Elo")
        self.assertEqual(report.elo(100, 800, 100), "+0 ± 10 Elo")
        self.assertTrue(report.elo(3, 0, 1).startswith("+191 "))
        self.assertEqual(report.elo(3, 0, 0), "no Elo")

    def test_scaling_reads_what_scaling_writes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "scaling.csv"
            path.write_text(",".join(scaling.COLUMNS) + "\n" +
                            "2,1500000,1.5,12,0.25,1.4,16,3,5,0.1,0.2,2,1\n", encoding="utf-8")
            self.assertEqual(report.read_scaling(path),
                             [{"threads": 2, "nps": 1.5e6, "seconds": 0.25, "depth": 12}])


# In a browser: how many drawings and bars there are, and each text that sticks out of its drawing or
# runs into another one.
MEASURE = """<script>
const wrong = [];
for (const svg of document.querySelectorAll("svg")) {
  const frame = svg.getBoundingClientRect();
  const boxes = [...svg.querySelectorAll("text")].map(t => [t, t.getBoundingClientRect()]);
  for (const [i, [text, a]] of boxes.entries()) {
    if (a.left < frame.left || a.right > frame.right || a.bottom > frame.bottom)
      wrong.push("outside: " + text.textContent);
    for (const [other, b] of boxes.slice(i + 1))
      if (a.left < b.right && b.left < a.right && a.top < b.bottom - 4 && b.top < a.bottom - 4)
        wrong.push("overlap: " + text.textContent + " | " + other.textContent);
  }
}
const visible = [...document.querySelectorAll("rect")].filter(r => r.getBoundingClientRect().width > 1);
document.body.textContent = JSON.stringify({
  drawings: document.querySelectorAll("svg").length, bars: visible.length, wrong,
  wide: document.documentElement.scrollWidth > window.innerWidth});
</script>"""


def browser():
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next(filter(None, map(shutil.which, names)), None)


class PageTest(unittest.TestCase):
    def write_measurements(self, folder):
        """Arguments for report.py, with files for all that it reads."""
        suites = {"suites": [{"suite": "a<b", "engine": "new", "solved": 3, "total": 4}]}
        (folder / "s.json").write_text(json.dumps(suites), encoding="utf-8")
        (folder / "m.pgn").write_text(PGN.format("1-0", "1-0"), encoding="utf-8")
        (folder / "s.csv").write_text(",".join(scaling.COLUMNS) + "\n" +
                                      "1,1e6,1,12,0.5,1,16,3,5,0.1,0.2,2,1\n", encoding="utf-8")
        (folder / "p.txt").write_text(" 9.00%  n  n  [.] notochord::tt::Probe\n", encoding="utf-8")
        return ("--scaling", folder / "s.csv", "--suites", folder / "s.json", "--profile",
                folder / "p.txt", "--pgn", folder / "m.pgn")

    def run_report(self, folder, *arguments):
        output = Path(folder) / "report.html"
        result = subprocess.run([sys.executable, str(SCRIPTS / "report.py"), "--output", str(output),
                                 "--engine", ENGINE, "--depth", "2", *map(str, arguments)],
                                capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        return output.read_text(encoding="utf-8")

    def test_says_what_is_absent(self):
        with tempfile.TemporaryDirectory() as folder:
            text = self.run_report(folder, "--scaling", Path(folder) / "no.csv", "--suites",
                                   "--profile", Path(folder) / "no.txt")
        self.assertEqual(text.count("Not measured"), 4)
        for command in ("make scaling", "scripts/suite.py", "callgrind", "--pgn"):
            self.assertIn(command, text)
        self.assertIn(">pawn</text>", text)

    def test_shows_what_is_there_and_nothing_from_elsewhere(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            text = self.run_report(folder, *self.write_measurements(folder))
        self.assertNotIn("Not measured", text)
        for part in ("3 of 4", "a&lt;b", "1.00 Mnps", "0.50 s", "0.0 %, +0 =0 -1, no Elo", "m.pgn", "9.0 %"):
            self.assertIn(part, text)
        self.assertNotIn("src=", text)
        self.assertNotIn("href=", text)
        drawings = text.split("<svg")[1:]
        self.assertEqual(len(drawings), 6)
        for drawing in drawings:
            ElementTree.fromstring("<svg" + drawing[:drawing.index("</svg>")] + "</svg>")

    @unittest.skipUnless(browser(), "no Chromium here: the page is not opened")
    def test_looks_right_in_a_browser(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            arguments = self.write_measurements(folder)
            # Long names, a bar of nearly full length, and the longest text behind it.
            text = "".join(PGN.format(result, result) for result in ["1-0"] * 19999 + ["1/2-1/2"])
            text = text.replace('"new"', '"an engine with a name that is far too long"').replace(
                '"base"', '"another engine with quite a long name of its own"')
            (folder / "m.pgn").write_text(PGN.format("0-1", "0-1") + text, encoding="utf-8")
            page = self.run_report(folder, *arguments)
            measured = folder / "measured.html"
            measured.write_text(page.replace("</body>", MEASURE + "</body>"), encoding="utf-8")
            result = subprocess.run(
                [browser(), "--headless", "--no-sandbox", "--disable-gpu", "--window-size=800,1200",
                 f"--user-data-dir={folder / 'profile'}", "--dump-dom", measured.as_uri()],
                capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stderr[-2000:])
        found = re.search(r"<body>(.*?)</body>", result.stdout, re.DOTALL)
        self.assertIsNotNone(found, result.stdout[-2000:])
        seen = json.loads(unescape(found.group(1)))
        self.assertEqual(seen["wrong"], [])
        self.assertFalse(seen["wide"])
        self.assertEqual(seen["drawings"], page.count("<svg"))
        self.assertEqual(seen["bars"], page.count("<rect"))
        self.assertGreater(seen["bars"], 5)


if __name__ == "__main__":
    ENGINE = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
