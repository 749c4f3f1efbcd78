#!/usr/bin/env python3
"""One HTML page of what was measured on this machine, with plots and nothing from elsewhere.

  scripts/report.py                      build/report.html from what is in build/
  scripts/report.py --suites r.json --pgn match.pgn --profile callgrind.out

Speed and time to depth by threads come from `make scaling`; suites from `scripts/suite.py --json`;
cache hit rates from the engine's own `bench`; match results from PGN files; the profile from
callgrind, or from `perf report --stdio` (of `perf record ./notochord bench`). What is not there is
named, with the command that makes it. Needs nothing but Python.
"""

import argparse
import csv
import json
import math
import os
import platform
import re
import subprocess
import sys
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WIDTH, ROW = 720, 26
LETTER, SHORTEST_LABEL = 8, 100  # about a letter's width; a few letters may be wider ones
FULL_BAR = 150  # the width of a whole one, at least
STYLE = ("body{font:15px/1.45 sans-serif;max-width:760px;margin:2em auto;color:#222}"
         "h1{font-size:24px}h2{font-size:18px;margin-top:1.8em;border-bottom:1px solid #ddd}"
         "h3{font-size:15px;margin:1em 0 .3em}svg{max-width:100%;height:auto;display:block}"
         ".absent{color:#8a4b00;background:#fff4e0;padding:.5em .8em}"
         ".note{color:#555;font-size:13px}svg text{font:13px sans-serif;fill:#222}"
         "code{background:#f2f2f2;padding:0 .25em}")

# The namespace decides; clearing and copying is a group of its own, the rest is what libraries do.
GROUPS = ["search", "eval", "board", "tt", "tb", "threads", "uci", "tools", "datagen"]
MEMORY = re.compile(r"_*mem(set|cpy|move)")
LEAST_SHARE = 0.05  # percent: less is not shown


# --- reading

def read_scaling(path):
    """Rows of scaling.csv as numbers."""
    with open(path, newline="", encoding="utf-8") as file:
        return [{"threads": int(row["threads"]), "nps": float(row["nps"]),
                 "seconds": float(row["depth_seconds"]), "depth": int(row["depth"])}
                for row in csv.DictReader(file)]


def read_suites(path):
    """(label, solved, total) of each suite and engine in suite.py's JSON."""
    rows = json.loads(Path(path).read_text(encoding="utf-8"))["suites"]
    return [(f"{row['suite']}, {row['engine']}", row["solved"], row["total"]) for row in rows]


def parse_caches(text):
    """[(cache, hits, misses)] from bench's or stats' lines."""
    lines = re.findall(r"^(\w+) cache +(\d+) hits +(\d+) misses\b", text, re.MULTILINE)
    return [(name, int(hits), int(misses)) for name, hits, misses in lines]


def group_of(symbol):
    found = re.search(r"\bnotochord::(\w+)::", symbol)
    if found and found.group(1) in GROUPS:
        return found.group(1)
    return "memory" if MEMORY.match(symbol) else "other"


def parse_perf(text):
    """[(symbol, percent)] from perf's report: a share, perhaps more columns, the symbol after [.]."""
    lines = re.findall(r"^\s*(\d+\.\d+)%.*?\[[.k]\]\s+(.+?)\s*$", text, re.MULTILINE)
    return [(symbol, float(share)) for share, symbol in lines]


def parse_callgrind(text):
    """[(symbol, percent)] from callgrind's file: the first cost of the lines below each fn=, but not
    of the line after calls=, which is the callee's. A name is written out where it is first used."""
    names, costs, symbol, of_callee = {}, {}, "", False
    for line in text.splitlines():
        name = re.match(r"c?fn=(\(\d+\))(?: (.*))?$", line)
        if name:
            names.setdefault(name.group(1), name.group(2))
            if line.startswith("fn="):
                symbol = names[name.group(1)]
        elif line.startswith("calls="):
            of_callee = True
        elif re.match(r"[+*-]?\d* \d+", line) and symbol:
            if not of_callee:
                costs[symbol] = costs.get(symbol, 0) + int(line.split()[1])
            of_callee = False
    total = sum(costs.values())
    return [(symbol, 100.0 * cost / total) for symbol, cost in costs.items() if cost]


def parse_profile(text):
    """{group: percent}, largest first, from callgrind's or perf's output."""
    groups = {}
    is_callgrind = re.search(r"^events: ", text, re.MULTILINE)
    for symbol, share in parse_callgrind(text) if is_callgrind else parse_perf(text):
        groups[group_of(symbol)] = groups.get(group_of(symbol), 0.0) + share
    return {group: share for group, share in sorted(groups.items(), key=lambda item: -item[1])
            if share >= LEAST_SHARE}


def parse_games(text):
    """{(first, second): [wins, draws, losses] of the first}, the names in alphabetical order."""
    results = {}
    tags = {}
    for name, value in re.findall(r'^\[(\w+) "(.*)"\]\s*$', text, re.MULTILINE):
        if name == "Event":
            tags = {}
        tags[name] = value
        if not {"White", "Black", "Result"} <= tags.keys():
            continue
        pair = tuple(sorted((tags["White"], tags["Black"])))
        points = {"1-0": tags["White"], "0-1": tags["Black"], "1/2-1/2": ""}.get(tags["Result"])
        if points is not None:
            score = results.setdefault(pair, [0, 0, 0])
            score[1 if points == "" else 0 if points == pair[0] else 2] += 1
        tags = {}
    return results


# --- drawing

def shortened(label, letters):
    return label if len(label) <= letters else label[:letters - 1] + "…"


def bars(rows):
    """Bars for (label, share from 0 to 1, text). The longest label and text leave the room."""
    behind = 6 + LETTER * max(len(text) for _, _, text in rows)
    most = int((WIDTH - FULL_BAR - behind) / LETTER)
    rows = [(shortened(label, most), share, text) for label, share, text in rows]
    left = max(SHORTEST_LABEL, *(LETTER * len(label) for label, _, _ in rows)) + 8
    room = WIDTH - left - behind
    parts = []
    for i, (label, share, text) in enumerate(rows):
        y = i * ROW
        length = room * max(0.0, min(1.0, share))
        parts.append(f'<text x="{left - 8:.1f}" y="{y + 18}" text-anchor="end">{escape(label)}</text>'
                     f'<rect x="{left:.1f}" y="{y + 5}" width="{length:.1f}" height="16" '
                     f'fill="#3a6ea5"/><text x="{left + length + 6:.1f}" y="{y + 18}">'
                     f'{escape(text)}</text>')
    height = len(rows) * ROW + 6
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
            f'viewBox="0 0 {WIDTH} {height}">{"".join(parts)}</svg>')


def section(title, body, note=""):
    note = f'<p class="note">{escape(note)}</p>' if note else ""
    return f"<h2>{escape(title)}</h2>{body}{note}"


def absent(title, why, command):
    return section(title, f'<p class="absent">Not measured: {escape(why)}. '
                          f'<code>{escape(command)}</code></p>')


def thread_count(row):
    return f"{row['threads']} thread" + ("s" if row["threads"] > 1 else "")


def threads_section(path):
    title = "Threads"
    if not path.is_file():
        return absent(title, f"no {path.name}", "make scaling")
    rows = read_scaling(path)
    fastest = max(row["nps"] for row in rows)
    slowest = max(row["seconds"] for row in rows)
    speed = bars([(thread_count(row), row["nps"] / fastest,
                   f"{row['nps'] / 1e6:.2f} Mnps") for row in rows])
    times = bars([(thread_count(row), row["seconds"] / slowest,
                   f"{row['seconds']:.2f} s") for row in rows])
    return section(title, f"<h3>Nodes per second</h3>{speed}"
                          f"<h3>Time to depth {rows[0]['depth']}</h3>{times}", f"From {path.name}.")


def suites_section(paths):
    rows = [row for path in paths for row in read_suites(path)]
    if not rows:
        return absent("Suites", "no results given",
                      "scripts/suite.py --json build/suites.json --movetime 1000 wac.epd")
    return section("Suites", bars([(label, solved / total if total else 0, f"{solved} of {total}")
                                   for label, solved, total in rows]))


def caches_section(engine, depth):
    command = [engine, "bench"] + ([str(depth)] if depth else [])
    try:
        text = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        return absent("Caches", f"the engine does not run ({error})", "make")
    rows = [(name, hits / (hits + misses) if hits + misses else 0.0, hits + misses)
            for name, hits, misses in parse_caches(text)]
    if not rows:
        return absent("Caches", "bench shows no hit rates", "make")
    body = bars([(name, share, f"{100 * share:.1f} % of {count:,}") for name, share, count in rows])
    return section("Caches", body, f"{' '.join(command[1:])}: {text.strip().splitlines()[-1]}")


def profile_section(path):
    title = "Profile"
    # valgrind does not know all that a native build may use.
    command = ("make ARCH=x86-64-v2 && valgrind --tool=callgrind "
               "--callgrind-out-file=build/profile.out ./notochord bench")
    if not path.is_file():
        return absent(title, f"no {path.name}", command)
    groups = parse_profile(path.read_text(encoding="utf-8", errors="replace"))
    if not groups:
        return absent(title, f"{path.name} has no functions", command)
    return section(title, bars([(name, share / 100, f"{share:.1f} %")
                                for name, share in groups.items()]))


def elo(wins, draws, losses):
    """The difference with its error of 95 %, as text; the error from the spread of the games."""
    games = wins + draws + losses
    score = (wins + draws / 2) / games
    if not 0 < score < 1:
        return "no Elo"
    variance = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score ** 2) / games
    error = 1.96 * math.sqrt(variance / games) * 400 / math.log(10) / (score * (1 - score))
    return f"{400 * math.log10(score / (1 - score)):+.0f} ± {error:.0f} Elo"


def matches_section(paths):
    parts = []
    for path in paths:
        games = parse_games(Path(path).read_text(encoding="utf-8", errors="replace"))
        rows = []
        for (first, second), counts in sorted(games.items()):
            wins, draws, losses = counts
            share = (wins + draws / 2) / (wins + draws + losses)
            rows.append((f"{first} – {second}", share,
                         f"{100 * share:.1f} %, +{wins} ={draws} -{losses}, {elo(*counts)}"))
        if rows:
            parts.append(f"<h3>{escape(Path(path).name)}</h3>{bars(rows)}")
    if not parts:
        return absent("Matches", "no games given", "scripts/report.py --pgn match.pgn")
    return section("Matches", "".join(parts),
                   "Share of the points, and difference, of the engine that is named first.")


def machine():
    """The processor and how many of it, as far as the system tells."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    model = re.search(r"^model name\s*: (.+)$", text, re.MULTILINE)
    return (f"{model.group(1).strip() if model else platform.machine()}, "
            f"{os.cpu_count()} threads, {platform.system()}")


def version(engine):
    """The first lines of --version in one; empty where there is none."""
    try:
        text = subprocess.run([engine, "--version"], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""
    return ", ".join(re.sub(r" {2,}", " ", line) for line in text.splitlines()[:4])


def page(args):
    sections = [threads_section(args.scaling), suites_section(args.suites),
                caches_section(args.engine, args.depth), profile_section(args.profile),
                matches_section(args.pgn)]
    return (f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Notochord</title>'
            f"<style>{STYLE}</style></head><body><h1>Notochord, measured here</h1>"
            f'<p class="note">{escape(version(args.engine))}<br>{escape(machine())}</p>'
            f'{"".join(sections)}</body></html>\n')


def main():
    build = ROOT / "build"
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=str(ROOT / "notochord"))
    parser.add_argument("--depth", type=int, help="of the bench for the hit rates; default: bench's own")
    parser.add_argument("--scaling", type=Path, default=build / "scaling" / "scaling.csv")
    parser.add_argument("--suites", nargs="*", default=sorted(build.glob("suites*.json")))
    parser.add_argument("--profile", type=Path, default=build / "profile.out")
    parser.add_argument("--pgn", nargs="*", default=[])
    parser.add_argument("--output", type=Path, default=build / "report.html")
    args = parser.parse_args()
    try:
        text = page(args)
    except (OSError, KeyError, ValueError) as error:
        sys.exit(f"report: cannot read the measurements: {error!r}")
    args.output.parent.mkdir(parents=True, exist_ok=True)
    args.output.write_text(text, encoding="utf-8")
    print(f"report: {args.output}")


if __name__ == "__main__":
    main()
