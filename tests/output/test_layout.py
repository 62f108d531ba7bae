"""A snapshot holds exactly what the file format says: every group, attribute, type and shape, seen with h5py."""

import pathlib
import tempfile
import unittest

import h5py
import numpy

from harness import CELLS, ORIGIN, SIZE, SLOPES, entries, run, write_case

WIDTH = {"fp32": 4, "fp64": 8}


class Layout(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.files = {}
        for dim in (1, 2, 3):
            for precision in WIDTH:
                for compression in ("none", "{deflate: 4}"):
                    folder = pathlib.Path(cls.scratch.name, f"{dim}{precision}{compression[1:-1]}".replace(" ", ""))
                    output = f"every: 0.3, precision: {precision}, compression: {compression}"
                    case = write_case(cls.scratch.name, dim=dim, output=output)
                    run(case, folder)
                    cls.files[dim, precision, compression] = folder

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def snapshots(self):
        """(dim, precision, compression, number, open file) of the second snapshot of every run."""
        for (dim, precision, compression), folder in self.files.items():
            with self.subTest(dim=dim, precision=precision, compression=compression):
                with h5py.File(folder / entries(folder)[1][0], "r") as file:
                    yield dim, precision, compression, file

    def attribute(self, group, name, kind, shape, value=None):
        """Type on disk, shape and value of an attribute."""
        attribute = group.attrs.get_id(name)
        self.assertEqual(attribute.dtype, numpy.dtype(kind), name)
        self.assertEqual(attribute.shape, shape, name)
        if value is not None:
            numpy.testing.assert_allclose(group.attrs[name], value, rtol=1e-15, atol=0, err_msg=name)

    def fixed_text(self, group, name):
        kind = group.attrs.get_id(name).get_type()
        self.assertFalse(kind.is_variable_str(), name)
        return group.attrs[name].decode(), kind

    def test_the_image_is_described_in_full_and_by_nothing_else(self):
        for dim, _, _, file in self.snapshots():
            image = file["VTKHDF"]
            n = CELLS[:dim] + [1] * (3 - dim)
            h = [s / c for s, c in zip(SIZE[:dim], CELLS)] + [1.0] * (3 - dim)
            lower = ORIGIN[:dim] + [0.0] * (3 - dim)
            names = {"Type", "Version", "WholeExtent", "Origin", "Spacing", "Direction"}
            self.assertEqual(set(image.attrs), names)
            text, kind = self.fixed_text(image, "Type")
            self.assertEqual((text, kind.get_size(), kind.get_strpad()), ("ImageData", 9, h5py.h5t.STR_NULLPAD))
            self.assertEqual(kind.get_cset(), h5py.h5t.CSET_ASCII)
            self.attribute(image, "Version", "<i8", (2,), [1, 0])
            self.attribute(image, "WholeExtent", "<i8", (6,), [0, n[0] - 1, 0, n[1] - 1, 0, n[2] - 1])
            self.attribute(image, "Origin", "<f8", (3,), [a + b / 2 for a, b in zip(lower, h)])
            self.attribute(image, "Spacing", "<f8", (3,), h)
            self.attribute(image, "Direction", "<f8", (9,), numpy.eye(3).ravel())
            self.assertEqual(set(file), {"VTKHDF", "simulation"})
            self.assertEqual(set(image), {"PointData"})
            self.assertEqual(set(image["PointData"]), {"temperature"})

    def test_the_program_tells_where_the_run_stood(self):
        for dim, _, _, file in self.snapshots():
            group = file["simulation"]
            n = CELLS[:dim] + [1] * (3 - dim)
            lower = ORIGIN[:dim] + [0.0] * (3 - dim)
            size = SIZE[:dim] + [1.0] * (3 - dim)
            self.attribute(group, "format_version", "<i4", (), 1)
            self.attribute(group, "time", "<f8", (), 0.3)
            self.attribute(group, "step", "<i8", ())
            self.assertGreater(group.attrs["step"], 0)
            self.attribute(group, "snapshot", "<i8", (), 1)
            self.attribute(group, "dt", "<f8", (), 0.3 / group.attrs["step"])
            self.attribute(group, "dim", "<i4", (), dim)
            self.attribute(group, "cells", "<i8", (3,), n)
            self.attribute(group, "lower", "<f8", (3,), lower)
            self.attribute(group, "upper", "<f8", (3,), [a + b for a, b in zip(lower, size)])
            self.attribute(group, "complete", "<i4", (), 1)
            self.attribute(group, "reference_temperature", "<f8", ())
            self.assertTrue(self.fixed_text(group, "program")[0].startswith("isotherm "))
            self.assertEqual(set(group), {"config"})
            self.assertEqual(group["config"].shape, ())

    def test_every_snapshot_holds_the_effective_case(self):
        for folder in self.files.values():
            effective = (folder / "case.yaml").read_bytes()
            for name, _ in entries(folder):
                with h5py.File(folder / name, "r") as file:
                    config = file["simulation/config"][()]
                    self.assertEqual(config if isinstance(config, bytes) else config.encode(), effective)

    def test_the_field_has_the_rank_of_the_grid_and_the_precision_asked_for(self):
        for dim, precision, compression, file in self.snapshots():
            field = file["VTKHDF/PointData/temperature"]
            self.assertEqual(field.shape, tuple(CELLS[:dim][::-1]))
            self.assertEqual(field.dtype, numpy.dtype(f"<f{WIDTH[precision]}"))
            text, _ = self.fixed_text(field, "units")
            self.assertEqual(text, "K")
            plist = field.id.get_create_plist()
            self.assertEqual(plist.get_fill_time(), h5py.h5d.FILL_TIME_NEVER)
            if compression == "none":
                self.assertEqual(plist.get_layout(), h5py.h5d.CONTIGUOUS)
                self.assertEqual(plist.get_nfilters(), 0)
            else:
                self.assertTrue(all(c <= s for c, s in zip(field.chunks, field.shape)))
                filters = [plist.get_filter(n)[0] for n in range(plist.get_nfilters())]
                self.assertEqual(filters, [h5py.h5z.FILTER_SHUFFLE, h5py.h5z.FILTER_DEFLATE])
                self.assertEqual(field.compression_opts, 4)

    def test_the_first_snapshot_is_the_initial_field_in_its_place(self):
        for (dim, precision, _), folder in self.files.items():
            axes = [ORIGIN[d] + (numpy.arange(CELLS[d]) + 0.5) * SIZE[d] / CELLS[d] for d in range(dim)]
            expected = 1 + sum(s * a for s, a in zip(SLOPES, numpy.meshgrid(*axes, indexing="ij")))
            with h5py.File(folder / entries(folder)[0][0], "r") as file:
                found = file["VTKHDF/PointData/temperature"][()]
            numpy.testing.assert_allclose(found, expected.T, rtol=1e-6 if precision == "fp32" else 1e-14)

    def test_compression_changes_no_value(self):
        for dim in (1, 2, 3):
            for precision in WIDTH:
                plain, packed = (self.files[dim, precision, c] for c in ("none", "{deflate: 4}"))
                for (name, _), (other, _) in zip(entries(plain), entries(packed)):
                    with h5py.File(plain / name, "r") as a, h5py.File(packed / other, "r") as b:
                        key = "VTKHDF/PointData/temperature"
                        numpy.testing.assert_array_equal(a[key][()], b[key][()])

    def test_times_are_those_asked_for_and_the_end_is_written_once(self):
        for folder in self.files.values():
            numpy.testing.assert_allclose([t for _, t in entries(folder)], [0, 0.3, 0.6, 0.9, 1.0], rtol=1e-15)
            self.assertEqual([name for name, _ in entries(folder)], [f"block_{n:06d}.vtkhdf" for n in range(5)])

    def test_nothing_else_is_left_in_the_folder(self):
        for folder in self.files.values():
            expected = {"block.xdmf", "block.vtkhdf.series", "case.yaml", "run.log", "summary.json", "diagnostics.csv"}
            expected |= {name for name, _ in entries(folder)}
            self.assertEqual({f.name for f in folder.iterdir()}, expected)


if __name__ == "__main__":
    unittest.main()
