"""Every command of README.md runs. Blocks that begin with ```sh are run one after the other in a scratch folder that
holds a copy of configs/; those that change the machine are marked ```sh machine and are not."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ["ISOTHERM_PROGRAM"])
README = (ROOT / "README.md").read_text()


class Readme(unittest.TestCase):
    def test_every_command_runs(self):
        blocks = re.findall(r"^```sh\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
        self.assertGreater(len(blocks), 0)
        environment = {**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}"}
        with tempfile.TemporaryDirectory() as scratch:
            shutil.copytree(ROOT / "configs", f"{scratch}/configs", ignore=shutil.ignore_patterns("results"))
            for block in blocks:
                done = subprocess.run(
                    ["bash", "-euo", "pipefail", "-c", block], cwd=scratch, env=environment, capture_output=True, text=True
                )
                self.assertEqual(done.returncode, 0, f"{block}\n{done.stdout}\n{done.stderr}")

    def test_every_case_is_in_the_table(self):
        for case in (ROOT / "configs").glob("*.yaml"):
            self.assertIn(f"(configs/{case.name})", README)

    def test_every_link_leads_somewhere(self):
        for target in re.findall(r"\]\(([^)#]+)\)", README):
            self.assertTrue((ROOT / target).exists(), target)


if __name__ == "__main__":
    unittest.main()
