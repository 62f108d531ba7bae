/// Every stencil kernel of every backend gives the bits of the CPU reference, fields and booked heat alike.

#include <cstdlib>

#include <gtest/gtest.h>

#include "tests/parity/device_for_test.hpp"
#include "tests/parity/problem.hpp"

namespace isotherm::parity {
namespace {

struct Subject {
    const StencilVariant* variant;
    Precision precision;
    int dim;
};

const StencilVariant& reference() { return find_stencil_variant(Backend::cpu, "reference", {}); }

template <class Real>
void expect_same_bits(const StencilVariant& variant, const Device& device, const Case& c) {
    const Problem<Real> problem(c);
    if (variant.leeway != nullptr && !problem.suits(variant)) return;
    const auto expected = problem.run(reference(), cpu_device(1)), got = problem.run(variant, device);
    const std::string difference = first_difference<Real>(expected, got);
    ASSERT_EQ(difference, "") << variant.name << " on " << name_of(variant.backend) << ": " << c.text();
}

void expect_same_bits(const Subject& subject, const Device& device, const Case& c) {
    if (subject.precision == Precision::fp32) expect_same_bits<float>(*subject.variant, device, c);
    else expect_same_bits<double>(*subject.variant, device, c);
}

class StencilParity : public testing::TestWithParam<Subject> {
protected:
    void SetUp() override {
        const StencilVariant& v = *GetParam().variant;
        device_ = device_for_test(v.backend, skip_);
        if (!skip_.empty()) skip_or_fail(skip_);
    }
    /// What a kernel with one array cannot do is left out, where the shape allows.
    static Case for_kernel(Case c) {
        if (GetParam().variant->leeway == nullptr) return c;
        c.n_terms = 0;
        c.closed_in_x_alone = true;
        return c;
    }
    Device device_;
    std::string skip_;
};

TEST_P(StencilParity, random_cases_have_the_bits_of_the_reference) {
    if (!skip_.empty()) return;
    const unsigned first = 1000U * static_cast<unsigned>(GetParam().dim);
    for (unsigned seed = first; seed < first + random_cases(); ++seed)
        ASSERT_NO_FATAL_FAILURE(expect_same_bits(GetParam(), device_, for_kernel(random_case(GetParam().dim, seed))));
}

TEST_P(StencilParity, awkward_shapes_have_the_bits_of_the_reference) {
    if (!skip_.empty()) return;
    static constexpr index_t shapes[3][6][3] = {
        {{1, 1, 1}, {31, 1, 1}, {4099, 1, 1}, {65537, 1, 1}, {512, 1, 1}, {1025, 1, 1}},
        {{1, 1, 1}, {2, 70001, 1}, {70001, 2, 1}, {128, 127, 1}, {513, 65, 1}, {1, 300, 1}},
        {{1, 1, 1}, {2, 1, 65551}, {1, 65551, 2}, {1027, 9, 5}, {256, 16, 33}, {33, 31, 127}}};
    unsigned seed = 1;
    for (const auto& shape : shapes[GetParam().dim - 1]) {
        for (const int order : {2, 4, 6}) {
            Case c;
            c.dim = GetParam().dim;
            c.order = order;
            std::copy(shape, shape + 3, c.n);
            c.equal_spacing = c.dim == 1 || ++seed % 3 != 0;
            c.steps = shape[0] * shape[1] * shape[2] > 50'000 ? 1 : 2;
            c.seed = seed;
            ASSERT_NO_FATAL_FAILURE(expect_same_bits(GetParam(), device_, for_kernel(c)));
        }
    }
}

std::vector<Subject> subjects() {
    std::vector<Subject> all;
    for (const StencilVariant& v : stencil_variants())
        for (const Precision p : {Precision::fp32, Precision::fp64})
            for (const int dim : {1, 2, 3})
                if (&v != &reference() && (v.leeway == nullptr || dim == 3)) all.push_back({&v, p, dim});
    return all;
}

INSTANTIATE_TEST_SUITE_P(every_kernel, StencilParity, testing::ValuesIn(subjects()), [](const auto& subject) {
    const Subject& s = subject.param;
    return std::string(name_of(s.variant->backend)) + "_" + std::string(s.variant->name) + "_" + name_of(s.precision) +
           "_" + std::to_string(s.dim) + "d";
});

} // namespace
} // namespace isotherm::parity
