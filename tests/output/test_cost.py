"""What a run takes of the machine, and what it says about that."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["ISOTHERM_PROGRAM"]

CASE = """\
grid: {{cells: [{n}, {n}, {n}], size: [1, 1, 1]}}
material: {{diffusivity: 1.0e-3}}
initial: {{type: expression, value: "x + y"}}
boundary: {{x: periodic, y: insulated, z: {{type: dirichlet, value: 1}}}}
time: {{end: {end}}}
output: {{every: {end}}}
compute: {{backend: cpu, precision: {precision}, threads: 2, tune: {tune}, kernel: {kernel}}}
"""


def run(folder, n, end=1e-4, precision="fp64", tune="off", kernel="temporal", **environment):
    """The summary of a run and the most memory [bytes] that it held."""
    case, result = pathlib.Path(folder, "cube.yaml"), pathlib.Path(folder, "result")
    case.write_text(CASE.format(n=n, end=end, precision=precision, tune=tune, kernel=kernel), encoding="utf-8")
    command = [PROGRAM, "run", str(case), "--output", str(result), "--progress", "none", "--overwrite"]
    with open(os.devnull, "w") as nowhere:
        child = subprocess.Popen(command, stdout=nowhere, stderr=nowhere, env={**os.environ, **environment})
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise AssertionError(f"exit {child.returncode}")
    return json.loads((result / "summary.json").read_text()), usage.ru_maxrss * 1024


class Memory(unittest.TestCase):
    def expect_per_cell(self, kernel, *most):
        """At most so many bytes per cell, in fp64 and fp32, and what `check` says."""
        n = 320
        for precision, limit in zip(("fp64", "fp32"), most):
            with tempfile.TemporaryDirectory() as folder:
                base = run(folder, 8, precision=precision, kernel=kernel)[1]
                held = run(folder, n, precision=precision, kernel=kernel)[1] - base
                said = subprocess.run([PROGRAM, "check", str(pathlib.Path(folder, "cube.yaml"))], check=True,
                                      capture_output=True, text=True).stdout
            number, unit = re.search(r"memory +([\d.]+) ([GMk])B", said).groups()
            predicted = float(number) * {"G": 1e9, "M": 1e6, "k": 1e3}[unit]
            self.assertLess(held / n**3, limit, f"{kernel}, {precision}: bytes per cell")
            self.assertLess(abs(held - predicted), 40e6, f"{kernel}, {precision}: buffers of the writer, beside the fields")

    def test_a_run_holds_two_fields_and_little_more(self):
        self.expect_per_cell("temporal", 18.0, 9.5)

    def test_in_place_a_run_holds_one_field_and_a_little_room(self):
        self.expect_per_cell("in_place", 10.5, 6.0)


class Summary(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)

    def test_the_plan_is_one_line_and_the_next_run_knows_it(self):
        cache = {"XDG_CACHE_HOME": self.scratch.name}
        plan = lambda tune: run(self.scratch.name, 96, end=40, tune=tune, **cache)[0]["plan"]
        self.assertRegex(plan("off"), r"^\d+ steps per pass, tiles of \d+ \(planned: .+\)$")
        self.assertRegex(plan("on"), r"^\d+ steps per pass, tiles of \d+ \(tuned: the quickest of \d+\)$")
        self.assertRegex(plan("on"), r"^\d+ steps per pass, tiles of \d+ \(tuned by an earlier run: the quickest of \d+\)$")

    def test_a_run_and_the_version_name_the_instruction_set(self):
        def version(**environment):
            done = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True,
                                  env={**os.environ, **environment})
            return re.search(r"^CPU kernels (\S+)$", done.stdout, re.M)[1]

        self.assertEqual(run(self.scratch.name, 8)[0]["instruction_set"], version())
        asked = {"ISOTHERM_INSTRUCTION_SET": "baseline"}
        self.assertEqual(version(**asked), "baseline")
        self.assertEqual(run(self.scratch.name, 8, **asked)[0]["instruction_set"], "baseline")
        done = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True,
                              env={**os.environ, "ISOTHERM_INSTRUCTION_SET": "z80"})
        self.assertEqual(done.returncode, 2)
        self.assertIn("z80", done.stderr)


if __name__ == "__main__":
    unittest.main()
