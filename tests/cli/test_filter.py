"""`isotherm filter` from outside: what it reads, writes and refuses."""

import os
import pathlib
import subprocess
import tempfile
import unittest

import h5py
import numpy

PROGRAM = os.environ["ISOTHERM_PROGRAM"]
CASE = """
grid: {cells: [12, 9], size: [1.2, 0.9], origin: [1, 2]}
material: {conductivity: 1, density: 2, specific_heat: 3}
initial: "20 + sin(9*x)*cos(7*y)"
boundary: {x: insulated, y_lo: {type: dirichlet, value: 21}, y_hi: {type: convection, h: 5, ambient: 19}}
time: {end: 0.02}
output: {every: 0.01}
"""


def isotherm(*arguments, code=0):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != code:
        raise AssertionError(f"{arguments}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def correlated(field, weights, mode):
    """Cross-correlation by numpy alone."""
    rows, columns = weights.shape
    padded = numpy.pad(field, [(rows // 2, (rows - 1) // 2), (columns // 2, (columns - 1) // 2)], mode)
    ny, nx = field.shape
    return sum(weights[a, b] * padded[a:a + ny, b:b + nx] for a in range(rows) for b in range(columns))


NUMPY_MODE = {"reflect": "symmetric", "mirror": "reflect", "replicate": "edge", "periodic": "wrap", "zero": "constant"}


class Filter(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.field = numpy.random.default_rng(7).uniform(15, 25, (11, 17))

    def path(self, name):
        return self.folder / name

    def run_case(self, *arguments):
        self.path("case.yaml").write_text(CASE)
        isotherm("run", self.path("case.yaml"), "--output", self.path("result"), "-q", *arguments)
        return self.path("result")

    def test_arrays_are_filtered_under_every_padding(self):
        weights = numpy.array([[1, 2, 3, 4], [5, 6, 7, 9], [0, 1, 0, -2]]) / 30
        numpy.save(self.path("in.npy"), self.field)
        text = "custom:weights=" + str(weights.tolist()).replace(" ", "")
        for padding, mode in NUMPY_MODE.items():
            for flip in (False, True):
                isotherm("filter", self.path("in.npy"), self.path("out.npy"), "--kernel", text, "--padding", padding,
                         "--overwrite", *(["--flip"] if flip else []))
                got = numpy.load(self.path("out.npy"))
                expected = correlated(self.field, weights, mode)
                if flip:
                    expected = correlated(self.field[::-1, ::-1], weights, mode)[::-1, ::-1]
                numpy.testing.assert_allclose(got, expected, rtol=1e-13, err_msg=f"{padding} {flip}")
                self.assertEqual(got.dtype, numpy.float64)

    def test_paddings_may_differ_and_valid_shrinks(self):
        numpy.save(self.path("in.npy"), self.field.astype("f4"))
        isotherm("filter", self.path("in.npy"), self.path("out.npy"), "--kernel", "box:size=[4,3]", "--padding",
                 "periodic,valid")
        got = numpy.load(self.path("out.npy"))
        expected = correlated(self.field, numpy.full((3, 4), 1 / 12), "wrap")[1:-1]
        self.assertEqual(got.shape, (9, 17))
        self.assertEqual(got.dtype, numpy.float32)
        numpy.testing.assert_allclose(got, expected, rtol=1e-6)

    def test_formats_of_arrays(self):
        csv = "1,2,3\n4,nan,6\n"
        self.path("in.csv").write_text(csv)
        message = isotherm("filter", self.path("in.csv"), self.path("out.csv"), "--kernel", "box:size=3", code=2)
        self.assertIn("in.csv: 1 of 6 values are not finite; the first is nan at (1, 1)", message)
        isotherm("filter", self.path("in.csv"), self.path("out.csv"), "--kernel", "box:size=3", "--mask")
        self.assertEqual(numpy.loadtxt(self.path("out.csv"), delimiter=",").shape, (2, 3))
        # a picture keeps its bits, and its levels stand for the range
        isotherm("filter", self.path("out.csv"), self.path("a.png"), "--kernel", "box:size=1", "--range", "0,10")
        isotherm("filter", self.path("a.png"), self.path("b.npy"), "--kernel", "box:size=1", "--range", "0,10")
        numpy.testing.assert_allclose(numpy.load(self.path("b.npy")),
                                      numpy.loadtxt(self.path("out.csv"), delimiter=","), atol=10 / 65535)
        for dtype in ("u1", "i2", ">f4", "<f8"):
            numpy.save(self.path("t.npy"), numpy.asfortranarray(numpy.arange(12).reshape(3, 4)).astype(dtype))
            isotherm("filter", self.path("t.npy"), self.path("u.npy"), "--kernel", "box:size=1", "--overwrite")
            numpy.testing.assert_array_equal(numpy.load(self.path("u.npy")), numpy.arange(12).reshape(3, 4))

    def test_planes_of_a_3d_field_along_any_axis(self):
        field = numpy.random.default_rng(8).uniform(0, 1, (4, 5, 6))
        numpy.save(self.path("in.npy"), field)
        weights = numpy.array([[1, 2], [3, 4], [5, 7]])
        for axis, (first, order) in {"z": (0, (0, 1, 2)), "y": (1, (1, 0, 2)), "x": (2, (2, 0, 1))}.items():
            isotherm("filter", self.path("in.npy"), self.path("out.npy"), "--kernel",
                     "custom:weights=[[1,2],[3,4],[5,7]]", "--axis", axis, "--overwrite")
            planes = numpy.transpose(field, order)
            expected = numpy.stack([correlated(plane, weights, "symmetric") for plane in planes])
            got = numpy.transpose(numpy.load(self.path("out.npy")), order)
            numpy.testing.assert_allclose(got, expected, rtol=1e-13, err_msg=f"{axis} {first}")

    def test_results_stay_results(self):
        result = self.run_case()
        isotherm("filter", result, self.path("smooth"), "--kernel", "gaussian:sigma_m=0.1")
        self.assertEqual(sorted(p.name for p in self.path("smooth").iterdir()),
                         ["case.vtkhdf.series", "case.xdmf", *(f"case_{n:06}.vtkhdf" for n in range(3))])
        with h5py.File(result / "case_000001.vtkhdf") as a, h5py.File(self.path("smooth/case_000001.vtkhdf")) as b:
            before, after = a["VTKHDF/PointData/temperature"][:], b["VTKHDF/PointData/temperature"][:]
            self.assertEqual(dict(a["VTKHDF"].attrs).keys(), dict(b["VTKHDF"].attrs).keys())
            for name in ("Origin", "Spacing", "WholeExtent"):
                numpy.testing.assert_array_equal(a["VTKHDF"].attrs[name], b["VTKHDF"].attrs[name])
            self.assertEqual(a["simulation"].attrs["time"], b["simulation"].attrs["time"])
        x = numpy.arange(-4, 5)
        w = numpy.exp(-0.5 * x**2)
        w /= w.sum()
        numpy.testing.assert_allclose(after, correlated(before, numpy.outer(w, w), "symmetric"), rtol=1e-13)
        self.assertIn("snapshots    3", isotherm("info", self.path("smooth")))

    def test_weights_come_from_a_file_beside_the_case(self):
        weights = numpy.array([[1, 2, 1], [0, 3, 5]])
        numpy.savetxt(self.path("weights.csv"), weights, delimiter=",")
        fields = {}
        for normalise in ("false", "true"):
            case = self.path("case.yaml")
            case.write_text(CASE + f"filter: {{kernel: {{type: file, path: weights.csv, normalise: {normalise}}}}}\n")
            isotherm("run", case, "--output", self.path(normalise), "-q")
            with h5py.File(self.path(f"{normalise}/case_000000.vtkhdf")) as file:
                fields[normalise] = file["VTKHDF/PointData/temperature"][:]
            self.assertIn(str(self.path("weights.csv")), self.path(f"{normalise}/case.yaml").read_text())
        bare = self.path("bare.yaml")
        bare.write_text(CASE)
        isotherm("run", bare, "--output", self.path("bare"), "-q")
        with h5py.File(self.path("bare/bare_000000.vtkhdf")) as file:
            expected = correlated(file["VTKHDF/PointData/temperature"][:], weights, "symmetric")
        numpy.testing.assert_allclose(fields["false"], expected, rtol=1e-13)
        numpy.testing.assert_allclose(fields["true"], expected / 12, rtol=1e-13)
        self.path("weights.csv").unlink()
        message = isotherm("check", self.path("case.yaml"), code=2)
        self.assertIn("filter.kernel.path", message)
        self.assertIn("weights.csv", message)

    def test_one_snapshot_becomes_one_file_with_its_index(self):
        result = self.run_case()
        isotherm("filter", result, self.path("one.vtkhdf"), "--kernel", "box:size=[3,5]", "--padding", "valid",
                 "--snapshot", "2")
        self.assertIn("one.vtkhdf:/VTKHDF/PointData/temperature", self.path("one.xdmf").read_text())
        with h5py.File(self.path("one.vtkhdf")) as file:
            self.assertEqual(file["VTKHDF/PointData/temperature"].shape, (5, 10))
            numpy.testing.assert_allclose(file["VTKHDF"].attrs["Origin"][:2], [1.15, 2.25])
            numpy.testing.assert_allclose(file["simulation"].attrs["lower"][:2], [1.1, 2.2])
            numpy.testing.assert_allclose(file["simulation"].attrs["upper"][:2], [2.1, 2.7])
        isotherm("filter", result / "case_000002.vtkhdf", self.path("one.csv"), "--kernel", "box:size=1")
        self.assertEqual(numpy.loadtxt(self.path("one.csv"), delimiter=",").shape, (9, 12))

    def test_what_is_wrong_is_said_with_file_and_way_out(self):
        result = self.run_case()
        numpy.save(self.path("c.npy"), numpy.ones((3, 3), "c8"))
        numpy.save(self.path("four.npy"), numpy.ones((2, 2, 2, 2)))
        numpy.save(self.path("in.npy"), self.field)
        self.path("text.csv").write_text("a,b\n1,2\n")
        self.path("ragged.csv").write_text("1,2\n1,2,3\n")
        box = ("--kernel", "box:size=3")
        for arguments, text in [
            ((self.path("none.npy"), "o.npy", *box), "none.npy does not exist"),
            ((self.path("c.npy"), "o.npy", *box), "c.npy: its dtype is '<c8'"),
            ((self.path("four.npy"), "o.npy", *box), "four.npy: its shape is (2, 2, 2, 2)"),
            ((self.path("text.csv"), "o.npy", *box), "text.csv:1: 'a' is not a number"),
            ((self.path("ragged.csv"), "o.npy", *box), "ragged.csv:2: 3 numbers where the rows above have 2"),
            ((self.path("in.npy"), self.path("in.npy"), *box, "--overwrite"), "in.npy is the input"),
            ((self.path("in.npy"), "o.vtkhdf", *box), "write .npy, .csv or .png"),
            ((self.path("in.npy"), "o.png", *box), "o.png: say with a range"),
            ((self.path("in.npy"), "o.npy", "--kernel", "box:size=0"), "error: kernel.size: 0 is out of bounds"),
            ((self.path("in.npy"), "o.npy", "--kernel", "gauss:sigma=2"), "legal: gaussian, box, custom, file"),
            ((self.path("in.npy"), "o.npy", "--kernel", "gaussian:sigma_m=2"), "give sigma in pixels"),
            ((self.path("in.npy"), "o.npy", *box, "--padding", "mirrored"), "did you mean 'mirror'?"),
            ((self.path("in.npy"), "o.npy", "--kernel", "box:size=12", "--padding", "valid"),
             "the filter has 12 weights along y and the field 11 pixels"),
            ((self.path("in.npy"), "o.npy", *box, "--axis", "x"), "--axis: the field has 2 axes"),
            ((self.path("in.npy"), "o.npy", *box, "--snapshot", "1"), "in.npy holds no snapshots"),
            ((result, "o", *box, "--field", "salt"), "has no field 'salt'; there are temperature"),
            ((result, "o", *box, "--snapshot", "7"), "it has 0 .. 2; or all"),
            ((result, "o.vtkhdf", *box), "o.vtkhdf cannot hold 3 snapshots"),
            ((result / "case_000001.vtkhdf", "o.npy", *box, "--snapshot", "2"), "is number 1 alone"),
            ((self.path("in.npy"), "o.npy", "--kernel", "box:size=90000"), "90000 x 90000 weights are too many"),
            ((result, result, *box), "case.xdmf exists; choose another name"),
        ]:
            with self.subTest(text):
                self.assertIn(text, isotherm("filter", *arguments, code=2))
        self.assertFalse(pathlib.Path("o.npy").exists())


if __name__ == "__main__":
    unittest.main()
