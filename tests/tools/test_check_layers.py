"""The layer check finds each kind of fault, and nothing in a tree that has none."""

import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

SOUND = {
    "kernels/base/view.hpp": "#include <cstdint>\n",
    "kernels/stencil/cuda/sweep.cu": '#include "kernels/base/view.hpp"\n#include <cuda_runtime.h>\n',
    "solver/io/snapshot.cpp": '#include "kernels/base/view.hpp"\n#include <hdf5.h>\n#include <fmt/format.h>\n',
    "app/main.cpp": '#include "kernels/base/view.hpp"\n#include <CLI/CLI.hpp>\n#include <yaml-cpp/yaml.h>\n',
    "tests/unit/test.cpp": '#include "kernels/base/view.hpp"\n#include <gtest/gtest.h>\n',
}


class LayerCheck(unittest.TestCase):
    def check(self, changes):
        """(exit code, output) of the check on the sound tree with `changes` ({path: text}) made to it."""
        with tempfile.TemporaryDirectory() as folder:
            for path, text in {**SOUND, **changes}.items():
                file = pathlib.Path(folder, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            done = subprocess.run([ROOT / "tools/check-layers", folder], capture_output=True, text=True)
            return done.returncode, done.stdout

    def assert_fault(self, changes, expected):
        code, output = self.check(changes)
        self.assertEqual(code, 1, output)
        self.assertIn(expected, output)

    def test_a_sound_tree_passes(self):
        code, output = self.check({})
        self.assertEqual(code, 0, output)

    def test_an_include_that_points_up_is_found(self):
        self.assert_fault(
            {"solver/core/a.hpp": "", "kernels/base/b.hpp": '\n#include "solver/core/a.hpp"\n'},
            'kernels/base/b.hpp:2: kernels/ may not include "solver/core/a.hpp"',
        )

    def test_an_include_of_the_tests_is_found(self):
        self.assert_fault(
            {"tests/unit/a.hpp": "", "app/b.cpp": '#include "tests/unit/a.hpp"\n'}, "app/b.cpp:1: app/ may not include"
        )

    def test_an_include_relative_to_the_file_is_found(self):
        self.assert_fault({"kernels/base/b.hpp": '#include "view.hpp"\n'}, '"view.hpp" is no file of the project')

    def test_a_third_party_outside_its_room_is_found(self):
        for path, header in [
            ("solver/core/a.cpp", "yaml-cpp/yaml.h"),
            ("solver/core/a.cpp", "CLI/CLI.hpp"),
            ("solver/core/a.cpp", "nlohmann/json.hpp"),
            ("app/a.cpp", "hdf5.h"),
            ("app/a.cpp", "muParser.h"),
            ("solver/time/a.cpp", "spdlog/spdlog.h"),
            ("solver/core/a.hpp", "fmt/format.h"),
            ("solver/core/a.cpp", "cuda_runtime.h"),
        ]:
            self.assert_fault({path: f"#include <{header}>\n"}, f"{path}:1: <{header}> may be included in")

    def test_an_unknown_third_party_is_found(self):
        self.assert_fault({"app/a.cpp": "#include <boost/any.hpp>\n"}, "<boost/any.hpp> is unknown")

    def test_a_third_party_that_reaches_device_code_is_found(self):
        self.assert_fault(
            {
                "kernels/conv2d/plan.hpp": "#include <fftw3.h>\n",
                "kernels/conv2d/filter.cu": '#include "kernels/conv2d/plan.hpp"\n',
            },
            "<fftw3.h> reaches device code: kernels/conv2d/filter.cu -> kernels/conv2d/plan.hpp -> fftw3.h",
        )

    def test_a_file_that_is_too_long_is_found(self):
        self.assert_fault({"app/a.cpp": "\n" * 501}, "app/a.cpp:1: 501 lines")
        code, output = self.check({"app/a.cpp": "\n" * 301})
        self.assertEqual(code, 0, output)
        self.assertIn("warning: app/a.cpp:1: 301 lines", output)

    def test_an_empty_tree_does_not_pass(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([ROOT / "tools/check-layers", folder], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    unittest.main()
