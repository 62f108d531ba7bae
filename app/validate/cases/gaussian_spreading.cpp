/// A Gaussian that spreads in a periodic box: the profile of kernels/profiles summed over its images.

#include "app/validate/cases/cases.hpp"

namespace isotherm::validate {
namespace {

constexpr double end = 0.004, alpha = 1; // alpha t = sigma_x^2 / 3

/// Widths and lengths differ per axis: the field is the product of three different ones.
Problem gaussian_problem(std::size_t dim, int order, index_t n) {
    std::vector<index_t> cells{n, n / 8 * 7, n / 8 * 6};
    std::vector<double> size{1.0, 0.9, 0.7};
    cells.resize(dim), size.resize(dim);
    CaseSpec spec = plain_case(cells, size, alpha);
    for (std::size_t side = 0; side < 2 * dim; ++side) spec.walls[side] = PeriodicWall{};
    spec.order = order;
    spec.time.end = end;
    spec.time.step = end * 28.8 / static_cast<double>(n * n);
    const Gaussian profile{2.0, 0.5, {0.45, 0.5, 0.33}, {0.11, 0.1, 0.095}};
    const Domain domain = domain_of(Grid(spec.grid), alpha);
    const ExactField exact = [=](const Place& x, double t) {
        double sum = 0;
        for (int image = 0; image < (dim == 1 ? 3 : dim == 2 ? 9 : 27); ++image) {
            const double shift[3] = {image % 3 - 1.0, image / 3 % 3 - 1.0, image / 9 - 1.0};
            Place from = x;
            for (std::size_t d = 0; d < dim; ++d) from[d] += shift[d] * domain.size[d];
            sum += evaluate(profile, from, t, domain) - profile.offset;
        }
        return profile.offset + sum;
    };
    return {spec, exact, [exact](const Place& x) { return exact(x, 0); }};
}

std::vector<Study> run(std::size_t dim, const Setting& setting) {
    std::vector<Study> studies;
    for (const int order : {2, 4, 6})
        studies.push_back(measure_order(
            Study::Kind::space, "order " + std::to_string(order),
            [=](index_t n) { return gaussian_problem(dim, order, n); },
            dim == 3 ? std::vector<index_t>{24, 48, 96} : std::vector<index_t>{48, 96, 192}, order, setting));
    return studies;
}

} // namespace

Cases gaussian_spreading() {
    Cases cases;
    for (const std::size_t dim : {1, 2, 3}) {
        const std::string axes = std::to_string(dim);
        cases.push_back(
            {"gaussian_" + axes + "d", "a spreading Gaussian in " + axes + (dim == 1 ? " axis" : " axes, a product"),
             "dT/dt = lap T in a periodic box of 1 x 0.9 x 0.7 m (its first " + axes +
                 "), widths 0.11, 0.1, 0.095 m, t = 0.004 s; cells 8 : 7 : 6, dt ~ h^2; euler, rk2 and rk3",
             "T = 1/2 + 2 prod_d sum_images s_d / sqrt(s_d^2 + 2 alpha t) exp(-r_d^2 / (2 (s_d^2 + 2 alpha t)))",
             "Carslaw and Jaeger, Conduction of Heat in Solids (1959), section 10.3",
             "the declared order within 0.1: smooth, periodic",
             [dim](const Setting& setting) { return run(dim, setting); }});
    }
    return cases;
}

} // namespace isotherm::validate
