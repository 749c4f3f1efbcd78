"""scripts/mutants.py: how it reads its list, and that the list fits the sources."""

import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))
import mutants  # noqa: E402


class ListTest(unittest.TestCase):
    def test_reads_groups_and_pairs(self):
        text = "# note\n\n@ a.cpp a_test A.*\n- x < 1\n+ x <= 1\n@ b.cpp b_test B.* data\n- y\\n\n+ z\n"
        self.assertEqual(mutants.parse(text), [
            mutants.Mutant("a.cpp", "a_test", "A.*", False, "x < 1", "x <= 1"),
            mutants.Mutant("b.cpp", "b_test", "B.*", True, "y\n", "z")])

    def test_refuses_what_is_no_list(self):
        group = "@ a.cpp a_test A.*\n"
        for text in ("- x\n+ y\n", "@ a.cpp\n", "@ a.cpp a_test A.* other\n", group + "+ y\n",
                     group + "- x\n- y\n", group + "- x\n+ x\n", group + "- x\n", group + "x\n"):
            with self.assertRaises(ValueError, msg=text):
                mutants.parse(text)

    def test_fits_only_once(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "a.cpp").write_text("a b b", encoding="utf-8")
            for source, old, fits in (("a.cpp", "a", True), ("a.cpp", "b", False),
                                      ("a.cpp", "c", False), ("b.cpp", "a", False)):
                mutant = mutants.Mutant(source, "t", "*", False, old, "")
                self.assertEqual(mutants.misfit(Path(folder), mutant) == "", fits, (source, old))

    def test_the_list_fits_the_sources(self):
        found = mutants.parse(mutants.LIST.read_text(encoding="utf-8"))
        self.assertGreater(len(found), 50)
        self.assertEqual([mutants.misfit(mutants.ROOT, mutant) for mutant in found],
                         [""] * len(found))


class CopyTest(unittest.TestCase):
    def test_copies_what_differs_and_removes_what_is_gone(self):
        with tempfile.TemporaryDirectory() as folder:
            root, tree = Path(folder) / "root", Path(folder) / "tree"
            for name, text in (("engine/a.cpp", "a"), ("tb/b.cpp", "b"), ("other/c.cpp", "c")):
                (root / name).parent.mkdir(parents=True)
                (root / name).write_text(text, encoding="utf-8")
            mutants.synchronize(root, tree)
            stamp = (tree / "tb/b.cpp").stat().st_mtime_ns
            (tree / "engine/a.cpp").write_text("changed", encoding="utf-8")
            (tree / "engine/old.cpp").write_text("gone", encoding="utf-8")
            mutants.synchronize(root, tree)
            self.assertEqual({path.relative_to(tree).as_posix(): path.read_text(encoding="utf-8")
                              for path in tree.rglob("*") if path.is_file()},
                             {"engine/a.cpp": "a", "tb/b.cpp": "b"})
            self.assertEqual((tree / "tb/b.cpp").stat().st_mtime_ns, stamp)


class TryTest(unittest.TestCase):
    """With a workshop that compiles nothing: the test is a look at the source."""

    class Workshop(mutants.Workshop):
        def __init__(self, tree):
            self.tree = tree

        def compile(self, binary):
            return "error" if "#error" in self.source() else ""

        def passes(self, mutant):
            return "x < 1" in self.source()

        def source(self):
            return (self.tree / "a.cpp").read_text(encoding="utf-8")

    def test_fates(self):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "a.cpp"
            source.write_text("if (x < 1) y();", encoding="utf-8")
            workshop = self.Workshop(Path(folder))
            for old, new, fate in (("x < 1", "x <= 1", "killed"), ("y()", "z()", "survived"),
                                   ("y()", "#error", "does not compile")):
                mutant = mutants.Mutant("a.cpp", "a_test", "*", False, old, new)
                self.assertEqual(workshop.try_out(mutant), fate)
                self.assertEqual(source.read_text(encoding="utf-8"), "if (x < 1) y();")


if __name__ == "__main__":
    unittest.main()
