#!/usr/bin/env python3
"""How the engine scales with threads on this machine.

For 1, 2, 4, ... threads: nodes per second, time to a fixed depth over a set of positions, filling
of the hash table, and how long a running search takes to answer `stop`. Prints a table and writes
scaling.csv, positions.csv and scaling.svg. Needs nothing but Python.

  scripts/scaling.py            all of it, up to as many threads as there are cores
  scripts/scaling.py --threads 1,64,128 --hash 8192 --depth 20

Nodes per second and the hash table's filling come from searches of a fixed time, so that every
thread count is measured under the same load. A speed-up is the geometric mean, over the positions,
of the first thread count's time to depth divided by this one's, each the median of the repeats.
Thread counts take turns inside a repeat, so that a machine that slows down slows all of them.
"""

import argparse
import csv
import math
import os
import random
import statistics
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.dont_write_bytecode = True  # the source tree stays as it is
import scaling_plot  # noqa: E402
from uci_engine import EngineError, Progress, UciEngine  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent

# From the engine's games with itself after random openings: nine positions each of moves 10, 17, 27
# and 43, none of them decided.
POSITIONS = [
    "r1bqkbnr/4np2/2p1p2p/pp1pP1B1/3P4/2N5/PPP1BPPP/R2QK1NR w KQkq - 0 10",
    "rnbqk2r/1pp2np1/3p1p2/p2Pp3/PbP4p/2N2P2/1P1BPNPP/R2QKB1R b KQkq - 3 10",
    "rn2kb1r/1p3ppp/1qp5/p2p1p2/3PnP2/1PP1B1P1/P3P2P/RN1QKB1R w KQkq - 0 10",
    "r2qkb1r/pp1b2p1/2np1N2/2p1p2p/8/1P4PN/PBPP1PBP/R2QK2R b KQkq - 0 10",
    "r1b1kbnr/ppp1qp2/n6p/6p1/P1P5/3N4/1P2P1PP/RNBQKB1R w KQkq - 2 10",
    "rnb1k1nr/2q2ppp/pp2p3/b1ppP3/5P2/2P4P/P2PNKP1/R1BQ1BNR b kq - 2 10",
    "r1b1kb1r/pp3ppp/2p5/q3P3/1n1P2n1/3P1N2/PQ2P1PP/RNB1KB1R w KQkq - 2 10",
    "r1bqkb1r/1pp2p2/3p1npp/3Pp3/1n2P3/7P/PB1N1PP1/R2QKBNR b KQkq - 0 10",
    "rnbqk2r/1pp3pp/4pp2/p4n2/P1BPpP2/NP5N/2P3PP/2BQK2R w Kkq - 3 10",
    "r1bq1rk1/p3ppbp/p1p3p1/3pNn1P/N2P4/1P2PP2/P1PB4/R2QK1R1 b Q - 0 17",
    "rnb1k2r/pp4p1/3q3p/2bP1pPP/P3pP2/1Q6/1P4K1/R1B2BNR w kq - 0 17",
    "rnb2rk1/1p4pp/5pn1/p2p4/3B4/P5P1/3NPP1P/R3KB1R b KQ - 0 17",
    "2bqr1k1/2p1b1p1/r2p1n1p/p2Ppp1n/2N5/2N1BPP1/PPQ1P1BP/2R2RK1 w - - 3 17",
    "1rr3k1/3bb2p/pqn1pnp1/2pp1p2/B4P2/3PPN1P/PP1BN1P1/R2QR1K1 b - - 0 17",
    "r2qr1k1/ppp3b1/4bppB/n2p3p/P2Pn3/RPP2NP1/4P1BP/1NQ2RK1 w - - 0 17",
    "r4rk1/p2p1ppp/1q2p3/4Rn2/1nP2P2/5PPB/1P5P/2BQK2R b K - 6 17",
    "2b1r1k1/rpp2pp1/p6p/b2p2q1/6P1/B1PnP1QB/P2NN2P/R4RK1 w - - 4 17",
    "r1q1k2r/p5p1/1P1p1n2/3p2N1/1n1Pp2p/2N3P1/1PP1P2P/R2Q1RK1 b kq - 0 17",
    "4k2r/1r3p2/1q2p3/pbbpP2p/Pp3P1P/1P1Q2P1/2P1B1K1/1R3R2 w k - 0 27",
    "5k2/1r1b1np1/1p1p4/p1nNp2r/P1P1P2p/1P1NpPqP/K3Q1P1/3R1B1R b - - 2 27",
    "1R1bk2r/r1q5/2p3p1/2Pp1p2/3PpPp1/pQ2B1P1/P3P1KP/1R6 w k - 6 27",
    "1r4kr/2qbn1p1/pp2p3/2p1PnN1/P1QP1P2/8/4NK2/R5RB b - - 0 27",
    "r2r1bk1/p2p1ppp/8/3NP3/3p4/5P2/2RR1P1P/6K1 w - - 1 27",
    "4kb2/1p1b2r1/r1pp1q2/p1nPnpp1/P3p2p/RP2P2P/B1PBNPP1/1N1RQK2 b - - 0 27",
    "4r1k1/1pp1nrpn/4N2p/pP1Pqp2/P1P5/4p1PB/1B1QP1KP/5R2 w - - 0 27",
    "5rr1/3qbk2/3p1p2/p1pPpPPp/PpP1P1n1/1P1Q1NPb/1R5N/2B1R1K1 b - - 0 27",
    "5r2/1bnr3k/3bp1q1/p1pp1ppp/2P1n2P/1P1BP1P1/P3QPN1/BR1R1NK1 w - - 0 27",
    "8/8/4np2/3k2p1/1Rn5/5NPP/4PP2/r3BK2 b - - 0 43",
    "8/3b3k/3p3p/5p2/1p1B1P2/6P1/3n1K1P/4N3 w - - 0 43",
    "8/6p1/1r3nkq/3p3R/3Pp3/6NQ/1P2P1K1/8 b - - 31 43",
    "3b4/3k1p2/1p1n4/3p1b2/5Q2/5P2/4K1PP/8 w - - 5 43",
    "8/p3k1p1/7p/4P3/b7/2KN1P2/6P1/8 b - - 2 43",
    "2br2k1/4q1b1/2p1p1p1/1pPrPpPp/pP2pP1P/P3B1KB/2Q1P3/1R3R2 w - - 22 43",
    "8/1R3pk1/2B5/P7/1P4p1/1K2b3/7r/8 b - - 0 43",
    "5k2/N7/3K1p2/7b/2r1P2p/5P2/8/7R w - - 1 43",
    "8/8/4p2p/8/P1k1N1P1/6b1/P3K3/8 b - - 1 43",
]

COLUMNS = ["threads", "nps", "nps_ratio", "depth", "depth_seconds", "depth_speedup", "hash_mib",
           "hashfull_permille", "stops", "stop_median_ms", "stop_max_ms", "positions", "repeats"]


class Engine(UciEngine):
    """The engine with its threads and its table."""

    def __init__(self, path, threads, hash_mib):
        super().__init__(path)
        self.send("uci")
        self.read_until("uciok")
        for name, value in (("Threads", threads), ("Hash", hash_mib)):
            self.send(f"setoption name {name} value {value}")
            for line in self.sync():
                if line.startswith("info string"):
                    raise EngineError(f"{name} {value}: {line[len('info string '):]}")

    def new_game(self, fen):
        self.send("ucinewgame")
        self.send(f"position fen {fen}")
        self.sync()

    def search(self, go):
        """Seconds until the answer, and the last value of each number that was reported."""
        start = time.perf_counter()
        self.send(go)
        lines = self.read_until("bestmove")
        return time.perf_counter() - start, last_numbers(lines)

    def stop_latency(self, delay):
        """Seconds from `stop` to the answer of a search that has run for `delay` seconds."""
        self.send("go infinite")
        time.sleep(delay)
        start = time.perf_counter()
        self.send("stop")
        self.read_until("bestmove")
        return time.perf_counter() - start


def last_numbers(lines):
    numbers = {"nodes": 0, "hashfull": 0, "time": 0}
    for line in lines:
        words = line.split()
        if words[:1] != ["info"] or words[1:2] == ["string"]:
            continue
        for name, value in zip(words, words[1:]):
            if name == "pv":
                break
            if name in numbers and value.isdigit():
                numbers[name] = int(value)
    return numbers


@dataclass
class Samples:
    """All measurements with one number of threads."""

    nodes: int = 0
    seconds: float = 0.0
    hashfull: list = field(default_factory=list)
    depth_seconds: list = field(default_factory=list)  # [position][repeat]
    depth_nodes: list = field(default_factory=list)
    stops: list = field(default_factory=list)


def measure(args, positions):
    """[threads] Samples."""
    samples = {threads: Samples() for threads in args.threads}
    for one in samples.values():
        one.depth_seconds = [[] for _ in positions]
        one.depth_nodes = [[] for _ in positions]
    progress = Progress(args.repeats * len(samples) * (2 * len(positions) + 1))
    delays = random.Random(1)
    try:
        for repeat in range(args.repeats):
            for threads, one in samples.items():
                label = f"repeat {repeat + 1}/{args.repeats}, {threads} threads"
                with Engine(args.engine, threads, args.hash) as engine:
                    measure_once(args, engine, positions, one,
                                 lambda text, label=label: progress.step(f"{label}, {text}"))
                    engine.new_game(positions[0])
                    share = args.stops // args.repeats + (repeat < args.stops % args.repeats)
                    one.stops += [engine.stop_latency(delays.uniform(0.005, 0.05))
                                  for _ in range(share)]
                    progress.step(f"{label}, stops")
    finally:
        progress.close()
    return samples


def measure_once(args, engine, positions, samples, step):
    for index, fen in enumerate(positions):
        engine.new_game(fen)
        seconds, numbers = engine.search(f"go depth {args.depth}")
        samples.depth_seconds[index].append(seconds)
        samples.depth_nodes[index].append(numbers["nodes"])
        step(f"depth {args.depth}")
    for fen in positions:
        engine.new_game(fen)
        seconds, numbers = engine.search(f"go movetime {args.movetime}")
        samples.nodes += numbers["nodes"]
        samples.seconds += numbers["time"] / 1000 or seconds
        samples.hashfull.append(numbers["hashfull"])
        step("nodes per second")


def summarize(args, samples, positions):
    """One row of COLUMNS for each number of threads."""
    rows = []
    base = samples[args.threads[0]]
    base_times = [statistics.median(times) for times in base.depth_seconds]
    for threads, one in samples.items():
        times = [statistics.median(times) for times in one.depth_seconds]
        logs = [math.log(first / this) for first, this in zip(base_times, times)]
        stops = [1000 * seconds for seconds in one.stops]
        nps = one.nodes / one.seconds
        rows.append({
            "threads": threads,
            "nps": round(nps),
            "nps_ratio": round(nps / (base.nodes / base.seconds), 3),
            "depth": args.depth,
            "depth_seconds": round(sum(times), 4),
            "depth_speedup": round(math.exp(statistics.fmean(logs)), 3),
            "hash_mib": args.hash,
            "hashfull_permille": round(statistics.fmean(one.hashfull), 1),
            "stops": len(stops),
            "stop_median_ms": round(statistics.median(stops), 2) if stops else "",
            "stop_max_ms": round(max(stops), 2) if stops else "",
            "positions": len(positions),
            "repeats": args.repeats,
        })
    return rows


def write_files(args, rows, samples, positions):
    args.output.mkdir(parents=True, exist_ok=True)
    with open(args.output / "scaling.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    with open(args.output / "positions.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["threads", "fen", "repeat", "seconds", "nodes"])
        for threads, one in samples.items():
            for fen, times, nodes in zip(positions, one.depth_seconds, one.depth_nodes):
                for repeat, (seconds, count) in enumerate(zip(times, nodes), start=1):
                    writer.writerow([threads, fen, repeat, f"{seconds:.6f}", count])
    text = scaling_plot.draw(rows, f"{len(positions)} positions, depth {args.depth}, "
                                   f"{args.hash} MiB hash, {os.cpu_count()} logical CPUs")
    (args.output / "scaling.svg").write_text(text, encoding="utf-8")


def print_table(rows):
    heads = ["threads", "nps", "ratio", "to depth s", "speed-up", "hash ‰", "stop ms", "max ms"]
    keys = ["threads", "nps", "nps_ratio", "depth_seconds", "depth_speedup", "hashfull_permille",
            "stop_median_ms", "stop_max_ms"]
    table = [heads] + [[str(row[key]) for key in keys] for row in rows]
    widths = [max(len(line[i]) for line in table) for i in range(len(heads))]
    for line in table:
        print("  ".join(cell.rjust(width) for cell, width in zip(line, widths)))


def cores():
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def default_threads(count):
    """1, 2, 4, ... and the number of cores itself."""
    powers = [1 << bit for bit in range(count.bit_length()) if 1 << bit <= count]
    return sorted({*powers, count})


def positive(text):
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not positive")
    return value


def read_positions(path):
    """A FEN or EPD a line; what follows the first four fields does not matter."""
    positions = []
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        fields = line.split(";")[0].split()
        if len(fields) >= 4 and not line.startswith("#"):
            positions.append(" ".join(fields[:4]))
    return positions


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0],
                                     formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--engine", default=str(ROOT / "notochord"), help="the engine's path")
    parser.add_argument("--threads", type=lambda text: [positive(n) for n in text.split(",")],
                        default=default_threads(cores()), help="thread counts, with commas between")
    parser.add_argument("--depth", type=positive, default=14, help="of the timed searches")
    parser.add_argument("--movetime", type=positive, default=300,
                        help="milliseconds of each search that counts nodes per second")
    parser.add_argument("--repeats", type=positive, default=3)
    parser.add_argument("--stops", type=int, default=100, help="how many stops to time")
    parser.add_argument("--hash", type=positive, default=64, help="table size in MiB")
    parser.add_argument("--positions", help="file of FENs or EPDs in place of the built-in ones")
    parser.add_argument("--limit", type=positive, help="only so many positions")
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "scaling",
                        help="directory for the results")
    args = parser.parse_args(arguments)
    args.threads = list(dict.fromkeys(args.threads))
    args.engine = os.path.abspath(args.engine)
    return args


def main(arguments=None):
    args = parse_arguments(arguments)
    positions = read_positions(args.positions) if args.positions else POSITIONS
    positions = positions[:args.limit]
    if not positions:
        print(f"scaling: no positions in {args.positions}", file=sys.stderr)
        return 1
    try:
        samples = measure(args, positions)
    except EngineError as error:
        print(f"scaling: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    rows = summarize(args, samples, positions)
    write_files(args, rows, samples, positions)
    print_table(rows)
    print(f"\nwritten to {args.output}: scaling.csv, positions.csv, scaling.svg")
    return 0


if __name__ == "__main__":
    sys.exit(main())
