"""Help fits a screen, ends its lines where the terminal does, and shows an example that names only what exists; completion
knows every command and option."""

import os
import pty
import re
import struct
import subprocess
import unittest
from fcntl import ioctl
from termios import TIOCSWINSZ

PROGRAM = os.environ["ISOTHERM_PROGRAM"]


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)


def on_terminal(columns, *arguments):
    """What a command writes to a terminal of this width."""
    ours, theirs = pty.openpty()
    ioctl(theirs, TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    process = subprocess.Popen([PROGRAM, *arguments], stdout=theirs, stderr=subprocess.DEVNULL)
    os.close(theirs)
    text = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the other side is closed
            break
        if not part:
            break
        text += part
    os.close(ours)
    process.wait()
    return text.decode().replace("\r\n", "\n")


COMMANDS = re.findall(r"^  (\w+) ", run("--help").stdout.split("Subcommands:")[1], re.MULTILINE)


def complete(*words):
    """What bash offers for the last word."""
    script = """source <("$0" completion bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _isotherm; echo "${COMPREPLY[@]}" """
    done = subprocess.run(["bash", "-c", script, PROGRAM, "isotherm", *words], capture_output=True, text=True)
    return done.stdout.split()


class Help(unittest.TestCase):
    def test_every_command_fits_a_screen_with_an_example(self):
        self.assertGreaterEqual(len(COMMANDS), 11)
        for command in COMMANDS:
            text = run(command, "--help").stdout
            self.assertLessEqual(len(text.splitlines()), 40, command)
            self.assertRegex(text, rf"\nExample\n  .*isotherm {command} ?", command)

    def test_an_example_names_options_that_there_are(self):
        for command in COMMANDS:
            text = run(command, "--help").stdout
            options, example = text.split("\nExample\n")
            for option in re.findall(r"--[a-z][a-z-]*", example):
                self.assertIn(option, options, command)

    def test_lines_end_where_the_terminal_does(self):
        for columns in (80, 120):
            for command in COMMANDS:
                for line in on_terminal(columns, command, "--help").split("\n"):
                    if not line.startswith(("Usage", "  isotherm", "Exit codes", "4 the")):
                        self.assertLessEqual(len(line), columns, f"{command}: {line}")

    def test_the_table_of_validate_follows_the_terminal_too(self):
        wide, narrow = on_terminal(140, "validate", "x21"), on_terminal(80, "validate", "x21")
        self.assertIn(" L1 ", wide)
        self.assertNotIn(" L1 ", narrow)
        self.assertIn("\033[32mholds", wide)

    def test_completion_knows_commands_options_names_and_values(self):
        self.assertEqual(set(complete("")) - {"--help", "--version"}, set(COMMANDS))
        self.assertEqual(complete("val"), ["validate"])
        self.assertEqual(set(complete("run", "--backend", "")), {"auto", "cpu", "cuda"})
        self.assertIn("nafems_t4", complete("validate", "nafems_"))
        self.assertIn("boundary", complete("explain", "bou"))
        self.assertIn("--slice", complete("plot", "--"))

    def test_completion_is_correct_for_every_shell(self):
        for shell in ("bash", "zsh", "fish"):
            text = run("completion", shell).stdout
            for command in COMMANDS:
                self.assertIn(command, text)
        subprocess.run(["bash", "-n"], input=run("completion", "bash").stdout, text=True, check=True)


if __name__ == "__main__":
    unittest.main()
