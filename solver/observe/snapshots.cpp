#include "solver/core/log.hpp"
#include "solver/io/result_folder.hpp"
#include "solver/io/series.hpp"
#include "solver/io/writer_thread.hpp"
#include "solver/observe/observers.hpp"

#include <fmt/format.h>

namespace isotherm {

namespace {

/// Fields at the cadence of `output`, the first and the last always. Nothing is written of a run that failed: the last
/// good snapshot is the last. A run that can capture its field goes on while a thread writes, and hears of a failure
/// (disk full) at the next snapshot or at the end.
class Snapshots : public Observer {
public:
    explicit Snapshots(const CaseSpec& spec)
        : cadence_(spec.output.cadence), series_(spec.output.directory, file_stem(spec.name)) {}

    [[nodiscard]] std::vector<Wish> wishes() const override { return {{cadence_, true, true}}; }
    void record(const RunView& view, std::span<const int>) override {
        // Shared, because a std::function must be one that could be copied.
        if (std::shared_ptr<FieldSource> field = view.capture())
            writer_.add([this, &view, head = snapshot_head(view, recorded_), field = std::move(field)] {
                series_.write(head, view.spec().effective_yaml, *field);
            });
        else series_.write(view);
        log::detail(
            fmt::format("snapshot {} at t = {:.9g} s, step {}", recorded_++, view.clock().time, view.clock().step));
    }
    void end(const RunView&, bool) override {
        try {
            writer_.drain();
        } catch (...) {
            series_.finish(); // what was written is indexed all the same
            throw;
        }
        series_.finish();
    }

private:
    Cadence cadence_;
    index_t recorded_ = 0;
    SeriesWriter series_; ///< the writer's thread's while that has tasks
    WriterThread writer_; ///< last: its tasks use the series
};

} // namespace

std::unique_ptr<Observer> make_snapshots(const CaseSpec& spec) { return std::make_unique<Snapshots>(spec); }

} // namespace isotherm
