"""The report of `isotherm validate --report`: one page that a browser shows without network, with its figures, without
errors, and whose links lead somewhere. In headless Chromium."""

import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.environ["ISOTHERM_PROGRAM"]
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
CASES = ["discrete_modes", "x23", "gaussian_2d", "time_orders"]

if BROWSER is None:
    print("skipped: no Chromium (Debian: chromium)")
    sys.exit(77)

# Appended to a copy of the page: what the browser made of it, as text in the document.
PROBE = """<script>
const box = e => { const r = e.getBoundingClientRect(); return [r.width, r.height]; };
const facts = {
  sizes: [...document.querySelectorAll('svg')].map(box),
  escaping: [...document.querySelectorAll('svg text')].filter(t => {
    const a = t.getBoundingClientRect(), b = t.ownerSVGElement.getBoundingClientRect();
    return a.left < b.left - 1 || a.right > b.right + 1 || a.top < b.top - 1 || a.bottom > b.bottom + 1; }).map(t => t.textContent),
  wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  paper: getComputedStyle(document.body).backgroundColor,
  ink: getComputedStyle(document.body).color };
document.body.insertAdjacentHTML('beforeend', '<pre id="probe">' + JSON.stringify(facts) + '</pre>');
</script>"""


def browse(path, *options):
    """(document after scripts ran, what the browser logged)."""
    with tempfile.TemporaryDirectory() as profile:
        done = subprocess.run(
            [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={profile}",
             "--enable-logging=stderr", "--window-size=1240,1600", *options, f"file://{path}"],
            capture_output=True, text=True, timeout=120,
        )  # fmt: skip
    return done.stdout, done.stderr


class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        folder = pathlib.Path(cls.scratch.name, "report")
        done = subprocess.run(
            [PROGRAM, "validate", *CASES, "--backend", "cpu", "--report", folder], capture_output=True, text=True
        )
        if done.returncode != 0:
            raise AssertionError(done.stdout + done.stderr)
        cls.page = folder / "report.html"
        cls.text = cls.page.read_text()
        cls.report = json.loads((folder / "report.json").read_text())
        probed = folder / "probed.html"
        probed.write_text(cls.text.replace("</body>", PROBE + "</body>"))
        cls.facts, cls.log = {}, ""
        for scheme, value in (("light", 1), ("dark", 0)):
            dom, log = browse(probed, "--dump-dom", f"--blink-settings=preferredColorScheme={value}")
            cls.facts[scheme] = json.loads(html.unescape(re.findall(r'<pre id="probe">({.*?})</pre>', dom)[-1]))
            cls.log += log

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def test_the_browser_logs_no_error(self):
        for line in self.log.splitlines():
            self.assertNotIn("CONSOLE", line)

    def test_it_needs_no_other_file_and_no_network(self):
        self.assertEqual(re.findall(r'(?:src|href)="(?!#|data:)([^"]*)"', self.text), [])
        self.assertNotIn("url(", self.text)
        self.assertNotIn("@import", self.text)

    def test_every_case_has_its_section_text_table_and_figures(self):
        for case in self.report["cases"]:
            section = re.search(rf'<section id="{case["name"]}">.*?</section>', self.text, re.DOTALL)[0]
            self.assertIn("<svg", section)
            for heading in ("Problem", "Solution", "Source", "Asked"):
                self.assertIn(f"<dt>{heading}</dt>", section)
            rows = sum(len(study["rows"]) for study in case["studies"])
            self.assertEqual(section.count("<tr>") - 1, rows)
        self.assertEqual(len(self.report["cases"]), len(CASES))
        self.assertGreaterEqual(self.text.count("error map: "), 4)
        self.assertGreaterEqual(self.text.count("profile: "), 3)

    def test_the_figures_are_shown_and_hold_their_text(self):
        for facts in self.facts.values():
            self.assertEqual(len(facts["sizes"]), self.text.count("<svg"))
            for width, height in facts["sizes"]:
                self.assertGreater(width, 250)
                self.assertGreater(height, 50)
            self.assertEqual(facts["escaping"], [])
            self.assertLessEqual(facts["wide"], 0)

    def test_links_lead_to_a_place_on_the_page(self):
        places = set(re.findall(r'\bid="([^"]+)"', self.text))
        links = re.findall(r'href="#([^"]+)"', self.text)
        self.assertGreaterEqual(len(links), len(CASES))
        self.assertLessEqual(set(links), places)

    def test_light_and_dark_follow_the_reader(self):
        brightness = {scheme: sum(map(int, re.findall(r"\d+", facts["paper"])[:3])) for scheme, facts in self.facts.items()}
        self.assertGreater(brightness["light"], 700)
        self.assertLess(brightness["dark"], 120)

    def test_it_prints(self):
        pdf = pathlib.Path(self.scratch.name, "report.pdf")
        browse(self.page, f"--print-to-pdf={pdf}")
        self.assertGreater(pdf.stat().st_size, 20000)

    def test_report_json_holds_what_the_figures_show(self):
        studies = {case["name"]: case["studies"] for case in self.report["cases"]}
        error_map = studies["gaussian_2d"][0]["error_map"]
        self.assertEqual(len(error_map["error"]), error_map["nx"] * error_map["ny"])
        largest = max(map(abs, error_map["error"]))
        self.assertAlmostEqual(largest / studies["gaussian_2d"][0]["rows"][-1]["Linf"], 1, delta=1e-9)
        profile = studies["x23"][0]["profile"]
        self.assertEqual(len(profile["x"]), 80)
        difference = max(abs(a - b) for a, b in zip(profile["computed"], profile["exact"]))
        self.assertAlmostEqual(difference / studies["x23"][0]["rows"][-1]["Linf"], 1, delta=1e-9)


if __name__ == "__main__":
    unittest.main()
