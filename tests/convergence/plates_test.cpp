/// The exact solutions of plates, half spaces and benchmarks against published figures; that runs converge to them:
/// registry/validation_test.cpp.

#include <gtest/gtest.h>

#include "app/validate/exact/nafems.hpp"
#include "app/validate/exact/plates.hpp"

namespace isotherm::validate {
namespace {

TEST(Plates, TheExactSolutionsHaveTheirPublishedValues) {
    EXPECT_NEAR(x11(0.25, 0.05), .42919527, 1e-8);
    EXPECT_NEAR(x11(0.75, 0.5), .24676252, 1e-8);
    EXPECT_NEAR(x12(1.0, 0.1), .05069464, 1e-8);
    EXPECT_NEAR(x12(0.5, 0.5), .73781172, 1e-8);
    EXPECT_NEAR(x21(0.0, 0.1), .3568234, 1e-7);
    EXPECT_NEAR(x21(0.75, 0.5), .15966948, 1e-8);
    EXPECT_NEAR(x22(0.5, 0.1), .05931089, 1e-8);
    EXPECT_NEAR(x22(1.0, 0.5), .33479071, 1e-8);
    EXPECT_NEAR(x23(0.25, 0.1, 1), .16117863, 1e-8);
    EXPECT_NEAR(x23(1.0, 0.5, 1), .22747362, 1e-8);
    EXPECT_NEAR(x13(0.5, 0.1, 1), .26418201, 1e-8);
    EXPECT_NEAR(x13(1.0, 0.5, 1), .40553424, 1e-8);
    EXPECT_NEAR(half_space_convection(0, 1, 1), 0.572416423844193, 1e-14);
    EXPECT_NEAR(erfcx(5.0 - 1e-12), erfcx(5.0), 1e-12);
}

TEST(Plates, TheThermalShockHasItsPublishedValues) { // width 2, so that time counts four times as much
    EXPECT_NEAR(100 * x11_both(0.1, 0.1 / 4), 65.4777, 1e-4);
    EXPECT_NEAR(100 * x11_both(0.4, 0.2 / 4), 26.3673, 1e-4);
    EXPECT_NEAR(100 * x11_both(0.4, 2.0 / 4), 99.1291, 1e-4);
}

TEST(Nafems, TheSeriesHaveTheirPublishedValues) {
    const NafemsT3 t3;
    EXPECT_NEAR(t3(0.08, 32), 36.60311595, 1e-6);
    EXPECT_NEAR(t3(0.08, 8), 2.78713, 1e-5);
    EXPECT_NEAR(t3(0.05, 32), 3.37424, 1e-5);
    EXPECT_NEAR(t3(0.09, 32), 56.05332, 1e-5);
    const NafemsT4 t4;
    EXPECT_NEAR(t4(0.6, 0.2), 18.253756537134, 1e-9);
    EXPECT_NEAR(t4(0, 0.5), 35.401153990, 1e-8);
    EXPECT_NEAR(t4(0.3, 0.5), 28.319959743, 1e-8);
    EXPECT_NEAR(t4(0.6, 1), .554129857, 1e-8);
}

} // namespace
} // namespace isotherm::validate
