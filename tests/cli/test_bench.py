"""The bench: what it measures is named, and the kernels agree on it. No figure is judged."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["ISOTHERM_PROGRAM"]


def bench(*options, expect=0):
    command = [PROGRAM, "bench", "--backend", "cpu", "--precision", "fp64", "--threads", "2", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != expect:
        raise AssertionError(f"exit {done.returncode} instead of {expect}:\n{done.stdout}{done.stderr}")
    return done


class Bench(unittest.TestCase):
    def rows(self, *options):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "bench.json")
            self.printed = bench("--json", str(file), *options).stdout
            return json.loads(file.read_text())["results"]

    def test_the_walls_that_are_named_are_measured(self):
        walls = "periodic,convection,dirichlet"
        for row in self.rows("--cells", "20,9,7", "--kernel", "temporal", "--walls", walls):
            self.assertEqual((row["walls"], row["parity"]), (walls, "equal"))
        self.assertNotIn("naive loop nest", self.printed)  # it has no periodic walls

    def test_the_bytes_of_materials_are_those_that_a_sweep_must_move(self):
        rows = self.rows("--cells", "20,9,7", "--materials")
        expected = {"regions": 2 * 8 + 1, "graded": 4 * 8}  # the number of the medium, or conductivity and capacity
        for row in rows:
            self.assertEqual(row["bytes_per_cell_ideal"], expected[row["kernel"].split(", ")[1]], row["kernel"])
        self.assertEqual({row["parity"] for row in rows}, {"equal"})

    def test_unknown_walls_are_refused(self):
        self.assertIn("brick", bench("--walls", "brick,periodic,periodic", expect=2).stderr)


if __name__ == "__main__":
    unittest.main()
