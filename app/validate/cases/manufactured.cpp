/// A chosen field; the source that makes it a solution follows, for constant materials and for such that vary with
/// place:
///
///   T = 1 + C exp(-t) / 2,   C = cos(pi x) cos(2 pi y) cos(pi z),   dT/dn = 0 on the unit cube
///   q = rho c dT/dt - kappa lap T - grad kappa . grad T,   lap T = -6 pi^2 (T - 1)

#include "app/validate/cases/cases.hpp"

namespace isotherm::validate {
namespace {

const std::string T = "(1+0.5*exp(-t)*cos(pi*x)*cos(2*pi*y)*cos(pi*z))";

Problem problem(index_t n, const MaterialSpec& material, const std::string& q) {
    CaseSpec spec = plain_case({n, n / 6 * 5, n}, {1, 1, 1}, 1.0);
    spec.material = material;
    spec.sources.push_back(UniformSource{UniformSource::Given::density, ExpressionText{q}, ""});
    spec.time.end = 0.05;
    spec.time.step = 0.05 / (0.5 * static_cast<double>(n * n));
    const ExactField exact = [](const Place& x, double t) {
        using std::numbers::pi;
        return 1 + 0.5 * std::cos(pi * x[0]) * std::cos(2 * pi * x[1]) * std::cos(pi * x[2]) * std::exp(-t);
    };
    return {spec, exact, [exact](const Place& x) { return exact(x, 0); }};
}

Problem constant_problem(index_t n) {
    return problem(n, {1.3 / 1.1, true, 1.3, 1.1}, "(" + T + "-1)*(6*1.3*pi^2-1.1)");
}

/// kappa = 1 + x y / 4, rho c = 1 + x / 10. The walls: insulated, or with the field's own values, or with films to
/// them.
Problem graded_problem(index_t n, bool insulated) {
    MaterialSpec material{1.0, true, 1.0, 1.0};
    material.kappa_of_place = {"1+x*y/4"};
    material.heat_of_place = {"1+x/10"};
    Problem p = problem(n, material,
                        "(" + T + "-1)*(6*pi^2*(1+x*y/4)-(1+x/10))+exp(-t)*cos(pi*z)*(y*pi/8*sin(pi*x)*cos(2*pi*y)+" +
                            "x*pi/4*cos(pi*x)*sin(2*pi*y))");
    if (insulated) return p;
    for (const std::size_t side : {0U, 3U}) p.spec.walls[side] = DirichletWall{ExpressionText{T}};
    for (const std::size_t side : {1U, 4U}) p.spec.walls[side] = ConvectionWall{2.5, ExpressionText{T}};
    return p;
}

std::vector<Study> run(const Setting& setting) {
    const auto order = [&](const char* name, const Family& family) {
        return measure_order(Study::Kind::space, name, family, {12, 24, 36}, 2, setting);
    };
    return {order("constant", constant_problem), order("graded", [](index_t n) { return graded_problem(n, true); }),
            order("graded, mixed walls", [](index_t n) { return graded_problem(n, false); })};
}

} // namespace

Cases manufactured() {
    return {
        {"manufactured", "sources that vary in place and time, materials that vary with place",
         "rho c dT/dt = div(kappa grad T) + q in the unit cube, cells 6 : 5 : 6, t = 0.05 s, dt ~ h^2; kappa = 1.3, "
         "rho c = 1.1; and kappa = 1 + x y / 4, rho c = 1 + x / 10, insulated, and with T and films to T on four "
         "walls",
         "T = 1 + cos(pi x) cos(2 pi y) cos(pi z) exp(-t) / 2",
         "method of manufactured solutions (Roache 2002); q = rho c dT/dt - div(kappa grad T)",
         "order 2 within 0.1: smooth up to the walls, which the field meets with zero slope", run}};
}

} // namespace isotherm::validate
