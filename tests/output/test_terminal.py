"""What a person sees: a bar on a terminal and plain lines elsewhere, colour only where it is wanted, messages that do
not mix with the bar; results and nothing else on standard output."""

import os
import pathlib
import pty
import re
import subprocess
import tempfile
import unittest

from harness import PROGRAM, write_case


def on_terminal(command, **environment):
    """All that a command writes to its standard error when that is a terminal of 100 columns."""
    primary, secondary = pty.openpty()
    env = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
    running = subprocess.Popen(
        command, stderr=secondary, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, env={**env, "TERM": "xterm", **environment}
    )
    os.close(secondary)
    seen = b""
    while True:
        try:
            piece = os.read(primary, 65536)
        except OSError:  # the other side is closed
            break
        if not piece:
            break
        seen += piece
    running.wait()
    os.close(primary)
    return running.returncode, seen.decode()


class Terminal(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        # Long enough for a few drawings; `exact` makes the log speak while the bar stands.
        more = 'exact: {type: expression, value: "1 + 2*x + 30*y + 400*z"}\n'
        self.case = write_case(self.scratch.name, cells=[40, 40, 40], output="every: 0.05", end=1, more=more)

    def tearDown(self):
        self.scratch.cleanup()

    def command(self, name, *options):
        return [PROGRAM, "run", self.case, "--output", pathlib.Path(self.scratch.name, name), *options]

    def test_a_terminal_shows_a_bar_that_messages_clear_and_that_is_gone_in_the_end(self):
        code, seen = on_terminal(self.command("a"))
        self.assertEqual(code, 0, seen)
        self.assertIn("\r\033[K[", seen)
        self.assertIn(" steps/s", seen)
        bars = [at.start() for at in re.finditer(r"cells/s  [^\r\n]* left", seen)]
        self.assertTrue(bars)
        for at in bars:  # after a bar nothing is written before its line is cleared
            rest = seen[seen.index(" left", at) + 5 :]
            self.assertTrue(rest.startswith("\r\033[K"), repr(rest[:40]))

    def test_no_color_takes_the_colour_and_leaves_the_bar(self):
        _, coloured = on_terminal(self.command("a"))
        _, plain = on_terminal(self.command("b"), NO_COLOR="1")
        self.assertRegex(coloured, r"\033\[\d+m")
        self.assertNotRegex(plain, r"\033\[[\d;]*m")
        self.assertIn("\r\033[K[", plain)

    def test_elsewhere_there_are_plain_lines_and_standard_output_is_silent(self):
        done = subprocess.run(self.command("a"), capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertNotIn("\033", done.stderr)
        self.assertNotIn("\r", done.stderr)
        self.assertIn(" 50.0 %", done.stderr)

    def test_quiet_and_without_progress_nothing_is_said_and_the_log_still_tells_all(self):
        done = subprocess.run(self.command("a", "-q", "--progress", "none"), capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        log = pathlib.Path(self.scratch.name, "a", "run.log").read_text()
        self.assertIn("error L1", log)
        self.assertIn("snapshot 3 at t = 0.15 s", log)
        self.assertIn(self.case.read_text(), log)  # the user's own words


if __name__ == "__main__":
    unittest.main()
