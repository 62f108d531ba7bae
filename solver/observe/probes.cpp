#include <algorithm>
#include <cmath>
#include <filesystem>

#include "solver/io/csv.hpp"
#include "solver/io/file_names.hpp"
#include "solver/observe/interpolate.hpp"
#include "solver/observe/observers.hpp"
#include "solver/observe/region_figures.hpp"

namespace isotherm {

namespace {

using Kind = ProbeSpec::Kind;

/// Start and end too, unless the times are listed: then those alone. Without a cadence that of the snapshots.
std::vector<Wish> wishes_of(const std::vector<ProbeSpec>& probes, const Cadence& output) {
    std::vector<Wish> wishes;
    for (const ProbeSpec& probe : probes) {
        const Cadence& own = probe.cadence;
        if (own.every || own.steps) wishes.push_back({own, true, true});
        else if (!own.times.empty())
            wishes.push_back({own, std::ranges::find(own.times, 0.0) != own.times.end(), false});
        else wishes.push_back({output, true, true});
    }
    return wishes;
}

/// A figure; throws NumericsError where it comes from a field that is not finite.
double sound(const RunView& view, double figure) {
    if (!std::isfinite(figure)) view.check_finite();
    return figure;
}

/// probes.csv: a column per probe that has one value, a row for every time at which one is due, empty where another is
/// not.
class Probes : public Observer {
public:
    Probes(const CaseSpec& spec, std::vector<ProbeSpec> probes)
        : probes_(std::move(probes)), output_(spec.output.cadence),
          file_(std::filesystem::path(spec.output.directory) / "probes.csv") {
        for (const ProbeSpec& probe : probes_) regions_.emplace_back(spec, probe.region);
    }

    [[nodiscard]] std::vector<Wish> wishes() const override { return wishes_of(probes_, output_); }

    void begin(const RunView&) override {
        std::vector<std::string> columns = {"step", "time"};
        for (const ProbeSpec& probe : probes_) columns.push_back(probe.name);
        table_ = CsvWriter(file_, columns);
    }

    [[nodiscard]] bool looks_at_all_cells() const override { return false; }

    void record(const RunView& view, std::span<const int> due) override {
        table_.add(std::to_string(view.clock().step));
        table_.add(view.clock().time);
        for (int n = 0; n < static_cast<int>(probes_.size()); ++n) {
            if (std::ranges::find(due, n) == due.end()) table_.skip();
            else table_.add(sound(view, value(view, static_cast<std::size_t>(n))));
        }
        table_.end_row();
    }

private:
    [[nodiscard]] double value(const RunView& view, std::size_t n) const {
        const ProbeSpec& probe = probes_[n];
        if (probe.kind == Kind::point) return temperature_at(view, probe.at);
        if (probe.kind == Kind::flux)
            return probe.side >= 0 ? view.diagnostics().power[static_cast<std::size_t>(probe.side)]
                                   : view.plane_power(probe.axis, probe.position);
        const RegionFigures figures = regions_[n].measure(view, probe.kind == Kind::heat);
        switch (probe.kind) {
        case Kind::mean: return figures.mean;
        case Kind::max: return figures.max;
        case Kind::min: return figures.min;
        case Kind::heat: return figures.heat;
        default: return figures.integral;
        }
    }

    std::vector<ProbeSpec> probes_;
    std::vector<RegionCells> regions_;
    Cadence output_;
    std::filesystem::path file_;
    CsvWriter table_;
};

/// A line or a plane: NAME.csv with a row per point and moment.
class ProbeFiles : public Observer {
public:
    ProbeFiles(const CaseSpec& spec, std::vector<ProbeSpec> probes)
        : probes_(std::move(probes)), output_(spec.output.cadence), folder_(spec.output.directory) {}

    [[nodiscard]] std::vector<Wish> wishes() const override { return wishes_of(probes_, output_); }

    void begin(const RunView& view) override {
        std::vector<std::string> columns = {"step", "time"};
        for (int axis = 0; axis < view.grid().dim; ++axis) columns.emplace_back(1, "xyz"[axis]);
        columns.emplace_back("temperature");
        for (const ProbeSpec& probe : probes_) tables_.emplace_back(folder_ / own_file(probe), columns);
    }

    [[nodiscard]] bool looks_at_all_cells() const override { return false; }

    void record(const RunView& view, std::span<const int> due) override {
        for (const int n : due) {
            CsvWriter& table = tables_[static_cast<std::size_t>(n)];
            const auto points = points_of(probes_[static_cast<std::size_t>(n)], view.grid());
            const std::vector<double> T = temperatures_at(view, points);
            for (std::size_t p = 0; p < points.size(); ++p) {
                const auto& x = points[p];
                table.add(std::to_string(view.clock().step));
                table.add(view.clock().time);
                for (int axis = 0; axis < view.grid().dim; ++axis) table.add(x[static_cast<std::size_t>(axis)]);
                table.add(sound(view, T[p]));
                table.end_row();
            }
        }
    }

private:
    /// Of a line evenly from end to end, of a plane the cell centres of the two other axes.
    static std::vector<std::array<double, 3>> points_of(const ProbeSpec& probe, const Grid& grid) {
        std::vector<std::array<double, 3>> points;
        if (probe.kind == Kind::line) {
            for (index_t p = 0; p < probe.points; ++p) {
                const double u = probe.points < 2 ? 0 : static_cast<double>(p) / static_cast<double>(probe.points - 1);
                std::array<double, 3> x{};
                for (std::size_t d = 0; d < 3; ++d) x[d] = probe.at[d] + u * (probe.to[d] - probe.at[d]);
                points.push_back(x);
            }
            return points;
        }
        std::array<index_t, 3> n = grid.n;
        n[static_cast<std::size_t>(probe.axis)] = 1;
        for (index_t k = 0; k < n[2]; ++k)
            for (index_t j = 0; j < n[1]; ++j)
                for (index_t i = 0; i < n[0]; ++i) {
                    points.push_back(grid.centre(i, j, k));
                    points.back()[static_cast<std::size_t>(probe.axis)] = probe.position;
                }
        return points;
    }

    std::vector<ProbeSpec> probes_;
    Cadence output_;
    std::filesystem::path folder_;
    std::vector<CsvWriter> tables_;
};

/// The probes of a case that have files of their own, or the others.
std::vector<ProbeSpec> probes_of(const CaseSpec& spec, bool with_file) {
    std::vector<ProbeSpec> probes = spec.probes;
    std::erase_if(probes, [&](const ProbeSpec& probe) { return own_file(probe).empty() == with_file; });
    return probes;
}

} // namespace

std::unique_ptr<Observer> make_probes(const CaseSpec& spec) {
    auto probes = probes_of(spec, false);
    return probes.empty() ? nullptr : std::make_unique<Probes>(spec, std::move(probes));
}

std::unique_ptr<Observer> make_probe_files(const CaseSpec& spec) {
    auto probes = probes_of(spec, true);
    return probes.empty() ? nullptr : std::make_unique<ProbeFiles>(spec, std::move(probes));
}

} // namespace isotherm
