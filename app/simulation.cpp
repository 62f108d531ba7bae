#include "app/simulation.hpp"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <span>

#include <fmt/format.h>

#include "app/assemble.hpp"
#include "app/plan.hpp"
#include "app/progress.hpp"
#include "kernels/base/error.hpp"
#include "solver/core/log.hpp"
#include "solver/io/result_folder.hpp"
#include "solver/observe/observer.hpp"

namespace isotherm {
namespace {

/// Signals are looked at, and the wall clock is read, about this often.
constexpr double look_up_every = 0.1; // s
/// Kernels may take many steps per pass over memory, so where steps are slow a few more of them are allowed.
constexpr double worth_a_pass = 48, longest_wait = 0.5; // steps, s
/// NaN is found within this many steps; stop conditions on the field are tested as often.
constexpr index_t guard_steps = 100;
constexpr index_t hottest_steps = 10; ///< between looks at the hottest cell, where that may end the run

std::atomic<int> caught_signal{0};

extern "C" void on_signal(int number) {
    if (caught_signal.exchange(number) != 0) { // the second one does not wait
        std::signal(number, SIG_DFL);
        std::raise(number);
    }
}

/// INT and TERM finish the step while this lives.
class SignalWatch {
public:
    SignalWatch() : interrupt_(std::signal(SIGINT, on_signal)), terminate_(std::signal(SIGTERM, on_signal)) {
        caught_signal = 0;
    }
    ~SignalWatch() {
        std::signal(SIGINT, interrupt_);
        std::signal(SIGTERM, terminate_);
    }
    SignalWatch(const SignalWatch&) = delete;
    SignalWatch& operator=(const SignalWatch&) = delete;

private:
    void (*interrupt_)(int);
    void (*terminate_)(int);
};

/// The observers of a run and the numbers of their cadences in the schedule.
class Observers {
public:
    Observers(const CaseSpec& spec, Schedule& schedule) {
        for (const ObserverKind& kind : observer_kinds()) {
            auto observer = kind.make(spec);
            if (!observer) continue;
            Entry entry{std::move(observer), {}, {}};
            entry.wishes = entry.observer->wishes();
            for (const Wish& wish : entry.wishes) entry.ids.push_back(schedule.add(wish.cadence));
            entries_.push_back(std::move(entry));
        }
    }

    void begin(const RunView& view) {
        for (Entry& e : entries_) e.observer->begin(view);
    }
    /// Calls every observer that has something due: at the start, where the schedule says, at the end; never twice.
    void record(const RunView& view, const std::vector<int>& due_ids, bool first, bool last) {
        for (Entry& e : entries_) {
            std::vector<int> due;
            for (std::size_t w = 0; w < e.wishes.size(); ++w) {
                const bool scheduled = std::find(due_ids.begin(), due_ids.end(), e.ids[w]) != due_ids.end();
                if (scheduled || (first && e.wishes[w].first) || (last && e.wishes[w].last))
                    due.push_back(static_cast<int>(w));
            }
            if (!due.empty() && e.recorded_step != view.clock().step) {
                e.observer->record(view, due);
                e.recorded_step = view.clock().step;
            }
        }
    }
    /// Whether one that has something due looks at all cells.
    [[nodiscard]] bool look_at_all_cells(const std::vector<int>& due_ids) const {
        return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& e) {
            return e.observer->looks_at_all_cells() &&
                   std::find_first_of(e.ids.begin(), e.ids.end(), due_ids.begin(), due_ids.end()) != e.ids.end();
        });
    }
    void end(const RunView& view, bool failed) {
        for (Entry& e : entries_) {
            try {
                e.observer->end(view, failed);
            } catch (const Error& error) {
                if (!failed) throw;
                log::warning(
                    error.what()); // what made the run fail is the news, and the other observers want their turn
            }
        }
    }

private:
    struct Entry {
        std::unique_ptr<Observer> observer;
        std::vector<Wish> wishes;
        std::vector<int> ids;
        index_t recorded_step = -1;
    };
    std::vector<Entry> entries_;
};

/// How many steps go by until somebody should look up again, from the pace so far. Kernels take many steps per pass
/// over memory, so some more are allowed where steps are slow, as long as nobody waits for a second.
class Pace {
public:
    explicit Pace(index_t cells) : longest_(std::max<index_t>(1, index_t{4'000'000} / cells)) {}
    void add(index_t steps, double seconds) {
        const double rate = static_cast<double>(steps) / std::max(seconds, 1e-9);
        const double target = std::max(rate * look_up_every, std::min(worth_a_pass, rate * longest_wait));
        longest_ = std::clamp<index_t>(static_cast<index_t>(target), 1, 4 * longest_);
    }
    [[nodiscard]] index_t longest() const { return longest_; }

private:
    index_t longest_;
};

/// The reason to stop now, or nothing.
std::string stop_reason(Assembly& run, bool at_guard, bool at_hottest) {
    const StopSpec& stop = run.spec().stop;
    if (caught_signal != 0) return "signal";
    if (stop.wall_clock && run.wall_seconds() >= *stop.wall_clock) return "wall_clock";
    if (stop.max_temperature && (at_guard || at_hottest) && run.hottest() >= *stop.max_temperature)
        return "max_temperature";
    if (at_guard && stop.steady && run.relative_rate() <= *stop.steady) return "steady";
    return "";
}

/// Events of the loop's own.
struct Guards {
    int all_cells = -1, hottest = -1;
    explicit Guards(Assembly& run) : all_cells(run.schedule().add({std::nullopt, guard_steps, {}})) {
        if (run.spec().stop.max_temperature) hottest = run.schedule().add({std::nullopt, hottest_steps, {}});
    }
};

/// The main loop.
void march(Assembly& run, Observers& observers, Progress& progress, const Guards& guards) {
    Schedule& schedule = run.schedule();
    Pace pace(run.grid().cells());
    observers.begin(run);
    observers.record(run, schedule.due(run.clock()), true, false);
    while (!schedule.done(run.clock()) && run.stopped_by().empty()) {
        const double before = run.wall_seconds();
        const Segment segment = schedule.next(run.clock(), pace.longest());
        run.advance(segment);
        const std::vector<int> due = schedule.due(run.clock());
        const auto at = [&](int guard) { return std::ranges::find(due, guard) != due.end(); };
        const bool at_guard = at(guards.all_cells);
        const bool ended = schedule.done(run.clock());
        if (at_guard || ended || observers.look_at_all_cells(due)) run.check_finite();
        pace.add(segment.m, run.wall_seconds() - before);
        const std::string reason = stop_reason(run, at_guard || ended, at(guards.hottest));
        if (ended) run.stop(reason == "signal" || reason == "max_temperature" ? reason : "end");
        else run.stop(reason);
        if (!run.stopped_by().empty()) run.check_finite();
        observers.record(run, due, false, !run.stopped_by().empty());
        progress.update(run.clock(), run.wall_seconds());
    }
    progress.finish();
    observers.end(run, false);
}

} // namespace

int run_case(const CaseSpec& spec, const RunOptions& options) {
    const Device device = choose_device(spec.compute);
    const RunPlan plan = make_plan(spec, device);
    require_memory(plan);
    check_result_folder(spec, options.overwrite, plan.snapshots);
    for (const std::string& text : plan.warnings) log::warning(text);
    const SignalWatch watch;
    std::signal(SIGXFSZ, SIG_IGN); // a file larger than allowed is an error of the write, told with its name
    Assembly run(spec, device);
    if (options.steps_per_pass) run.take_passes_of(*options.steps_per_pass);
    (void)run.error_norms(); // what fails at the start fails before an earlier result is removed
    (void)run.diagnostics();
    begin_result_folder(spec, options.overwrite);
    const Guards guards(run);
    Observers observers(spec, run.schedule());
    Progress progress(options.progress, spec.time.end, run.grid().cells());
    try {
        march(run, observers, progress, guards);
    } catch (const std::exception& error) {
        progress.finish();
        log::to_file(log::Level::error, error.what()); // the command line tells the terminal
        observers.end(run, true);
        throw;
    }
    return caught_signal != 0 ? 128 + caught_signal : 0;
}

} // namespace isotherm
