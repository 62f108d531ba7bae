"""tools/paraview/view.py renders a result: the hot end is bright and where it should be, the range is that of the whole series,
time and scalar bar are there."""

import itertools
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import h5py  # noqa: F401  (the harness needs it)
import numpy

try:
    from PIL import Image
except ImportError as absent:
    print(f"skipped: {absent} (Debian: python3-pil)")
    sys.exit(77)

HERE = pathlib.Path(__file__).resolve().parent
SCRIPT = HERE.parents[1] / "tools" / "paraview" / "view.py"
sys.path.insert(0, str(HERE.parent / "output"))
from harness import run, write_case  # noqa: E402


class View(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = {}
        for dim in (2, 3):
            cls.folder[dim] = pathlib.Path(cls.scratch.name, f"result{dim}")
            run(write_case(cls.scratch.name, dim=dim, output="every: 0.4"), cls.folder[dim])

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    displays = itertools.count(1000 + os.getpid() % 30000)  # an X server that has just ended may still hold its number
    # ParaView leaves and comes back while it starts. A server that resets itself when its last client has left refuses
    # whoever comes meanwhile.
    server = "-screen 0 1280x1024x24 -noreset"

    def render(self, dim, *options):
        """The picture as (rows, columns, 3), and what the script said."""
        self.assertIsNotNone(shutil.which("pvpython"), "pvpython is not installed: this test needs the package paraview")
        picture = pathlib.Path(self.scratch.name, "view.png")
        picture.unlink(missing_ok=True)
        done = subprocess.run(
            ["xvfb-run", f"--server-num={next(self.displays)}", f"--server-args={self.server}",
             "pvpython", SCRIPT, self.folder[dim], "--save", picture, *options],
            capture_output=True, text=True, timeout=250,
        )  # fmt: skip
        self.assertTrue(picture.exists(), done.stdout + done.stderr)
        return numpy.asarray(Image.open(picture).convert("RGB")).astype(int), done.stdout

    def test_time_bar_and_field_are_drawn(self):
        for dim, options in ((2, ()), (3, ()), (3, ("--cut",))):
            pixels, said = self.render(dim, *options)
            dark = (pixels.sum(axis=2) < 200) & (numpy.ptp(pixels, axis=2) < 30)
            self.assertGreater(dark[:40, :160].sum(), 50, "no time in the corner")
            colours = {tuple(c) for c in pixels[100:600, 1050:1100].reshape(-1, 3)}
            self.assertGreater(len(colours), 60, "no scalar bar")
            field = {tuple(c) for c in pixels[150:550, 300:850].reshape(-1, 3)}
            self.assertGreater(len(field), 30, "no field")

    def test_the_time_that_is_asked_for_is_shown(self):
        self.assertIn("t = 0.0 s", self.render(2, "--time", "0")[1])
        first, last = self.render(2, "--time", "0")[0], self.render(2)[0]
        self.assertGreater(numpy.abs(first - last).max(), 20)

    def test_a_plane_lies_as_x_to_the_right_and_y_up(self):
        pixels, _ = self.render(2, "--time", "0")
        rows, columns = numpy.nonzero(numpy.ptp(pixels[:, 150:1000], axis=2) > 40)
        box = pixels[rows.min() : rows.max(), 150 + columns.min() : 150 + columns.max()].sum(axis=2)
        height, width = box.shape
        # harness: T = 1 + sum of slopes times place, all slopes positive: warm to the right and up
        self.assertGreater(box[height // 2, int(0.95 * width)], box[height // 2, int(0.05 * width)])
        self.assertGreater(box[int(0.05 * height), width // 2], box[int(0.95 * height), width // 2])


if __name__ == "__main__":
    unittest.main()
