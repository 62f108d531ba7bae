/// Expressions and values of the case file: what they give, and what is refused at which character.

#include <gtest/gtest.h>

#include <numbers>

#include "kernels/base/error.hpp"
#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

TEST(Expressions, GiveTheValueOfTheirVariablesFunctionsAndPi) {
    EXPECT_EQ(Expression("2*3+4^2", "")(0, 0, 0, 0), 22);
    EXPECT_EQ(Expression("x+10*y+100*z+1000*t", "xyzt")(1, 2, 3, 4), 4321);
    EXPECT_EQ(Expression("T", "T")(0, 0, 0, 0, 7), 7);
    EXPECT_NEAR(Expression("100*sin(pi*t/40)", "t")(0, 0, 0, 20), 100, 1e-13);
    EXPECT_EQ(Expression("min(x,y)+max(x,y,9)", "xy")(1, 2, 0, 0), 10);
    EXPECT_EQ(Expression("x<=1 ? 5 : 6", "x")(1, 0, 0, 0), 5);
    EXPECT_EQ(Expression("x==2 && t!=0 ? 5 : 6", "xt")(2, 0, 0, 1), 5);
    EXPECT_EQ(Expression("x >= 1", "x")(1, 0, 0, 0), 1);
    EXPECT_NEAR(Expression("exp(-x*x)", "x")(2, 0, 0, 0), std::exp(-4.0), 1e-16);
}

TEST(Expressions, KnowWhichVariablesTheyUse) {
    const Expression e("x*t", "xyzt");
    EXPECT_TRUE(e.uses('x') && e.uses('t'));
    EXPECT_FALSE(e.uses('y') || e.uses('z') || e.uses('T') || e.uses('q'));
    EXPECT_EQ(e.text(), "x*t");
}

TEST(Expressions, ACopyIsIndependentOfItsOriginal) {
    Expression a("x", "x");
    const Expression b = a;
    EXPECT_EQ(a(1, 0, 0, 0), 1);
    EXPECT_EQ(b(2, 0, 0, 0), 2);
    a = Expression("3*x", "x");
    EXPECT_EQ(a(1, 0, 0, 0), 3);
    EXPECT_EQ(b(1, 0, 0, 0), 1);
}

/// The character at which it is refused; nothing when it is accepted.
std::optional<std::size_t> refused_at(const std::string& text, const std::string& allowed = "xyzt") {
    try {
        const Expression e(text, allowed);
        return std::nullopt;
    } catch (const ExpressionError& e) {
        EXPECT_FALSE(std::string(e.what()).empty());
        return e.position;
    }
}

TEST(Expressions, RefuseAssignments) {
    EXPECT_EQ(refused_at("t = 5"), 2U);
    EXPECT_EQ(refused_at("x=1"), 1U);
    EXPECT_TRUE(refused_at("(x=1)+2"));
    EXPECT_TRUE(refused_at("x+=1"));
    EXPECT_TRUE(refused_at("y=x==1"));
    EXPECT_FALSE(refused_at("x==1"));
    EXPECT_FALSE(refused_at("x!=1"));
}

TEST(Expressions, RefuseSeveralValues) {
    EXPECT_EQ(refused_at("1, 2"), 1U);
    EXPECT_TRUE(refused_at("(1,2)"));
    EXPECT_TRUE(refused_at("sin(1,2)"));
    EXPECT_TRUE(refused_at("(x, 3)*2"));
}

TEST(Expressions, RefuseUnknownNamesAndVariablesThatMakeNoSenseHere) {
    EXPECT_TRUE(refused_at("u+1"));
    EXPECT_TRUE(refused_at("2*sinn(x)"));
    EXPECT_TRUE(refused_at("x", "t"));
    EXPECT_TRUE(refused_at("T", "xyzt"));
    EXPECT_EQ(refused_at("1+foo"), 2U);
    try {
        const Expression e("y", "xt");
        FAIL() << "accepted";
    } catch (const ExpressionError& e) {
        EXPECT_NE(std::string(e.what()).find("x, t"), std::string::npos) << e.what(); // the message lists what there is
    }
}

TEST(Expressions, RefuseWhatIsNoExpression) {
    for (const char* text :
         {"", " ", "\t", "1+", "sin(", "(1", "1)", "2 3", "x y", "\"text\"", "'a'", "sin()", "1..2", "#", "?"})
        EXPECT_TRUE(refused_at(text)) << "'" << text << "'";
}

TEST(Expressions, AValueThatIsNotFiniteIsAnErrorThatNamesThePlaceAndTime) {
    for (const char* text : {"1/x+t", "log(x)*t", "sqrt(x-t)", "exp(1e9+x+t)", "0/x+t"}) {
        const Expression e(text, "xt");
        try {
            (void)e(0, 2, 3, 4.5);
            FAIL() << text << " was accepted";
        } catch (const NumericsError& error) {
            EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
            EXPECT_NE(std::string(error.what()).find("x = 0, t = 4.5"), std::string::npos) << error.what();
        }
    }
    EXPECT_EQ(Expression("1/x", "x")(2, 0, 0, 0), 0.5);
}

TEST(Values, ATableIsLinearBetweenItsRowsAndConstantOutside) {
    const ValueFunction f(TimeTable{{{1, 10}, {2, 20}, {4, 0}}}, "");
    const std::pair<double, double> expected[] = {{-5, 10}, {1, 10}, {1.5, 15}, {2, 20}, {3, 10}, {4, 0}, {99, 0}};
    for (const auto& [t, v] : expected) EXPECT_EQ(f({}, t), v) << t;
    EXPECT_TRUE(f.varies_in_time());
    EXPECT_FALSE(f.varies_in_space());
    EXPECT_EQ(f.kinks(), (std::vector<double>{1, 2, 4}));
}

TEST(Values, ATableOfOneRowOrEqualRowsIsAConstantToTheLastBit) {
    const ValueFunction one(TimeTable{{{1, 0.1}}}, "");
    EXPECT_FALSE(one.varies_in_time());
    EXPECT_EQ(one({}, 7), 0.1);
    Dice dice;
    const double c = dice.between(-1000, 1000);
    const ValueFunction equal(TimeTable{{{0, c}, {0.3, c}, {1, c}}}, "");
    for (int draw = 0; draw < 100; ++draw) ASSERT_EQ(equal({}, dice.between(-1, 2)), c);
}

TEST(Values, NumbersAndExpressionsKnowWhatTheyVaryWith) {
    const ValueFunction number(3.5, ""), of_time(ExpressionText{"2*t"}, "xyzt"), of_place(ExpressionText{"y"}, "xyzt"),
        of_both(ExpressionText{"x*t"}, "xyzt"), of_nothing(ExpressionText{"1+1"}, "xyzt");
    EXPECT_EQ(number({}, 1), 3.5);
    EXPECT_EQ(of_time({}, 4), 8);
    EXPECT_EQ(of_place({1, 2, 3}, 4), 2);
    EXPECT_EQ(of_both({3, 0, 0}, 5), 15);
    EXPECT_FALSE(number.varies_in_time() || number.varies_in_space());
    EXPECT_TRUE(of_time.varies_in_time() && !of_time.varies_in_space());
    EXPECT_TRUE(!of_place.varies_in_time() && of_place.varies_in_space());
    EXPECT_TRUE(of_both.varies_in_time() && of_both.varies_in_space());
    EXPECT_FALSE(of_nothing.varies_in_time() || of_nothing.varies_in_space());
    EXPECT_TRUE(of_time.kinks().empty());
}

} // namespace
} // namespace isotherm::test
