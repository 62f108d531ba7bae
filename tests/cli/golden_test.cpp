/// Every mistake has its message: golden/NAME.yaml is a wrong case, golden/NAME.txt what is said about it. Lines
/// "#! --set KEY=VALUE" at the top of a case are its command line. To write the texts anew after a change of wording,
/// and then read the difference: ISOTHERM_REGENERATE=1 build/tests/test_cli --gtest_filter='*Golden*'

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "app/case/load_case.hpp"

namespace isotherm {
namespace {

namespace fs = std::filesystem;
const fs::path folder = fs::path(ISOTHERM_SOURCE_DIR) / "tests" / "cli" / "golden";

std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::vector<std::string> names() {
    std::vector<std::string> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".yaml") found.push_back(entry.path().stem().string());
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<Setting> settings_of(const std::string& text) {
    std::vector<Setting> settings;
    const std::string head = "#! --set ";
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line) && line.compare(0, head.size(), head) == 0;)
        settings.push_back(Setting::from_text(line.substr(head.size())));
    return settings;
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, MistakeHasItsMessage) {
    const fs::path expected = folder / (GetParam() + ".txt");
    const fs::path before = fs::current_path();
    fs::current_path(folder); // messages name the file as the user did
    std::string said = "no error\n";
    try {
        load_case(GetParam() + ".yaml", settings_of(read(GetParam() + ".yaml")));
    } catch (const ConfigError& error) {
        said = error.what();
        EXPECT_EQ(error.exit_code(), ExitCode::user_must_change);
    }
    fs::current_path(before);
    if (std::getenv("ISOTHERM_REGENERATE") != nullptr) std::ofstream(expected, std::ios::binary) << said;
    EXPECT_EQ(said, read(expected));
}

INSTANTIATE_TEST_SUITE_P(Cases, Golden, testing::ValuesIn(names()), [](const auto& param) { return param.param; });

} // namespace
} // namespace isotherm
