/// The list of names (solver/io/file_names.hpp) against what a run does write.

#include <gtest/gtest.h>

#include <filesystem>

#include "app/simulation.hpp"
#include "solver/core/log.hpp"
#include "solver/io/atomic_file.hpp"
#include "solver/io/file_names.hpp"
#include "tests/unit/case_builder.hpp"
#include "tests/unit/fake_view.hpp"

namespace isotherm::test {
namespace {

namespace fs = std::filesystem;

/// A case of everything that makes a file.
CaseSpec case_of_all_files(const fs::path& folder) {
    CaseSpec spec = plain_case({4, 3}, {1, 1}, 1);
    spec.name = "all";
    spec.effective_yaml = "title: all\n";
    spec.time.end = 0.1;
    spec.exact = 0.0;
    spec.output.directory = (folder / "result").string();
    spec.more_outputs = {spec.output};
    spec.more_outputs[0].name = "more";
    for (const auto kind :
         {ProbeSpec::Kind::point, ProbeSpec::Kind::line, ProbeSpec::Kind::plane, ProbeSpec::Kind::mean}) {
        ProbeSpec probe;
        probe.name = "p" + std::to_string(spec.probes.size());
        probe.kind = kind;
        probe.to = {1, 1, 0};
        if (kind == ProbeSpec::Kind::plane) probe.axis = 0;
        spec.probes.push_back(probe);
    }
    return spec;
}

TEST(FileNames, HoldEveryFileThatARunMakes) {
    const ScratchFolder scratch;
    const CaseSpec spec = case_of_all_files(scratch.path);
    EXPECT_EQ(run_case(spec, {.progress = "none"}), 0);
    log::close_file();
    const fs::path more = output_folder(spec, spec.more_outputs[0]);
    std::size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(spec.output.directory)) {
        if (entry.is_directory()) continue;
        const bool below = entry.path().parent_path() == more;
        const FileNames names = below ? names_in_output_folder(spec) : names_in_result(spec);
        EXPECT_TRUE(names.hold(entry.path().filename().string())) << entry.path();
        ++files;
    }
    EXPECT_EQ(files, 4 + 4 + fixed_names().size() + 2); // two snapshots and indexes twice, a line, a plane
}

TEST(FileNames, AreOfOneCaseOnly) {
    const FileNames names{"rod", {"run.log"}};
    for (const char* name : {"rod.xdmf", "rod.vtkhdf.series", "rod_000000.vtkhdf", "rod_1234567.vtkhdf", "run.log",
                             "rod.ckpt_0000000001.h5"})
        EXPECT_TRUE(names.hold(name)) << name;
    for (const char* name :
         {"rod2.xdmf", "rod_00000.vtkhdf", "rod_00000x.vtkhdf", "plate_000000.vtkhdf", "rod.h5", "log"})
        EXPECT_FALSE(names.hold(name)) << name;
}

} // namespace
} // namespace isotherm::test
