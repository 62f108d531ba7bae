"""ParaView shows what the program computed: times, place, axes and values, for every rank, precision and storage, with
every reader that a user may choose."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import h5py
import numpy

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "output"))
from harness import CELLS, ORIGIN, PROGRAM, SIZE, SLOPES, entries, run, write_case  # noqa: E402

CASES = [(dim, precision, c) for dim in (1, 2, 3) for precision in ("fp32", "fp64") for c in ("none", "{deflate: 1}")]


class Readers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folders = {}
        for number, (dim, precision, compression) in enumerate(CASES):
            folder = pathlib.Path(cls.scratch.name, f"result{number}")
            output = f"every: 0.4, precision: {precision}, compression: {compression}"
            run(write_case(cls.scratch.name, dim=dim, output=output), folder)
            cls.folders[dim, precision, compression] = folder

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def open_with(self, reader, files):
        """What ParaView saw in each file, one process for all of them."""
        pvpython = shutil.which("pvpython")
        self.assertIsNotNone(pvpython, "pvpython is not installed: this test needs the package paraview")
        out = tempfile.mkdtemp(dir=self.scratch.name)
        done = subprocess.run(
            [pvpython, HERE / "open_results.py", reader, out, *files], capture_output=True, text=True, timeout=250
        )
        facts = []
        for number, file in enumerate(files):
            path = pathlib.Path(out, f"{number}.json")
            self.assertTrue(path.exists(), f"{reader} did not open {file} (exit {done.returncode}):\n{done.stderr}")
            facts.append({**json.loads(path.read_text()), "values": pathlib.Path(out, str(number))})
        return facts

    def check_grid(self, dim, precision, facts):
        n = CELLS[:dim] + [1] * (3 - dim)
        centres = [ORIGIN[d] + (numpy.arange(n[d]) + 0.5) * SIZE[d] / n[d] if d < dim else numpy.array([0.5]) for d in range(3)]
        self.assertEqual(facts["dimensions"], n)
        numpy.testing.assert_allclose(facts["bounds"], [end for c in centres for end in (c[0], c[-1])], rtol=1e-6)
        self.assertEqual(facts["arrays"], ["temperature"])
        self.assertEqual(facts["type"], "float" if precision == "fp32" else "double")
        # The first field is known in closed form: an exchanged axis cannot hide.
        expected = 1 + sum(s * c.reshape([-1 if a == 2 - d else 1 for a in range(3)])
                           for d, (s, c) in enumerate(zip(SLOPES[:dim], centres)))
        numpy.testing.assert_allclose(numpy.load(f"{facts['values']}.0.npy"), numpy.broadcast_to(expected, n[::-1]), rtol=1e-6)

    def check_values(self, dim, facts, folder, files):
        for k, name in enumerate(files):
            with h5py.File(folder / name, "r") as file:
                stored = file["VTKHDF/PointData/temperature"][()]
            seen = numpy.load(f"{facts['values']}.{k}.npy")
            numpy.testing.assert_array_equal(seen, stored.reshape([1] * (3 - dim) + list(stored.shape)))

    def check_series(self, reader):
        opened = self.open_with(reader, [folder / "block.xdmf" for folder in self.folders.values()])
        for ((dim, precision, compression), folder), facts in zip(self.folders.items(), opened):
            with self.subTest(dim=dim, precision=precision, compression=compression):
                self.assertEqual(facts["times"], [time for _, time in entries(folder)])
                numpy.testing.assert_allclose(facts["times"], [0, 0.4, 0.8, 1], rtol=1e-15)
                self.check_grid(dim, precision, facts)
                self.check_values(dim, facts, folder, [name for name, _ in entries(folder)])

    def test_the_index_opens_with_the_reader_that_paraview_takes(self):
        self.check_series("auto")

    def test_the_index_opens_with_the_older_reader(self):
        self.check_series("xdmf2")

    def test_what_the_filter_writes_opens_too(self):
        folder = self.folders[2, "fp64", "none"]
        smooth = pathlib.Path(self.scratch.name, "smooth")
        one = pathlib.Path(self.scratch.name, "one.vtkhdf")
        for arguments in ([folder, smooth], [folder / "block_000001.vtkhdf", one, "--padding", "valid"]):
            subprocess.run([PROGRAM, "filter", *arguments, "--kernel", "box:size=3"], check=True, capture_output=True)
        series, single = self.open_with("auto", [smooth / "block.xdmf", one.with_suffix(".xdmf")])
        self.assertEqual(series["times"], [time for _, time in entries(folder)])
        self.check_values(2, series, smooth, [name for name, _ in entries(smooth)])
        self.assertEqual(single["dimensions"], [CELLS[0] - 2, CELLS[1] - 2, 1])
        self.check_values(2, single, one.parent, [one.name])

    def test_a_snapshot_in_three_dimensions_opens_by_itself(self):
        cases = [(key, folder) for key, folder in self.folders.items() if key[0] == 3]
        opened = self.open_with("vtkhdf", [folder / "block_000000.vtkhdf" for _, folder in cases])
        for ((dim, precision, compression), folder), facts in zip(cases, opened):
            with self.subTest(precision=precision, compression=compression):
                self.check_grid(dim, precision, facts)
                self.check_values(dim, facts, folder, ["block_000000.vtkhdf"])


if __name__ == "__main__":
    unittest.main()
