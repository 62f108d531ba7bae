#pragma once

/// The eigenmodes of the cell-centred Laplacian on n cells with its mirrored ghosts, which are known in closed form for
/// any n: d_m, the difference over m cells on both sides, multiplies a mode by 2 (cos(m theta) - 1). One step of an
/// integrator multiplies it by R(lambda dt). No discretisation error. (LeVeque, Finite Difference Methods, 2007,
/// ch. 2.)

#include <cmath>
#include <numbers>
#include <span>
#include <stdexcept>
#include <string_view>

#include "solver/spec/case_spec.hpp"

namespace isotherm::validate {

/// A pair of walls on one axis with the mode m that they carry, i the cell and n the number of cells.
struct WallPair {
    const char* name;
    WallSpec lo, hi;
    double (*shape)(double m, double i, double n);
    double (*angle)(double m, double n); ///< theta of the symbol
};

inline std::span<const WallPair> wall_pairs() {
    constexpr double pi = std::numbers::pi;
    const auto whole = [](double m, double n) { return m * pi / n; };
    const auto half = [](double m, double n) { return (2 * m - 1) * pi / (2 * n); };
    const auto cosine = [](double m, double i, double n) { return std::cos(m * pi * (i + 0.5) / n); };
    static const WallPair pairs[] = {
        {"dirichlet", DirichletWall{0.0}, DirichletWall{0.0},
         [](double m, double i, double n) { return std::sin(m * pi * (i + 0.5) / n); }, whole},
        {"insulated", InsulatedWall{}, InsulatedWall{}, cosine, whole},
        {"neumann0", NeumannWall{NeumannWall::Given::flux, 0.0}, NeumannWall{NeumannWall::Given::gradient, 0.0}, cosine,
         whole},
        {"mixed", DirichletWall{0.0}, InsulatedWall{},
         [](double m, double i, double n) { return std::sin((2 * m - 1) * pi * (i + 0.5) / (2 * n)); }, half},
        {"mixed_reversed", InsulatedWall{}, DirichletWall{0.0},
         [](double m, double i, double n) { return std::cos((2 * m - 1) * pi * (i + 0.5) / (2 * n)); }, half},
        {"periodic", PeriodicWall{}, PeriodicWall{},
         [](double m, double i, double n) { return std::cos(2 * pi * m * i / n + 0.7); },
         [](double m, double n) { return 2 * pi * m / n; }},
    };
    return pairs;
}

/// h^2 times the eigenvalue of the 1-D stencil of order 2, 4 or 6.
inline double symbol(int order, double theta) {
    const double d1 = 2 * (std::cos(theta) - 1), d2 = 2 * (std::cos(2 * theta) - 1), d3 = 2 * (std::cos(3 * theta) - 1);
    if (order == 2) return d1;
    if (order == 4) return (16 * d1 - d2) / 12;
    return (270 * d1 - 27 * d2 + 2 * d3) / 180;
}

/// R(z) of an integrator. Throws logic_error for one that has none here.
inline double amplification(std::string_view integrator, double z) {
    if (integrator == "euler") return 1 + z;
    if (integrator == "rk2") return 1 + z + z * z / 2;
    if (integrator == "rk3") return 1 + z + z * z / 2 + z * z * z / 6;
    if (integrator == "rk4") return 1 + z + z * z / 2 + z * z * z / 6 + z * z * z * z / 24;
    throw std::logic_error("no amplification factor for the integrator " + std::string(integrator) + ": add it");
}

} // namespace isotherm::validate
