#include "solver/core/material_laws.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "kernels/base/error.hpp"

namespace isotherm {
namespace {

const std::string place = "xyz";

double positive(const Expression& law, const std::string& key, const std::array<double, 3>& x) {
    double value = 0;
    try {
        value = law(x[0], x[1], x[2], 0);
    } catch (const NumericsError& error) {
        throw UsageError(key + ": " + error.what());
    }
    if (value > 0) return value;
    throw UsageError(fmt::format("{}: {}; it must be above 0 in every cell", key, law.describe(value, x, 0)));
}

} // namespace

bool is_graded(const CaseSpec& spec) {
    return spec.material.graded() ||
           std::any_of(spec.regions.begin(), spec.regions.end(),
                       [](const RegionSpec& region) { return region.material && region.material->graded(); });
}

MaterialLaws::MaterialLaws(const CaseSpec& spec) {
    const auto add = [&](const MaterialSpec& material, const std::string& key) {
        Law law{material, key, {}, {}};
        if (material.kappa_of_place) law.kappa.emplace(material.kappa_of_place->text, place);
        if (material.heat_of_place) law.heat.emplace(material.heat_of_place->text, place);
        laws_.push_back(std::move(law));
    };
    add(spec.material, "material");
    for (std::size_t r = 0; r < spec.regions.size(); ++r)
        add(spec.regions[r].material.value_or(MaterialSpec{}), fmt::format("regions[{}].material", r));
}

double MaterialLaws::kappa(int owner, int axis, const std::array<double, 3>& x) const {
    const Law& law = of(owner);
    if (!law.kappa) return law.material.kappa(axis);
    return positive(*law.kappa, law.key + (law.material.thermal ? ".conductivity" : ".diffusivity"), x);
}

std::array<double, 3> MaterialLaws::kappa(int owner, const std::array<double, 3>& x) const {
    const MaterialSpec& m = of(owner).material;
    if (!of(owner).kappa) return {m.kappa(0), m.kappa(1), m.kappa(2)};
    std::array<double, 3> same{};
    same.fill(kappa(owner, 0, x));
    return same;
}

double MaterialLaws::heat(int owner, const std::array<double, 3>& x) const {
    const Law& law = of(owner);
    return law.heat ? positive(*law.heat, law.key + ": density times specific_heat", x) : law.material.volumetric_heat;
}

} // namespace isotherm
