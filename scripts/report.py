#!/usr/bin/env python3
"""One HTML page of what was measured on this machine, with plots and nothing from elsewhere.

  scripts/report.py                      build/report.html from what is in build/
  scripts/report.py --suites r.json --pgn match.pgn --profile perf.txt

Speed and time to depth by threads come from `make scaling`; suites from `scripts/suite.py --json`;
cache hit rates from the engine's own `bench`; match results from PGN files; the profile from
`perf report --stdio` (of `perf record ./notochord bench`). What is not there is named, with the
command that makes it. Needs nothing but Python.
"""

import argparse
import csv
import json
import platform
import re
import subprocess
import sys
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WIDTH, LABEL, ROW = 720, 230, 26
STYLE = ("body{font:15px/1.45 sans-serif;max-width:760px;margin:2em auto;color:#222}"
         "h1{font-size:24px}h2{font-size:18px;margin-top:1.8em;border-bottom:1px solid #ddd}"
         ".absent{color:#8a4b00;background:#fff4e0;padding:.5em .8em}"
         ".note{color:#555;font-size:13px}svg text{font:13px sans-serif;fill:#222}"
         "code{background:#f2f2f2;padding:0 .25em}")

# The namespace decides, the rest is what the libraries do.
GROUPS = ["search", "eval", "board", "tt", "tb", "threads", "uci", "tools", "datagen"]


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


def parse_profile(text):
    """{group: percent} from perf's report: a share, perhaps more columns, the symbol after [.]."""
    groups = {}
    for share, symbol in re.findall(r"^\s*(\d+\.\d+)%.*?\[[.k]\]\s+(.+?)\s*$", text, re.MULTILINE):
        found = re.search(r"\bnotochord::(\w+)::", symbol)
        group = found.group(1) if found and found.group(1) in GROUPS else "other"
        groups[group] = groups.get(group, 0.0) + float(share)
    return dict(sorted(groups.items(), key=lambda item: -item[1]))


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

def bars(rows):
    """Bars for (label, share from 0 to 1, text)."""
    parts = []
    room = WIDTH - LABEL - 130
    for i, (label, share, text) in enumerate(rows):
        y = i * ROW
        length = room * max(0.0, min(1.0, share))
        parts.append(f'<text x="{LABEL - 8}" y="{y + 18}" text-anchor="end">{escape(label)}</text>'
                     f'<rect x="{LABEL}" y="{y + 5}" width="{length:.1f}" height="16" '
                     f'fill="#3a6ea5"/><text x="{LABEL + length + 6:.1f}" y="{y + 18}">'
                     f'{escape(text)}</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" '
            f'height="{len(rows) * ROW + 6}">{"".join(parts)}</svg>')


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
    try:
        text = subprocess.run([engine, "bench", str(depth)], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        return absent("Caches", f"the engine does not run ({error})", "make")
    rows = [(name, hits / (hits + misses) if hits + misses else 0.0, hits + misses)
            for name, hits, misses in parse_caches(text)]
    if not rows:
        return absent("Caches", "bench shows no hit rates", "make")
    body = bars([(name, share, f"{100 * share:.1f} % of {count:,}") for name, share, count in rows])
    return section("Caches", body, f"bench {depth}: {text.strip().splitlines()[-1]}")


def profile_section(path):
    title = "Profile"
    command = "perf record ./notochord bench && perf report --stdio > build/perf.txt"
    if not path.is_file():
        return absent(title, f"no {path.name}", command)
    groups = parse_profile(path.read_text(encoding="utf-8", errors="replace"))
    if not groups:
        return absent(title, f"{path.name} has no functions", command)
    return section(title, bars([(name, share / 100, f"{share:.1f} %")
                                for name, share in groups.items()]))


def matches_section(paths):
    rows = []
    for path in paths:
        games = parse_games(Path(path).read_text(encoding="utf-8", errors="replace"))
        for (first, second), (wins, draws, losses) in games.items():
            share = (wins + draws / 2) / (wins + draws + losses)
            rows.append((f"{first} – {second}", share,
                         f"{100 * share:.1f} % (+{wins} ={draws} -{losses})"))
    if not rows:
        return absent("Matches", "no games given", "scripts/report.py --pgn match.pgn")
    return section("Matches", bars(rows), "Share of the points of the engine that is named first.")


def page(args):
    sections = [threads_section(args.scaling), suites_section(args.suites),
                caches_section(args.engine, args.depth), profile_section(args.profile),
                matches_section(args.pgn)]
    return (f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Notochord</title>'
            f"<style>{STYLE}</style></head><body><h1>Notochord, measured here</h1>"
            f'<p class="note">{escape(platform.machine())}, {escape(platform.system())}</p>'
            f'{"".join(sections)}</body></html>\n')


def main():
    build = ROOT / "build"
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=str(ROOT / "notochord"))
    parser.add_argument("--depth", type=int, default=10, help="of the bench for the hit rates")
    parser.add_argument("--scaling", type=Path, default=build / "scaling" / "scaling.csv")
    parser.add_argument("--suites", nargs="*", default=sorted(build.glob("suites*.json")))
    parser.add_argument("--profile", type=Path, default=build / "perf.txt")
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
