"""The JSON Schema of `isotherm schema` takes every case that the program takes, and refuses what it refuses."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

try:
    import jsonschema
    import yaml
except ImportError as absent:
    print(f"skipped: {absent} (Debian: python3-jsonschema, python3-yaml)")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ["ISOTHERM_PROGRAM"]


class Loader(yaml.SafeLoader):
    """Numbers as YAML 1.2 has them: PyYAML's own rules take 1e-3 for text and 010 for eight."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, rule) for tag, rule in rules if not tag.endswith((":int", ":float"))]
    for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$"), list("-+.0123456789")
)


def load(text):
    return yaml.load(text, Loader)


def program(*arguments, **options):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True, **options).stdout


class Schema(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.schema = json.loads(program("schema"))
        cls.validator = jsonschema.Draft202012Validator(cls.schema)

    def assert_valid(self, case, name):
        self.assertEqual([f"{list(e.path)}: {e.message}" for e in self.validator.iter_errors(case)], [], name)

    def test_it_is_a_schema(self):
        jsonschema.Draft202012Validator.check_schema(self.schema)

    def test_it_takes_every_case_of_configs(self):
        for case in (ROOT / "configs").glob("*.yaml"):
            self.assert_valid(load(case.read_text()), case.name)

    def test_it_takes_every_starter(self):
        with tempfile.TemporaryDirectory() as folder:
            for line in program("init", "--list").splitlines():
                name = line.split()[0]
                program("init", name, cwd=folder)
                self.assert_valid(load(pathlib.Path(folder, name + ".yaml").read_text()), name)

    def test_it_refuses_mistakes(self):
        right = load((ROOT / "configs" / "cooled_block.yaml").read_text())
        self.assert_valid(right, "cooled_block")

        def wrong(change):
            case = json.loads(json.dumps(right))
            change(case)
            self.assertFalse(self.validator.is_valid(case))

        wrong(lambda c: c.update(titel="a typing mistake"))
        wrong(lambda c: c.pop("initial"))
        wrong(lambda c: c["grid"].update(cells=[0, 1, 1]))
        wrong(lambda c: c["grid"].update(spacing=[1, 1, 1]))
        wrong(lambda c: c["grid"].pop("size"))
        wrong(lambda c: c["material"].pop("density"))
        wrong(lambda c: c["material"].update(diffusivity=1))
        wrong(lambda c: c["boundary"].update(z_hi={"type": "convection", "h": 5}))
        wrong(lambda c: c["boundary"].update(z_hi={"type": "convection", "h": -5, "ambient": 0}))
        wrong(lambda c: c["boundary"].update(z_hi={"type": "radiation", "emissivity": 2, "ambient": 300}))
        wrong(lambda c: c["boundary"].update(z_hi="dirichlet"))
        wrong(lambda c: c["output"].update(steps=5))
        wrong(lambda c: c.update(order=3))
        wrong(lambda c: c.update(source=[{"type": "beam", "wall": "z_hi", "power": 5, "radius": 0, "at": [0, 0]}]))
        wrong(lambda c: c.update(checkpoint={"every": 5}))

    def test_planned_keys_are_absent(self):
        self.assertNotIn("checkpoint", self.schema["properties"])
        text = json.dumps(self.schema)
        self.assertNotIn('"rkl2"', text)
        self.assertNotIn('"async": {', text)  # the key; there are kernels of that name


if __name__ == "__main__":
    unittest.main()
