#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "solver/core/log.hpp"
#include "solver/io/atomic_file.hpp"
#include "solver/io/result_folder.hpp"
#include "solver/observe/observers.hpp"

namespace isotherm {

namespace {

using Json = nlohmann::ordered_json;

Json norms_of(const std::optional<ErrorNorms>& norms) {
    if (!norms) return nullptr;
    return {{"L1", norms->L1}, {"L2", norms->L2}, {"Linf", norms->Linf}, {"cell", norms->cell}};
}

/// summary.json: the run in one object, for scripts; null where there is nothing to say.
class Summary : public Observer {
public:
    explicit Summary(const CaseSpec& spec)
        : cadence_(spec.output.cadence), file_(std::filesystem::path(spec.output.directory) / "summary.json") {}

    /// As the snapshots do: the figures of a run that fails are those of its last good one.
    [[nodiscard]] std::vector<Wish> wishes() const override { return {{cadence_, true, true}}; }

    void record(const RunView& view, std::span<const int>) override {
        ++snapshots_;
        residual_ = view.diagnostics().residual();
        norms_ = norms_of(view.error_norms());
    }

    void end(const RunView& view, bool failed) override {
        if (failed) forget_unwritten(view.spec());
        // A case may be named in bytes that are no UTF-8.
        write_atomically(file_, summary(view, failed).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
        if (!failed) tell(view);
    }

private:
    /// Snapshots that were due when a thread failed to write one.
    void forget_unwritten(const CaseSpec& spec) {
        const std::string stem = file_stem(spec.name);
        const auto file = [&](index_t number) { return file_.parent_path() / snapshot_name(stem, number); };
        std::error_code unknown;
        while (snapshots_ > 0 && !std::filesystem::exists(file(snapshots_ - 1), unknown)) --snapshots_;
    }
    /// The last words of a run: what was done, and what to open.
    void tell(const RunView& view) const {
        const Clock& clock = view.clock();
        log::info(fmt::format("{} after {} steps at t = {:.9g} s ({}), {:.3g} s on the clock\nopen {} in ParaView",
                              view.stopped_by() == "end" ? "done" : "stopped", clock.step, clock.time,
                              view.stopped_by(), view.wall_seconds(),
                              (file_.parent_path() / (file_stem(view.spec().name) + ".xdmf")).string()));
    }

    [[nodiscard]] Json summary(const RunView& view, bool failed) const {
        const RunFacts& facts = view.facts();
        const Clock& clock = view.clock();
        const double seconds = view.wall_seconds();
        const double updates = static_cast<double>(view.grid().cells()) * static_cast<double>(clock.step);
        Json json;
        json["version"] = facts.version;
        json["case"] = view.spec().name;
        json["cells"] = std::vector<index_t>(view.grid().n.begin(), view.grid().n.begin() + view.grid().dim);
        json["precision"] = name_of(view.spec().compute.precision);
        json["backend"] = facts.backend;
        json["device"] = facts.device;
        json["threads"] = facts.threads;
        json["kernel"] = facts.kernel;
        json["plan"] = facts.plan.empty() ? Json() : Json(facts.plan);
        json["instruction_set"] = facts.instruction_set;
        json["integrator"] = facts.integrator;
        json["steps"] = clock.step;
        json["dt"] = clock.dt;
        json["dt_max"] = facts.dt_max;
        json["time"] = clock.time;
        json["wall_seconds"] = seconds;
        json["gcells_per_s"] = seconds > 0 ? updates / seconds * 1e-9 : 0.0;
        json["snapshots"] = snapshots_;
        json["stopped_by"] = failed ? "error" : view.stopped_by();
        json["balance_residual"] = residual_;
        json["reference_temperature"] = facts.reference;
        json["error_norms"] = norms_;
        return json;
    }

    Cadence cadence_;
    std::filesystem::path file_;
    index_t snapshots_ = 0;
    Json residual_, norms_; ///< null until there is one
};

} // namespace

std::unique_ptr<Observer> make_summary(const CaseSpec& spec) { return std::make_unique<Summary>(spec); }

} // namespace isotherm
