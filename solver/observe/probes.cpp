#include <algorithm>
#include <filesystem>

#include "solver/io/csv.hpp"
#include "solver/observe/interpolate.hpp"
#include "solver/observe/observers.hpp"

namespace isotherm {

namespace {

/// probes.csv: a column per probe, a row for every time at which one is due, empty where another is not.
class Probes : public Observer {
public:
    explicit Probes(const CaseSpec& spec)
        : probes_(spec.probes), output_(spec.output.cadence),
          file_(std::filesystem::path(spec.output.directory) / "probes.csv") {}

    /// Start and end too, unless the times are listed: then those alone.
    [[nodiscard]] std::vector<Wish> wishes() const override {
        std::vector<Wish> wishes;
        for (const ProbeSpec& probe : probes_) {
            const Cadence& own = probe.cadence;
            if (own.every || own.steps) wishes.push_back({own, true, true});
            else if (!own.times.empty())
                wishes.push_back({own, std::ranges::find(own.times, 0.0) != own.times.end(), false});
            else wishes.push_back({output_, true, true});
        }
        return wishes;
    }

    void begin(const RunView&) override {
        std::vector<std::string> columns = {"step", "time"};
        for (const ProbeSpec& probe : probes_) columns.push_back(probe.name);
        table_ = CsvWriter(file_, columns);
    }

    void record(const RunView& view, std::span<const int> due) override {
        table_.add(std::to_string(view.clock().step));
        table_.add(view.clock().time);
        for (int n = 0; n < static_cast<int>(probes_.size()); ++n) {
            if (std::ranges::find(due, n) == due.end()) table_.skip();
            else table_.add(temperature_at(view, probes_[n].at));
        }
        table_.end_row();
    }

private:
    std::vector<ProbeSpec> probes_;
    Cadence output_;
    std::filesystem::path file_;
    CsvWriter table_;
};

} // namespace

std::unique_ptr<Observer> make_probes(const CaseSpec& spec) {
    return spec.probes.empty() ? nullptr : std::make_unique<Probes>(spec);
}

} // namespace isotherm
