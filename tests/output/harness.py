"""Runs small cases through the program, for tests of what it writes."""

import json
import os
import pathlib
import subprocess

PROGRAM = os.environ["ISOTHERM_PROGRAM"]

# The axes differ in everything: cells, size, origin and slope, so that no mix-up goes unseen.
CELLS, SIZE, ORIGIN = [7, 5, 3], [0.7, 1.0, 0.9], [1.0, 2.0, 3.0]
SLOPES = [2.0, 30.0, 400.0]


def case_text(dim=3, output="every: 0.3", precision="fp64", cells=None, end=1.0, more=""):
    """A linear field that stays as it is inside while insulated walls bend it from outside."""
    terms = " + ".join(f"{s:g}*{axis}" for s, axis in zip(SLOPES[:dim], "xyz"))
    return f"""\
title: A linear field, "quotes" and more than ASCII (°C)
grid: {{cells: {(cells or CELLS)[:dim]}, size: {SIZE[:dim]}, origin: {ORIGIN[:dim]}}}
material: {{diffusivity: 1.0e-3}}
initial: {{type: expression, value: "1 + {terms}"}}
boundary: {{all: insulated}}
time: {{end: {end}}}
output: {{{output}}}
compute: {{precision: {precision}, backend: cpu, threads: 2}}
{more}"""


def write_case(folder, name="block", **what):
    path = pathlib.Path(folder, f"{name}.yaml")
    path.write_text(case_text(**what), encoding="utf-8")
    return path


def command(case, result, *options):
    return [PROGRAM, "run", str(case), "--output", str(result), "--progress", "none", *options]


def run(case, result, *options, expect=0, **how):
    done = subprocess.run(command(case, result, *options), capture_output=True, text=True, **how)
    if done.returncode != expect:
        raise AssertionError(f"exit {done.returncode} instead of {expect}:\n{done.stdout}{done.stderr}")
    return done


def entries(result, name="block"):
    """(file, time) of every snapshot that the index names."""
    index = json.loads(pathlib.Path(result, f"{name}.vtkhdf.series").read_text())
    return [(entry["name"], entry["time"]) for entry in index["files"]]


def listing(folder):
    """Names, contents: to see that nothing was touched."""
    return {f.name: f.read_bytes() for f in pathlib.Path(folder).iterdir()}
