#include "solver/core/log.hpp"
#include "solver/io/result_folder.hpp"
#include "solver/io/series.hpp"
#include "solver/observe/observers.hpp"

#include <fmt/format.h>

namespace isotherm {

namespace {

/// Fields at the cadence of `output`, the first and the last always. Nothing is written of a run that failed: the last
/// good snapshot is the last.
class Snapshots : public Observer {
public:
    explicit Snapshots(const CaseSpec& spec)
        : cadence_(spec.output.cadence), series_(spec.output.directory, file_stem(spec.name)) {}

    [[nodiscard]] std::vector<Wish> wishes() const override { return {{cadence_, true, true}}; }
    void record(const RunView& view, std::span<const int>) override {
        series_.write(view);
        log::detail(fmt::format("snapshot {} at t = {:.9g} s, step {}", series_.count() - 1, view.clock().time,
                                view.clock().step));
    }
    void end(const RunView&, bool) override { series_.finish(); }

private:
    Cadence cadence_;
    SeriesWriter series_;
};

} // namespace

std::unique_ptr<Observer> make_snapshots(const CaseSpec& spec) { return std::make_unique<Snapshots>(spec); }

} // namespace isotherm
