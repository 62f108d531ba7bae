/// The temporally blocked kernels, in two arrays and in one, give the bits of their references, however they cut the
/// grid: fields and the heat booked at every wall, tables that change with the step and heating included.

#include <gtest/gtest.h>

#include "kernels/base/error.hpp"
#include "tests/parity/problem.hpp"

namespace isotherm::parity {
namespace {

struct Subject {
    Precision precision;
    int dim, order;
    enum Kind { two_arrays, one_array, materials } kind; ///< the last: the kernel for variable coefficients
};

template <class Real>
std::string difference(const Case& c, int threads, Subject::Kind kind) {
    const Problem<Real> problem(c);
    const auto with = [&](const char* name, int team) {
        return kind == Subject::materials ? problem.run(find_variable_variant(Backend::cpu, name), cpu_device(team))
                                          : problem.run(find_stencil_variant(Backend::cpu, name, {}), cpu_device(team));
    };
    return first_difference<Real>(with("reference", 1),
                                  with(kind == Subject::one_array ? "in_place" : "temporal", threads));
}

class TemporalParity : public testing::TestWithParam<Subject> {
protected:
    static void expect_same_bits(const Case& c, int threads) {
        const auto [precision, dim, order, kind] = GetParam();
        const std::string found =
            precision == Precision::fp32 ? difference<float>(c, threads, kind) : difference<double>(c, threads, kind);
        ASSERT_EQ(found, "") << c.text() << ", " << threads << " threads";
    }
};

TEST_P(TemporalParity, any_cut_any_walls_any_threads) {
    static constexpr index_t awkward[] = {1, 2, 3, 4, 5, 6, 7, 11, 13, 16, 17, 31, 33, 64, 127, 517};
    static constexpr int teams[] = {1, 2, 3, 5};
    std::mt19937_64 random(77);
    for (unsigned seed = 1; seed <= random_cases(); ++seed) {
        Case c;
        c.dim = GetParam().dim;
        c.order = GetParam().order;
        c.closed_in_x_alone = GetParam().kind == Subject::one_array;
        index_t cells = 1;
        for (int d = 0; d < c.dim; ++d) {
            c.n[d] = awkward[pick(random, 0, std::size(awkward) - 1)];
            if (cells * c.n[d] > 12'000) c.n[d] = std::max<index_t>(c.order / 2, 12'000 / cells);
            if (c.closed_in_x_alone) c.n[d] = std::max<index_t>(c.order / 2, c.n[d]);
            cells *= c.n[d];
        }
        c.equal_spacing = c.dim == 1 || pick(random, 0, 1) == 0;
        c.steps = pick(random, 2, 40);
        c.blocking = {pick(random, 1, 20), pick(random, 1, 1 + 2 * c.n[c.dim == 3 ? 1 : 0])};
        c.seed = seed;
        ASSERT_NO_FATAL_FAILURE(expect_same_bits(c, teams[seed % std::size(teams)]));
    }
}

TEST_P(TemporalParity, the_kernels_own_cut) {
    static constexpr index_t shapes[3][4][3] = {{{1, 1, 1}, {50, 1, 1}, {40007, 1, 1}, {16385, 1, 1}},
                                                {{1, 1, 1}, {2, 700, 1}, {700, 2, 1}, {1031, 65, 1}},
                                                {{1, 1, 1}, {127, 67, 3}, {3, 127, 40}, {31, 33, 37}}};
    unsigned seed = 500;
    for (const auto& shape : shapes[GetParam().dim - 1]) {
        Case c;
        c.dim = GetParam().dim;
        c.order = GetParam().order;
        std::copy(shape, shape + 3, c.n);
        c.steps = 67;
        c.closed_in_x_alone = GetParam().kind == Subject::one_array;
        for (int d = 0; c.closed_in_x_alone && d < c.dim; ++d) c.n[d] = std::max<index_t>(c.order / 2, c.n[d]);
        c.seed = ++seed;
        ASSERT_NO_FATAL_FAILURE(expect_same_bits(c, 2));
    }
}

std::vector<Subject> subjects() {
    std::vector<Subject> all;
    for (const Precision p : {Precision::fp32, Precision::fp64})
        for (const int dim : {1, 2, 3})
            for (const int order : {2, 4, 6}) {
                all.push_back({p, dim, order, Subject::two_arrays});
                if (dim == 3) all.push_back({p, dim, order, Subject::one_array});
                if (order == 2) all.push_back({p, dim, order, Subject::materials});
            }
    return all;
}

INSTANTIATE_TEST_SUITE_P(every_star, TemporalParity, testing::ValuesIn(subjects()), [](const auto& subject) {
    const Subject& s = subject.param;
    return std::string(name_of(s.precision)) + "_" + std::to_string(s.dim) + "d_" +
           (s.kind == Subject::materials ? "materials" : "order_" + std::to_string(s.order)) +
           (s.kind == Subject::one_array ? "_in_place" : "");
});

} // namespace
} // namespace isotherm::parity
