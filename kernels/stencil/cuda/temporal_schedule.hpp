#pragma once

/// How z is cut for a fused pass, so that all multiprocessors end at about the same time. Blocks start in turn, each
/// where one has ended. Time is counted in planes of a tile inside the grid.

#include <cmath>
#include <functional>
#include <queue>
#include <vector>

#include "kernels/stencil/cuda/temporal_plan.hpp"

namespace isotherm::cuda {

/// A sweep of the shape that the traits tell, for planning.
template <class Real>
Sweep<Real> sweep_like(const StencilTraits& t) {
    Sweep<Real> s;
    std::copy(t.n, t.n + 3, s.in.n);
    s.dim = t.dim, s.order = t.order, s.equal_spacing = t.equal_spacing;
    for (int side = 0; side < 6; ++side) s.walls[side].periodic = t.periodic[side / 2];
    return s;
}

/// What a chunk costs beside its planes: those that it computes beyond them, and until its first one is there.
inline double chunk_overhead(int reach) { return 2 * reach + 1; }

/// How many times as long as inside the grid a tile takes for a plane. `width`: cells of a pack.
inline double plane_factor(const TemporalPlan& plan, unsigned x, unsigned y, int width, const PlaneTimes& times) {
    const TileSpan along_x = plan.x.span(x), along_y = plan.y.span(y);
    const bool seam = plan.x.n % width != 0 && (x == 0 || x + 1 == plan.tiles_x);
    const bool at_x = along_x.low_wall || along_x.high_wall || seam, at_y = along_y.low_wall || along_y.high_wall;
    return std::max(at_x ? times.x_wall : 1.0, at_y ? times.y_wall : 1.0);
}

/// When the last of `slots` multiprocessors has done its share of a plan's blocks.
inline double plan_cost(const TemporalPlan& plan, int reach, int width, index_t slots, const PlaneTimes& times) {
    std::priority_queue<double, std::vector<double>, std::greater<>> busy(
        std::greater<>{}, std::vector<double>(static_cast<std::size_t>(slots), 0.0));
    double end = 0;
    for (index_t block = 0; block < plan.blocks(); ++block) {
        const BlockPlace place = block_place(plan, static_cast<unsigned>(block));
        const double time = (static_cast<double>(place.end - place.begin) + chunk_overhead(reach)) *
                            plane_factor(plan, place.x, place.y, width, times);
        const double start = busy.top();
        busy.pop();
        busy.push(start + time);
        end = std::max(end, start + time);
    }
    return end;
}

/// The same in microseconds.
inline double pass_us(const TemporalPlan& plan, int reach, int width, index_t slots, const PlaneTimes& times) {
    const double factor = plan.columns() > slots ? times.crowded : 1;
    return factor * times.us * plan_cost(plan, reach, width, slots, times);
}

/// All chunks alike but for the last one.
inline Chunks equal_chunks(index_t planes, index_t length) {
    Chunks z{planes, std::clamp<index_t>(length, 1, planes)};
    z.count = static_cast<unsigned>(ceil_div(planes, z.length));
    return z;
}

/// Every chunk `taper` times as long as the one before. Longer first ones leave less at the end, by the count, but
/// blocks get out of step and share less: 512^3 in fp32 makes 893 Gcell/s with 1/2, 1062 with 0.65, 1044 with 0.85.
inline Chunks tapered_chunks(index_t planes, unsigned count) {
    constexpr double taper = 2.0 / 3.0;
    const double longest = static_cast<double>(planes) * (1 - taper) / (1 - std::pow(taper, count));
    Chunks z{planes, planes, count, true};
    double begin = 0, length = longest;
    for (unsigned c = 1; c < count; ++c) { // at least a plane for each
        begin += length, length *= taper;
        z.begins[c] = static_cast<int>(
            std::clamp<index_t>(std::llround(begin), z.begins[c - 1] + 1, planes - index_t{count - c}));
    }
    z.length = z.begin(1);
    return z;
}

/// The tiles of one shape over the grid of `s`, z in those chunks.
template <class Real>
TemporalPlan plan_chunks(const Sweep<Real>& s, const TemporalShape& shape, const Chunks& z) {
    constexpr int bytes = sizeof(Real);
    TemporalPlan plan;
    plan.x = {s.in.n[0], shape.tile_x(bytes), shape.halo_x(bytes), s.walls[0].periodic};
    plan.y = {s.in.n[1], shape.tile_y(), shape.reach(), s.walls[2].periodic};
    plan.tiles_x = static_cast<unsigned>(plan.x.count());
    plan.tiles_y = static_cast<unsigned>(plan.y.count());
    plan.z = z;
    return plan;
}

/// Ways to cut the grid: the one expected to be the quickest; then the best of the other kind of chunks, the best with
/// clearly longer and the best with clearly shorter ones, as far as little more is expected of them.
template <class Real>
std::vector<TemporalPlan> plan_temporal(const Sweep<Real>& s, const TemporalShape& shape, index_t slots,
                                        const PlaneTimes& times) {
    constexpr int width = 16 / static_cast<int>(sizeof(Real));
    constexpr double worth_a_trial = 1.08; // of the least cost
    const index_t nz = s.in.n[2];
    std::vector<std::pair<double, TemporalPlan>> all;
    const auto add = [&](const Chunks& z) {
        const TemporalPlan plan = plan_chunks(s, shape, z);
        if (z.count > 1 && plan.blocks() > 12 * slots) return false;
        all.emplace_back(plan_cost(plan, shape.reach(), width, slots, times), plan);
        return true;
    };
    for (index_t chunks = 1; chunks <= nz && add(equal_chunks(nz, ceil_div(nz, chunks))); ++chunks) {}
    for (unsigned count = 2; count <= Chunks::most_tapered && count <= nz && add(tapered_chunks(nz, count)); ++count) {}
    const auto cheaper = [](const auto& a, const auto& b) { return a.first < b.first; };
    std::stable_sort(all.begin(), all.end(), cheaper);
    std::vector<TemporalPlan> plans{all.front().second};
    const auto add_first = [&](bool tapered, const auto& wanted) {
        const auto found = std::find_if(all.begin(), all.end(), [&](const auto& p) {
            const Chunks& z = p.second.z;
            return p.first < worth_a_trial * all.front().first && z.tapered == tapered && wanted(z.length);
        });
        if (found != all.end()) plans.push_back(found->second);
    };
    const Chunks best = plans[0].z;
    add_first(!best.tapered, [](index_t) { return true; });
    add_first(best.tapered, [&](index_t length) { return 10 * length >= 11 * best.length; });
    add_first(best.tapered, [&](index_t length) { return 10 * length <= 9 * best.length; });
    return plans;
}

} // namespace isotherm::cuda
