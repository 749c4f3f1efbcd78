"""Packs the engine with scripts/dist.sh and runs what it packed. The engine is the first argument."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ""

# The C library's, which stay the system's.
SYSTEM = re.compile(r"^(ld-linux.*|linux-vdso.*|lib(c|m|dl|pthread|rt|resolv)\.so.*)$")


class DistTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not all(map(shutil.which, ("dpkg-query", "objdump", "ldd"))):
            raise unittest.SkipTest("needs dpkg-query, objdump and ldd")
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        # A copy of what the script reads: it packs below its own tree.
        tree = Path(folder.name) / "tree"
        (tree / "scripts").mkdir(parents=True)
        for name in ("scripts/dist.sh", "README.md", "LICENSE", "CMakeLists.txt"):
            shutil.copy(ROOT / name, tree / name)
        result = subprocess.run([tree / "scripts" / "dist.sh", "test"], capture_output=True, text=True,
                                env={**os.environ, "DIST_ENGINE": ENGINE}, check=False)
        assert result.returncode == 0, result.stderr
        archives = list((tree / "build" / "dist").glob("notochord-*-linux-test.tar.gz"))
        assert len(archives) == 1, archives
        away = Path(folder.name) / "away"
        with tarfile.open(archives[0]) as archive:
            archive.extractall(away)
        cls.package = away / archives[0].name.removesuffix(".tar.gz")

    def run_bare(self, *arguments, **environment):
        return subprocess.run([self.package / "notochord", *arguments], env=environment, cwd="/",
                              capture_output=True, text=True, check=False)

    def test_has_all_parts(self):
        names = {path.name for path in self.package.iterdir()}
        self.assertEqual(names, {"notochord", "lib", "README.md", "LICENSE", "third-party"})
        libraries = [path.name for path in (self.package / "lib").iterdir()]
        self.assertTrue(any(name.startswith("libtbb.so") for name in libraries), libraries)
        self.assertFalse([name for name in libraries if SYSTEM.match(name)])
        notices = [path.name for path in (self.package / "third-party").iterdir()]
        for part in ("tbb", "absl", "fathom", "hwloc"):
            if any(part in name for name in libraries):
                self.assertTrue(any(part in name for name in notices), (part, notices))
        for path in (self.package / "third-party").iterdir():
            self.assertGreater(path.stat().st_size, 100, path)

    def test_runs_with_its_own_libraries(self):
        bench = self.run_bare("bench", "5")
        self.assertEqual(bench.returncode, 0, bench.stderr)
        self.assertRegex(bench.stdout.splitlines()[-1], r"^\d+ nodes \d+ nps$")
        expected = subprocess.run([ENGINE, "bench", "5"], capture_output=True, text=True, check=True)
        self.assertEqual(bench.stdout.splitlines()[-1].split()[0],
                         expected.stdout.splitlines()[-1].split()[0])

        trace = self.run_bare("uci", LD_DEBUG="libs")
        loaded = re.findall(r"calling init: (\S+)", trace.stderr)
        ours = [path for path in loaded if not SYSTEM.match(Path(path).name)]
        self.assertGreater(len(ours), 3, trace.stderr[-2000:])
        for path in ours:
            self.assertEqual(Path(path).resolve().parent, (self.package / "lib").resolve(), path)


if __name__ == "__main__":
    ENGINE = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()
