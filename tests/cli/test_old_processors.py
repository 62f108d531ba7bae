"""A processor without fused multiply-adds, and one with them but without AVX-512, give the bits of this one; the first is
told, once, that it is slow. Both are emulated."""

import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.environ["ISOTHERM_PROGRAM"]
EMULATOR = shutil.which("qemu-x86_64")

if platform.machine() != "x86_64" or EMULATOR is None:
    print("skipped: needs an x86-64 machine and qemu-x86_64 (Debian: qemu-user)")
    sys.exit(77)

# Constant and variable coefficients, many steps, three kinds of wall, rows that no vector divides.
CASES = {
    "one_material": "material: {library: copper}\n",
    "two_materials": "material: {library: copper}\nregions:\n"
    "  - {name: ball, shape: {type: sphere, centre: [0.011, 0.01, 0.006], radius: 0.004}, material: {library: aluminium}}\n",
}
CASE = """grid: {cells: [23, 20, 12], size: [0.023, 0.02, 0.012]}
initial: {type: expression, value: "sin(x*200)+z*100"}
boundary: {x: {type: dirichlet, value: 0}, y: {type: convection, h: 100, ambient: 0}, z: periodic}
time: {end: 0.02}
output: {every: 0.02}
"""


class OldProcessors(unittest.TestCase):
    def run_case(self, folder, name, *emulator):
        case = pathlib.Path(folder, f"{name}.yaml")
        case.write_text(CASE + CASES[name])
        result = pathlib.Path(folder, f"{name}_{len(os.listdir(folder))}")
        done = subprocess.run([*emulator, PROGRAM, "run", case, "--output", result, "--progress", "none"],
                              capture_output=True, text=True, timeout=200)
        self.assertEqual(done.returncode, 0, done.stderr)
        return result, done.stderr

    def test_have_the_same_bits(self):
        for name in CASES:
            for processor, build, warnings in (("Nehalem", "baseline", 1), ("Haswell", "x86-64-v3", 0)):
                with self.subTest(case=name, processor=processor), tempfile.TemporaryDirectory() as folder:
                    here, _ = self.run_case(folder, name)
                    there, said = self.run_case(folder, name, EMULATOR, "-cpu", processor)
                    summary = json.loads(pathlib.Path(there, "summary.json").read_text())
                    self.assertEqual(summary["instruction_set"], build)
                    self.assertEqual(said.count("no fused multiply-add"), warnings, said)
                    done = subprocess.run([PROGRAM, "diff", here, there], capture_output=True, text=True)
                    self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    unittest.main()
