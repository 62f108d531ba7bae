"""Fields, label maps and masks from files: every format, the right way up, and what does not fit is refused by name."""

import os
import pathlib
import subprocess
import tempfile
import unittest

import h5py
import numpy

from test_outputs import points, run

FLAT = """\
grid: {cells: [6, 4], size: [0.6, 0.4]}
material: {conductivity: 1, density: 1, specific_heat: 1}
boundary: {all: insulated}
time: {end: 1e-9}
compute: {backend: cpu}
"""


def first(result):
    file = sorted(pathlib.Path(result).glob("*_000000.vtkhdf"))[0]
    with h5py.File(file, "r") as data:
        return data["VTKHDF/PointData/temperature"][()]


class Files(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)
        self.T = numpy.arange(24, dtype=float).reshape(4, 6) * 1.5 + 7

    def tearDown(self):
        self.scratch.cleanup()

    def start(self, initial):
        return first(run(FLAT + f"initial: {initial}\n", self.folder))

    def test_npy_in_both_orders(self):
        numpy.save(self.folder / "a.npy", self.T)
        numpy.testing.assert_array_equal(self.start("{type: file, path: a.npy}"), self.T)
        numpy.save(self.folder / "f.npy", numpy.asfortranarray(self.T.astype("f4")))
        numpy.testing.assert_array_equal(self.start("{type: file, path: f.npy}"), self.T)

    def test_csv(self):
        numpy.savetxt(self.folder / "a.csv", self.T, delimiter=",")
        numpy.testing.assert_allclose(self.start("{type: file, path: a.csv}"), self.T, rtol=1e-15)

    def test_a_dataset_of_hdf5(self):
        with h5py.File(self.folder / "a.h5", "w") as file:
            file["fields/T"] = self.T
        numpy.testing.assert_array_equal(self.start("{type: file, path: a.h5, dataset: fields/T}"), self.T)
        self.assertIn("dataset", run(FLAT + "initial: {type: file, path: a.h5}\n", self.folder, expect=2))

    def test_a_snapshot_of_the_same_and_of_another_grid(self):
        numpy.save(self.folder / "a.npy", self.T)
        result = run(FLAT + "initial: {type: file, path: a.npy}\n", self.folder)
        result.rename(self.folder / "before")
        snapshot = "{type: file, path: before/case_000000.vtkhdf}"
        numpy.testing.assert_array_equal(self.start(snapshot), self.T)
        coarse = first(run(FLAT.replace("[6, 4]", "[3, 2]") + f"initial: {snapshot}\n", self.folder))
        numpy.testing.assert_allclose(coarse, self.T.reshape(2, 2, 3, 2).mean(axis=(1, 3)), rtol=1e-14)
        fine = first(run(FLAT.replace("[6, 4]", "[9, 10]") + f"initial: {snapshot}\n", self.folder))
        self.assertAlmostEqual(fine.mean(), self.T.mean(), places=12)
        larger = FLAT.replace("[0.6, 0.4]", "[0.7, 0.4]") + f"initial: {snapshot}\n"
        self.assertIn("0.7", run(larger, self.folder, expect=2))

    def test_a_shape_that_does_not_fit_is_named_with_the_grids(self):
        numpy.save(self.folder / "t.npy", self.T.T)
        text = run(FLAT + "initial: {type: file, path: t.npy}\n", self.folder, expect=2)
        self.assertIn("(6, 4)", text)
        self.assertIn("(4, 6)", text)
        self.assertIn("initial.path", text)
        text = run(FLAT + "initial: {type: file, path: absent.npy}\n", self.folder, expect=2)
        self.assertIn("absent.npy", text)

    def test_a_snapshots_field_by_its_path_in_the_file_is_the_same_as_by_its_name(self):
        numpy.save(self.folder / "a.npy", self.T)
        run(FLAT + "initial: {type: file, path: a.npy}\nunits: {temperature: C}\noutput: {fields: [temperature, source]}\n",
            self.folder).rename(self.folder / "before")
        for dataset in "temperature", "/VTKHDF/PointData/temperature", "VTKHDF/PointData/temperature":
            start = f"initial: {{type: file, path: before/case_000000.vtkhdf, dataset: {dataset}}}\n"
            kelvin = first(run(FLAT + start + "units: {temperature: K}\n", self.folder))
            numpy.testing.assert_allclose(kelvin, self.T + 273.15, rtol=1e-14)
            self.assertEqual(first(run(FLAT.replace("[6, 4]", "[3, 2]") + start, self.folder)).shape, (2, 3))
        start = "initial: {type: file, path: before/case_000000.vtkhdf, dataset: source}\n"
        numpy.testing.assert_array_equal(first(run(FLAT + start + "units: {temperature: K}\n", self.folder)), 0)

    def test_the_way_out_fits_the_fault(self):
        shape = "a file has the grid's shape, the slowest axis first"

        def said(initial, more=""):
            return run(FLAT + f"initial: {{type: file, path: {initial}}}\n{more}", self.folder, expect=2)

        numpy.save(self.folder / "t.npy", self.T.T)
        with h5py.File(self.folder / "t.h5", "w") as file:
            file["T"] = self.T.T
            file["words"] = numpy.full((4, 6), b"none")
        for path in "t.npy", "t.h5, dataset: T":
            self.assertIn(shape, said(path))
        numpy.save(self.folder / "c.npy", self.T + 1j)
        numpy.save(self.folder / "n.npy", self.T * numpy.nan)
        (self.folder / "d.h5").write_text("no HDF5")
        for path in ("absent.npy", "absent.h5, dataset: T", "c.npy", "n.npy", "d.h5, dataset: T", "t.h5, dataset: absent",
                     "t.h5, dataset: words", "t.txt"):
            text = said(path)
            self.assertNotIn(shape, text)
            self.assertNotRegex(text, r"\[\w+\.cpp:\d+\]")
            self.assertIn(path.split(",")[0], text)
        self.assertIn(".h5", said("t.txt").replace("t.txt", ""))

    def test_a_dataset_far_larger_than_the_memory_is_a_shape_that_does_not_fit(self):
        with h5py.File(self.folder / "a.h5", "w") as file:
            file.create_dataset("T", shape=(10**6, 10**7), dtype="f8", chunks=(1000, 1000))
        text = run(FLAT + "initial: {type: file, path: a.h5, dataset: T}\n", self.folder, expect=2)
        self.assertIn("(1000000, 10000000)", text)

    def test_a_table_may_begin_with_a_byte_order_mark(self):
        (self.folder / "a.csv").write_bytes(b"\xef\xbb\xbf" + "\r\n".join(",".join(map(str, row)) for row in self.T).encode())
        numpy.testing.assert_array_equal(self.start("{type: file, path: a.csv}"), self.T)

    def test_values_that_are_no_numbers_are_refused(self):
        self.T[1, 2] = numpy.nan
        numpy.save(self.folder / "a.npy", self.T)
        self.assertIn("finite", run(FLAT + "initial: {type: file, path: a.npy}\n", self.folder, expect=2))

    def test_a_label_map_makes_a_region(self):
        labels = numpy.zeros((4, 6), dtype="u1")
        labels[1:3, 2:5] = 7
        numpy.save(self.folder / "l.npy", labels)
        region = "regions: [{name: a, shape: {type: labels, file: l.npy, value: 7}, initial: 80}]\ninitial: 20\n"
        numpy.testing.assert_array_equal(first(run(FLAT + region, self.folder)), numpy.where(labels == 7, 80, 20))

    def test_a_mask_makes_a_patch(self):
        mask = numpy.array([1, 0, 0, 1, 1, 0])
        numpy.save(self.folder / "m.npy", mask)
        wall = ("{all: insulated, y_hi: {patches: [{shape: {type: mask, file: m.npy}, type: neumann, flux: 100}], "
                "rest: insulated}}")
        text = FLAT.replace("{all: insulated}", wall).replace("1e-9", "1e-3") + "initial: 0\n"
        result = run(text, self.folder)
        hot = points(result, "temperature")[3] > 0.1
        numpy.testing.assert_array_equal(hot, mask == 1)

    def test_a_mask_of_another_shape_is_told_the_walls_axes(self):
        numpy.save(self.folder / "m.npy", numpy.ones(5))
        for wall, axes in ("x_lo", "(ny) = (4)"), ("y_hi", "(nx) = (6)"):
            text = FLAT.replace("{all: insulated}", f"{{all: insulated, {wall}: {{patches: [{{shape: {{type: mask, file: m.npy}}, "
                                "type: neumann, flux: 1}], rest: insulated}}") + "initial: 0\n"
            self.assertIn(axes, run(text, self.folder, expect=2))


if __name__ == "__main__":
    unittest.main()
