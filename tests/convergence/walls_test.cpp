/// Orders beside walls whose values vary in time and over the face. Order 2 keeps its own there
/// (registry/validation_test.cpp); order 4 does not.

#include <gtest/gtest.h>

#include "app/validate/exact/fitting_walls.hpp"
#include "tests/convergence/order.hpp"

namespace isotherm::test {
namespace {

TEST(VaryingWalls, ThoseBesideWhichOrderFourFallsAreRefusedUnlessTheCaseAllowsIt) {
    const validate::FittingWalls field{1};
    for (const std::string& kind : validate::fitting_kinds) {
        const auto high = [&](index_t n) {
            CaseSpec spec = field.spec({kind, kind, "", "", "", ""}, n);
            spec.order = 4;
            return spec;
        };
        const auto error = [&](index_t n) {
            Assembly run(high(n), cpu_device(1));
            set_all(run, at_centres(run.grid(), [&](const auto& x) { return field.exact(x, 0); }));
            run_to_end(run);
            return errors_of(run, [&](const auto& x, double t) { return field.exact(x, t); });
        };
        expect_order(error, 64, 1.3, 3.0, kind + " at order 4");
        CaseSpec spec = high(16);
        const auto errors = [](const CaseSpec& wrong) { // a warning says that alpha is that of no material
            auto found = check_spec(wrong);
            std::erase_if(found, [](const SpecFinding& f) { return f.warning; });
            return found;
        };
        const auto found = errors(spec);
        ASSERT_EQ(found.size(), 2U) << kind;
        EXPECT_EQ(found[0].key, "boundary.x_lo");
        EXPECT_EQ(found[1].key, "boundary.x_hi");
        EXPECT_FALSE(found[0].warning);
        spec.compute.allow_reduced_order = true;
        EXPECT_TRUE(errors(spec).empty()) << kind;
    }
}

} // namespace
} // namespace isotherm::test
