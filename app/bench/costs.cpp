#include "app/bench/costs.hpp"

#include <chrono>
#include <memory>

#include <fmt/format.h>

#include "app/assemble.hpp"

namespace isotherm::bench {
namespace {

struct Variation {
    const char* what;
    void (*change)(CaseSpec&);
};

double middle(const CaseSpec& spec, int axis) {
    return 0.5 * static_cast<double>(spec.grid.cells[static_cast<std::size_t>(axis)]);
}

void add_beam(CaseSpec& spec) {
    BeamSource beam;
    beam.side = 2 * spec.grid.dim - 1;
    beam.power = 10.0;
    beam.radius = 4; // cells: the bench's are 1 m
    beam.path = {{0, 0, middle(spec, 1), middle(spec, 2)},
                 {1000, 2 * middle(spec, 0), middle(spec, 1), middle(spec, 2)}};
    spec.sources = {beam};
}

/// A rectangle and a disc on both insulated walls; in 2-D and 1-D on the last axis.
void add_patches(CaseSpec& spec) {
    for (std::size_t side = 2 * static_cast<std::size_t>(spec.grid.dim) - 2;
         side < 2 * static_cast<std::size_t>(spec.grid.dim); ++side)
        spec.patches[side] = {{BoxShape{{0, 0, 0}, {middle(spec, 0), middle(spec, 1), 1}}, DirichletWall{1.0}},
                              {SphereShape{{1.5 * middle(spec, 0), middle(spec, 1), 0}, 0.4 * middle(spec, 0)},
                               ConvectionWall{0.5, 1.0}}};
}

const TimeTable table{{{0, 0.4}, {10, 1.0}, {20, 0.2}, {500, 0.7}}};

void add_tables(CaseSpec& spec) {
    spec.walls[0] = DirichletWall{table};
    if (spec.grid.dim > 1) spec.walls[2] = ConvectionWall{table, table};
}

void add_patches_with_tables(CaseSpec& spec) {
    add_tables(spec);
    add_patches(spec);
    for (auto& patches : spec.patches)
        if (!patches.empty()) patches[0].wall = DirichletWall{table};
}

void add_radiation(CaseSpec& spec) {
    spec.walls[2 * static_cast<std::size_t>(spec.grid.dim) - 1] = RadiationWall{0.9, 300.0};
}

void add_expression(CaseSpec& spec) {
    spec.sources = {UniformSource{UniformSource::Given::density,
                                  ExpressionText{"1e-3*exp(-((x-0.1*t)^2+(y-50)^2)/800)*(1+0.5*sin(t))"}, ""}};
}

constexpr Variation variations[] = {{"nothing", [](CaseSpec&) {}},
                                    {"a beam that moves", add_beam},
                                    {"patches", add_patches},
                                    {"tables", add_tables},
                                    {"patches with tables", add_patches_with_tables},
                                    {"a radiating wall", add_radiation},
                                    {"a source of place and time", add_expression}};

double advance(Assembly& run, const Device& device, index_t steps) {
    const double dt = run.schedule().dt_max();
    const auto began = std::chrono::steady_clock::now();
    run.advance({0, dt * static_cast<double>(steps), steps, 0, steps});
    device.synchronise();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

} // namespace

std::vector<Cost> measure_costs(const CaseSpec& plain, const Device& device) {
    std::vector<Cost> costs;
    std::vector<std::unique_ptr<Assembly>> runs;
    std::vector<index_t> steps;
    for (const Variation& variation : variations) {
        CaseSpec spec = plain;
        spec.initial = 0.5; // away from 0, about which numbers become denormal
        spec.time.end = 1e9;
        spec.compute.tune = false; // all cut the grid in the same way
        variation.change(spec);
        Assembly& run = *runs.emplace_back(std::make_unique<Assembly>(spec, device));
        steps.push_back(calibrate([&](index_t n) { return advance(run, device, n); }));
        costs.push_back({variation.what, spec.compute.precision, run.facts().kernel, {}, 0});
    }
    const auto cells = static_cast<double>(runs[0]->grid().cells());
    for (int turn = 0; turn < repeats; ++turn)
        for (std::size_t n = 0; n < runs.size(); ++n)
            costs[n].rate.add(cells * static_cast<double>(steps[n]) / advance(*runs[n], device, steps[n]));
    for (Cost& cost : costs) cost.plain = costs[0].rate.median();
    return costs;
}

std::string cost_lines(const std::vector<Cost>& costs) {
    std::string text;
    for (const Cost& c : costs)
        text +=
            fmt::format("    with {:<28}{} {:>10.3f} Gcell/s ({:.1f} % spread) by {}: {:+.1f} % of the time\n", c.what,
                        name_of(c.precision), c.rate.median() / 1e9, 100 * c.rate.spread(), c.kernel, 100 * c.cost());
    return text.empty() ? "" : "whole runs, in turns:\n" + text;
}

} // namespace isotherm::bench
