"""Every case in configs/ passes `isotherm check`, runs as it stands, and shows what its head says."""

import csv
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ["ISOTHERM_PROGRAM"]
CASES = sorted((ROOT / "configs").glob("*.yaml"))


class Result:
    """A finished run of one case: what it wrote, read back."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.summary = json.loads((self.folder / "summary.json").read_text())

    def column(self, file, name):
        """Numbers of one column of a CSV file, empty places left out."""
        with open(self.folder / file, newline="") as lines:
            return [float(row[name]) for row in csv.DictReader(lines) if row[name] != ""]


class Configs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.results = {}
        for case in CASES:
            folder = pathlib.Path(cls.scratch.name, case.stem)
            done = subprocess.run(
                [PROGRAM, "run", case, "--output", folder, "--progress", "none"], capture_output=True, text=True
            )
            if done.returncode != 0:
                raise AssertionError(f"{case.name} exits {done.returncode}:\n{done.stderr}")
            cls.results[case.stem] = Result(folder)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def test_every_case_passes_check(self):
        done = subprocess.run([PROGRAM, "check", *CASES], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_every_case_opens_with_what_to_look_at(self):
        for case in CASES:
            head = [line for line in case.read_text().split("\n\n")[0].splitlines()]
            text = case.read_text().split("\ntitle:")[0]
            self.assertTrue(head[0].startswith("# "), case.name)
            self.assertIn("# Shows ", text, case.name)
            self.assertIn("# Look at ", text, case.name)

    def test_the_quick_start_plate_is_hot_where_the_torch_passes(self):
        result = self.results["quickstart"]
        path, below = result.column("probes.csv", "path"), result.column("probes.csv", "below")
        self.assertGreater(max(path), 300)
        self.assertGreater(max(path), max(below))
        self.assertLess(path.index(max(path)), below.index(max(below)))
        power = result.column("diagnostics.csv", "heat_z_hi")[-1]
        self.assertAlmostEqual(power / 12000, 1, delta=0.01)  # 600 W for 20 s
        self.assertLess(abs(result.summary["balance_residual"]), 1e-9 * power)

    def test_the_thermogram_starts_without_its_ripples(self):
        result = self.results["thermogram"]
        self.assertAlmostEqual(result.column("diagnostics.csv", "T_min")[0], 19.5, delta=0.1)
        self.assertAlmostEqual(result.column("diagnostics.csv", "T_max")[0], 49.8, delta=0.1)

    def test_the_rod_ends_on_its_steady_line(self):
        result = self.results["rod"]
        self.assertEqual(result.summary["stopped_by"], "steady")
        for probe, x in [("quarter", 0.05), ("middle", 0.1), ("end", 0.2)]:
            self.assertAlmostEqual(result.column("probes.csv", probe)[-1], 100 - 160 * x, delta=0.01)

    def test_the_insulated_plate_keeps_its_mean(self):
        for mean in self.results["hot_corner"].column("diagnostics.csv", "T_mean"):
            self.assertAlmostEqual(mean, 32.5, delta=1e-9)

    def test_the_block_cools_through_one_face(self):
        result = self.results["cooled_block"]
        power = result.column("diagnostics.csv", "power_z_hi")
        self.assertEqual(power, sorted(power))
        self.assertLess(power[-1], 0)
        # h A (T - ambient) of a block that is still 200 degC: 500 W/(m^2 K) * 0.0096 m^2 * 180 K, and the half cell inside.
        self.assertAlmostEqual(power[0] / -864, 1, delta=0.01)
        heat = result.column("diagnostics.csv", "heat_z_hi")[-1]
        self.assertLess(abs(result.summary["balance_residual"]), -1e-9 * heat)

    def test_the_sine_wave_follows_the_exact_solution(self):
        result = self.results["sine_mode"]
        norms = result.summary["error_norms"]
        self.assertLess(norms["Linf"], 0.11)
        self.assertLessEqual(norms["L1"], norms["L2"])
        self.assertLessEqual(norms["L2"], norms["Linf"])
        amplitude = result.column("diagnostics.csv", "T_max")[-1] - 300
        self.assertAlmostEqual(amplitude, 42, delta=1)

    def test_nafems_t3_hits_its_target_within_a_tenth_of_a_percent(self):
        value = self.results["nafems_t3"].column("probes.csv", "target")[-1]
        self.assertAlmostEqual(value, 36.60311595, delta=0.001 * 36.6)

    def test_nafems_t4_hits_its_target_within_half_a_per_mille(self):
        result = self.results["nafems_t4"]
        self.assertEqual(result.summary["stopped_by"], "steady")
        for probe, value in [("target", 18.253756537), ("left", 35.401153990), ("middle", 28.319959743)]:
            self.assertAlmostEqual(result.column("probes.csv", probe)[-1] / value, 1, delta=5e-4)

    def test_nafems_t2_hits_its_target_by_the_walls_own_temperature(self):
        result = self.results["nafems_t2"]
        self.assertEqual(result.summary["stopped_by"], "steady")
        self.assertAlmostEqual(result.column("probes.csv", "B")[-1], 927.0, delta=0.05)

    def test_the_heat_sink_takes_up_what_its_chip_gives(self):
        result = self.results["heat_sink"]
        self.assertAlmostEqual(result.column("diagnostics.csv", "heat_z_lo")[-1] / 200, 1, delta=1e-10)  # 20 W for 10 s
        chip, corner, tip = (result.column("probes.csv", name)[-1] for name in ("chip", "corner", "tip"))
        self.assertGreater(chip, corner)
        self.assertGreater(corner, 21)
        self.assertGreater(chip, tip)
        self.assertLess(abs(result.summary["balance_residual"]), 1e-10 * 200)

    def test_the_laser_brings_what_the_plate_absorbs(self):
        result = self.results["laser_pass"]
        heat = result.column("diagnostics.csv", "source_heat")
        self.assertAlmostEqual(heat[-1] / 31.5, 1, delta=1e-10)  # 60 W * 0.35 for 1.5 s
        self.assertEqual(heat[0], 0)
        self.assertGreater(max(result.column("probes.csv", "track")), max(result.column("probes.csv", "below")))
        self.assertLess(abs(result.summary["balance_residual"]), 1e-10 * 31.5)

    def test_the_bond_keeps_the_chips_apart(self):
        result = self.results["chip_stack"]
        self.assertAlmostEqual(result.column("diagnostics.csv", "source_heat")[-1] / 2.8, 1, delta=1e-10)
        self.assertGreater(result.column("probes.csv", "hot_spot")[-1], result.column("probes.csv", "lower_chip")[-1] + 10)

    def test_the_room_hardly_feels_the_day(self):
        result = self.results["house_wall"]
        inner, outer = (result.column("probes.csv", name)[48:] for name in ("inner_face", "outer_face"))
        self.assertLess(max(inner) - min(inner), 0.1 * (max(outer) - min(outer)))
        heat = result.column("diagnostics.csv", "heat_x_lo")[-1]
        self.assertLess(abs(result.summary["balance_residual"]), 1e-10 * heat)


if __name__ == "__main__":
    unittest.main()
