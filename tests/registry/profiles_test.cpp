/// Every profile of the type list satisfies dT/dt = alpha lap T, by finite differences at random points and times.

#include <gtest/gtest.h>

#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

/// Examples of each entry; a new profile without examples does not compile.
template <class P>
std::vector<P> examples(Dice& dice);

template <>
std::vector<SineMode> examples(Dice& dice) {
    using Wave = SineMode::Wave;
    static_assert(std::size(SineMode::wave_names) == 5, "a new wave: add it here");
    const std::vector<Wave> waves{Wave::sine, Wave::cosine, Wave::quarter, Wave::periodic, Wave::uniform};
    std::vector<SineMode> all;
    for (const Wave x : waves)
        for (const Wave y : waves)
            for (const Wave z : waves) {
                const auto m = [&] { return static_cast<double>(dice.whole(1, 3)); };
                all.push_back({dice.between(0.5, 3), dice.between(-2, 2), {m(), m(), m()}, {x, y, z}});
            }
    return all;
}

template <>
std::vector<Gaussian> examples(Dice& dice) {
    std::vector<Gaussian> all;
    for (int i = 0; i < 20; ++i) {
        const auto c = [&] { return dice.between(-0.5, 1.5); };
        const auto s = [&] { return dice.between(0.2, 0.8); };
        all.push_back({dice.between(0.5, 3), dice.between(-2, 2), {c(), c(), c()}, {s(), s(), s()}});
    }
    return all;
}

template <>
std::vector<Linear> examples(Dice& dice) {
    const auto g = [&] { return dice.between(-3, 3); };
    return {{g(), {g(), g(), g()}}, {g(), {0, 0, 0}}};
}

template <class P>
class Profiles : public testing::Test {};

template <class Variant>
struct ListOf;
template <class... P>
struct ListOf<std::variant<P...>> {
    using Types = testing::Types<P...>;
};
TYPED_TEST_SUITE(Profiles, ListOf<Profile>::Types);

/// Fourth-order differences: f' and f'' at 0.
double first_derivative(const std::function<double(double)>& f, double h) {
    return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
}
double second_derivative(const std::function<double(double)>& f, double h) {
    return (-30 * f(0) + 16 * (f(h) + f(-h)) - (f(2 * h) + f(-2 * h))) / (12 * h * h);
}

TYPED_TEST(Profiles, SatisfyTheHeatEquationInOneTwoAndThreeAxes) {
    Dice dice;
    for (const TypeParam& profile : examples<TypeParam>(dice))
        for (int dim = 1; dim <= 3; ++dim) {
            const Domain domain{dim, {-0.2, 0.3, 0.1}, {1.1, 0.8, 1.3}, 0.02};
            for (int draw = 0; draw < 5; ++draw) {
                std::array<double, 3> x{};
                for (std::size_t d = 0; d < 3; ++d) x[d] = domain.lower[d] + dice.between(0, 1) * domain.size[d];
                const double t = dice.between(0.1, 1);
                const double rate =
                    first_derivative([&](double s) { return evaluate(profile, x, t + s, domain); }, 1e-3);
                double laplacian = 0, scale = 1;
                for (std::size_t d = 0; d < static_cast<std::size_t>(dim); ++d) {
                    const double curvature = second_derivative(
                        [&](double s) {
                            auto moved = x;
                            moved[d] += s;
                            return evaluate(profile, moved, t, domain);
                        },
                        2e-3);
                    laplacian += curvature;
                    scale += std::abs(curvature);
                }
                ASSERT_NEAR(rate, domain.diffusivity * laplacian, 1e-5 * domain.diffusivity * scale)
                    << dim << "-D, t = " << t;
            }
        }
}

TYPED_TEST(Profiles, DoNotLookAtAbsentAxes) {
    Dice dice;
    for (const TypeParam& profile : examples<TypeParam>(dice)) {
        const Domain domain{2, {0, 0, 0}, {1, 1, 1}, 0.1};
        EXPECT_EQ(evaluate(profile, {0.3, 0.4, 0.0}, 0.2, domain), evaluate(profile, {0.3, 0.4, 77.0}, 0.2, domain));
    }
}

TYPED_TEST(Profiles, AreReachedThroughTheVariantAsWell) {
    Dice dice;
    const Domain domain{3, {0, 0, 0}, {1, 1, 1}, 0.1};
    for (const TypeParam& profile : examples<TypeParam>(dice))
        EXPECT_EQ(evaluate(Profile{profile}, {0.3, 0.4, 0.6}, 0.2, domain),
                  evaluate(profile, {0.3, 0.4, 0.6}, 0.2, domain));
}

TEST(ProfileValues, TheDecayOfTheUnitModeHasItsPublishedValues) {
    const Domain square{2, {0, 0, 0}, {1, 1, 1}, 1.0}, cube{3, {0, 0, 0}, {1, 1, 1}, 1.0};
    EXPECT_NEAR(evaluate(SineMode{}, {0.5, 0.5, 0}, 0.05, square), 0.37270783885343794, 1e-15);
    EXPECT_NEAR(evaluate(SineMode{}, {0.5, 0.5, 0.5}, 0.05, cube), 0.2275373996211068, 1e-15);
}

TEST(ProfileValues, AGaussianOfUnitSpreadTimeHasItsPublishedPeaks) { // alpha t = sigma^2
    const double expected[] = {0.57735026918962576, 1.0 / 3, 0.19245008972987526};
    for (int dim = 1; dim <= 3; ++dim)
        EXPECT_NEAR(evaluate(Gaussian{}, {0, 0, 0}, 1.0, Domain{dim, {}, {1, 1, 1}, 1.0}), expected[dim - 1], 1e-15);
}

TEST(ProfileValues, SineModesFitTheirWalls) {
    const Domain rod{1, {0.5, 0, 0}, {2, 1, 1}, 1.0};
    using Wave = SineMode::Wave;
    const auto at = [&](Wave wave, double x) {
        return evaluate(SineMode{1, 0, {1, 1, 1}, {wave, wave, wave}}, {x, 0, 0}, 0, rod);
    };
    EXPECT_NEAR(at(Wave::sine, 0.5), 0, 1e-15);
    EXPECT_NEAR(at(Wave::sine, 2.5), 0, 1e-15);
    EXPECT_NEAR(at(Wave::quarter, 0.5), 0, 1e-15);
    EXPECT_NEAR(at(Wave::quarter, 2.5), 1, 1e-15); // its slope vanishes there
    EXPECT_NEAR(at(Wave::cosine, 0.5), 1, 1e-15);
    EXPECT_NEAR(at(Wave::cosine, 2.5), -1, 1e-15);
    EXPECT_NEAR(at(Wave::periodic, 0.7), at(Wave::periodic, 2.7), 1e-15);
    EXPECT_EQ(at(Wave::uniform, 1.1), 1);
}

} // namespace
} // namespace isotherm::test
