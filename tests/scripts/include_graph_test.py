"""Includes point one way: a library's files include only its own headers and those of lower ones."""

import re
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Lowest first; those of one level do not know each other. The longest folder that fits counts.
LEVELS = [
    ["engine/base"],
    ["engine/board"],
    ["engine/eval", "engine/tt", "tb"],
    ["engine/search"],
    ["threads"],
    ["engine/tools"],
    ["engine/uci"],
    ["engine"],
]
LEVEL_OF = {folder: level for level, folders in enumerate(LEVELS) for folder in folders}

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def library_of(path):
    """The library that a file belongs to, or None where it is not ours."""
    fits = [folder for folder in LEVEL_OF if path.startswith(folder + "/")]
    return max(fits, key=len, default=None)


def sources(root):
    for top in ("engine", "threads", "tb"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in (".h", ".cpp", ".inc"):
                yield path.relative_to(root).as_posix()


def includes(root, path):
    return INCLUDE.findall((root / path).read_text(encoding="utf-8"))


def wrong_arrows(root):
    """(file, included header) for each include that points up or sideways."""
    wrong = []
    for path in sources(root):
        own = library_of(path)
        for header in includes(root, path):
            other = library_of(header)
            if header.startswith("tests/"):
                wrong.append((path, header))
            elif other and other != own and LEVEL_OF[other] >= LEVEL_OF[own]:
                wrong.append((path, header))
    return wrong


def cycles(root):
    """Headers that include themselves, through others or not."""
    graph = {path: [h for h in includes(root, path) if library_of(h)] for path in sources(root)}
    done, found = set(), []

    def visit(path, above):
        if path in above:
            found.append(above[above.index(path):] + [path])
        elif path not in done:
            for header in graph.get(path, []):
                visit(header, above + [path])
            done.add(path)

    for path in graph:
        visit(path, [])
    return found


class TreeTest(unittest.TestCase):
    def test_every_arrow_points_down(self):
        self.assertEqual(wrong_arrows(ROOT), [])

    def test_no_header_includes_itself(self):
        self.assertEqual(cycles(ROOT), [])

    def test_sees_the_whole_tree(self):
        arrows = {(library_of(path), library_of(header)) for path in sources(ROOT)
                  for header in includes(ROOT, path)}
        for expected in (("engine/board", "engine/base"), ("engine/eval", "engine/board"),
                         ("engine/tt", "engine/board"), ("tb", "engine/board"),
                         ("engine/search", "engine/eval"), ("engine/search", "engine/tt"),
                         ("threads", "engine/search"), ("engine/uci", "threads"),
                         ("engine/uci", "engine/tools"), ("engine", "engine/uci")):
            self.assertIn(expected, arrows)
        self.assertEqual({library_of(path) for path in sources(ROOT)}, set(LEVEL_OF))

    def test_every_include_of_ours_exists(self):
        for path in sources(ROOT):
            for header in includes(ROOT, path):
                if library_of(header):
                    self.assertTrue((ROOT / header).is_file(), f"{path}: {header}")


class CheckTest(unittest.TestCase):
    """The check itself finds what it is for."""

    def check(self, path, text):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            file = root / path
            file.parent.mkdir(parents=True)
            file.write_text(text, encoding="utf-8")
            return wrong_arrows(root), cycles(root)

    def test_up(self):
        arrow = ("engine/board/a.h", "engine/eval/b.h")
        self.assertEqual(self.check(arrow[0], f'#include "{arrow[1]}"\n')[0], [arrow])

    def test_sideways(self):
        arrow = ("engine/tt/a.h", "tb/syzygy.h")
        self.assertEqual(self.check(arrow[0], f'  #  include "{arrow[1]}"\n')[0], [arrow])

    def test_tests(self):
        arrow = ("engine/main.cpp", "tests/support/data.h")
        self.assertEqual(self.check(arrow[0], f'#include "{arrow[1]}"\n')[0], [arrow])

    def test_down_and_out_are_fine(self):
        text = '#include "engine/base/types.h"\n#include <vector>\n#include "absl/strings/match.h"\n'
        self.assertEqual(self.check("engine/search/a.cpp", text), ([], []))

    def test_cycle(self):
        _, found = self.check("tb/a.h", '#include "tb/a.h"\n')
        self.assertEqual(found, [["tb/a.h", "tb/a.h"]])


if __name__ == "__main__":
    unittest.main()
