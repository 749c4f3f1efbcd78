#!/usr/bin/env python3
"""EPD test suites against UCI engines.

  scripts/suite.py --movetime 1000 wac.epd
  scripts/suite.py --nodes 100000 --engine new=./notochord --engine old=/tmp/base --json r.json *.epd

A position is solved where the engine's answer is one of the moves in `bm` and none in `am`. The time
to the solution is from `go` to the line that brought the right move and kept it to the end. In the
Strategic Test Suite (c8 has points, c9 the moves they are for) answers earn points, added up by
theme. Needs nothing but Python.
"""

import argparse
import csv
import json
import os
import queue
import statistics
import sys
import threading
import time
from dataclasses import asdict, dataclass, fields
from pathlib import Path

sys.dont_write_bytecode = True  # the source tree stays as it is
from epd_suite import read_suite  # noqa: E402
from uci_engine import EngineError, Progress, UciEngine  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Result:
    """What an engine made of a task."""

    engine: str
    suite: str
    id: str
    theme: str = ""
    move: str = ""
    solved: bool = False
    solution_seconds: float = None
    solution_nodes: int = None
    seconds: float = 0.0
    nodes: int = 0
    depth: int = 0
    score: str = ""
    points: int = None
    max_points: int = None
    error: str = ""


class Searcher(UciEngine):
    """An engine that is ready for positions."""

    def __init__(self, path, options, patience):
        super().__init__(path)
        self._patience = patience
        with self._watch():
            self.send("uci")
            self.read_until("uciok")
            for name, value in options.items():
                self.send(f"setoption name {name} value {value}")
            self.sync()

    def _watch(self):
        """Kills the engine where it does not answer; what waits for it then fails."""
        engine = self

        class Watch:
            def __enter__(self):
                self._timer = threading.Timer(engine._patience, engine.kill)
                self._timer.daemon = True
                self._timer.start()

            def __exit__(self, *_):
                self._timer.cancel()

        return Watch()

    def solve(self, task, go, result):
        with self._watch():
            self.send("ucinewgame")
            self.send(f"position fen {task.fen} 0 1")
            self.sync()
            start = time.perf_counter()
            self.send(go)
            for line in self.lines_until("bestmove"):
                result.seconds = time.perf_counter() - start
                words = line.split()
                if words[:1] == ["info"] and words[1:2] != ["string"]:
                    self._take_info(words, task, result)
        result.move = (words + ["", ""])[1]
        result.solved = task.solved_by(result.move)
        if not result.solved:
            result.solution_seconds = result.solution_nodes = None
        elif result.solution_seconds is None:
            result.solution_seconds, result.solution_nodes = result.seconds, result.nodes
        if task.points:
            result.points = task.points.get(result.move, 0)
            result.max_points = max(task.points.values())

    @staticmethod
    def _take_info(words, task, result):
        pv = words.index("pv") if "pv" in words else len(words)
        head = words[:pv]
        values = dict(zip(head, head[1:]))
        if values.get("multipv", "1") != "1":
            return
        for name in ("nodes", "depth"):
            if values.get(name, "").isdigit():
                setattr(result, name, int(values[name]))
        if "score" in head:
            result.score = " ".join(head[head.index("score") + 1:][:2])
        if pv + 1 >= len(words) or "upperbound" in head:
            return
        if not task.solved_by(words[pv + 1]):
            result.solution_seconds = result.solution_nodes = None
        elif result.solution_seconds is None:
            result.solution_seconds, result.solution_nodes = result.seconds, result.nodes


class Runner:
    """Takes tasks through engines, `jobs` at a time."""

    def __init__(self, args, tasks):
        self._args = args
        self._tasks = tasks
        self._progress = Progress(len(args.engines) * len(tasks))
        self._live = set()  # engines, to be killed when interrupted
        self._lock = threading.Lock()
        self._stopped = False
        self._solved = 0

    def run(self):
        """[engine][task] Result."""
        results = {}
        try:
            for name, path in self._args.engines.items():
                self._solved = 0
                results[name] = [None] * len(self._tasks)
                waiting = queue.SimpleQueue()
                for index in range(len(self._tasks)):
                    waiting.put(index)
                workers = [threading.Thread(target=self._work, daemon=True,
                                            args=(name, path, waiting, results[name]))
                           for _ in range(min(self._args.jobs, len(self._tasks)))]
                for worker in workers:
                    worker.start()
                for worker in workers:
                    while worker.is_alive():
                        worker.join(0.1)
        finally:
            with self._lock:
                self._stopped = True
                for engine in self._live:
                    engine.kill()
            self._progress.close()
        return results

    def _start(self, path):
        engine = Searcher(path, self._args.options, self._args.patience)
        with self._lock:
            self._live.add(engine)
        return engine

    def _end(self, engine, failed):
        if engine is None:
            return
        with self._lock:
            self._live.discard(engine)
        try:
            engine.__exit__(EngineError if failed else None)
        except EngineError:
            engine.__exit__(EngineError)

    def _work(self, name, path, waiting, results):
        engine = None
        while not self._stopped:
            try:
                index = waiting.get_nowait()
            except queue.Empty:
                break
            task = self._tasks[index]
            result = Result(name, task.suite, task.id, task.theme)
            try:
                engine = engine or self._start(path)
                engine.solve(task, self._args.go, result)
                failed = False
            except EngineError as error:
                result.error, failed = str(error), True
                if task.points:
                    result.points, result.max_points = 0, max(task.points.values())
            if failed or self._args.fresh:
                self._end(engine, failed)
                engine = None
            results[index] = result
            with self._lock:
                self._solved += result.solved
            self._progress.step(f"{name}, {task.suite}, {self._solved} solved")
        self._end(engine, self._stopped)


def summarize(results):
    """A row for each suite and engine, and for each theme and engine."""
    suites, themes = {}, {}
    for rows in results.values():
        for result in rows:
            suites.setdefault((result.suite, result.engine), []).append(result)
            if result.points is not None and result.theme:
                # Spellings of a theme differ: its number counts.
                number = int(result.theme.split()[0])
                themes.setdefault(number, {"theme": result.theme, "engines": {}})
                themes[number]["engines"].setdefault(result.engine, []).append(result)
    order = list(dict.fromkeys(suite for suite, _ in suites))
    suite_rows = []
    for (suite, engine), rows in sorted(suites.items(), key=lambda item: order.index(item[0][0])):
        times = [row.solution_seconds for row in rows if row.solved]
        suite_rows.append({
            "suite": suite, "engine": engine, "solved": sum(row.solved for row in rows),
            "total": len(rows),
            "mean_solution_seconds": round(statistics.fmean(times), 4) if times else None,
            "median_solution_seconds": round(statistics.median(times), 4) if times else None,
            "seconds": round(sum(row.seconds for row in rows), 3),
            "nodes": sum(row.nodes for row in rows),
            "points": sum(row.points or 0 for row in rows),
            "max_points": sum(row.max_points or 0 for row in rows),
            "errors": sum(bool(row.error) for row in rows)})
    theme_rows = [{"theme": entry["theme"], "engine": engine, "positions": len(rows),
                   "points": sum(row.points for row in rows),
                   "max_points": sum(row.max_points for row in rows)}
                  for _, entry in sorted(themes.items()) for engine, rows in
                  entry["engines"].items()]
    return suite_rows, theme_rows


def print_table(heads, rows):
    """The first two columns to the left, numbers to the right."""
    table = [heads] + [[str(cell) for cell in row] for row in rows]
    widths = [max(len(line[i]) for line in table) for i in range(len(heads))]
    for line in table:
        cells = [cell.ljust(width) if i < 2 else cell.rjust(width)
                 for i, (cell, width) in enumerate(zip(line, widths))]
        print("  ".join(cells).rstrip())


def seconds(value):
    return "-" if value is None else f"{value:.3f}"


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "-"


def print_tables(suite_rows, theme_rows):
    with_points = any(row["max_points"] for row in suite_rows)
    heads = ["suite", "engine", "solved", "of", "share", "mean s", "median s", "nodes", "seconds"]
    table = [[row["suite"], row["engine"], row["solved"], row["total"],
              percent(row["solved"], row["total"]), seconds(row["mean_solution_seconds"]),
              seconds(row["median_solution_seconds"]), row["nodes"], f"{row['seconds']:.1f}"] +
             ([f"{row['points']}/{row['max_points']}" if row["max_points"] else ""]
              if with_points else [])
             for row in suite_rows]
    print_table(heads + (["points"] if with_points else []), table)
    if theme_rows:
        print()
        print_table(["theme", "engine", "points", "of", "share"],
                    [[row["theme"], row["engine"], row["points"], row["max_points"],
                      percent(row["points"], row["max_points"])] for row in theme_rows])


def write_files(args, results, suite_rows, theme_rows):
    rows = [asdict(result) for engine in results.values() for result in engine]
    if args.json:
        text = json.dumps({"go": args.go, "options": args.options, "suites": suite_rows,
                           "themes": theme_rows, "positions": rows}, indent=1)
        Path(args.json).write_text(text + "\n", encoding="utf-8")
    if args.csv:
        with open(args.csv, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, [column.name for column in fields(Result)])
            writer.writeheader()
            writer.writerows(rows)


def cores():
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def positive(text):
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not positive")
    return value


def pair(text):
    name, separator, value = text.partition("=")
    if not separator or not name:
        raise argparse.ArgumentTypeError(f"{text} is not NAME=VALUE")
    return name, value


def engine_argument(text):
    name, separator, path = text.partition("=")
    if not separator:
        name, path = Path(text).name, text
    return name, os.path.abspath(path)


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("suites", nargs="+", metavar="EPD", help="suites of positions")
    parser.add_argument("--engine", action="append", type=engine_argument, metavar="[NAME=]PATH",
                        help="may be given several times (default: ./notochord)")
    parser.add_argument("--movetime", type=positive, help="milliseconds for each position")
    parser.add_argument("--nodes", type=positive, help="nodes for each position")
    parser.add_argument("--depth", type=positive, help="depth for each position")
    parser.add_argument("--jobs", type=positive, help="engines at once (default: cores / threads)")
    parser.add_argument("--threads", type=positive, default=1, help="of each engine (default: 1)")
    parser.add_argument("--hash", type=positive, default=64, help="in MiB (default: 64)")
    parser.add_argument("--option", action="append", type=pair, default=[], metavar="NAME=VALUE",
                        help="any other UCI option; may be given several times")
    parser.add_argument("--fresh", action="store_true",
                        help="a new process for each position, not only ucinewgame")
    parser.add_argument("--limit", type=positive, help="only so many positions of each suite")
    parser.add_argument("--patience", type=float, default=600,
                        help="seconds after which an engine that does not answer is killed")
    parser.add_argument("--json", help="write everything to this file")
    parser.add_argument("--csv", help="write the results of the positions to this file")
    args = parser.parse_args(arguments)
    limits = [f"{name} {getattr(args, name)}" for name in ("depth", "nodes", "movetime")
              if getattr(args, name)]
    args.go = "go " + " ".join(limits or ["movetime 1000"])
    args.engines = dict(args.engine or [engine_argument(str(ROOT / "notochord"))])
    if args.engine and len(args.engines) < len(args.engine):
        parser.error("two engines of one name: say --engine NAME=PATH")
    args.jobs = args.jobs or max(1, cores() // args.threads)
    args.options = {"Hash": args.hash, "Threads": args.threads, **dict(args.option)}
    return args


def main(arguments=None):
    args = parse_arguments(arguments)

    def warn(text):
        print(f"suite: {text}", file=sys.stderr)

    try:
        tasks = [task for path in args.suites for task in read_suite(path, args.limit, warn)]
    except OSError as error:
        warn(f"{error.filename}: {error.strerror}")
        return 1
    if not tasks:
        warn("no positions")
        return 1
    for path in args.engines.values():
        if not os.access(path, os.X_OK):
            warn(f"cannot start {path}")
            return 1
    try:
        results = Runner(args, tasks).run()
    except KeyboardInterrupt:
        return 130
    suite_rows, theme_rows = summarize(results)
    print_tables(suite_rows, theme_rows)
    write_files(args, results, suite_rows, theme_rows)
    errors = [result for rows in results.values() for result in rows if result.error]
    for result in errors[:10]:
        warn(f"{result.engine}: {result.id}: {result.error}")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
