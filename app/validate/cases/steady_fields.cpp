/// Fields that a run must reach or keep: steady squares and cubes, and polynomials that the scheme holds exactly.

#include "app/validate/cases/cases.hpp"

namespace isotherm::validate {
namespace {

constexpr double pi = std::numbers::pi;

// --- the centre of a square or cube with one hot face ---

Study centre_study(std::size_t dim, std::size_t hot, const Setting& setting) {
    const index_t n = dim == 2 ? 11 : 9;
    CaseSpec spec = plain_case(std::vector<index_t>(dim, n), std::vector<double>(dim, 1.0), 1.0);
    for (std::size_t side = 0; side < 2 * dim; ++side) spec.walls[side] = DirichletWall{side == hot ? 1.0 : 0.0};
    spec.time.end = 2; // exp(-2 pi^2 2) = 7e-18
    spec.compute.precision = setting.precision;
    Assembly run(spec, setting.for_cells(spec.grid));
    run_to_end(run);
    double T = 0;
    const index_t m = n / 2, k = dim == 2 ? 0 : m;
    run.read({{m, m, k}, {m + 1, m + 1, k + 1}}, &T, Precision::fp64);
    const double exact = 1.0 / (2.0 * static_cast<double>(dim));
    return measure_bound(std::string("hot face ") + side_names[hot], single_error(run, std::abs(T - exact), exact),
                         1e-12, 1e-4);
}

VerificationCase centre_case(std::size_t dim) {
    return {dim == 2 ? "steady_square" : "steady_cube",
            dim == 2 ? "one hot side: 1/4 in the centre" : "one hot face: 1/6 in the centre",
            std::string("lap T = 0 in the unit ") + (dim == 2 ? "square, 11 x 11" : "cube, 9 x 9 x 9") +
                " cells, T = 1 on one face and 0 on the others, each face in turn; marched to t = 2 s",
            dim == 2 ? "T(centre) = 1/4" : "T(centre) = 1/6",
            "superposition: the sum over all faces is the constant 1, and by symmetry each has the same share",
            "1e-12: an odd grid has the symmetry too, so that only round-off remains",
            [dim](const Setting& setting) {
                std::vector<Study> studies;
                for (std::size_t hot = 0; hot < 2 * dim; ++hot) studies.push_back(centre_study(dim, hot, setting));
                return studies;
            }};
}

// --- smooth steady plates ---

/// The unit square, or a block of 2 x 2 x 1 m, whose lower face along the last axis is warm in the middle.
Problem sinh_problem(std::size_t dim, index_t n) {
    std::vector<index_t> cells{n, n / 4 * 3, n / 4 * 3};
    std::vector<double> size = dim == 2 ? std::vector<double>{1, 1} : std::vector<double>{2, 2, 1};
    cells.resize(dim);
    CaseSpec spec = plain_case(cells, size, 1.0);
    for (std::size_t side = 0; side < 2 * dim; ++side) spec.walls[side] = DirichletWall{0.0};
    const std::size_t last = dim - 1;
    spec.walls[2 * last] = DirichletWall{ExpressionText{dim == 2 ? "sin(pi*x)" : "sin(pi*x/2)*sin(pi*y/2)"}};
    spec.time.end =
        0.6; // from the exact field: what is left of the transient is below exp(-14 * 0.6) = 2e-4 of the error
    const double k = dim == 2 ? pi : pi / std::numbers::sqrt2;
    const ExactField exact = [=](const Place& x, double) {
        const double across = dim == 2 ? std::sin(pi * x[0]) : std::sin(pi * x[0] / 2) * std::sin(pi * x[1] / 2);
        return across * std::sinh(k * (1 - x[last])) / std::sinh(k);
    };
    return {spec, exact, [exact](const Place& x) { return exact(x, 0); }};
}

std::vector<Study> run_sinh(const Setting& setting) {
    return {measure_order(
                Study::Kind::space, "square", [](index_t n) { return sinh_problem(2, n); }, {16, 32, 64}, 2, setting),
            measure_order(
                Study::Kind::space, "block", [](index_t n) { return sinh_problem(3, n); }, {12, 24, 48}, 2, setting)};
}

// --- polynomials ---

/// T = x^2 + y^2 + z^2 + 6 alpha t with its own fluxes.
Problem quadratic_problem() {
    constexpr double alpha = 0.3;
    const std::array<double, 3> size{1, 0.7, 0.5};
    CaseSpec spec = plain_case({11, 9, 7}, {size.begin(), size.end()}, alpha);
    for (std::size_t d = 0; d < 3; ++d)
        spec.walls[2 * d + 1] = NeumannWall{NeumannWall::Given::gradient, 2 * size[d]}; // 0 at the lower walls
    spec.time.end = 0.1;
    const ExactField exact = [](const Place& x, double t) {
        return x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + 6 * alpha * t;
    };
    return {spec, exact, [exact](const Place& x) { return exact(x, 0); }};
}

/// T = 0.3 + 1.1 x - 0.7 y + 0.9 z between a wall of every kind.
Problem linear_problem() {
    constexpr double alpha = 0.3, kappa = 1.9, h = 2.5;
    CaseSpec spec = plain_case({11, 9, 7}, {1, 0.7, 0.5}, alpha);
    spec.material = {alpha, true, kappa, kappa / alpha};
    spec.walls[0] = DirichletWall{ExpressionText{"0.3-0.7*y+0.9*z"}};
    spec.walls[1] = NeumannWall{NeumannWall::Given::flux, 1.1 * kappa};
    spec.walls[2] = ConvectionWall{h, ExpressionText{"0.3+1.1*x+0.9*z+0.7*1.9/2.5"}}; // T - (kappa / h) dT/dn, n = -y
    spec.walls[3] = NeumannWall{NeumannWall::Given::gradient, -0.7};
    spec.walls[4] = NeumannWall{NeumannWall::Given::flux, -0.9 * kappa};
    spec.walls[5] = DirichletWall{ExpressionText{"0.3+1.1*x-0.7*y+0.9*0.5"}};
    spec.time.end = 0.1;
    const ExactField exact = [](const Place& x, double) { return 0.3 + 1.1 * x[0] - 0.7 * x[1] + 0.9 * x[2]; };
    return {spec, exact, [exact](const Place& x) { return exact(x, 0); }};
}

/// T = 293.15 beside walls of every kind that agree with it.
Problem constant_problem() {
    constexpr double T = 293.15;
    CaseSpec spec = plain_case({11, 9, 7}, {1, 0.7, 0.5}, 0.3);
    spec.walls = {DirichletWall{T},        InsulatedWall{},
                  ConvectionWall{40.0, T}, NeumannWall{NeumannWall::Given::flux, 0.0},
                  PeriodicWall{},          PeriodicWall{}};
    spec.initial = T;
    spec.time.end = 0.1;
    return {spec, [](const Place&, double) { return T; }};
}

std::vector<Study> run_polynomials(const Setting& setting) {
    const auto measure = [&](const char* name, const Problem& problem, double bound) {
        Solution s = solve(problem, setting);
        Study study = measure_bound(name, s.row, bound, fp32_allowance(s.row.steps));
        study.profile = std::move(s.profile), study.map = std::move(s.map);
        return study;
    };
    return {measure("constant", constant_problem(), 0), measure("linear", linear_problem(), 1e-12),
            measure("quadratic", quadratic_problem(), 1e-12)};
}

} // namespace

Cases steady_fields() {
    return {centre_case(2),
            centre_case(3),
            {"steady_sinh", "a smooth steady plate and block",
             "lap T = 0, unit square with T = sin(pi x) on y = 0, block of 2 x 2 x 1 m with T = sin(pi x/2) sin(pi "
             "y/2) on z = 0, "
             "0 elsewhere; marched 0.6 s from the exact field",
             "T = sin(pi x) sinh(pi (1 - y)) / sinh(pi); T = sin(pi x/2) sin(pi y/2) sinh(k (1 - z)) / sinh(k), k = "
             "pi/sqrt(2)",
             "code_aster V4.04.301, TPLP301; Carslaw and Jaeger (1959), section 5.2",
             "order 2 within 0.1: smooth up to the walls", run_sinh},
            {"polynomials", "fields that the scheme holds exactly",
             "11 x 9 x 7 cells, 1 x 0.7 x 0.5 m: a constant beside walls of every kind; 0.3 + 1.1 x - 0.7 y + 0.9 z "
             "between "
             "walls of every kind; x^2 + y^2 + z^2 + 6 alpha t with its own fluxes; t = 0.1 s, euler",
             "T = the polynomial, at all times",
             "the second difference of a quadratic is exact, and so is Euler's step of a linear growth",
             "the constant to the last bit; the others 1e-12: round-off of some hundred steps", run_polynomials}};
}

} // namespace isotherm::validate
