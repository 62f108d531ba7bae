#pragma once

#include <variant>

#include "kernels/profiles/gaussian.hpp"
#include "kernels/profiles/linear.hpp"
#include "kernels/profiles/sine_mode.hpp"

namespace isotherm {

/// The type list of analytic fields: each satisfies dT/dt = alpha lap T, which a test checks for every entry. A profile
/// is `double operator()(const std::array<double, 3>& x, double t, const Domain& domain) const`, x in metres.
using Profile = std::variant<SineMode, Gaussian, Linear>;

inline double evaluate(const Profile& profile, const std::array<double, 3>& x, double t, const Domain& domain) {
    return std::visit([&](const auto& p) { return p(x, t, domain); }, profile);
}

} // namespace isotherm
