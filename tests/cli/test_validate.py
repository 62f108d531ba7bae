"""`isotherm validate`: names, table, figures and exit codes. That the cases hold: registry/validation_test.cpp."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["ISOTHERM_PROGRAM"]


def validate(*arguments):
    return subprocess.run([PROGRAM, "validate", *map(str, arguments)], capture_output=True, text=True)


class Validate(unittest.TestCase):
    def test_list_names_every_case_with_what_it_shows(self):
        done = validate("--list")
        self.assertEqual(done.returncode, 0)
        names = [line.split()[0] for line in done.stdout.splitlines()]
        for name in ("discrete_modes", "x11", "x12", "x21", "x22", "x23", "x13", "gaussian_3d", "nafems_t3", "energy"):
            self.assertIn(name, names)
        for line in done.stdout.splitlines():
            self.assertGreater(len(line.split()), 2, line)

    def test_a_table_on_standard_output_and_progress_on_standard_error(self):
        done = validate("x12", "time_orders", "--backend", "cpu")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("2 of 2 cases hold: fp64", done.stdout)
        self.assertEqual(len(done.stderr.splitlines()), 2)
        self.assertNotIn("\033", done.stdout + done.stderr)

    def test_json_has_one_object_per_case_with_norms_orders_and_verdict(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "v.json")
            self.assertEqual(validate("x11", "polynomials", "--backend", "cpu", "--json", path).returncode, 0)
            report = json.loads(path.read_text())
        self.assertEqual([c["name"] for c in report["cases"]], ["x11", "polynomials"])
        self.assertEqual(report["verdict"], "holds")
        rod = report["cases"][0]["studies"][0]
        self.assertEqual([row["grid"] for row in rod["rows"]], ["20", "40", "80"])
        self.assertAlmostEqual(rod["order"], 2, delta=0.1)
        for row in rod["rows"]:
            self.assertLessEqual(row["L1"], row["L2"])
            self.assertLessEqual(row["L2"], row["Linf"])

    def test_single_precision_is_compared_with_double(self):
        done = validate("x23", "--backend", "cpu", "--precision", "fp32")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("-fp64", done.stdout)

    def test_thorough_adds_a_grid_and_variants(self):
        lines = len(validate("x22", "--backend", "cpu").stdout.splitlines())
        thorough = validate("x22", "--backend", "cpu", "--thorough")
        self.assertEqual(thorough.returncode, 0, thorough.stdout)
        self.assertGreater(len(thorough.stdout.splitlines()), lines)
        self.assertIn("160 (4)", thorough.stdout)

    def test_an_unknown_name_suggests_the_nearest(self):
        done = validate("nafems_t5")
        self.assertEqual(done.returncode, 2)
        self.assertIn("did you mean 'nafems_t", done.stderr)

    def test_an_unwritable_file_exits_with_4(self):
        self.assertEqual(validate("polynomials", "--backend", "cpu", "--json", "/no/such/folder/v.json").returncode, 4)


if __name__ == "__main__":
    unittest.main()
