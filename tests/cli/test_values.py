"""What `check` and `run` say of values that have none, or one that cannot be: file, line, key, before anything begins."""

import os
import pathlib
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["ISOTHERM_PROGRAM"]

WALLS = "boundary: {all: insulated}"
CASE = """\
grid: {cells: [10, 8], size: [0.1, 0.08]}
material: {conductivity: 40, density: 7000, specific_heat: 500}
initial: 300
boundary: {all: insulated}
time: {end: 1}
"""


class Values(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def program(self, command, text, *options):
        (self.folder / "c.yaml").write_text(text, encoding="utf-8")
        return subprocess.run([PROGRAM, command, str(self.folder / "c.yaml"), *options], capture_output=True, text=True)

    def refused(self, text, *words):
        """By check and by run, with the same words, and nothing written."""
        for command, options in ("check", ["--no-time"]), ("run", ["--progress", "none"]):
            done = self.program(command, text, *options)
            self.assertEqual(done.returncode, 2, (command, text, done.stdout, done.stderr))
            for word in ("c.yaml:", *words):
                self.assertIn(word, done.stderr)
            self.assertFalse((self.folder / "results").exists())
        return done.stderr

    def check(self, text):
        done = self.program("check", text, "--no-time")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def fails_later(self, text, *words):
        text = text.replace("end: 1}", "end: 1, step: 0.1}")
        self.check(text)
        done = self.program("run", text, "--progress", "none", "--overwrite")
        self.assertEqual(done.returncode, 3, (text, done.stderr))
        for word in words:
            self.assertIn(word, done.stderr)

    def walls(self, text):
        return CASE.replace(WALLS, f"boundary: {{all: insulated, x_lo: {{{text}}}}}")

    def test_walls(self):
        for text, key in (('type: dirichlet, value: "1/0"', "value"), ('type: dirichlet, value: "sqrt(-1)"', "value"),
                          ('type: neumann, flux: "1/t"', "flux"), ('type: neumann, power: "1/t"', "power"),
                          ('type: neumann, gradient: "log(y - 0.02)"', "gradient"),
                          ('type: convection, h: 5, ambient: "log10(t)"', "ambient"),
                          ('type: convection, h: "-1 - t", ambient: 300', "h"),
                          ('type: convection, h: "y - 0.02", ambient: 300', "h"),
                          ('type: radiation, emissivity: "2 + t", ambient: 300', "emissivity"),
                          ('type: radiation, emissivity: 0.5, ambient: "300/t"', "ambient")):
            case = self.walls(text)
            column = case.splitlines()[3].index(f" {key}: ") + len(f" {key}: ") + 1
            self.refused(case, f"c.yaml:4:{column}: ", f"boundary.x_lo.{key}: ")

    def test_fields_and_sources(self):
        for more, key in (('initial: "log(x - 0.03)"', "initial"), ('initial: {type: expression, value: "1/(x - 0.005)"}', "initial.value"),
                          ('exact: "1/t"', "exact"), ('source: "1e5/(x - 0.005)"', "source"),
                          ('source: [{type: uniform, power: "1/t"}]', "source[0].power"),
                          ('source: [{type: uniform, value: "1/t"}]', "source[0].value"),
                          ('source: [{type: gaussian, power: "1/t", sigma: 0.01, at: [0.05, 0.05]}]', "source[0].power"),
                          ('source: [{type: beam, wall: y_hi, power: "1/0", radius: 0.01, at: [0.05], window: [0.5, 1]}]', "source[0].power")):
            text = CASE.replace("initial: 300\n", "") if more.startswith("initial") else CASE
            said = self.refused(text + more + "\n", f"{key}: ")
            self.assertNotIn("z =", said)

    def test_only_variables_that_are_used_are_named(self):
        said = self.refused(CASE + 'exact: "log(x - 0.03)"\n', "'log(x - 0.03)' is nan at x = 0.005\n")
        self.assertNotIn("y =", said)

    def test_all_of_a_file_at_once(self):
        said = self.refused(self.walls('type: dirichlet, value: "1/t"') + 'exact: "1/t"\nsource: "1/t"\n')
        for key in "boundary.x_lo.value", "exact", "source":
            self.assertIn(f" {key}: ", said)

    def test_values_count_only_where_they_are_seen(self):
        inner = "regions: [{name: r, shape: {type: box, lo: [0, 0], hi: [0.05, 1]}, initial: %s, source: %s}]\n"
        text = CASE.replace("initial: 300", 'initial: "log(x - 0.05)"')
        self.check(text + inner % ("300", "5"))
        self.check(CASE + inner % ('"log(0.06 - x)"', '"sqrt(0.06 - x)"'))
        self.refused(CASE + inner % ('"log(x - 0.03)"', "5"), "regions[0].initial: ")
        self.refused(CASE + inner % ("5", '"log(x - 0.03)"'), "regions[0].source: ")
        patch = 'boundary: {all: insulated, x_lo: {patches: [{shape: {type: box, lo: [0], hi: [0.04]}, %s}], rest: {%s}}}'
        law = "type: dirichlet, value: %s"
        good = patch % (law % '"sqrt(0.05 - y)"', law % '"sqrt(y - 0.03)"')
        self.check(CASE.replace(WALLS, good))
        self.refused(CASE.replace(WALLS, patch % (law % '"log(y - 0.03)"', law % "3")), "boundary.x_lo.patches[0].value: ")
        self.refused(CASE.replace(WALLS, patch % (law % "3", law % '"log(y - 0.07)"')), "boundary.x_lo.rest.value: ")
        self.check(CASE + 'source: [{type: gaussian, power: "1/t", sigma: 0.01, at: [0.05, 0.05], window: [0.5, 1]}]\n')

    def test_what_fails_later_names_its_key(self):
        self.fails_later(self.walls('type: convection, h: "10 - 100*t", ambient: 300'), "boundary.x_lo.h: '10 - 100*t' is -", "negative")
        self.fails_later(self.walls('type: radiation, emissivity: "t*2", ambient: 300'), "boundary.x_lo.emissivity: 't*2' is ", "0 .. 1")
        self.fails_later(self.walls('type: dirichlet, value: "sqrt(0.5 - t)"'), "boundary.x_lo.value: 'sqrt(0.5 - t)' is", "at t = 0.6")
        self.fails_later(CASE + 'source: "sqrt(0.5 - t)"\n', "source: 'sqrt(0.5 - t)' is")
        self.fails_later(CASE + 'source: "sqrt(0.5 - t)*x"\n', "source: 'sqrt(0.5 - t)*x' is")
        self.fails_later(CASE + 'exact: "sqrt(0.5 - t)"\noutput: {every: 0.6}\n', "exact: 'sqrt(0.5 - t)' is")

    def test_a_source_without_cells(self):
        cover = "regions: [{name: under, shape: {type: box, lo: [0, 0], hi: [0.05, 1]}}, {name: all, shape: {type: box, lo: [0, 0], hi: [1, 1]}, source: 5}]\n"
        for region in "default", "under":
            for given in "power", "value":
                self.refused(CASE + cover + f"source: [{{type: uniform, {given}: 5, region: {region}}}]\n",
                             "c.yaml:7:", "source[0].region: later regions cover every cell", "leave the source out")
        self.refused(CASE + cover.replace("hi: [0.05, 1]}", "hi: [0.05, 1]}, source: 3"), "regions[0].source: later regions cover")
        self.check(CASE + cover + "source: [{type: uniform, power: 5, region: all}]\n")

    def test_beams_need_a_surface(self):
        text = CASE.replace(WALLS, "boundary: {all: insulated, y: periodic}")
        beam = "source: [{type: beam, wall: y_hi, power: 5, radius: 0.01, at: [0.05]}]\n"
        self.refused(text + beam, "c.yaml:6:", "source[0].wall: y_hi is periodic")
        self.check(CASE + beam)

    def test_spots_that_heat_nothing_are_warned_about(self):
        def said(spot):
            return self.check(CASE + f"source: [{{power: 5, {spot}}}]\n")
        gauss, beam = "type: gaussian, sigma: 0.002", "type: beam, wall: y_hi, radius: 0.002"
        for missing in (f"{gauss}, at: [5, 0.05]", f"{beam}, at: [0.2]", f"{gauss}, path: [[0, -1, 0.2], [1, 1, 0.2]]",
                        f"{gauss}, path: [[0, 0.05, 0.05], [0.1, 0.5, 0.05]], window: [0.5, 1]",
                        f"{gauss}, path: [[2, 0.5, 0.05], [3, 0.05, 0.05]]"):
            self.assertIn("misses the domain", said(missing), missing)
        for heating in (f"{gauss}, at: [0.05, 0.05]", f"{beam}, at: [0.102]", f"{gauss}, path: [[0, -1, 0], [1, 1, 0.08]]",
                        f"{gauss}, at: [0.05, 0.05], window: [0.9, 4]"):
            self.assertEqual(said(heating), "", heating)
        self.assertIn("lies outside the run", said(f"{gauss}, at: [0.05, 0.05], window: [2, 4]"))
        self.assertIn("lies outside the run", said(f"{gauss}, at: [0.05, 0.05], window: [[-2, -1], [0, 1]]"))

    def test_limits_may_be_typed_back(self):
        for cells in range(11, 31):
            text = CASE.replace("[10, 8]", f"[{cells}, 8]")
            done = self.program("check", text + "", "--no-time", "--set", "time.step=1e6")
            limit = done.stderr.split("stability limit of ")[1].split(" s")[0]
            self.assertEqual(self.program("check", text, "--no-time", "--set", f"time.step={limit}").returncode, 0, limit)
            printed = self.program("check", text, "--no-time").stdout.split("stability ")[1].split(" s")[0]
            self.assertEqual(printed, limit)

    def test_steps_that_cannot_be_counted_are_refused(self):
        for change, key in (("end: 1e30", "time.end"), ("end: 1, safety: 1e-300", "time.safety"), ("end: 1, step: 1e-200", "time.step")):
            self.refused(CASE.replace("end: 1", change), f"{key}: ", "steps, more than can be counted")
        self.refused(CASE + "output: {every: 1e-17}\n", "steps, more than can be counted")


if __name__ == "__main__":
    unittest.main()
