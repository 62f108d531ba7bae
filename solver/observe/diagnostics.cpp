#include <algorithm>
#include <filesystem>

#include "kernels/boundary/wall_row.hpp"
#include "solver/io/csv.hpp"
#include "solver/observe/observers.hpp"

namespace isotherm {

namespace {

/// diagnostics.csv: extremes, mean and the heat balance; power [W] now and heat [J] since the start per wall, positive
/// into the domain. Periodic sides and absent axes are no walls and have no columns.
class DiagnosticsTable : public Observer {
public:
    explicit DiagnosticsTable(const CaseSpec& spec)
        : cadence_(spec.output.diagnostics.value_or(spec.output.cadence)),
          file_(std::filesystem::path(spec.output.directory) / "diagnostics.csv"),
          has_spots_(std::ranges::any_of(
              spec.sources, [](const SourceSpec& source) { return !std::holds_alternative<UniformSource>(source); })),
          filtered_(spec.filter && spec.filter->every_steps > 0) {
        for (int side = 0; side < 2 * spec.grid.dim; ++side)
            if (!std::holds_alternative<PeriodicWall>(spec.walls[side])) sides_.push_back(side);
    }

    [[nodiscard]] std::vector<Wish> wishes() const override { return {{cadence_, true, true}}; }

    void begin(const RunView&) override {
        std::vector<std::string> columns = {"step", "time", "T_min", "T_max", "T_mean", "stored_heat"};
        for (const char* what : {"power_", "heat_"})
            for (const int side : sides_) columns.push_back(std::string(what) + side_names[side]);
        columns.emplace_back("source_heat");
        if (filtered_) columns.emplace_back("filter_heat");
        columns.emplace_back("residual");
        if (has_spots_) columns.emplace_back("source_missed");
        table_ = CsvWriter(file_, columns);
    }

    void record(const RunView& view, std::span<const int>) override {
        const Diagnostics& d = view.diagnostics();
        table_.add(std::to_string(view.clock().step));
        for (const double v : {view.clock().time, d.T_min, d.T_max, d.T_mean, d.stored_heat}) table_.add(v);
        for (const int side : sides_) table_.add(d.power[side]);
        for (const int side : sides_) table_.add(d.heat[side]);
        table_.add(d.source_heat);
        if (filtered_) table_.add(d.filter_heat);
        table_.add(d.residual());
        if (has_spots_) table_.add(d.source_missed);
        table_.end_row();
    }

private:
    Cadence cadence_;
    std::filesystem::path file_;
    bool has_spots_; ///< what they miss has a column then
    std::vector<int> sides_;
    bool filtered_; ///< the run's own field
    CsvWriter table_;
};

} // namespace

std::unique_ptr<Observer> make_diagnostics(const CaseSpec& spec) { return std::make_unique<DiagnosticsTable>(spec); }

} // namespace isotherm
