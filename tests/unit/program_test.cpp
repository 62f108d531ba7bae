/// Programs for expressions of place and time: their functions are as exact as they say, and a program gives what
/// muParser gives.

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/base/error.hpp"
#include "solver/core/expression.hpp"
#include "solver/core/program.hpp"
#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

double ulps(double got, double exact) {
    const double unit = std::nextafter(std::abs(exact), HUGE_VAL) - std::abs(exact);
    return got == exact ? 0 : std::abs(got - exact) / unit;
}

TEST(Arithmetic, FunctionsAreWithinTwoUlp) {
    Dice dice;
    double worst[4] = {};
    for (int n = 0; n < 200000; ++n) {
        const double wide = dice.between(-700, 700), x = n % 2 == 0 ? wide : wide * 1e-3;
        worst[0] = std::max(worst[0], ulps(arithmetic::exponential(x), std::exp(x)));
        const double positive = n % 2 == 0 ? std::exp(x) : dice.between(0.5, 2);
        worst[1] = std::max(worst[1], ulps(arithmetic::logarithm(positive), std::log(positive)));
        const double angle = n % 3 == 0 ? 1e6 * x : x;
        worst[2] = std::max(worst[2], ulps(arithmetic::sine(angle, 0), std::sin(angle)));
        worst[3] = std::max(worst[3], ulps(arithmetic::sine(angle, 1), std::cos(angle)));
    }
    for (const double w : worst) EXPECT_LE(w, 2);
    for (int n = 0; n < 20000; ++n) {
        const double x = dice.between(0.01, 100), y = dice.between(-20, 20);
        ASSERT_NEAR(arithmetic::power(x, y) / std::pow(x, y), 1, 1e-13) << x << " ^ " << y;
    }
}

TEST(Arithmetic, TheEdgesAreThoseOfTheLibrary) {
    const double inf = arithmetic::infinity;
    for (const double x : {0.0, 1.0, 709.7, 709.8, -745.0, -750.0, inf, -inf}) {
        EXPECT_DOUBLE_EQ(arithmetic::exponential(x), std::exp(x)) << x;
        if (x >= 0) {
            EXPECT_DOUBLE_EQ(arithmetic::logarithm(x), std::log(x)) << x;
        }
    }
    EXPECT_DOUBLE_EQ(arithmetic::logarithm(4e-320), std::log(4e-320));
    for (const double nan : {std::nan(""), -1.0}) EXPECT_TRUE(std::isnan(arithmetic::logarithm(nan)));
    EXPECT_TRUE(std::isnan(arithmetic::exponential(std::nan(""))));
    EXPECT_TRUE(std::isnan(arithmetic::sine(inf, 0)));
    EXPECT_TRUE(std::isnan(arithmetic::power(-2, 0.5)));
    EXPECT_EQ(arithmetic::power(-2, 3), -8);
    EXPECT_EQ(arithmetic::power(0, 0), 1);
    EXPECT_EQ(arithmetic::power(2, -2), 0.25);
    EXPECT_EQ(arithmetic::power(0, 0.5), 0);
    EXPECT_EQ(arithmetic::sine(0, 0), 0);
    EXPECT_EQ(arithmetic::sine(0, 1), 1);
}

/// A random expression that is finite in most places.
std::string random_expression(Dice& dice, int depth) {
    const std::vector<std::string> leaves{"x", "y", "z", "t", "pi", "2", "0.75", ".5", "1e-1", "3"};
    if (depth == 0) return dice.one_of(leaves);
    const auto inner = [&] { return random_expression(dice, static_cast<int>(dice.whole(0, depth - 1))); };
    switch (dice.whole(0, 13)) {
    case 0: return "(" + inner() + ") + " + inner();
    case 1: return inner() + "-" + inner();
    case 2: return inner() + " * " + inner();
    case 3: return inner() + "/(1.5+abs(" + inner() + "))";
    case 4: return "-(" + inner() + ")^2";
    case 5: return "abs(" + inner() + ")^1.3";
    case 6: return "exp(-abs(" + inner() + "))";
    case 7: return "sin(" + inner() + ")";
    case 8: return "cos(" + inner() + ")*-2^-1";
    case 9: return "sqrt(abs(" + inner() + "))+ln(1+abs(" + inner() + "))+log10(2+abs(x))-log2(3)";
    case 10: return "min(" + inner() + "," + inner() + ", max(" + inner() + ", 0.1))";
    case 11: return "(" + inner() + "<" + inner() + " || " + inner() + ">=0.5 ? " + inner() + " : " + inner() + ")";
    case 12: return "(x<=y && t!=z)*" + inner() + "+(x>0.4)*sign(" + inner() + ")";
    default: return "tan(0.3*sin(" + inner() + "))+2^3^0.5";
    }
}

TEST(Programs, GiveWhatMuParserGives) {
    Dice dice;
    int compiled = 0;
    for (int n = 0; n < 3000; ++n) {
        const std::string text = random_expression(dice, 4);
        const Expression expected(text, "xyzt");
        StepValues step_values;
        const auto code = compile(text, step_values);
        if (!code) continue; // too deep
        ++compiled;
        const double x[2] = {dice.between(0.1, 1), dice.between(0.1, 1)}, y = dice.between(0.1, 1),
                     z = dice.between(0.1, 1), t = dice.between(0, 3);
        double got[2];
        evaluate<2>(code->data(), static_cast<int>(code->size()), x, y, z, step_values.at(t).data(), got);
        for (int w = 0; w < 2; ++w) {
            const double value = expected(x[w], y, z, t);
            ASSERT_NEAR(got[w], value, 1e-11 * (1 + std::abs(value)))
                << text << " at " << x[w] << " " << y << " " << z << " " << t;
        }
    }
    EXPECT_GT(compiled, 2500);
}

TEST(Programs, WhatDependsOnTimeAloneIsOneNumberPerStep) {
    StepValues step_values;
    const auto code = compile("x*exp(-t/(2+1))+sin(t)^2", step_values);
    ASSERT_TRUE(code.has_value());
    EXPECT_EQ(code->size(), 5U); // x, number, *, number, +
    EXPECT_NEAR(step_values.at(3.0)[1], std::exp(-1.0), 1e-16);
    EXPECT_NEAR(step_values.at(3.0)[2], std::sin(3.0) * std::sin(3.0), 1e-16);
}

TEST(Programs, WhatTheyCannotDoIsLeftToTheHost) {
    StepValues step_values;
    for (const std::string& text :
         {std::string("atan(x)*t"), std::string("sum(x,t)"), std::string("x+").append(std::string(8000, 'x')),
          std::string(5000, '(') + "x*t" + std::string(5000, ')'), std::string(150, '-') + "x*t"})
        EXPECT_FALSE(compile(text, step_values).has_value()) << text.substr(0, 20);
    std::string deep = "x";
    for (int n = 0; n < 20; ++n) deep = "x-(" + deep + ")";
    EXPECT_FALSE(compile(deep, step_values).has_value());
}

/// A source that moves, as a program, and with a function that leaves it to the host: the same field and heat.
TEST(Programs, HeatTheGridAsTheHostDoes) {
    for (const bool regions : {false, true}) {
        std::vector<std::vector<double>> fields;
        std::vector<double> heats;
        for (const std::string& zero : {std::string(""), std::string("+0*atan(x)")}) {
            CaseSpec spec = plain_case({37, 12, 10}, {0.037, 0.012, 0.01}, 1e-5);
            spec.material = {1e-5, true, 40.0, 4e6};
            spec.time.end = 1.5;
            const Value moving = ExpressionText{"1e8*exp(-((x-0.01*t)^2+(y-0.004)^2)/2e-6)*(1+z/0.01)" + zero};
            if (regions) {
                RegionSpec half;
                half.name = "half";
                half.shape = BoxShape{{0.01, 0, 0}, {0.03, 1, 1}};
                half.material = MaterialSpec{2e-6, true, 4.0, 2e6};
                half.source = moving;
                spec.regions = {half};
            } else spec.sources = {UniformSource{UniformSource::Given::density, moving, ""}};
            Assembly run(spec, cpu_device(2));
            run_to_end(run);
            fields.push_back(temperatures(run));
            heats.push_back(run.diagnostics().source_heat);
            EXPECT_NEAR(run.diagnostics().residual(), 0, 1e-11 * heats.back());
        }
        EXPECT_GT(heats[0], 1);
        EXPECT_NEAR(heats[0], heats[1], 1e-12 * heats[0]);
        EXPECT_LT(largest_difference(fields[0], fields[1]), 1e-10);
    }
}

/// Every kind of wall with values of place and time, as programs and on the host: the same fields and heats.
TEST(Programs, MakeWallsAsTheHostDoes) {
    using Given = NeumannWall::Given;
    for (const double base : {0.0, 350.0})
        for (int kind = 0; kind < 6; ++kind) {
            std::vector<std::vector<double>> fields;
            std::vector<double> heats;
            for (const std::string& zero : {std::string(""), std::string("+0*atan(x)")}) {
                const auto value = [&](const std::string& text) { return expression(text + zero); };
                const ExpressionText T = value(std::to_string(base) + "+sin(30*t)*cos(3*x+2*y-z)");
                const std::vector<WallSpec> walls{DirichletWall{T},
                                                  NeumannWall{Given::flux, value("x*y*(1-20*t)+z")},
                                                  NeumannWall{Given::gradient, value("x*y*(1-20*t)+z")},
                                                  ConvectionWall{value("1+x+y*sin(9*t)^2"), T},
                                                  ConvectionWall{TimeTable{{{0, 1.0}, {0.01, 4.0}}}, T},
                                                  RadiationWall{value("0.5+0.4*x*cos(t)"), T}};
                if (base == 0 && kind == 5) continue;
                CaseSpec spec = plain_case({7, 6, 5}, {0.7, 0.5, 0.6}, 0.3);
                spec.material = {0.3, true, 1.7, 1.7 / 0.3};
                spec.initial = base;
                for (std::size_t side : {0U, 3U, 5U}) spec.walls[side] = walls[static_cast<std::size_t>(kind)];
                spec.patches[5] = {{BoxShape{{0, 0, 0}, {0.3, 0.3, 0}}, DirichletWall{T}}};
                spec.time.end = 0.02;
                Assembly run(spec, cpu_device(2));
                run_to_end(run);
                fields.push_back(temperatures(run));
                for (const double heat : run.diagnostics().heat) heats.push_back(heat);
                EXPECT_NEAR(run.diagnostics().residual(), 0, 1e-12);
            }
            for (std::size_t side = 0; fields.size() == 2 && side < 6; ++side)
                EXPECT_NEAR(heats[side], heats[side + 6], 1e-11) << kind;
            if (fields.size() == 2) {
                EXPECT_LT(largest_difference(fields[0], fields[1]), 1e-11) << kind;
            }
        }
}

TEST(Programs, AValueThatIsNoneIsReportedWithItsExpression) {
    const auto complaint = [](CaseSpec spec) {
        try {
            Assembly run(spec, cpu_device(1));
            run_to_end(run);
            run.check_finite();
        } catch (const NumericsError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CaseSpec spec = plain_case({4, 3}, {0.4, 0.3}, 1.0);
    spec.time.end = 0.01;
    spec.sources = {UniformSource{UniformSource::Given::density, expression("log(x-0.1)*t"), ""}};
    EXPECT_NE(complaint(spec).find("'log(x-0.1)*t' is "), std::string::npos) << complaint(spec);
    spec.sources.clear();
    spec.material = {1.0, true, 1.0, 1.0};
    spec.walls[0] = ConvectionWall{expression("y-0.1-t"), 0.0};
    EXPECT_NE(complaint(spec).find("convection: h: 'y-0.1-t' is -"), std::string::npos) << complaint(spec);
    spec.walls[0] = DirichletWall{expression("sqrt(y-0.1)*t")};
    EXPECT_NE(complaint(spec).find("'sqrt(y-0.1)*t' is "), std::string::npos) << complaint(spec);
}

} // namespace
} // namespace isotherm::test
