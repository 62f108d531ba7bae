#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernels/stencil/variants.hpp"
#include "solver/operator/media.hpp"
#include "solver/spec/rules.hpp"
#include "solver/time/stepper.hpp"

namespace isotherm {

void check_kernel(const CaseSpec& spec, Findings& found) {
    const auto all = stencil_variants();
    const bool one_field = std::any_of(all.begin(), all.end(), [&](const StencilVariant& v) {
        return v.name == spec.compute.kernel && v.leeway != nullptr;
    });
    if (!one_field) return;
    std::vector<std::string> against;
    if (spec.compute.backend == "cuda") against.emplace_back("compute.backend is cuda");
    if (spec.grid.dim != 3) against.push_back(fmt::format("the grid has {} of three axes", spec.grid.dim));
    const Scheme& scheme = find_scheme(spec.time.integrator, spec.order);
    if (scheme.buffers > 2 || scheme.stages.size() > 1)
        against.push_back(fmt::format("time.integrator is {}, not euler", scheme.name));
    for (std::size_t axis = 1; axis < static_cast<std::size_t>(spec.grid.dim); ++axis)
        if (std::holds_alternative<PeriodicWall>(spec.walls[2 * axis]))
            against.push_back(fmt::format("boundary.{} is periodic", "xyz"[axis]));
    if (!is_uniform(spec)) against.emplace_back("there are sources, several materials or one that varies");
    if (spec.stop.steady) against.emplace_back("stop.steady compares two fields");
    if (against.empty()) return;
    found.push_back({"compute.kernel",
                     fmt::format("'{}' has one field, which is not enough for this case: {}", spec.compute.kernel,
                                 fmt::join(against, "; ")),
                     "use auto, or change that"});
}

} // namespace isotherm
