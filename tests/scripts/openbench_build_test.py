"""Builds and runs the engine as an OpenBench client does: from the files alone, without .git, with the
client's build line and each compiler of the entry. The engine to compare with is the first argument.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from openbench_test import BENCH, BINARY, NPS, ROOT, build_line, clean_environment, last_number

ENGINE = ""


def leave_out(folder, names):
    """What is not part of the sources."""
    return {".git", "build", "notochord", "__pycache__"} & set(names) if Path(folder) == ROOT else set()


class BuildTest(unittest.TestCase):
    def check(self, compiler, path):
        with tempfile.TemporaryDirectory() as folder:
            tree = Path(folder) / "tree"
            shutil.copytree(ROOT, tree, ignore=leave_out)
            built = subprocess.run(build_line(compiler), cwd=tree / path, env=clean_environment(),
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True, check=False)
            self.assertEqual(built.returncode, 0, built.stdout[-5000:])
            # Moved away, as the client does, before it runs.
            shutil.move(tree / path / BINARY, Path(folder) / BINARY)
            shutil.rmtree(tree)
            bench = subprocess.run([f"./{BINARY}", "bench"], cwd=folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                   check=False)
        self.assertEqual(bench.returncode, 0, bench.stdout)
        self.assertGreater(last_number(bench.stdout, NPS), 0)
        expected = subprocess.run([ENGINE, "bench"], capture_output=True, text=True, check=True)
        self.assertEqual(last_number(bench.stdout, BENCH), last_number(expected.stdout, BENCH))

    def test_every_compiler_of_the_entry(self):
        entry = json.loads((ROOT / "scripts/openbench/Notochord.json").read_text(encoding="utf-8"))
        here = [name for name in entry["build"]["compilers"] if shutil.which(name)]
        self.assertTrue(here, "none of the entry's compilers is here")
        for compiler in here:
            with self.subTest(compiler=compiler):
                self.check(compiler, entry["build"]["path"])


if __name__ == "__main__":
    ENGINE = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
