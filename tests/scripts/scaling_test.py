"""Runs scripts/scaling.py on a tiny task. The engine's path is the first argument."""

import csv
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))
import scaling  # noqa: E402
import scaling_plot  # noqa: E402

ENGINE = ""
SVG = "{http://www.w3.org/2000/svg}"


def run(*arguments):
    return subprocess.run([sys.executable, str(SCRIPTS / "scaling.py"), *map(str, arguments)],
                          capture_output=True, text=True, check=False)


def read_csv(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def row(threads, ratio, speedup, stops=3):
    return {"threads": threads, "nps_ratio": ratio, "depth_speedup": speedup, "stops": stops,
            "stop_median_ms": 0.4 if stops else "", "stop_max_ms": 7.0 if stops else ""}


class RunTest(unittest.TestCase):
    def test_writes_table_csv_and_plot(self):
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder) / "deep" / "er"
            result = run("--engine", ENGINE, "--threads", "1,2", "--limit", 2, "--depth", 5,
                         "--movetime", 20, "--repeats", 2, "--stops", 5, "--hash", 2,
                         "--output", output)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(sorted(path.name for path in output.iterdir()),
                             ["positions.csv", "scaling.csv", "scaling.svg"])
            rows = read_csv(output / "scaling.csv")
            positions = read_csv(output / "positions.csv")
            svg = ElementTree.parse(output / "scaling.svg").getroot()

        self.assertEqual([line["threads"] for line in rows], ["1", "2"])
        for line in rows:
            self.assertEqual(list(line), scaling.COLUMNS)
            for column in ("nps", "nps_ratio", "depth_seconds", "depth_speedup",
                           "stop_median_ms", "stop_max_ms"):
                self.assertGreater(float(line[column]), 0, column)
            self.assertGreaterEqual(float(line["stop_max_ms"]), float(line["stop_median_ms"]))
            self.assertLessEqual(float(line["hashfull_permille"]), 1000)
            self.assertEqual((line["stops"], line["positions"], line["repeats"], line["depth"]),
                             ("5", "2", "2", "5"))
        self.assertEqual((float(rows[0]["nps_ratio"]), float(rows[0]["depth_speedup"])), (1, 1))

        self.assertEqual(len(positions), 2 * 2 * 2)
        self.assertEqual({line["fen"] for line in positions}, set(scaling.POSITIONS[:2]))
        # One thread repeats itself exactly.
        lone = [(line["fen"], line["nodes"]) for line in positions if line["threads"] == "1"]
        self.assertEqual(len(set(lone)), 2)
        self.assertTrue(all(int(line["nodes"]) > 0 for line in positions))

        self.assertEqual(svg.tag, SVG + "svg")
        self.assertEqual(len(svg.findall(SVG + "circle")), 4 * 2)
        self.assertIn("speed-up", result.stdout)
        self.assertIn("100%", result.stderr)

    def test_says_what_is_wrong(self):
        for arguments, message in ((("--engine", "/nowhere/engine"), "cannot start"),
                                   (("--engine", ENGINE, "--threads", "4096"), "Threads 4096"),
                                   (("--engine", ENGINE, "--positions", "/dev/null"),
                                    "no positions"),
                                   (("--engine", "/bin/true"), "has gone")):
            result = run(*arguments, "--output", "/dev/null/none")
            self.assertEqual(result.returncode, 1, arguments)
            self.assertIn(message, result.stderr)
            self.assertNotIn("Traceback", result.stderr)


class PartsTest(unittest.TestCase):
    def test_the_engine_takes_every_built_in_position(self):
        self.assertGreaterEqual(len(set(scaling.POSITIONS)), 30)
        with scaling.Engine(ENGINE, 1, 1) as engine:
            for fen in scaling.POSITIONS:
                engine.send(f"position fen {fen}")
                self.assertEqual(engine.sync(), [], fen)

    def test_thread_counts_end_at_the_cores(self):
        self.assertEqual(scaling.default_threads(1), [1])
        self.assertEqual(scaling.default_threads(2), [1, 2])
        self.assertEqual(scaling.default_threads(12), [1, 2, 4, 8, 12])

    def test_results_stay_out_of_the_source_tree(self):
        output = scaling.parse_arguments([]).output
        self.assertEqual(output.relative_to(scaling.ROOT).parts[0], "build")

    def test_positions_come_as_fen_or_epd(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "set.epd"
            path.write_text("# note\n\n8/8/8/8/8/k7/p7/K7 w - - 5 60\n"
                            '8/8/8/8/8/k7/p7/K7 b - - bm a3b3; id "x";\n', encoding="utf-8")
            self.assertEqual(scaling.read_positions(path), ["8/8/8/8/8/k7/p7/K7 w - -",
                                                            "8/8/8/8/8/k7/p7/K7 b - -"])

    def test_reads_the_last_numbers_before_the_line(self):
        lines = ["info depth 3 nodes 100 hashfull 2 time 7 pv e2e4 nodes",
                 "info string nodes 5", "info depth 4 nodes 250 time 9 pv d2d4"]
        self.assertEqual(scaling.last_numbers(lines), {"nodes": 250, "hashfull": 2, "time": 9})

    def test_draws_any_shape(self):
        for rows in ([row(1, 1.0, 1.0)], [row(1, 1.0, 1.0), row(2, 0.4, 0.3)],
                     [row(1, 1.0, 1.0, stops=0), row(3, 2.9, 2.0, stops=0)],
                     [row(1 << n, 1.9 ** n, 1.6 ** n) for n in range(11)]):
            svg = ElementTree.fromstring(scaling_plot.draw(rows, "a < b & c"))
            for circle in svg.iter(SVG + "circle"):
                self.assertTrue(0 <= float(circle.get("cx")) <= scaling_plot.WIDTH)
                self.assertTrue(0 <= float(circle.get("cy")) <= scaling_plot.HEIGHT)


if __name__ == "__main__":
    ENGINE = sys.argv.pop(1)
    unittest.main()
