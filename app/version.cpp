#include "app/version.hpp"

#include <fmt/format.h>

#include "kernels/stencil/cpu/variants.hpp"

// The ISOTHERM_ texts are what CMake knew when it configured; no commit outside a git clone.

namespace isotherm {

std::string version_text() {
    const std::string commit = ISOTHERM_COMMIT;
    return "isotherm " ISOTHERM_VERSION + (commit.empty() ? "" : " (" + commit + ")");
}

std::string long_version_text() {
#ifdef ISOTHERM_CUDA
    const char* cuda = "yes";
#else
    const char* cuda = "no";
#endif
    return fmt::format("{}\ncompiler {}\nHDF5 {}\nCUDA {}\nCPU kernels {}", version_text(), ISOTHERM_COMPILER,
                       ISOTHERM_HDF5, cuda, cpu_instruction_set());
}

} // namespace isotherm
