#include "solver/boundary/wall_law.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "kernels/base/error.hpp"

namespace isotherm {
namespace {

const std::string on_wall = "xyzt"; ///< what an expression may use

} // namespace

WallLaw::WallLaw(const WallSpec& wall, double area, double kelvin) : kelvin_(kelvin) {
    if (std::holds_alternative<PeriodicWall>(wall)) {
        kind_ = WallKind::periodic;
    } else if (std::holds_alternative<InsulatedWall>(wall)) {
        insulated_ = true;
        values_.emplace_back(Value{0.0}, "");
    } else if (const auto* d = std::get_if<DirichletWall>(&wall)) {
        kind_ = WallKind::dirichlet;
        values_.emplace_back(d->value, on_wall);
    } else if (const auto* n = std::get_if<NeumannWall>(&wall)) {
        kind_ = n->given == NeumannWall::Given::gradient ? WallKind::gradient : WallKind::flux;
        if (n->given == NeumannWall::Given::power) flux_per_value_ = 1.0 / area;
        values_.emplace_back(n->value, on_wall);
    } else if (const auto* c = std::get_if<ConvectionWall>(&wall)) {
        kind_ = WallKind::convection;
        values_.emplace_back(c->h, on_wall);
        values_.emplace_back(c->ambient, on_wall);
    } else {
        const auto& r = std::get<RadiationWall>(wall);
        kind_ = WallKind::radiation;
        values_.emplace_back(r.emissivity, on_wall);
        values_.emplace_back(r.ambient, on_wall);
    }
}

bool WallLaw::varies_in_time() const {
    return std::any_of(values_.begin(), values_.end(), [](const auto& v) { return v.varies_in_time(); });
}

bool WallLaw::varies_in_space() const {
    return std::any_of(values_.begin(), values_.end(), [](const auto& v) { return v.varies_in_space(); });
}

bool WallLaw::needs_kappa() const {
    return (kind_ == WallKind::flux && !insulated_) || kind_ == WallKind::convection || kind_ == WallKind::radiation;
}

std::vector<double> WallLaw::kinks() const {
    std::vector<double> all;
    for (const auto& v : values_) {
        const auto own = v.kinks();
        all.insert(all.end(), own.begin(), own.end());
    }
    return all;
}

void WallLaw::refuse(std::size_t which, const Place& at, const char* what, const char* must) const {
    const double v = value(which, at);
    const auto& expression = values_[which].expression();
    throw NumericsError(expression ? fmt::format("{}: {}; {}", expression->key().empty() ? what : expression->key(),
                                                 expression->describe(v, at.x, at.t), must)
                                   : fmt::format("{} is {:.6g} at t = {:.6g}; {}", what, v, at.t, must));
}

WallRow<double> WallLaw::row(const Place& at, double T) const {
    const WallRow<double> law = table_row(at);
    return law.w < 0 ? Radiation{-law.w, law.T_ref}.row(law.s, kelvin_ + T, T) : law;
}

WallRow<double> WallLaw::table_row(const Place& at) const {
    const double a = values_.empty() ? 0.0 : value(0, at);
    const double b = values_.size() < 2 ? 0.0 : value(1, at);
    if (kind_ == WallKind::convection && a < 0) refuse(0, at, "convection: h", "it may not be negative");
    if (kind_ == WallKind::radiation && (a < 0 || a > 1)) refuse(0, at, "radiation: emissivity", "it must be 0 .. 1");
    if (kind_ == WallKind::radiation && b + kelvin_ < 0)
        refuse(1, at, "radiation: ambient", "it may not be below absolute zero");
    return law_row(kind_, flux_per_value_ * a, b, at.d, at.kappa, kelvin_);
}

std::optional<double> WallLaw::temperature(const std::array<double, 3>& x, double t) const {
    if (kind_ == WallKind::dirichlet) return values_[0](x, t);
    if (kind_ == WallKind::convection || kind_ == WallKind::radiation) return values_[1](x, t);
    return std::nullopt;
}

double WallLaw::largest_w(const Place& at, double t_end) const {
    if (kind_ == WallKind::dirichlet || kind_ == WallKind::radiation) return 2.0;
    if (kind_ != WallKind::convection) return 0.0;
    std::vector<double> times{0.0};
    if (values_[0].varies_in_time()) {
        const std::vector<double> kinks = values_[0].kinks(); // h is linear between them
        if (kinks.empty()) return 2.0;                        // an expression
        times.push_back(t_end);
        std::copy_if(kinks.begin(), kinks.end(), std::back_inserter(times),
                     [&](double t) { return t > 0 && t < t_end; });
    }
    double largest = 0;
    for (const double t : times) {
        const Place then{at.d, at.kappa, at.x, t};
        const double h = value(0, then);
        if (h < 0) refuse(0, then, "convection: h", "it may not be negative");
        largest = std::max(largest, Convection{h, 0.0}.row(at.d, at.kappa).w);
    }
    return largest;
}

} // namespace isotherm
