#pragma once

/// Runs for tests: cases without files, driven step by step.

#include <cstdlib>
#include <iostream>
#include <random>

#include "app/assemble.hpp"
#include "tests/unit/case_builder.hpp"

namespace isotherm::test {

using validate::at_centres;
using validate::largest_difference;
using validate::run_steps;
using validate::run_to_end;
using validate::set_all;
using validate::temperatures;

/// Random numbers of a test, another seed every time; ISOTHERM_TEST_SEED repeats one that failed.
class Dice {
public:
    Dice() {
        const char* given = std::getenv("ISOTHERM_TEST_SEED");
        const std::uint64_t seed = given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device{}();
        std::cout << "ISOTHERM_TEST_SEED=" << seed << '\n';
        engine_.seed(seed);
    }
    double between(double lo, double hi) { return std::uniform_real_distribution<double>(lo, hi)(engine_); }
    index_t whole(index_t lo, index_t hi) { return std::uniform_int_distribution<index_t>(lo, hi)(engine_); }
    std::vector<double> field(const Grid& grid, double lo, double hi) {
        std::vector<double> T(static_cast<std::size_t>(grid.cells()));
        for (double& v : T) v = between(lo, hi);
        return T;
    }
    template <class T>
    const T& one_of(const std::vector<T>& all) {
        return all[static_cast<std::size_t>(whole(0, static_cast<index_t>(all.size()) - 1))];
    }

private:
    std::mt19937_64 engine_;
};

inline const std::vector<int> all_orders{2, 4, 6};

/// Names of every integrator that there is.
inline std::vector<std::string> all_integrators() {
    std::vector<std::string> names;
    for (const Scheme& s : schemes()) names.emplace_back(s.name);
    return names;
}

/// A wall for tests over all kinds.
struct NamedWall {
    std::string name;
    WallSpec wall;
};
static_assert(std::variant_size_v<WallSpec> == 6, "a new kind of wall: add it to the lists of walls below");
// Radiation needs kelvin, which the random fields of these tests are not: it has tests of its own.

inline ExpressionText expression(const std::string& text) { return {text}; }

/// One of every kind that stands alone on its side (all but periodic), values constant.
inline std::vector<NamedWall> constant_walls() {
    return {{"insulated", InsulatedWall{}},
            {"dirichlet", DirichletWall{0.7}},
            {"flux", NeumannWall{NeumannWall::Given::flux, 0.4}},
            {"power", NeumannWall{NeumannWall::Given::power, -0.3}},
            {"gradient", NeumannWall{NeumannWall::Given::gradient, 0.6}},
            {"convection", ConvectionWall{2.5, -0.4}}};
}

/// Values that vary in time, over the face, and both. The text speaks of x, y, z on [0, ~1] and t.
inline std::vector<NamedWall> varying_walls() {
    const TimeTable table{{{0.0, 0.2}, {0.003, 1.0}, {0.01, -0.5}}};
    return {{"dirichlet(t)", DirichletWall{expression("0.3+sin(40*t)")}},
            {"dirichlet table", DirichletWall{table}},
            {"dirichlet(x)", DirichletWall{expression("x*x-y+0.5*z")}},
            {"dirichlet(x,t)", DirichletWall{expression("cos(3*x+2*y-z)*exp(-20*t)")}},
            {"flux(t)", NeumannWall{NeumannWall::Given::flux, expression("cos(50*t)")}},
            {"flux table", NeumannWall{NeumannWall::Given::flux, table}},
            {"flux(x,t)", NeumannWall{NeumannWall::Given::flux, expression("(x+2*y-z)*(1-30*t)")}},
            {"convection(h(t))", ConvectionWall{expression("2+sin(60*t)"), 0.5}},
            {"convection(ambient table)", ConvectionWall{3.0, table}},
            {"convection(x,t)", ConvectionWall{expression("1+x+y+z"), expression("sin(30*t)+x*y")}}};
}

} // namespace isotherm::test
