"""`isotherm plot` draws what is in a result: every kind of picture for one, two and three axes, colours that mean the same
over the series, and films with all frames."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

try:
    import h5py  # noqa: F401
    import matplotlib.image
    import numpy
except ImportError as absent:
    print(f"skipped: {absent} (Debian: python3-matplotlib, python3-h5py)")
    sys.exit(77)

PROGRAM = os.environ["ISOTHERM_PROGRAM"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "plot"))
import snapshots  # noqa: E402

CASE = """
grid: {{cells: {cells}, size: {size}}}
material: {{conductivity: 2, density: 3, specific_heat: 4}}
initial: {{type: expression, value: "20+5*x"}}
boundary:
  all: insulated
  x_lo: {{type: neumann, flux: 40}}
  x_hi: {{type: convection, h: 3, ambient: 20}}
time: {{end: 2}}
output: {{every: 0.25}}
probes: [{{name: middle, at: {at}, every: 0.1}}, {{name: start, at: {start}, every: 0.1}}]
units: {{temperature: C}}
"""
GRIDS = {1: ([24], [1.0]), 2: ([24, 10], [1.0, 0.5]), 3: ([16, 10, 6], [1.0, 0.5, 0.3])}
ENVIRONMENT = {**os.environ, "ISOTHERM_PYTHON": sys.executable}


def plot(*arguments):
    return subprocess.run([PROGRAM, "plot", *map(str, arguments)], capture_output=True, text=True, env=ENVIRONMENT)


class Plot(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.results = {}
        for dim, (cells, size) in GRIDS.items():
            case = pathlib.Path(cls.scratch.name, f"case{dim}.yaml")
            case.write_text(CASE.format(cells=cells, size=size, at=[s / 2 for s in size], start=[0.0] * dim))
            cls.results[dim] = pathlib.Path(cls.scratch.name, f"result{dim}")
            subprocess.run([PROGRAM, "run", case, "--output", cls.results[dim], "-q"], check=True, capture_output=True)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def pictures(self, dim, *options):
        """{name: path} of what the command says it drew."""
        done = plot(self.results[dim], *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return {pathlib.Path(line).name: pathlib.Path(line) for line in done.stdout.splitlines()}

    def assert_drawn(self, path):
        """A picture with many colours and ink on every quarter."""
        pixels = matplotlib.image.imread(path)[..., :3]
        self.assertGreater(len(numpy.unique((pixels.reshape(-1, 3) * 255).astype(int), axis=0)), 50, path)
        self.assertGreater(min(pixels.shape[:2]), 200, path)

    def test_without_options_every_picture_is_drawn_into_the_result(self):
        lines = {"temperature_profiles.png", "probes.png", "extremes.png", "balance.png"}
        maps = {"temperature_last.png", "temperature_times.png"}
        film = {"temperature.mp4" if shutil.which("ffmpeg") else "temperature.gif"}
        for dim, expected in ((1, lines), (2, lines | maps | film), (3, lines | maps | film)):
            drawn = self.pictures(dim)
            self.assertEqual(set(drawn), expected)
            for name, path in drawn.items():
                self.assertEqual(path.parent, self.results[dim] / "plots")
                if name.endswith(".png"):
                    self.assert_drawn(path)

    def test_a_film_has_a_frame_for_every_snapshot(self):
        gif = self.pictures(2, "--animation", "gif")["temperature.gif"]
        from PIL import Image

        with Image.open(gif) as film:
            self.assertEqual(film.n_frames, 9)
        if shutil.which("ffprobe"):
            mp4 = self.pictures(2, "--animation", "mp4")["temperature.mp4"]
            counted = subprocess.run(
                ["ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames,pix_fmt", "-of", "csv=p=0", mp4],
                capture_output=True, text=True, check=True,
            ).stdout.strip()  # fmt: skip
            self.assertEqual(counted, "yuv420p,9")

    def test_arrays_have_their_axes_and_colours_their_range_over_the_series(self):
        series = snapshots.Series(self.results[3])
        self.assertEqual(series.read(0, "temperature").shape, (6, 10, 16))
        numpy.testing.assert_allclose(series.read(0, "temperature")[2, 3], 20 + 5 * series.centres(0), rtol=1e-12)
        plane = series.read(4, "temperature", (1, 7))
        numpy.testing.assert_array_equal(plane, series.read(4, "temperature")[:, 7:8, :])
        values = [series.read(n, "temperature") for n in range(9)]
        self.assertEqual(series.range("temperature"), (min(v.min() for v in values), max(v.max() for v in values)))
        numpy.testing.assert_allclose(series.times, numpy.arange(9) * 0.25)

    def test_index_and_single_snapshot_serve_as_well(self):
        output = pathlib.Path(self.scratch.name, "elsewhere")
        for path in (self.results[2] / "case2.vtkhdf.series", self.results[2] / "case2.xdmf", self.results[2] / "case2_000003.vtkhdf"):
            done = plot(path, "--output", output, "--animation", "none")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(str(output / "temperature_last.png"), done.stdout)

    def test_a_slice_goes_where_it_is_told(self):
        self.assertEqual(plot(self.results[3], "--slice", "z=0.29", "--slice", "x=0.1", "--animation", "none").returncode, 0)
        for wrong, word in (("z=9", "outside the domain"), ("w=1", "an axis and a place"), ("z=", "an axis and a place")):
            done = plot(self.results[3], "--slice", wrong)
            self.assertEqual(done.returncode, 2)
            self.assertIn(word, done.stderr)

    def test_what_is_not_there_is_said_with_the_way_out(self):
        done = plot(self.results[2], "--field", "pressure")
        self.assertEqual(done.returncode, 2)
        self.assertIn("there are temperature", done.stderr)
        self.assertEqual(plot("/no/such/result").returncode, 2)
        with tempfile.TemporaryDirectory() as empty:
            self.assertEqual(plot(empty).returncode, 2)

    def test_without_matplotlib_it_says_what_to_install(self):
        done = subprocess.run([PROGRAM, "plot", self.results[1]], capture_output=True, text=True,
                              env={**os.environ, "ISOTHERM_PYTHON": "/bin/false"})  # fmt: skip
        self.assertEqual(done.returncode, 2)
        self.assertIn("apt-get install python3-matplotlib", done.stderr)

    def test_validation_figures_are_drawn_beside_the_report(self):
        folder = pathlib.Path(self.scratch.name, "report")
        done = subprocess.run([PROGRAM, "validate", "x22", "gaussian_2d", "polynomials", "--backend", "cpu", "--report", folder],
                              capture_output=True, text=True, env=ENVIRONMENT)  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)
        names = {path.name for path in (folder / "figures").iterdir()}
        for name in ("x22_convergence.png", "x22_profile.png", "gaussian_2d_error.png", "polynomials_bounds.png"):
            self.assertIn(name, names)
            self.assert_drawn(folder / "figures" / name)


if __name__ == "__main__":
    unittest.main()
