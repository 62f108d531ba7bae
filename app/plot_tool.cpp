#include "app/plot_tool.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernels/base/error.hpp"

extern char** environ; // NOLINT: POSIX names it so

namespace isotherm {
namespace {

namespace fs = std::filesystem;

/// Runs a program of the PATH to its end; `silent` throws its output away. Exit code 127 where there is none.
int run_program(const std::vector<std::string>& words, bool silent) {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (silent)
        for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
            posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
    std::fflush(stdout);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) return 127;
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// The folder tools/plot: installed in share/isotherm beside bin/, or where this was built from.
std::string find_program() {
    std::error_code error;
    const fs::path self = fs::read_symlink("/proc/self/exe", error);
    std::vector<fs::path> places{self.parent_path().parent_path() / "share/isotherm/plot",
                                 ISOTHERM_SOURCE_DIR "/tools/plot"};
    for (const fs::path& place : places)
        if (fs::exists(place / "__main__.py", error)) return place.string();
    throw UsageError("plot: the plotting program is not there; looked for " + places[0].string() + " and " +
                     places[1].string());
}

std::string find_python() {
    std::vector<std::string> candidates{"python3", "/usr/bin/python3"};
    if (const char* wish = std::getenv("ISOTHERM_PYTHON")) candidates = {wish};
    for (const std::string& python : candidates)
        if (run_program({python, "-c", "import matplotlib, numpy, h5py"}, true) == 0) return python;
    throw UsageError(
        "plot: pictures need Python 3 with matplotlib, numpy and h5py. Debian, Ubuntu: apt-get install "
        "python3-matplotlib python3-h5py; elsewhere: pip install matplotlib h5py; ISOTHERM_PYTHON names another "
        "Python");
}

} // namespace

PlotTool::PlotTool() : program_(find_program()), python_(find_python()) {}

int PlotTool::run(const std::string& settings, bool silent) const {
    return run_program({python_, "-B", program_, settings}, silent);
}

} // namespace isotherm
