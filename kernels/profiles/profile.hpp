#pragma once

#include <variant>

#include "kernels/profiles/gaussian.hpp"
#include "kernels/profiles/linear.hpp"
#include "kernels/profiles/sine_mode.hpp"

namespace isotherm {

/// The type list of analytic fields: each satisfies dT/dt = alpha lap T, which a test checks for every entry. A profile
/// is made of parts along the axes, so that a grid needs them on three lines only:
///
///     double part(int d, double x, double t, const Domain&) const              of axis d, x in metres
///     double join(const std::array<double, 3>& parts, int dim) const           the temperature, from the first
///                                                                              `dim` parts
using Profile = std::variant<SineMode, Gaussian, Linear>;

template <class P>
double evaluate(const P& profile, const std::array<double, 3>& x, double t, const Domain& domain) {
    std::array<double, 3> parts{};
    for (int d = 0; d < domain.dim; ++d) parts[d] = profile.part(d, x[d], t, domain);
    return profile.join(parts, domain.dim);
}

inline double evaluate(const Profile& profile, const std::array<double, 3>& x, double t, const Domain& domain) {
    return std::visit([&](const auto& p) { return evaluate(p, x, t, domain); }, profile);
}

} // namespace isotherm
