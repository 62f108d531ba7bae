"""The command line: exit codes, what goes to which stream, and that a refused command writes nothing."""

import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ["ISOTHERM_PROGRAM"]
QUICK = ROOT / "configs" / "rod.yaml"


def run(*arguments, cwd=None):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, cwd=cwd)


class Commands(unittest.TestCase):
    def test_no_argument_prints_help(self):
        done = run()
        self.assertEqual(done.returncode, 0)
        for command in ("run", "check", "info", "diff", "explain", "schema", "init"):
            self.assertIn(f"\n  {command} ", done.stdout)

    def test_run_without_a_case_says_how_it_is_used(self):
        done = run("run")
        self.assertEqual(done.returncode, 2)
        self.assertIn("CASE.yaml is required", done.stderr)
        self.assertIn("--set", done.stderr)
        self.assertEqual(done.stdout, "")

    def test_an_unknown_command_suggests_the_nearest(self):
        done = run("chekc", "case.yaml")
        self.assertEqual(done.returncode, 2)
        self.assertIn("did you mean 'check'?", done.stderr)

    def test_a_spot_that_goes_far_in_a_step_is_warned_of_with_the_step_that_shows_it(self):
        with tempfile.TemporaryDirectory() as folder:
            case = pathlib.Path(folder) / "fast.yaml"
            case.write_text("""
grid: {cells: [40, 12, 8], spacing: [5.0e-5, 5.0e-5, 5.0e-5]}
material: {library: steel_304}
initial: 300
boundary: {all: insulated}
source: [{type: beam, wall: z_hi, power: 5, radius: 5.0e-5, path: [[0, 1.0e-4, 3.0e-4], [0.0018, 0.0019, 3.0e-4]]}]
time: {end: 0.0018}
""")
            warning = next(line for line in run("check", case).stdout.splitlines() if "warning" in line)
            self.assertIn("source[0]: the spot goes 3.8 times its sigma", warning)
            step = warning.split("`time.step: ")[1].split("`")[0]
            self.assertAlmostEqual(float(step), 0.25 * 2.5e-5 / 1.0, delta=1e-7)  # at 1 m/s
            self.assertNotIn("warning", run("check", case, "--set", f"time.step={step}").stdout)

    def test_planned_commands_and_options_say_so(self):
        for arguments in (["run", QUICK, "--resume"],
                          ["explain", "checkpoint"], ["explain", "checkpoint.every"], ["explain", "rkl2"]):
            done = run(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn("not available in this version yet", done.stderr)

    def test_planned_options_are_not_in_the_help(self):
        self.assertNotIn("resume", run("run", "--help").stdout)

    def test_usage_errors_exit_with_2(self):
        for arguments in (["run", QUICK, "--nonsense"], ["run", QUICK, "--progress", "loud"], ["run", QUICK, "--set", "time.end"],
                          ["run", QUICK, "-v", "-q"], ["check"], ["explain", "no.such.key"], ["init", "no_such_starter"],
                          ["run", QUICK, "--backend", "gpu"], ["run", QUICK, "--threads", "0"], ["run", "/no/such/case.yaml"],
                          ["run", "/tmp"]):
            done = run(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn("error", done.stderr)
            self.assertEqual(done.stdout, "", arguments)

    def test_version_says_what_it_was_built_with(self):
        done = run("--version")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"^isotherm \d+\.\d+\.\d+( \([0-9a-f]+\))?\n")
        for word in ("compiler", "HDF5", "CUDA"):
            self.assertIn(word, done.stdout)

    def test_options_of_run_win_over_the_file_and_are_located_on_the_command_line(self):
        done = run("run", QUICK, "--precision", "half")
        self.assertIn("command line: error: compute.precision: 'half'", done.stderr)
        self.assertIn("  | --precision half\n", done.stderr)

    def test_what_only_the_plan_of_a_run_shows_is_located_too(self):
        for command in (["check", "--no-time"], ["run"]):
            done = run(*command, QUICK, "--set", "time.step=1e6")
            self.assertEqual(done.returncode, 2)
            self.assertIn("command line: error: time.step: 1000000 s is above the stability limit", done.stderr)
            done = run(*command, QUICK, "--set", "grid.cells=[9000000000000]",
                       "--set", "time.end=1e-9")
            self.assertEqual(done.returncode, 2)
            self.assertIn("command line: error: grid.cells: ", done.stderr)

    def test_check_looks_at_every_file(self):
        done = run("check", "--no-time", "/no/such/a.yaml", QUICK, "/no/such/b.yaml")
        self.assertEqual(done.returncode, 2)
        self.assertIn("/no/such/a.yaml: error", done.stderr)
        self.assertIn("/no/such/b.yaml: error", done.stderr)
        self.assertIn("rod.yaml: correct", done.stdout)

    def test_no_colour_where_there_is_no_terminal(self):
        self.assertNotIn("\033", run("check", "/no/such/a.yaml").stderr)

    def test_explain_prints_the_reference_of_a_key(self):
        done = run("explain", "time.safety")
        self.assertEqual(done.returncode, 0)
        for text in ("time.safety", "legal", "default  0.9", "example  safety: 0.5"):
            self.assertIn(text, done.stdout)

    def test_init_writes_starters_that_check_and_never_overwrites_by_itself(self):
        with tempfile.TemporaryDirectory() as folder:
            names = [line.split()[0] for line in run("init", "--list").stdout.splitlines()]
            self.assertGreaterEqual(len(names), 3)
            for name in names:
                self.assertEqual(run("init", name, cwd=folder).returncode, 0)
            checked = run("check", "--no-time", *(f"{name}.yaml" for name in names), cwd=folder)
            self.assertEqual(checked.returncode, 0, checked.stderr)
            path = pathlib.Path(folder, f"{names[0]}.yaml")
            path.write_text("mine")
            again = run("init", cwd=folder)
            self.assertEqual(again.returncode, 2)
            self.assertIn("--overwrite", again.stderr)
            self.assertEqual(path.read_text(), "mine")
            self.assertEqual(run("init", "--overwrite", cwd=folder).returncode, 0)
            self.assertNotEqual(path.read_text(), "mine")

    def test_a_field_that_is_not_finite_ends_the_run_before_any_figure_of_it_is_written(self):
        case = """\
grid: {cells: [40, 40], size: [1, 1]}
material: {diffusivity: 1}
initial: {type: expression, value: "3.3e38*sin(300*x)*cos(200*y)"}
boundary: {all: insulated}
compute: {backend: cpu, precision: fp32}
time: {end: 0.01}
output: {every: 0.01}
"""
        for looked_at, table in (("output.diagnostics.steps=1", "diagnostics.csv"),
                                 ("probes=[{name: middle, at: [0.5, 0.5], steps: 1}]", "probes.csv")):
            with self.subTest(table), tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder, "overflow.yaml")
                path.write_text(case, encoding="utf-8")
                done = run("run", path, "--set", looked_at, "--output", folder + "/result", "--progress", "none")
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertIn("at step 1,", done.stderr)
                written = pathlib.Path(folder, "result", table).read_text().splitlines()
                self.assertEqual(len(written), 2, written)  # the columns, and the start

    def test_a_refused_case_writes_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            case = pathlib.Path(folder, "wrong.yaml")
            case.write_text(QUICK.read_text().replace("end: 40000", "end: -1"))
            self.assertEqual(run("run", case).returncode, 2)
            self.assertEqual(os.listdir(folder), ["wrong.yaml"])


if __name__ == "__main__":
    unittest.main()
