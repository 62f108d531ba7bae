"""Every command of README.md and docs/ runs, and docs/reference.md is current. Blocks that begin with ```sh are run one after the other in a scratch folder that
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
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def without_kernels(text):
    """The reference but for the keys whose legal values depend on the backends of the build."""
    return re.sub(r"### `(filter\.method|compute\.kernel)`.*?(?=\n###? |\Z)", "", text, flags=re.S)


class Readme(unittest.TestCase):
    def run_blocks(self, page):
        """Runs the commands of a page; returns how many blocks there were."""
        blocks = re.findall(r"^```sh\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)
        environment = {**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}"}
        with tempfile.TemporaryDirectory() as scratch:
            shutil.copytree(ROOT / "configs", f"{scratch}/configs", ignore=shutil.ignore_patterns("results"))
            for block in blocks:
                done = subprocess.run(
                    ["bash", "-euo", "pipefail", "-c", block], cwd=scratch, env=environment, capture_output=True, text=True
                )
                self.assertEqual(done.returncode, 0, f"{page.name}: {block}\n{done.stdout}\n{done.stderr}")
        return len(blocks)

    def test_every_command_runs(self):
        for page in PAGES:
            if page.name != "reference.md":
                self.assertGreater(self.run_blocks(page), 0, page.name)

    def test_the_reference_is_what_the_program_says_of_its_keys(self):
        made = subprocess.run([PROGRAM, "explain", "--markdown"], capture_output=True, text=True, check=True).stdout
        kept = (ROOT / "docs/reference.md").read_text()
        if without_kernels(kept) != without_kernels(made):
            self.fail("make docs/reference.md anew, with a build that has CUDA: isotherm explain --markdown > docs/reference.md")

    def test_every_case_is_in_the_table(self):
        for case in (ROOT / "configs").glob("*.yaml"):
            self.assertIn(f"(configs/{case.name})", README)

    def test_every_link_leads_somewhere(self):
        for page in PAGES:
            for target in re.findall(r"\]\(([^)#\s]+)\)", page.read_text()):
                self.assertTrue((page.parent / target).exists(), f"{page.name}: {target}")

    def test_what_the_pages_say_of_validation_cases_is_there(self):
        names = {line.split()[0] for line in subprocess.run(
            [PROGRAM, "validate", "--list"], capture_output=True, text=True, check=True).stdout.splitlines()}
        for group in re.findall(r"\[([a-z0-9_, ]+)\](?!\()", (ROOT / "docs/numerics.md").read_text()):
            for name in set(group.split(", ")) - {"case", "energy"}:
                self.assertIn(name, names)


if __name__ == "__main__":
    unittest.main()
