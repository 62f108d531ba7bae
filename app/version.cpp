#include "app/version.hpp"

namespace isotherm {

std::string version_text() {
    const std::string commit = ISOTHERM_COMMIT;
    return "isotherm " ISOTHERM_VERSION + (commit.empty() ? "" : " (" + commit + ")");
}

} // namespace isotherm
