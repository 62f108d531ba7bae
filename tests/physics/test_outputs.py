"""Outputs of several kinds: fields, parts of the grid, probes, records over time; all seen with h5py and csv."""

import csv
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import h5py
import numpy

PROGRAM = os.environ["ISOTHERM_PROGRAM"]

# Two layers side by side, fixed temperatures: the flux is the same everywhere in the end.
LAYERS = """\
grid: {cells: [20, 6, 4], size: [0.2, 0.06, 0.08]}
material: {conductivity: 10, density: 1000, specific_heat: 100}
regions:
  - {name: right, shape: {type: box, lo: [0.1, 0, 0], hi: [0.2, 0.06, 0.08]}, material: {conductivity: [40, 1, 1], density: 2000, specific_heat: 100}}
initial: 50
boundary: {x_lo: {type: dirichlet, value: 100}, x_hi: {type: dirichlet, value: 0}, y: insulated, z: periodic}
time: {end: 3000}
compute: {backend: cpu, threads: 1}
"""
FLUX = 100 / (0.1 / 10 + 0.1 / 40)  # W/m^2
CELL = 0.01 * 0.01 * 0.02  # m^3


def run(text, folder, *options, expect=0):
    case = pathlib.Path(folder, "case.yaml")
    case.write_text(text, encoding="utf-8")
    result = pathlib.Path(folder, "result")
    command = [PROGRAM, "run", str(case), "--output", str(result), "--progress", "none", "--overwrite", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != expect:
        raise AssertionError(f"exit {done.returncode} instead of {expect}:\n{done.stdout}{done.stderr}")
    return result if expect == 0 else done.stderr


def last(folder):
    names = json.loads((folder / "case.vtkhdf.series").read_text())["files"]
    return folder / names[-1]["name"]


def points(folder, field):
    with h5py.File(last(folder), "r") as file:
        return file[f"VTKHDF/PointData/{field}"][()]


def table(file):
    with open(file, newline="") as lines:
        return list(csv.DictReader(lines))


class Fields(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.result = run(LAYERS + "output: {fields: [temperature, heat_flux, conductivity, source]}\n", cls.scratch.name)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def test_the_flux_through_layers_is_the_same_everywhere(self):
        flux = points(self.result, "heat_flux")
        self.assertEqual(flux.shape, (4, 6, 20, 3))
        numpy.testing.assert_allclose(flux[..., 0], FLUX, rtol=1e-9)
        numpy.testing.assert_allclose(flux[..., 1:], 0, atol=1e-6)

    def test_the_temperature_is_there_although_it_is_not_asked_for(self):
        with tempfile.TemporaryDirectory() as folder:
            outputs = "output: [{fields: [source]}, {name: more, fields: [temperature_max], every: 0.5}]\n"
            result = run(LAYERS.replace("end: 3000", "end: 1") + outputs, folder)
            for name, other in (("case_000000.vtkhdf", "source"), ("more/case_000001.vtkhdf", "temperature_max")):
                with h5py.File(result / name, "r") as file:
                    self.assertEqual(set(file["VTKHDF/PointData"]), {"temperature", other})

    def test_conductivity_is_a_vector_where_a_material_has_one_per_axis(self):
        kappa = points(self.result, "conductivity")
        self.assertEqual(kappa.shape, (4, 6, 20, 3))
        self.assertTrue((kappa[..., :10, :] == 10).all())
        self.assertTrue((kappa[..., 10:, :] == [40, 1, 1]).all())

    def test_without_sources_there_is_none(self):
        self.assertTrue((points(self.result, "source") == 0).all())

    def test_fields_carry_units_and_the_index_knows_vectors(self):
        with h5py.File(last(self.result), "r") as file:
            units = {name: data.attrs["units"].decode() for name, data in file["VTKHDF/PointData"].items()}
        self.assertEqual(units["heat_flux"], "W/m^2")
        self.assertEqual(units["conductivity"], "W/(m K)")
        index = (self.result / "case.xdmf").read_text()
        self.assertIn('<Attribute Name="heat_flux" AttributeType="Vector"', index)
        self.assertIn('Dimensions="4 6 20 3"', index)

    def test_diff_and_info_read_vectors_by_their_components(self):
        done = subprocess.run([PROGRAM, "diff", self.result, self.result], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        done = subprocess.run([PROGRAM, "info", last(self.result)], capture_output=True, text=True)
        self.assertIn("heat_flux.x", done.stdout)


class Parts(unittest.TestCase):
    def test_several_outputs_have_their_own_part_cadence_and_precision(self):
        outputs = """\
output:
  - {every: 1000}
  - {name: slice, region: {plane: {x: 0.055}}, every: 500, precision: fp32}
  - {name: row, region: {line: {y: 0.035, z: 0.01}}}
  - {name: box, region: {box: {lo: [0.05, 0.01, 0.02], hi: [0.1, 0.05, 0.08]}, stride: [2, 1, 3]}, fields: [temperature, heat_flux]}
"""
        with tempfile.TemporaryDirectory() as folder:
            result = run(LAYERS + outputs, folder)
            whole = points(result, "temperature")
            numpy.testing.assert_array_equal(points(result / "slice", "temperature"), whole[:, :, 5:6].astype("f4"))
            numpy.testing.assert_array_equal(points(result / "row", "temperature"), whole[0:1, 3:4, :])
            numpy.testing.assert_array_equal(points(result / "box", "temperature"), whole[1:4:3, 1:5, 5:10:2])
            self.assertEqual(points(result / "box", "heat_flux").shape, (1, 4, 3, 3))
            self.assertEqual(len(list((result / "slice").glob("*.vtkhdf"))), 7)
            with h5py.File(last(result / "box"), "r") as file:
                numpy.testing.assert_allclose(file["VTKHDF"].attrs["Spacing"], [0.02, 0.01, 0.06])
                numpy.testing.assert_allclose(file["VTKHDF"].attrs["Origin"], [0.055, 0.015, 0.03])
            again = run(LAYERS + outputs, folder)  # --overwrite takes the parts along
            self.assertEqual(len(list((again / "slice").glob("*.vtkhdf"))), 7)

    def test_a_part_without_cells_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            text = run(LAYERS + "output: {region: {box: {lo: [1, 1, 1], hi: [2, 2, 2]}}}\n", folder, expect=2)
            self.assertIn("output.region", text)


class Probes(unittest.TestCase):
    def test_figures_of_regions_and_heat_through_walls_and_planes(self):
        probes = """\
probes:
  - {name: mean, mean: right}
  - {name: hottest, max: all}
  - {name: coldest, min: right}
  - {name: sum, integral: all}
  - {name: heat, heat: all}
  - {name: heat_right, heat: right}
  - {name: in, flux: x_lo}
  - {name: through, flux: {x: 0.1}}
  - {name: profile, line: {from: [0, 0.03, 0.04], to: [0.2, 0.03, 0.04], points: 5}}
  - {name: cut, plane: {y: 0.03}}
"""
        with tempfile.TemporaryDirectory() as folder:
            result = run(LAYERS + probes + "output: {every: 1500}\n", folder)
            T = points(result, "temperature")
            row = {k: float(v) for k, v in table(result / "probes.csv")[-1].items()}
            self.assertAlmostEqual(row["mean"], T[:, :, 10:].mean(), places=9)
            self.assertEqual(row["hottest"], T.max())
            self.assertEqual(row["coldest"], T[:, :, 10:].min())
            self.assertAlmostEqual(row["sum"], T.mean() * 0.2 * 0.06 * 0.08, places=9)
            left, right = 1e5 * T[:, :, :10].sum() * CELL, 2e5 * T[:, :, 10:].sum() * CELL
            self.assertAlmostEqual(row["heat"] / (left + right), 1, places=12)
            self.assertAlmostEqual(row["heat_right"] / right, 1, places=12)
            self.assertAlmostEqual(row["in"] / (FLUX * 0.06 * 0.08), 1, places=8)
            self.assertAlmostEqual(row["through"] / (FLUX * 0.06 * 0.08), 1, places=8)
            profile = [float(r["temperature"]) for r in table(result / "profile.csv")][-5:]
            numpy.testing.assert_allclose(profile, [100, 100 - FLUX * 0.05 / 10, profile[2], FLUX * 0.05 / 40, 0], atol=1e-6)
            self.assertEqual(len(table(result / "cut.csv")), 3 * 20 * 4)


class OverTime(unittest.TestCase):
    def test_maxima_and_averages_know_every_step(self):
        text = """\
grid: {cells: [3], size: [3]}
material: {diffusivity: 1e-9}
initial: 1
boundary: {all: insulated}
source: {table: [[0, 4], [1, 4], [1.000001, -4], [3, -4]]}
time: {end: 3, step: 0.01}
output: {fields: [temperature, temperature_max, temperature_mean]}
compute: {backend: cpu}
"""
        with tempfile.TemporaryDirectory() as folder:
            result = run(text, folder)
            numpy.testing.assert_allclose(points(result, "temperature"), -3, atol=1e-4)
            numpy.testing.assert_allclose(points(result, "temperature_max"), 5, atol=1e-4)
            numpy.testing.assert_allclose(points(result, "temperature_mean"), (3 * 1 + 1 * 2) / 3, atol=1e-4)


if __name__ == "__main__":
    unittest.main()
