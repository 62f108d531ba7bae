#include "solver/boundary/wall_law.hpp"

#include <algorithm>
#include <iterator>

#include "kernels/base/error.hpp"
#include "kernels/boundary/convection.hpp"
#include "kernels/boundary/dirichlet.hpp"
#include "kernels/boundary/neumann.hpp"
#include "kernels/boundary/radiation.hpp"

namespace isotherm {
namespace {

const std::string on_wall = "xyzt"; ///< what an expression may use

} // namespace

WallLaw::WallLaw(const WallSpec& wall, double area, double kelvin) : kelvin_(kelvin) {
    if (std::holds_alternative<PeriodicWall>(wall)) {
        kind_ = Kind::periodic;
    } else if (std::holds_alternative<InsulatedWall>(wall)) {
        insulated_ = true;
        values_.emplace_back(Value{0.0}, "");
    } else if (const auto* d = std::get_if<DirichletWall>(&wall)) {
        kind_ = Kind::dirichlet;
        values_.emplace_back(d->value, on_wall);
    } else if (const auto* n = std::get_if<NeumannWall>(&wall)) {
        kind_ = n->given == NeumannWall::Given::gradient ? Kind::gradient : Kind::neumann;
        if (n->given == NeumannWall::Given::power) flux_per_value_ = 1.0 / area;
        values_.emplace_back(n->value, on_wall);
    } else if (const auto* c = std::get_if<ConvectionWall>(&wall)) {
        kind_ = Kind::convection;
        values_.emplace_back(c->h, on_wall);
        values_.emplace_back(c->ambient, on_wall);
    } else {
        const auto& r = std::get<RadiationWall>(wall);
        kind_ = Kind::radiation;
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
    return (kind_ == Kind::neumann && !insulated_) || kind_ == Kind::convection || kind_ == Kind::radiation;
}

std::vector<double> WallLaw::kinks() const {
    std::vector<double> all;
    for (const auto& v : values_) {
        const auto own = v.kinks();
        all.insert(all.end(), own.begin(), own.end());
    }
    return all;
}

double WallLaw::checked(std::size_t which, const Place& at, const char* what) const {
    const double v = value(which, at);
    if (v < 0)
        throw NumericsError(std::string(what) + " is negative (" + std::to_string(v) +
                            ") at t = " + std::to_string(at.t));
    return v;
}

WallRow<double> WallLaw::row(const Place& at, double T) const {
    switch (kind_) {
    case Kind::dirichlet: return Dirichlet{value(0, at)}.row(at.d, at.kappa);
    case Kind::neumann: return Neumann{flux_per_value_ * value(0, at)}.row(at.d, at.kappa);
    case Kind::gradient: return Neumann{value(0, at)}.row(at.d, 1.0);
    case Kind::convection: return Convection{checked(0, at, "convection: h"), value(1, at)}.row(at.d, at.kappa);
    case Kind::radiation: {
        const WallRow<double> law = table_row(at);
        if (law.w == 0) return {};
        return Radiation{-law.w, law.T_ref}.row(law.s, kelvin_ + T, T);
    }
    case Kind::periodic: break;
    }
    return {};
}

WallRow<double> WallLaw::table_row(const Place& at) const {
    if (kind_ != Kind::radiation) return row(at, 0.0);
    const double emissivity = checked(0, at, "radiation: the emissivity"), ambient = value(1, at) + kelvin_;
    if (emissivity > 1 || ambient < 0)
        throw NumericsError("radiation: emissivity " + std::to_string(emissivity) + ", ambient " +
                            std::to_string(ambient) + " K at t = " + std::to_string(at.t) +
                            "; it must be 0 .. 1, and not below absolute zero");
    if (emissivity == 0) return {};
    return {-stefan_boltzmann * emissivity, ambient, 2 * at.kappa / at.d};
}

std::optional<double> WallLaw::temperature(const std::array<double, 3>& x, double t) const {
    if (kind_ == Kind::dirichlet) return values_[0](x, t);
    if (kind_ == Kind::convection || kind_ == Kind::radiation) return values_[1](x, t);
    return std::nullopt;
}

double WallLaw::largest_w(const Place& at, double t_end) const {
    if (kind_ == Kind::dirichlet || kind_ == Kind::radiation) return 2.0;
    if (kind_ != Kind::convection) return 0.0;
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
        const double h = checked(0, {at.d, at.kappa, at.x, t}, "convection: h");
        largest = std::max(largest, Convection{h, 0.0}.row(at.d, at.kappa).w);
    }
    return largest;
}

} // namespace isotherm
