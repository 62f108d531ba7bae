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

/// Steps of one stage, or Heun's: the kernel may fuse them.
void Stepper::run_whole_steps(double dt, index_t first_row, index_t steps, const DiffusionOperator& op) {
    const Stage& s = scheme_.stages[0];
    const auto rows = static_cast<index_t>(scheme_.stages.size());
    for (index_t done = 0; done < steps;) {
        const index_t n = tuner_.steps(steps - done);
        const bool timed = tuner_.trying();
        if (timed) op.synchronise();
        const auto began = std::chrono::steady_clock::now();
        const bool swapped = op.run({&fields_.front(),
                                     &fields_.back(),
                                     {},
                                     {},
                                     s.b * dt,
                                     s.heat * dt,
                                     first_row + rows * done,
                                     n,
                                     tuner_.blocking(),
                                     scheme_.is_heun()});
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

void Stepper::advance(const Segment& segment, const DiffusionOperator& op, WallTables& walls) {
    const auto stages = static_cast<index_t>(scheme_.stages.size());
    const double dt = segment.dt();
    Sources* const sources = op.sources();
    const bool varies = walls.vary_in_time() || (sources != nullptr && sources->vary_in_time());
    index_t batch = segment.m;
    if (walls.vary_in_time()) batch = std::min(batch, std::max<index_t>(1, walls.capacity() / stages));
    if (sources != nullptr && sources->vary_in_time())
        batch = std::min(batch, std::max<index_t>(1, sources->capacity() / stages));
    for (index_t done = 0; done < segment.m; done += batch) {
        const index_t steps = std::min(batch, segment.m - done);
        times_.clear();
        moments_.clear();
        for (index_t step = 0; step < (varies ? steps : 1); ++step) {
            const double begin = segment.time(segment.j + done + step), end = segment.time(segment.j + done + step + 1);
            for (const Stage& s : scheme_.stages) {
                times_.push_back(begin + s.c * dt);
                // A single stage stands for the whole step: its middle is exact for what is linear in time.
                moments_.push_back({stages == 1 ? 0.5 * (begin + end) : begin + s.c * dt, begin, end});
            }
        }
        walls.evaluate(times_);
        if (sources != nullptr) sources->evaluate(moments_);
        run_steps(dt, 0, steps, op);
    }
}

double Stepper::rate_of_change(double t, double dt, const DiffusionOperator& op, WallTables& walls,
                               const Device& device) {
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
