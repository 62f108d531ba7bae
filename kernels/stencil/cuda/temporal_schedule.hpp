#pragma once

/// How z is cut for a fused pass, so that all multiprocessors end at about the same time. Blocks start in turn, each
/// where one has ended. Time is counted in planes of a tile inside the grid.

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
inline double chunk_overhead(int reach) { return 2 * reach + 2; }

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

/// The tiles of one shape over the grid of `s`, z in chunks of `chunk` planes.
template <class Real>
TemporalPlan plan_chunks(const Sweep<Real>& s, const TemporalShape& shape, index_t chunk) {
    constexpr int bytes = sizeof(Real);
    TemporalPlan plan;
    plan.x = {s.in.n[0], shape.tile_x(bytes), shape.halo_x(bytes), s.walls[0].periodic};
    plan.y = {s.in.n[1], shape.tile_y(), shape.reach(), s.walls[2].periodic};
    plan.tiles_x = static_cast<unsigned>(plan.x.count());
    plan.tiles_y = static_cast<unsigned>(plan.y.count());
    plan.planes = s.in.n[2];
    plan.chunk = std::clamp<index_t>(chunk, 1, plan.planes);
    plan.chunks = static_cast<unsigned>(ceil_div(plan.planes, plan.chunk));
    return plan;
}

/// Ways to cut the grid: the one expected to be the quickest; then the best with clearly longer chunks and the best
/// with clearly shorter ones, where there are any.
template <class Real>
std::vector<TemporalPlan> plan_temporal(const Sweep<Real>& s, const TemporalShape& shape, index_t slots,
                                        const PlaneTimes& times) {
    constexpr int width = 16 / static_cast<int>(sizeof(Real));
    const index_t nz = s.in.n[2];
    std::vector<std::pair<double, TemporalPlan>> all;
    for (index_t chunks = 1; chunks <= nz; ++chunks) {
        const TemporalPlan plan = plan_chunks(s, shape, ceil_div(nz, chunks));
        if (chunks > 1 && plan.blocks() > 12 * slots) break;
        all.emplace_back(plan_cost(plan, shape.reach(), width, slots, times), plan);
    }
    const auto cheaper = [](const auto& a, const auto& b) { return a.first < b.first; };
    std::stable_sort(all.begin(), all.end(), cheaper);
    std::vector<TemporalPlan> plans{all.front().second};
    const auto add_first = [&](const auto& wanted) {
        const auto found = std::find_if(all.begin(), all.end(), [&](const auto& p) { return wanted(p.second.chunk); });
        if (found != all.end()) plans.push_back(found->second);
    };
    const index_t chunk = plans[0].chunk;
    add_first([&](index_t c) { return 4 * c >= 5 * chunk; });
    add_first([&](index_t c) { return 5 * c <= 4 * chunk; });
    return plans;
}

} // namespace isotherm::cuda
