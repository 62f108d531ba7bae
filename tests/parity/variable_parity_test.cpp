/// Every kernel for variable coefficients gives the bits of the CPU reference, fields and booked heat alike.

#include <gtest/gtest.h>

#include "tests/parity/device_for_test.hpp"
#include "tests/parity/problem.hpp"

namespace isotherm::parity {
namespace {

struct Subject {
    const VariableVariant* variant;
    Precision precision;
    int dim;
};

const VariableVariant& reference() { return find_variable_variant(Backend::cpu, "reference"); }

template <class Real>
void expect_same_bits(const VariableVariant& variant, const Device& device, const Case& c) {
    const Problem<Real> problem(c);
    const auto expected = problem.run(reference(), cpu_device(1)), got = problem.run(variant, device);
    const std::string difference = first_difference<Real>(expected, got);
    ASSERT_EQ(difference, "") << variant.name << " on " << name_of(variant.backend) << ": " << c.text();
}

void expect_same_bits(const Subject& subject, const Device& device, const Case& c) {
    if (subject.precision == Precision::fp32) expect_same_bits<float>(*subject.variant, device, c);
    else expect_same_bits<double>(*subject.variant, device, c);
}

class VariableParity : public testing::TestWithParam<Subject> {
protected:
    void SetUp() override {
        device_ = device_for_test(GetParam().variant->backend, skip_);
        if (!skip_.empty()) skip_or_fail(skip_);
        if (device_.backend == Backend::cpu) device_.threads = 2;
    }
    Device device_;
    std::string skip_;
};

TEST_P(VariableParity, random_media_have_the_bits_of_the_reference) {
    if (!skip_.empty()) return;
    const unsigned first = 5000U * static_cast<unsigned>(GetParam().dim);
    for (unsigned seed = first; seed < first + 40; ++seed) {
        Case c = random_case(GetParam().dim, seed);
        c.order = 2;
        ASSERT_NO_FATAL_FAILURE(expect_same_bits(GetParam(), device_, c));
    }
}

TEST_P(VariableParity, awkward_shapes_have_the_bits_of_the_reference) {
    if (!skip_.empty()) return;
    static constexpr index_t shapes[3][5][3] = {{{1, 1, 1}, {2, 1, 1}, {129, 1, 1}, {65537, 1, 1}, {256, 1, 1}},
                                                {{1, 1, 1}, {2, 7001, 1}, {7001, 2, 1}, {257, 127, 1}, {1, 300, 1}},
                                                {{1, 1, 1}, {2, 3, 6555}, {1027, 9, 5}, {256, 16, 33}, {133, 31, 27}}};
    unsigned seed = 1;
    for (const auto& shape : shapes[GetParam().dim - 1]) {
        Case c;
        c.dim = GetParam().dim;
        std::copy(shape, shape + 3, c.n);
        c.steps = 2;
        c.seed = ++seed;
        ASSERT_NO_FATAL_FAILURE(expect_same_bits(GetParam(), device_, c));
    }
}

/// So large that the CPU's rows go past the caches, in bricks of several tiles.
TEST_P(VariableParity, large_fields_have_the_bits_of_the_reference) {
    if (!skip_.empty()) return;
    static constexpr index_t shapes[3][3] = {{6600001, 1, 1}, {6007, 1103, 1}, {517, 130, 101}};
    Case c;
    c.dim = GetParam().dim;
    std::copy(shapes[c.dim - 1], shapes[c.dim - 1] + 3, c.n);
    c.steps = 2;
    c.seed = 77;
    ASSERT_NO_FATAL_FAILURE(expect_same_bits(GetParam(), device_, c));
}

std::vector<Subject> subjects() {
    std::vector<Subject> all;
    for (const VariableVariant& v : variable_variants())
        for (const Precision p : {Precision::fp32, Precision::fp64})
            for (const int dim : {1, 2, 3})
                if (&v != &reference()) all.push_back({&v, p, dim});
    return all;
}

INSTANTIATE_TEST_SUITE_P(every_kernel, VariableParity, testing::ValuesIn(subjects()), [](const auto& subject) {
    const Subject& s = subject.param;
    return std::string(name_of(s.variant->backend)) + "_" + std::string(s.variant->name) + "_" + name_of(s.precision) +
           "_" + std::to_string(s.dim) + "d";
});

} // namespace
} // namespace isotherm::parity
