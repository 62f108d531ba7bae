"""Whatever stops a run, what it leaves behind can be read: kill -9 at random moments, signals, a full disk."""

import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
import xml.etree.ElementTree

import h5py

from harness import command, entries, listing, run, write_case

SEED = int(os.environ.get("ISOTHERM_TEST_SEED", time.time_ns() % 1_000_000))


def require_readable(folder, name="block"):
    """Every indexed snapshot is complete and both indexes agree; returns their number."""
    if not pathlib.Path(folder, f"{name}.xdmf").exists():
        return 0
    root = xml.etree.ElementTree.parse(pathlib.Path(folder, f"{name}.xdmf")).getroot()
    files = [item.text.split(":")[0] for item in root.iter("DataItem") if item.get("Format") == "HDF"]
    for file in files:
        with h5py.File(pathlib.Path(folder, file), "r") as snapshot:
            assert snapshot["simulation"].attrs["complete"] == 1
            assert snapshot["VTKHDF/PointData/temperature"][()].min() > 0
    if pathlib.Path(folder, f"{name}.vtkhdf.series").exists():
        for file, _ in entries(folder, name):
            assert pathlib.Path(folder, file).exists(), file
    for table in pathlib.Path(folder).glob("*.csv"):
        assert table.read_text().endswith("\n"), f"{table.name} ends inside a line"
    return len(files)


class Interruption(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)
        # Endless for this purpose: a snapshot after every step.
        self.case = write_case(self.folder, cells=[70, 50, 30], end=1e6, output="steps: 1, diagnostics: {steps: 1}")

    def tearDown(self):
        self.scratch.cleanup()

    def start(self, result):
        # Of 10^8 snapshots most would not fit: the case is cut short by --set where that matters.
        return subprocess.Popen(command(self.case, result, "--set", "time.end=50"), stderr=subprocess.PIPE, text=True)

    def wait_for_snapshots(self, result, count, running):
        deadline = time.monotonic() + 60
        while len(list(result.glob("*.vtkhdf"))) < count:
            self.assertLess(time.monotonic(), deadline, "no snapshots within a minute")
            if running.poll() is not None:
                self.fail(f"ended by itself with {running.returncode}: {running.stderr.read()}")
            time.sleep(0.005)

    def test_kill_at_random_moments_leaves_a_result_that_can_be_read(self):
        print("seed", SEED)
        moments = random.Random(SEED)
        for n in range(6):
            result = self.folder / f"killed{n}"
            running = self.start(result)
            self.wait_for_snapshots(result, 1, running)
            time.sleep(moments.uniform(0, 0.6))
            running.kill()
            running.communicate()
            with self.subTest(n=n):
                self.assertGreaterEqual(require_readable(result), 1 if (result / "block.xdmf").exists() else 0)
                run(self.case, result, "--set", "time.end=0.5", expect=2)  # it is a result, though not a whole one
                run(self.case, result, "--set", "time.end=0.5", "--overwrite")
                self.assertEqual(list(result.glob("*.tmp")), [])

    def test_terminate_writes_the_last_snapshot_and_says_why(self):
        for number, code in [(signal.SIGINT, 130), (signal.SIGTERM, 143)]:
            result = self.folder / f"signal{code}"
            running = self.start(result)
            self.wait_for_snapshots(result, 3, running)
            running.send_signal(number)
            running.communicate(timeout=60)
            self.assertEqual(running.returncode, code)
            self.assertEqual(require_readable(result), len(list(result.glob("*.vtkhdf"))))
            self.assertIn('"stopped_by": "signal"', (result / "summary.json").read_text())
            self.assertEqual(list(result.glob("*.tmp")), [])

    def test_a_file_too_large_for_the_system_leaves_the_earlier_ones_and_exits_4(self):
        result = self.folder / "limited"
        size = 70 * 50 * 30 * 8
        case = write_case(self.folder, cells=[70, 50, 30], output="steps: 1")

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (size // 2, size // 2))

        done = run(case, result, expect=4, preexec_fn=limit)
        self.assertIn("block_000000.vtkhdf", done.stderr)
        self.assertIn("File too large", done.stderr)
        self.assertEqual(list(result.glob("*.tmp")), [])
        self.assertFalse((result / "block.xdmf").exists())

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("mount"), "a small disk of its own takes root")
    def test_a_full_disk_leaves_the_earlier_files_intact_and_exits_4(self):
        disk = self.folder / "disk"
        disk.mkdir()
        mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk], capture_output=True, text=True)
        if mount.returncode != 0:
            self.skipTest(f"no mount here: {mount.stderr.strip()}")
        try:
            # Compressed, so that the size cannot be predicted and the run is not refused; the noise keeps it large.
            case = write_case(
                self.folder, cells=[70, 50, 30], end=50, output="steps: 1, compression: {deflate: 1}", name="block"
            )
            done = run(case, disk / "result", "--set", "initial.value=sin(1e5*x)*sin(1e5*y)+cos(3e4*z)+5", expect=4)
            self.assertIn("No space left on device", done.stderr)
            self.assertIn(".vtkhdf", done.stderr)
            self.assertGreater(require_readable(disk / "result"), 1)
            self.assertEqual(list((disk / "result").glob("*.tmp")), [])
        finally:
            subprocess.run(["umount", disk], check=True)

    def test_a_run_that_becomes_infinite_keeps_the_last_good_snapshot_and_exits_3(self):
        result = self.folder / "infinite"
        # Finite at the start; the first differences beside the wall are beyond the largest number.
        settings = ["initial=1.5e308", "boundary.x_lo={type: dirichlet, value: -1.5e308}", "time.end=50"]
        done = run(self.case, result, *(word for s in settings for word in ("--set", s)), expect=3)
        self.assertRegex(done.stderr, r"step \d+")
        self.assertEqual(require_readable(result), len(list(result.glob("*.vtkhdf"))))
        self.assertIn('"stopped_by": "error"', (result / "summary.json").read_text())
        self.assertIn(done.stderr.splitlines()[0].split("error: ")[1], (result / "run.log").read_text())

    def test_a_folder_that_cannot_be_made_exits_4(self):
        done = run(self.case, "/proc/isotherm-result", "--set", "time.end=50", expect=4)  # not even by root
        self.assertIn("/proc", done.stderr)


class Overwriting(unittest.TestCase):
    def test_a_refused_run_touches_nothing_and_overwrite_only_what_was_ours(self):
        with tempfile.TemporaryDirectory() as scratch:
            result = pathlib.Path(scratch, "result")
            case = write_case(scratch, more="probes: [{name: p, at: [1.2, 2.5, 3.3], every: 0.1}]\n")
            run(case, result)
            (result / "notes.txt").write_text("mine")
            before = listing(result)
            refused = run(case, result, expect=2)
            self.assertIn("--overwrite", refused.stderr)
            self.assertEqual(listing(result), before)
            shorter = write_case(scratch, output="every: 0.5")  # without probes
            run(shorter, result, "--overwrite")
            after = listing(result)
            self.assertEqual(after["notes.txt"], b"mine")
            self.assertNotIn("probes.csv", after)
            self.assertNotIn("block_000004.vtkhdf", after)
            self.assertEqual(len(entries(result)), 3)

    def test_a_result_may_be_moved(self):
        with tempfile.TemporaryDirectory() as scratch:
            run(write_case(scratch), pathlib.Path(scratch, "a"))
            os.rename(pathlib.Path(scratch, "a"), pathlib.Path(scratch, "b"))
            self.assertEqual(require_readable(pathlib.Path(scratch, "b")), 5)


if __name__ == "__main__":
    unittest.main()
