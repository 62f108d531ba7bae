#include "solver/core/log.hpp"
#include "solver/io/result_folder.hpp"
#include "solver/io/series.hpp"
#include "solver/io/writer_thread.hpp"
#include "solver/observe/observers.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace isotherm {

namespace {

/// One of the outputs of a case.
struct Series {
    OutputSpec output;
    SeriesWriter writer;
    index_t recorded = 0;
    /// Temperatures of the whole grid: what can be captured while the run goes on.
    [[nodiscard]] bool plain() const {
        return output.fields == std::vector<std::string>{"temperature"} && output.region == OutputRegion{};
    }
};

/// Fields at the cadences of the outputs, the first and the last always. Nothing is written of a run that failed: the
/// last good snapshot is the last. A run that can capture its field goes on while a thread writes, and hears of a
/// failure (disk full) at the next snapshot or at the end.
class Snapshots : public Observer {
public:
    explicit Snapshots(const CaseSpec& spec) {
        const std::string stem = file_stem(spec.name);
        series_.push_back({spec.output, SeriesWriter(spec.output.directory, stem)});
        for (const OutputSpec& output : spec.more_outputs)
            series_.push_back({output, SeriesWriter(output_folder(spec, output), stem)});
    }

    [[nodiscard]] std::vector<Wish> wishes() const override {
        std::vector<Wish> wishes;
        for (const Series& series : series_) wishes.push_back({series.output.cadence, true, true});
        return wishes;
    }
    void record(const RunView& view, std::span<const int> due) override {
        for (std::size_t n = 0; n < series_.size(); ++n)
            if (std::ranges::find(due, static_cast<int>(n)) != due.end()) record(view, series_[n]);
    }
    void end(const RunView&, bool) override {
        try {
            writer_.drain();
        } catch (...) {
            finish(); // what was written is indexed all the same
            throw;
        }
        finish();
    }

private:
    void record(const RunView& view, Series& series) {
        // Shared, because a std::function must be one that could be copied.
        std::shared_ptr<FieldSource> field = series.plain() ? view.capture() : nullptr;
        if (field) {
            writer_.add([&view, &series, head = snapshot_head(view, series.recorded, series.output),
                         field = std::move(field)] { series.writer.write(head, view.spec().effective_yaml, *field); });
        } else {
            writer_.drain(); // the library is not made for two threads
            series.writer.write(view, &series.output);
        }
        log::detail(fmt::format("snapshot {}{} at t = {:.9g} s, step {}", series.recorded++,
                                series.output.name.empty() ? "" : " of " + series.output.name, view.clock().time,
                                view.clock().step));
    }
    void finish() {
        for (Series& series : series_) series.writer.finish();
    }

    std::vector<Series> series_; ///< the writer's thread's while that has tasks
    WriterThread writer_;        ///< last: its tasks use the series
};

} // namespace

std::unique_ptr<Observer> make_snapshots(const CaseSpec& spec) { return std::make_unique<Snapshots>(spec); }

} // namespace isotherm
