#include <filesystem>

#include <fmt/format.h>

#include "solver/core/log.hpp"
#include "solver/io/csv.hpp"
#include "solver/observe/observers.hpp"

namespace isotherm {

namespace {

/// errors.csv: norms of T - exact with every snapshot, also told in the log. i, j, k: the cell of the largest error.
class Errors : public Observer {
public:
    explicit Errors(const CaseSpec& spec)
        : cadence_(spec.output.cadence), file_(std::filesystem::path(spec.output.directory) / "errors.csv") {}

    [[nodiscard]] std::vector<Wish> wishes() const override { return {{cadence_, true, true}}; }

    void begin(const RunView&) override {
        table_ = CsvWriter(file_, {"step", "time", "L1", "L2", "Linf", "i", "j", "k"});
    }

    void record(const RunView& view, std::span<const int>) override {
        const auto& norms = view.error_norms();
        if (!norms) return;
        table_.add(std::to_string(view.clock().step));
        for (const double v : {view.clock().time, norms->L1, norms->L2, norms->Linf}) table_.add(v);
        for (const index_t n : norms->cell) table_.add(std::to_string(n));
        table_.end_row();
        log::info(fmt::format("t = {:.9g} s: error L1 {:.4e}, L2 {:.4e}, Linf {:.4e} in cell ({}, {}, {})",
                              view.clock().time, norms->L1, norms->L2, norms->Linf, norms->cell[0], norms->cell[1],
                              norms->cell[2]));
    }

private:
    Cadence cadence_;
    std::filesystem::path file_;
    CsvWriter table_;
};

} // namespace

std::unique_ptr<Observer> make_errors(const CaseSpec& spec) {
    return spec.exact ? std::make_unique<Errors>(spec) : nullptr;
}

} // namespace isotherm
