"""What a run may remove, replace or refuse in the folders that it writes into: its own files and no others."""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

import numpy

import harness

PROBES = "probes: [{name: profile, line: {from: [1, 2], to: [1.7, 3]}, every: 0.5}, {name: cut, plane: {x: 1.3}}]\n"
TWO_OUTPUTS = "output: [{every: 0.5}, {name: q, every: 0.5}]\n"


def tree(folder):
    return {str(f.relative_to(folder)): f.read_bytes() for f in pathlib.Path(folder).rglob("*") if f.is_file()}


class Overwrite(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.result = self.folder / "result"

    def case(self, more="", output="output: {every: 0.5}\n", name="u", initial=None):
        lines = harness.case_text(dim=2, more=more).splitlines(keepends=True)
        text = "".join(output if line.startswith("output:") else line for line in lines)
        if initial:
            text = "".join(f"initial: {initial}\n" if line.startswith("initial:") else line for line in text.splitlines(True))
        path = self.folder / f"{name}.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    def refused(self, case, *options, says):
        """Exit 2, the words in what it says, and nothing touched."""
        before = tree(self.folder)
        done = harness.run(case, self.result, *options, expect=2)
        for word in says if isinstance(says, (list, tuple)) else [says]:
            self.assertIn(word, done.stderr)
        self.assertEqual(tree(self.folder), before)

    def test_line_and_plane_probes_are_overwritten_like_everything_else(self):
        case = self.case(PROBES)
        harness.run(case, self.result)
        before = set(tree(self.result))
        self.assertLessEqual({"profile.csv", "cut.csv"}, before)
        self.refused(case, says="already holds a result")
        harness.run(case, self.result, "--overwrite")
        self.assertEqual(set(tree(self.result)), before)
        harness.run(self.case(), self.result, "--overwrite")  # a case that has no such probes removes them too
        self.assertEqual(before - set(tree(self.result)), {"profile.csv", "cut.csv"})

    def test_a_users_own_table_is_in_the_way(self):
        self.result.mkdir()
        (self.result / "profile.csv").write_text("mine")
        for options in [], ["--overwrite"]:
            self.refused(self.case(PROBES), *options, says=["profile.csv is in the way"])
        (self.result / "profile.csv").unlink()
        (self.result / "diagnostics.csv").mkdir()  # nor can a table be written where a folder is
        self.refused(self.case(), says="diagnostics.csv is in the way")

    def test_a_probe_that_comes_later_finds_a_users_table_in_an_earlier_result(self):
        harness.run(self.case(), self.result)
        (self.result / "profile.csv").write_text("mine")
        self.refused(self.case(PROBES), "--overwrite", says="profile.csv is in the way")
        harness.run(self.case(), self.result, "--overwrite")
        self.assertEqual((self.result / "profile.csv").read_text(), "mine")

    def test_folders_of_further_outputs_hold_back_what_is_not_ours(self):
        case = self.case(output=TWO_OUTPUTS)
        (self.result / "q").mkdir(parents=True)
        for name in "u_000000.vtkhdf", "u.xdmf":
            (self.result / "q" / name).write_text("mine")
            for options in [], ["--overwrite"]:
                self.refused(case, *options, says=f"q/{name} is in the way")
            (self.result / "q" / name).unlink()
        (self.result / "q").rmdir()
        (self.result / "q").write_text("a file")
        for options in [], ["--overwrite"]:
            self.refused(case, *options, says="result/q is in the way")

    def test_folders_of_further_outputs_are_overwritten_with_the_rest(self):
        case = self.case(output=TWO_OUTPUTS)
        harness.run(case, self.result)
        (self.result / "q" / "diagnostics.csv").write_text("mine: no run writes one there")
        self.refused(case, says="already holds a result")
        before = set(tree(self.result))
        harness.run(case, self.result, "--overwrite")
        self.assertEqual(set(tree(self.result)), before)
        harness.run(self.case(), self.result, "--overwrite")
        self.assertEqual({name for name in tree(self.result) if name.startswith("q/")}, {"q/diagnostics.csv"})

    def test_an_output_alone_left_of_an_earlier_result_is_a_result(self):
        case = self.case(output=TWO_OUTPUTS)
        harness.run(case, self.result)
        for file in self.result.iterdir():
            if file.is_file():
                file.unlink()
        self.refused(case, says="q already holds a result")
        harness.run(case, self.result, "--overwrite")

    def test_names_of_the_runs_own_files_are_refused(self):
        def line(name):
            return f"probes: [{{name: {name}, line: {{from: [1, 2], to: [1.7, 3]}}}}]\n"
        for name in "diagnostics", "probes", "errors", "Diagnostics":
            self.refused(self.case(line(name)), says=["u.yaml:", "probes[0].name", "that the run writes by itself"])
        for name in "diagnostics.csv", "u_000000.vtkhdf", "u.xdmf", "run.log", "case.yaml.tmp":
            case = self.case(output=TWO_OUTPUTS.replace("q", name))
            self.refused(case, says=["u.yaml:", "output[1].name", "that the run writes by itself"])
        self.refused(self.case(PROBES, output=TWO_OUTPUTS.replace("q", "profile.csv")), says="output[1].name")
        self.refused(self.case(PROBES.replace("cut", "Profile")), says=["probes[1].name", "capitals"])
        outputs = "output: [{every: 0.5}, {name: q, every: 0.5}, {name: Q, every: 0.5}]\n"
        self.refused(self.case(output=outputs), says=["output[2].name", "capitals"])

    def test_names_that_lead_out_of_the_folder_are_refused(self):
        for name in ".", "..", "...":
            case = self.case(output=TWO_OUTPUTS.replace("q", f'"{name}"'))
            self.refused(case, "--overwrite", says=["u.yaml:", "output[1].name", "not of dots alone"])
            case = self.case(PROBES.replace("cut", f'"{name}"'))
            self.refused(case, says=["u.yaml:", "probes[1].name", "not of dots alone"])

    def test_what_the_case_reads_is_never_removed(self):
        harness.run(self.case(initial="1"), self.result)
        start = "result/u_000001.vtkhdf"
        case = self.case(initial=f"{{type: file, path: {start}}}")
        for options in [], ["--overwrite"]:
            self.refused(case, *options, says=["u.yaml:", "initial.path", "--output"])
        region = f"regions: [{{name: r, shape: {{type: box, lo: [1, 2], hi: [2, 3]}}, initial: {{type: file, path: {start}}}}}]\n"
        self.refused(self.case(region), "--overwrite", says="regions[0].initial.path")
        labels = f"regions: [{{name: r, shape: {{type: labels, file: {start}, value: 1}}, initial: 5}}]\n"
        self.refused(self.case(labels), "--overwrite", says="regions[0].shape.file")
        harness.run(case, self.folder / "another")

    def test_tables_and_masks_that_a_probe_would_replace_are_kept(self):
        self.result.mkdir()
        numpy.savetxt(self.result / "profile.csv", numpy.ones((5, 7)), delimiter=",")
        case = self.case(PROBES, initial="{type: file, path: result/profile.csv}")
        self.refused(case, "--overwrite", says="initial.path")
        weights = "filter: {kernel: {type: file, path: result/profile.csv}, apply: initial}\n"
        self.refused(self.case(PROBES + weights), "--overwrite", says="filter.kernel.path")

    def test_what_fails_at_the_start_leaves_the_earlier_result(self):
        case = self.case()
        harness.run(case, self.result)
        before = tree(self.result)
        for more in 'exact: "1/t"\n', 'exact: "log(x - 1.05)"\n', 'source: "1/t"\n':
            done = subprocess.run(harness.command(self.case(more, name="v"), self.result, "--overwrite"), capture_output=True)
            self.assertIn(done.returncode, (2, 3), more)
            self.assertEqual(tree(self.result), before)

    def test_a_case_called_of_dots_stays_in_a_folder_of_its_own(self):
        shutil.copy(self.case(), self.folder / "...yaml")
        done = subprocess.run([harness.PROGRAM, "run", str(self.folder / "...yaml"), "--progress", "none"], capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.folder / "results" / "case" / "case.xdmf").exists())


if __name__ == "__main__":
    unittest.main()
