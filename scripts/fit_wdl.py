#!/usr/bin/env python3
"""Fits the model behind `UCI_ShowWDL` to games that the engine has played against itself.

  ./notochord datagen --out=games.bin --games=4000 --nodes=3000 --win_score=3000 --win_plies=6 \\
      --draw_move=60 --draw_plies=12
  ./notochord datagen --in=games.bin --to_text=games.txt
  scripts/fit_wdl.py games.txt

The late adjudication is so that results are those of the games, not of the scores. Games of a match
that fastchess has written (with its score comments, played to their ends) do as well:

  ./notochord analyze --in=games.pgn --out=games.jsonl --depth=1
  scripts/fit_wdl.py --match=games.pgn games.jsonl

Prints the constants of engine/uci/wdl.cpp, then how well they describe the games. Needs nothing but
Python.

The chance to win with a score x is logistic, 1 / (1 + exp((middle - x) / spread)); that to lose is
the same of -x; what is left is drawn. Middle and spread are straight lines over the material on the
board, from none to all of the pieces. The four numbers are those under which the games' results are
most likely (a pattern search: the function is smooth and has one top). Each game weighs the same,
however many positions it has.
"""

import argparse
import json
import math
import re
import sys
from collections import defaultdict

PIECES = {"n": 1, "b": 1, "r": 2, "q": 4}
FULL = 24
WIDTH = 10  # of a bin of scores
LIMIT = 2500  # scores beyond are in the last bin
LINE = re.compile(r"^(\S+) (.*) \[(1\.0|0\.5|0\.0)\] (-?\d+)$")
RESULTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


def from_text(path):
    """(game, board, White's result, White's score) of each position that datagen has written."""
    game = 0
    last = None
    with open(path, encoding="ascii") as file:
        for number, line in enumerate(file, 1):
            match = LINE.match(line.strip())
            if not match:
                sys.exit(f"{path}:{number}: expected FEN [result] score")
            board, rest, result, score = match.groups()
            # Within a game the move number never falls, and the result is the same.
            mark = (int(rest.split()[-1]), result)
            if last is not None and (mark[0] < last[0] or mark[1] != last[1]):
                game += 1
            last = mark
            yield game, board, float(result), int(score)


def from_match(path, positions):
    """The same of a match: scores from fastchess's comments, positions from `analyze`."""
    results, scores = [], []
    with open(path, encoding="utf-8") as file:
        for game in re.split(r"\n(?=\[Event )", file.read()):
            head, _, body = game.partition("\n\n")
            result = re.search(r'\[Result "(.*?)"\]', head)
            results.append(RESULTS.get(result.group(1)) if result else None)
            scores.append(re.findall(r"\{([+-]?[\dM.]+)/\d+", body))
    with open(positions, encoding="utf-8") as file:
        for line in file:
            position = json.loads(line)
            game, ply = position["game"] - 1, position["ply"]
            if game >= len(results) or results[game] is None or ply >= len(scores[game]):
                continue
            if "M" in scores[game][ply]:  # a mate is certain, the model does not speak of it
                continue
            board, side = position["fen"].split()[:2]
            score = round(100 * float(scores[game][ply]))
            yield game, board, results[game], score if side == "w" else -score


def collect(positions):
    """{(phase, bin): [losses, draws, wins]}, in the view of the side that is ahead."""
    games = defaultdict(list)
    for game, board, result, value in positions:
        phase = min(FULL, sum(PIECES.get(c, 0) for c in board.lower()))
        outcome = round(2 * result)
        if value < 0:
            outcome, value = 2 - outcome, -value
        games[game].append(((phase, min(value, LIMIT) // WIDTH), outcome))
    bins = defaultdict(lambda: [0.0, 0.0, 0.0])
    for game in games.values():
        for key, outcome in game:
            bins[key][outcome] += 1.0 / len(game)
    return bins, len(games), sum(len(game) for game in games.values())


def chances(score, fullness, p):
    """(loss, draw, win) under the parameters (bare middle, bare spread, full middle, full spread)."""
    middle = p[0] + (p[2] - p[0]) * fullness
    spread = p[1] + (p[3] - p[1]) * fullness

    def win(x):
        return 1 / (1 + math.exp(max(-60.0, min(60.0, (middle - x) / spread))))

    return win(-score), max(1e-9, 1 - win(score) - win(-score)), win(score)


def loss(bins, p):
    if min(p) < 1:
        return math.inf
    total = 0.0
    for (phase, index), counts in bins.items():
        model = chances((index + 0.5) * WIDTH, phase / FULL, p)
        total -= sum(n * math.log(max(q, 1e-9)) for n, q in zip(counts, model) if n)
    return total


def fit(bins):
    p = [150.0, 60.0, 250.0, 100.0]
    best = loss(bins, p)
    step = 32.0
    while step > 0.3:
        improved = False
        for i in range(len(p)):
            for sign in (1, -1):
                trial = list(p)
                trial[i] += sign * step
                value = loss(bins, trial)
                if value < best:
                    p, best, improved = trial, value, True
        if not improved:
            step /= 2
    return p, best


def table(bins, p):
    groups = defaultdict(lambda: [0.0] * 6)
    for (phase, index), counts in bins.items():
        score = (index + 0.5) * WIDTH
        key = (min(phase // 8, 2), next(i for i, top in enumerate(EDGES) if score < top))
        model = chances(score, phase / FULL, p)
        weight = sum(counts)
        for i in range(3):
            groups[key][i] += counts[i]
            groups[key][3 + i] += weight * model[i]
    print("\n pieces  score        share   win: games model   draw: games model")
    total = sum(sum(g[:3]) for g in groups.values())
    for (material, index), g in sorted(groups.items()):
        weight = sum(g[:3])
        low = EDGES[index - 1] if index else 0
        print(f"{('0-7', '8-15', '16-24')[material]:>7} {low:5d} up   {100 * weight / total:6.2f} %"
              f"      {g[2] / weight:6.3f} {g[5] / weight:6.3f}       {g[1] / weight:6.3f}"
              f" {g[4] / weight:6.3f}")


EDGES = (25, 50, 100, 150, 200, 300, 400, 600, 1000, 10**9)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", help="what `datagen --to_text` or, for a match, `analyze` wrote")
    parser.add_argument("--match", metavar="PGN", help="fastchess's games, of which `file` is")
    args = parser.parse_args()
    source = from_match(args.match, args.file) if args.match else from_text(args.file)
    bins, games, positions = collect(source)
    if not positions:
        sys.exit(f"{args.file}: no positions")
    p, best = fit(bins)
    print(f"{games} games, {positions} positions, {best / games:.4f} nats for each game")
    print(f"constexpr Logistic kBare = {{{p[0]:.0f}, {p[1]:.0f}}};")
    print(f"constexpr Logistic kFull = {{{p[2]:.0f}, {p[3]:.0f}}};")
    table(bins, p)


if __name__ == "__main__":
    main()
