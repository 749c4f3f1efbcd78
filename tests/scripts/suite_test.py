"""Runs scripts/suite.py with the engine, whose path is the first argument, and with made-up ones."""

import contextlib
import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))
import chess_moves  # noqa: E402
import epd_suite  # noqa: E402
import suite  # noqa: E402

ENGINE = ""
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
MATE = "6k1/5ppp/8/8/8/8/8/K2R4 w - -"

# Answers `go` with the lines of the script's own file.
FAKE = """#!{python}
import sys, time
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("id name fake", "uciok", sep="\\n", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
{answer}
    elif word == "quit":
        break
"""


def run(*arguments):
    return subprocess.run([sys.executable, str(SCRIPTS / "suite.py"), *map(str, arguments)],
                          capture_output=True, text=True, check=False)


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def fake(self, name, *answer):
        path = self.write(name, FAKE.format(python=sys.executable, answer="\n".join(
            " " * 8 + line for line in answer)))
        path.chmod(0o755)
        return path


def perft(position, depth):
    moves = chess_moves.legal_moves(position)
    if depth == 1:
        return len(moves)
    return sum(perft(chess_moves.make(position, move), depth - 1) for move in moves)


class MovesTest(unittest.TestCase):
    def test_counts_moves(self):
        for fen, counts in (
                (START, [20, 400]),
                ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", [48, 2039]),
                ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", [14, 191, 2812]),
                ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", [6, 264]),
                ("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ -", [6, 264]),
                ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", [44, 1486])):
            position = chess_moves.parse_fen(fen)
            self.assertEqual([perft(position, depth + 1) for depth in range(len(counts))], counts)

    def test_agrees_with_the_engine(self):
        with suite.Searcher(ENGINE, {}, 60) as engine:
            position, moves, checked = chess_moves.parse_fen(START), [], 0
            while len(moves) < 60:
                legal = chess_moves.legal_moves(position)
                engine.send(f"position startpos moves {' '.join(moves)}")
                engine.send("go perft 1")
                lines = engine.read_until("Nodes searched")
                self.assertEqual(sorted(line.split(":")[0] for line in lines if ":" in line),
                                 sorted(legal))
                checked += 1
                if not legal:
                    break
                move = legal[(7 * len(moves) + 3) % len(legal)]
                position = chess_moves.make(position, move)
                moves.append(move)
        self.assertGreater(checked, 20)

    def test_understands_notations(self):
        for fen, text, move in (
                (START, "Nf3", "g1f3"), (START, "e4", "e2e4"), (START, "e2-e4!?", "e2e4"),
                (START, "Ng1-f3", "g1f3"), (START, "b1c3", "b1c3"),
                (MATE, "Rd8#", "d1d8"), (MATE, "Rd1-d8+", "d1d8"),
                ("8/P6k/8/8/8/8/7K/8 w - -", "a8=Q", "a7a8q"),
                ("8/P6k/8/8/8/8/7K/8 w - -", "a8N", "a7a8n"),
                ("8/P6k/8/8/8/8/7K/8 w - -", "a7-a8R", "a7a8r"),
                ("1n6/P6k/8/8/8/8/7K/8 w - -", "axb8=Q+", "a7b8q"),
                ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "O-O", "e1g1"),
                ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", "0-0-0", "e8c8"),
                ("4k3/8/8/8/8/8/4K3/R6R w - -", "Rad1", "a1d1"),
                ("R3k3/8/8/8/8/8/4K3/R7 w - -", "R1a4", "a1a4"),
                ("4k3/8/8/8/Q6Q/8/4K3/7Q w - -", "Qh4e4", "h4e4"),
                # The other knight is pinned.
                ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - -", "Ne2", "g1e2"),
                ("4k3/8/8/2pP4/8/8/8/4K3 w - c6", "dxc6", "d5c6"),
                ("4k3/8/8/8/8/2b5/1P1P4/4K3 w - -", "bxc3", "b2c3"),
                ("4k3/8/8/8/8/2p5/3B4/4K3 w - -", "Bxc3", "d2c3")):
            self.assertEqual(chess_moves.parse_move(chess_moves.parse_fen(fen), text), move)

    def test_refuses_what_is_no_move(self):
        for fen, text, problem in (
                (START, "Nf4", "no legal move"), (START, "O-O", "no legal move"),
                (START, "e9", "no move"), (START, "bm", "no move"), (START, "", "no move"),
                ("8/P6k/8/8/8/8/7K/8 w - -", "a8", "no legal move"),
                ("4k3/8/8/8/8/8/4K3/R6R w - -", "Rd1", "ambiguous"),
                # The king would pass an attacked square.
                ("5r1k/8/8/8/8/8/8/4K2R w K -", "O-O", "no legal move")):
            with self.assertRaisesRegex(ValueError, problem):
                chess_moves.parse_move(chess_moves.parse_fen(fen), text)
        for fen in ("", "8/8 w - -", "8/8/8/8/8/8/8/8 w - -", "k6K/8/8/8/8/8/8/9 w - -"):
            with self.assertRaises(ValueError):
                chess_moves.parse_fen(fen)


class SuiteFileTest(Folder):
    def test_reads_solutions_points_and_themes(self):
        path = self.write("x.epd", f'{START} bm e4 Nf3; am a3; id "a;b";\n\n# note\n'
                          f'{START} 0 1 bm d4; id "STS(v3.0) Two Words/x.007"; '
                          'c8 "100 5"; c9 "d2d4 g1f3";\n'
                          f'{START} am a3;\n')
        warnings = []
        first, second, third = epd_suite.read_suite(path, None, warnings.append)
        self.assertEqual(warnings, [])
        self.assertEqual((first.id, first.best, first.avoid), ("a;b", {"e2e4", "g1f3"}, {"a2a3"}))
        self.assertEqual((second.theme, second.points),
                         ("3 Two Words/x", {"d2d4": 100, "g1f3": 5}))
        self.assertEqual(third.id, "x:5")
        self.assertTrue(third.solved_by("e2e4"))
        self.assertFalse(third.solved_by("a2a3"))
        self.assertEqual(len(epd_suite.read_suite(path, 1, warnings.append)), 1)

    def test_names_what_it_leaves_out(self):
        path = self.write("x.epd", f"{START} bm e5;\nnonsense\n{START} id \"none\";\n"
                          f'{START} c8 "1 2"; c9 "e2e4";\n{START} bm e4;\n')
        warnings = []
        self.assertEqual(len(epd_suite.read_suite(path, None, warnings.append)), 1)
        self.assertEqual([warning.split(":")[1] for warning in warnings], ["1", "2", "3", "4"])

    def test_reads_the_public_suites(self):
        data = Path(os.environ.get("NOTOCHORD_DATA", SCRIPTS.parent.parent / "shared"))
        if not (data / "suites").is_dir():
            self.skipTest(f"no test data in {data}")
        warnings, count = [], 0
        for path in sorted((data / "suites").glob("*.epd")) + [data / "suites/mate/mate_in_1.epd"]:
            count += len(epd_suite.read_suite(path, 60, warnings.append))
        self.assertGreater(count, 250)
        self.assertEqual(warnings, [])


class RunTest(Folder):
    def test_compares_engines(self):
        epd = self.write("mates.epd", f"{MATE} bm Rd1-d8+; id \"one\";\n"
                         f'{MATE} bm Ka2; id "STS(v2.0) Wrong.1"; c8 "100 7"; c9 "a1a2 d1d8";\n')
        files = self.folder / "r.json", self.folder / "r.csv"
        result = run("--engine", f"a={ENGINE}", "--engine", f"b={ENGINE}", "--depth", 4, "--hash",
                     1, "--jobs", 2, "--json", files[0], "--csv", files[1], epd)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("100%", result.stderr)
        self.assertIn("7/100", result.stdout)
        self.assertIn("2 Wrong", result.stdout)
        content = json.loads(files[0].read_text(encoding="utf-8"))
        self.assertEqual(content["go"], "go depth 4")
        self.assertEqual([(row["engine"], row["solved"], row["total"], row["points"])
                          for row in content["suites"]], [("a", 1, 2, 7), ("b", 1, 2, 7)])
        self.assertEqual([row["points"] for row in content["themes"]], [7, 7])
        with open(files[1], newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(row["engine"], row["id"], row["move"], row["solved"]) for row in rows],
                         [("a", "one", "d1d8", "True"),
                          ("a", "STS(v2.0) Wrong.1", "d1d8", "False"),
                          ("b", "one", "d1d8", "True"),
                          ("b", "STS(v2.0) Wrong.1", "d1d8", "False")])
        self.assertTrue(all(int(row["nodes"]) > 0 for row in rows))
        self.assertGreater(float(rows[0]["solution_seconds"]), 0)
        self.assertEqual(rows[1]["solution_seconds"], "")

    def test_fresh_processes_and_kept_ones_agree(self):
        epd = self.write("two.epd", f"{MATE} bm Rd8;\n{START} bm e4 d4 Nf3 c4;\n")
        nodes = []
        for flags in ([], ["--fresh"]):
            path = self.folder / "r.json"
            result = run("--engine", ENGINE, "--nodes", 3000, "--jobs", 1, *flags, "--json", path,
                         epd)
            self.assertEqual(result.returncode, 0, result.stderr)
            nodes.append([row["nodes"] for row in
                          json.loads(path.read_text(encoding="utf-8"))["positions"]])
        self.assertEqual(nodes[0], nodes[1])
        self.assertEqual(len(nodes[0]), 2)

    def test_the_solution_counts_from_when_it_was_kept(self):
        fake = self.fake("fake", 'print("info depth 1 nodes 10 pv e2e4", flush=True)',
                         'print("info depth 2 nodes 20 pv d2d4", flush=True)',
                         'print("info depth 3 nodes 30 upperbound pv d2d4", flush=True)',
                         'print("info depth 3 multipv 2 nodes 35 pv a2a3", flush=True)',
                         'print("info depth 4 score mate 3 nodes 40 pv e2e4 e7e5", flush=True)',
                         'print("info string pv a2a3 nodes 5", flush=True)',
                         'print("info depth 5 score cp -7 nodes 50 pv e2e4", flush=True)',
                         'print("bestmove e2e4 ponder e7e5", flush=True)')
        task = epd_suite.parse_task(f"{START} bm e4;", "x", 1)
        result = suite.Result("fake", "x", "x")
        with suite.Searcher(str(fake), {}, 60) as engine:
            engine.solve(task, "go depth 5", result)
        self.assertTrue(result.solved)
        self.assertEqual((result.solution_nodes, result.nodes, result.depth, result.score),
                         (40, 50, 5, "cp -7"))
        self.assertLessEqual(result.solution_seconds, result.seconds)

    def run_three_positions(self, *arguments):
        """The errors of each engine."""
        epd = self.write("three.epd", f"{START} bm e4;\n{START} bm d4;\n{START} bm c4;\n")
        path = self.folder / "r.json"
        result = run(*arguments, "--depth", 1, "--jobs", 3, "--json", path, epd)
        self.assertEqual(result.returncode, 1)
        self.assertIn("has gone", result.stderr)
        self.assertNotIn("Traceback", result.stderr)
        suites = json.loads(path.read_text(encoding="utf-8"))["suites"]
        return [(row["engine"], row["errors"]) for row in suites]

    def test_survives_engines_that_do_not(self):
        crash = self.fake("crash", "sys.exit(1)")
        errors = self.run_three_positions("--engine", f"crash={crash}", "--engine", f"good={ENGINE}")
        self.assertEqual(errors, [("crash", 3), ("good", 0)])

    # By itself: how long an engine that does answer needs is not known.
    def test_loses_patience(self):
        mute = self.fake("mute", "time.sleep(600)")
        errors = self.run_three_positions("--engine", f"mute={mute}", "--patience", 2)
        self.assertEqual(errors, [("mute", 3)])

    def test_says_what_is_wrong(self):
        epd = self.write("x.epd", f"{START} bm e4;\n")
        empty = self.write("empty.epd", "\n")
        for arguments, message in ((("--engine", "/nowhere/engine", epd), "cannot start"),
                                   (("--engine", ENGINE, empty), "no positions"),
                                   (("--engine", ENGINE, "/nowhere/x.epd"), "/nowhere/x.epd")):
            result = run(*arguments)
            self.assertEqual(result.returncode, 1, arguments)
            self.assertIn(message, result.stderr)
            self.assertNotIn("Traceback", result.stderr)
        with contextlib.redirect_stderr(io.StringIO()) as errors, self.assertRaises(SystemExit):
            suite.parse_arguments(["--engine", ENGINE, "--engine", ENGINE, str(epd)])
        self.assertIn("one name", errors.getvalue())


if __name__ == "__main__":
    ENGINE = sys.argv.pop(1)
    unittest.main()
