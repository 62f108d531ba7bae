/// dT/dt = L(T, t), method of lines, explicit:
///
///   euler  T1 = T + dt L(T)                                         order 1, stable for lambda dt >= -2
///   rk2    Heun in the form of Shu and Osher (J. Comput. Phys. 77, 1988, eq. 2.16): order 2, -2
///   rk3    Shu and Osher (1988), eq. 2.18: order 3, -2.51
///   rk4    the classical scheme (Kutta 1901), its last stage written with the earlier fields: order 4, -2.785
///
/// A stage's heat weight is its Butcher b_i, so that the heat booked at the walls is exactly what the step adds.

#include "solver/time/stepper.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <string>
#include <utility>

#include "kernels/base/error.hpp"
#include "kernels/reduce/reduce.hpp"

namespace isotherm {

std::span<const Scheme> schemes() {
    // One stage per line reads as the tableau that it is.
    // clang-format off
    static const std::vector<Scheme> table{
        {"euler", "forward Euler, one sweep a step", 1, 2.0, 2, {{0, 1, 1.0, 0.0, 1.0, {}}}},
        {"rk2", "Heun, two stages", 2, 2.0, 2,
         {{0, 1, 1.0, 0.0, 0.5, {}},
          {1, 0, 0.5, 1.0, 0.5, {{0, 0.5}}}}},
        {"rk3", "strong-stability-preserving, three stages", 3, 2.512745326618, 3,
         {{0, 1, 1.0, 0.0, 1.0 / 6, {}},
          {1, 2, 0.25, 1.0, 1.0 / 6, {{0, 0.75}}},
          {2, 0, 2.0 / 3, 0.5, 2.0 / 3, {{0, 1.0 / 3}}}}},
        {"rk4", "classical, four stages", 4, 2.785293563405, 4,
         {{0, 1, 0.5, 0.0, 1.0 / 6, {}},
          {1, 2, 0.5, 0.5, 1.0 / 3, {{0, 1.0}}},
          {2, 3, 1.0, 0.5, 1.0 / 3, {{0, 1.0}}},
          {3, 0, 1.0 / 6, 1.0, 1.0 / 6, {{0, -1.0 / 3}, {1, 1.0 / 3}, {2, 2.0 / 3}}}}},
    };
    // clang-format on
    return table;
}

int Scheme::most_terms() const {
    std::size_t most = 0;
    for (const Stage& s : stages) most = std::max(most, s.terms.size());
    return static_cast<int>(most);
}

const Scheme& find_scheme(std::string_view name, int order) {
    if (name == "auto") name = order == 2 ? "euler" : order == 4 ? "rk2" : "rk3";
    std::string names = "auto";
    for (const Scheme& s : schemes()) {
        if (s.name == name) return s;
        names += ", " + std::string(s.name);
    }
    throw UsageError("time.integrator: no integrator '" + std::string(name) + "'; there are " + names);
}

Stepper::Stepper(const Scheme& scheme, const Grid& grid, const Device& device, Precision precision,
                 const Leeway& leeway)
    : scheme_(scheme) {
    for (int b = 0; b < buffers(scheme, leeway); ++b)
        fields_.emplace_back(grid, precision, device, "the temperature field", leeway);
}

StageCall Stepper::whole_steps(double dt, index_t first_row, index_t steps) {
    const Stage& s = scheme_.stages[0];
    return {&fields_.front(),  &fields_.back(),  {}, {}, s.b * dt, s.heat * dt, first_row, steps,
            tuner_.blocking(), scheme_.is_heun()};
}

/// The kernel may fuse them.
void Stepper::run_whole_steps(double dt, index_t first_row, index_t steps, const DiffusionOperator& op) {
    const auto rows = static_cast<index_t>(scheme_.stages.size());
    for (index_t done = 0; done < steps;) {
        const index_t n = tuner_.steps(steps - done);
        const bool timed = tuner_.trying();
        if (timed) op.synchronise();
        const auto began = std::chrono::steady_clock::now();
        const bool swapped = op.run(whole_steps(dt, first_row + rows * done, n));
        if (timed) op.synchronise();
        if (timed) tuner_.record(n, std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
        if (swapped) std::swap(fields_[0], fields_[1]);
        done += n;
    }
}

void Stepper::run_steps(double dt, index_t first_row, index_t steps, const DiffusionOperator& op) {
    const auto stages = static_cast<index_t>(scheme_.stages.size());
    if (stages == 1 || (scheme_.is_heun() && op.takes_heun())) return run_whole_steps(dt, first_row, steps, op);
    for (index_t step = 0; step < steps; ++step) {
        for (index_t i = 0; i < stages; ++i) {
            const Stage& s = scheme_.stages[static_cast<std::size_t>(i)];
            std::vector<Field*> terms;
            std::vector<double> weights;
            for (const Stage::Term& term : s.terms) {
                terms.push_back(&fields_[static_cast<std::size_t>(term.buffer)]);
                weights.push_back(term.weight);
            }
            op.run({&fields_[static_cast<std::size_t>(s.in)], &fields_[static_cast<std::size_t>(s.out)], terms, weights,
                    s.b * dt, s.heat * dt, first_row + step * stages + i, 1});
        }
    }
}

void Stepper::evaluate(const Segment& segment, const DiffusionOperator& op, WallTables& walls) {
    const double dt = segment.dt();
    Sources* const sources = op.sources();
    const bool varies = walls.vary_in_time() || (sources != nullptr && sources->vary_in_time());
    times_.clear();
    moments_.clear();
    for (index_t step = 0; step < (varies ? segment.m : 1); ++step) {
        const double begin = segment.time(segment.j + step), end = segment.time(segment.j + step + 1);
        for (const Stage& s : scheme_.stages) {
            times_.push_back(begin + s.c * dt);
            // A single stage stands for the whole step: its middle is exact for what is linear in time.
            moments_.push_back({scheme_.stages.size() == 1 ? 0.5 * (begin + end) : begin + s.c * dt, begin, end});
        }
    }
    walls.evaluate(times_);
    if (sources != nullptr) sources->evaluate(moments_);
}

index_t Stepper::longest_batch(const DiffusionOperator& op, const WallTables& walls) const {
    index_t rows = std::numeric_limits<index_t>::max();
    if (walls.vary_in_time()) rows = walls.capacity();
    const Sources* const sources = op.sources();
    if (sources != nullptr && sources->vary_in_time()) rows = std::min(rows, sources->capacity());
    return std::max<index_t>(1, rows / static_cast<index_t>(scheme_.stages.size()));
}

/// Nothing where what comes next has steps of another length.
index_t Stepper::left_over(const Segment& segment, const DiffusionOperator& op, index_t longest) const {
    const bool whole = scheme_.stages.size() == 1 || scheme_.is_heun();
    if (!whole || !op.reads_ahead() || segment.j + segment.m == segment.n) return 0;
    const index_t planned = op.takes_whole_passes() ? tuner_.blocking().depth : 0;
    const index_t per_pass = steps_per_pass_.value_or(planned);
    return per_pass > 1 && per_pass <= longest ? segment.m % per_pass : 0;
}

void Stepper::advance(const Segment& segment, const DiffusionOperator& op, WallTables& walls) {
    Segment todo = segment;
    if (owed_.goes_on_in(segment)) todo.j = owed_.j, todo.m += std::exchange(owed_.m, 0);
    settle(op);
    const index_t longest = longest_batch(op, walls);
    const index_t rest = left_over(todo, op, longest), end = todo.j + todo.m - rest;
    for (; todo.j < end; todo.j += todo.m) {
        todo.m = std::min(longest, end - todo.j);
        evaluate(todo, op, walls);
        run_steps(todo.dt(), 0, todo.m, op);
    }
    if (rest == 0) return;
    todo.m = rest;
    evaluate(todo, op, walls);
    owed_ = todo;
    looked_ = 0;
}

void Stepper::settle(const DiffusionOperator& op) {
    if (const index_t steps = std::exchange(owed_.m, 0); steps > 0) run_steps(owed_.dt(), 0, steps, op);
}

void Stepper::read(const CellBox& box, double reference, void* to, Precision precision, const DiffusionOperator& op) {
    if (owed_.m > 0) {
        const StageCall ahead = whole_steps(owed_.dt(), 0, owed_.m);
        looked_ += op.cost_ahead(ahead, box);
        if (looked_ <= 1) return op.read_ahead(ahead, box, reference, to, precision);
    }
    settle(op);
    read_cells(fields_[0], reference, box, to, precision);
}

double Stepper::rate_of_change(double t, double dt, const DiffusionOperator& op, WallTables& walls,
                               const Device& device) {
    settle(op);
    const double times[] = {t};
    walls.evaluate(times);
    if (Sources* const sources = op.sources()) sources->evaluate(std::array{SourceMoment{t, t, t}});
    StageCall call{&fields_[0], &spare(), {}, {}, dt, 0.0, 0, 1};
    op.run(call);
    const double change =
        fields_[0].precision() == Precision::fp32
            ? max_difference(fields_[0].const_view<float>(), fields_[1].const_view<float>(), device)
            : max_difference(fields_[0].const_view<double>(), fields_[1].const_view<double>(), device);
    return change / dt;
}

} // namespace isotherm
