#pragma once

/// A run that never ran: any field, any wall rows, for tests of what looks at runs.

#include <filesystem>
#include <functional>
#include <string>

#include <unistd.h>

#include "kernels/boundary/wall_row.hpp"
#include "solver/observe/run_view.hpp"

namespace isotherm::test {

class FakeView : public RunView {
public:
    explicit FakeView(const CaseSpec& spec) : spec_(spec), grid_(spec.grid) { facts_.version = "isotherm test"; }

    std::function<double(index_t, index_t, index_t)> T = [](index_t, index_t, index_t) { return 0.0; };
    std::array<WallRow<double>, 6> rows{};
    CaseSpec spec_;
    Grid grid_;
    Clock clock_;
    RunFacts facts_;
    Diagnostics diagnostics_;
    std::optional<ErrorNorms> norms_;
    std::string stopped_by_;

    [[nodiscard]] const CaseSpec& spec() const override { return spec_; }
    [[nodiscard]] const Grid& grid() const override { return grid_; }
    [[nodiscard]] const Clock& clock() const override { return clock_; }
    [[nodiscard]] const RunFacts& facts() const override { return facts_; }
    void read(const CellBox& box, void* to, Precision precision) const override {
        index_t n = 0;
        for (index_t k = box.lo[2]; k < box.hi[2]; ++k)
            for (index_t j = box.lo[1]; j < box.hi[1]; ++j)
                for (index_t i = box.lo[0]; i < box.hi[0]; ++i, ++n)
                    if (precision == Precision::fp32) static_cast<float*>(to)[n] = static_cast<float>(T(i, j, k));
                    else static_cast<double*>(to)[n] = T(i, j, k);
    }
    [[nodiscard]] double ghost_temperature(int side, const std::array<index_t, 3>&, double mirrored) const override {
        return ghost(rows[side], mirrored);
    }
    [[nodiscard]] const Diagnostics& diagnostics() const override { return diagnostics_; }
    [[nodiscard]] const std::optional<ErrorNorms>& error_norms() const override { return norms_; }
    [[nodiscard]] double wall_seconds() const override { return 2; }
    [[nodiscard]] const std::string& stopped_by() const override { return stopped_by_; }
};

/// A folder that lives as long as the test.
struct ScratchFolder {
    std::filesystem::path path;
    ScratchFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "isotherm-test-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
        path = name;
    }
    ~ScratchFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
};

} // namespace isotherm::test
