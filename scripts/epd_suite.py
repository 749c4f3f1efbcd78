"""Test suites in EPD: positions with the moves that solve them, or with points for moves."""

import re
from dataclasses import dataclass, field
from pathlib import Path

import chess_moves


@dataclass
class Task:
    """A position of a suite."""

    suite: str
    id: str
    fen: str
    best: set = field(default_factory=set)  # moves in UCI notation
    avoid: set = field(default_factory=set)
    points: dict = field(default_factory=dict)  # of moves, in STS
    theme: str = ""

    def solved_by(self, move):
        if not self.best and not self.avoid:
            return self.points.get(move, 0) == max(self.points.values())
        return (not self.best or move in self.best) and move not in self.avoid


def parse_operations(text):
    """`bm Nf3; id "a;b";` as a dict, without quotes."""
    operations = {}
    for operation in re.findall(r'(?:[^;"]|"[^"]*"?)+', text):
        code, _, operand = operation.strip().partition(" ")
        operand = operand.strip()
        if len(operand) > 1 and operand[0] == operand[-1] == '"':
            operand = operand[1:-1]
        if code:
            operations.setdefault(code, operand)
    return operations


def theme_of(name):
    """ "STS(v3.0) Knight Outposts.001" has the theme "3 Knight Outposts"."""
    match = re.match(r"STS\(v(\d+)[\d.]*\)\s*(.*?)\.?\d*$", name)
    return f"{match[1]} {match[2]}" if match else ""


def parse_task(line, suite, number):
    """A ValueError where the position or its solution is none."""
    match = re.match(r"\s*(\S+\s+\S+\s+\S+\s+[^\s;]+)(?:\s+\d+\s+\d+)?(.*)", line)
    if not match:
        raise ValueError("not an EPD")
    operations = parse_operations(match[2])
    task = Task(suite, operations.get("id", f"{suite}:{number}"), " ".join(match[1].split()))
    position = chess_moves.parse_fen(task.fen)
    for code, moves in (("bm", task.best), ("am", task.avoid)):
        for word in re.split(r"[\s,]+", operations.get(code, "")):
            if word:
                moves.add(chess_moves.parse_move(position, word))
    if "c8" in operations and "c9" in operations:
        points = [int(word) for word in operations["c8"].split()]
        moves = operations["c9"].split()
        if len(points) != len(moves) or not points:
            raise ValueError("c8 and c9 are not of one length")
        legal = chess_moves.legal_moves(position)
        for move, value in zip(moves, points):
            if move not in legal:
                raise ValueError(f"'{move}' is no legal move")
            task.points[move] = value
        task.theme = theme_of(task.id)
    if not (task.best or task.avoid or task.points):
        raise ValueError("no solution")
    return task


def read_suite(path, limit, warn):
    """The first tasks of a file; `warn` gets what is left out, with file and line."""
    tasks = []
    for number, line in enumerate(Path(path).read_text(encoding="utf-8-sig",
                                                       errors="replace").splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        if limit and len(tasks) == limit:
            break
        try:
            tasks.append(parse_task(line, Path(path).stem, number))
        except ValueError as error:
            warn(f"{path}:{number}: left out: {error}")
    return tasks
