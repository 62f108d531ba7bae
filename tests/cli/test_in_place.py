"""A run in one array leaves the result of a run in two: snapshots, probes, diagnostics."""

import os
import pathlib
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["ISOTHERM_PROGRAM"]

CASE = """\
grid: {cells: [37, 29, 23], size: [0.37, 0.3, 0.2]}
material: {conductivity: 45, density: 7850, specific_heat: 480}
initial: {type: expression, value: "400 + 900*x*y + 300*z"}
units: {temperature: K}
boundary:
  x_lo: {type: dirichlet, value: {table: [[0, 300], [8, 700], [20, 350]]}}
  x_hi: {type: radiation, emissivity: 0.8, ambient: 300}
  y_lo: {type: convection, h: 2000, ambient: "400 + 50*sin(t)"}
  y_hi:
    patches: [{shape: {type: box, lo: [0.1, 0.05], hi: [0.25, 0.15]}, type: neumann, flux: 3e5}]
    rest: insulated
  z_lo: {type: dirichlet, value: "350 + 100*x + 20*sin(t + 9*y)"}
  z_hi: {type: neumann, flux: -2e4}
time: {end: 30}
output: {every: 2.9, fields: [temperature, heat_flux], diagnostics: {every: 2.5}}
probes:
  - {name: inside, at: [0.11, 0.13, 0.07], every: 0.9}
  - {name: corner, at: [0.37, 0, 0.2], every: 3}
compute: {backend: cpu, threads: 2}
"""


class InPlace(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        (self.folder / "case.yaml").write_text(CASE, encoding="utf-8")

    def run_with(self, kernel, *settings):
        result = self.folder / kernel
        command = [PROGRAM, "run", str(self.folder / "case.yaml"), "--set", f"compute.kernel={kernel}", "--output", str(result),
                   "--overwrite", "--progress", "none"]
        for setting in settings:
            command += ["--set", setting]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f'"kernel": "{kernel}"', (result / "summary.json").read_text())
        return result

    def test_snapshots_probes_and_diagnostics_are_those_of_two_arrays(self):
        for settings in [], ["compute.precision=fp32"], ["boundary.x_lo=periodic", "boundary.x_hi=periodic"]:
            with self.subTest(settings=settings):
                two, one = self.run_with("temporal", *settings), self.run_with("in_place", *settings)
                diff = subprocess.run([PROGRAM, "diff", str(two), str(one)], capture_output=True, text=True)
                self.assertEqual(diff.returncode, 0, diff.stdout + diff.stderr)
                self.assertGreater(len(list(one.glob("*.vtkhdf"))), 9)
                for table in "probes.csv", "diagnostics.csv":
                    self.assertEqual((two / table).read_bytes(), (one / table).read_bytes(), table)


if __name__ == "__main__":
    unittest.main()
