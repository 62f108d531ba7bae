/// The rules for orders 4 and 6: which walls a case may have, and how many cells reflection needs.

#include <gtest/gtest.h>

#include "tests/unit/runs.hpp"

namespace isotherm::test {
namespace {

CaseSpec plate(int order) {
    CaseSpec spec = plain_case({8, 9}, {1, 1}, 1.0);
    spec.material.thermal = true;
    spec.order = order;
    return spec;
}

/// Keys of the errors.
std::vector<std::string> errors(const CaseSpec& spec) {
    std::vector<std::string> keys;
    for (const SpecFinding& f : check_spec(spec))
        if (!f.warning) keys.push_back(f.key);
    return keys;
}

TEST(OrderRules, OrderTwoMayStandBesideEveryWall) {
    for (const auto& walls : {constant_walls(), varying_walls()})
        for (const NamedWall& wall : walls) {
            CaseSpec spec = plate(2);
            spec.walls.fill(wall.wall);
            EXPECT_TRUE(errors(spec).empty()) << wall.name;
        }
}

TEST(OrderRules, HigherOrdersMayStandBesidePeriodicInsulatedAndConstantWallsOnly) {
    std::vector<NamedWall> walls = constant_walls();
    for (const NamedWall& wall : varying_walls()) walls.push_back(wall);
    walls.push_back({"constant expression", DirichletWall{expression("3*pi+1")}});
    for (const int order : {4, 6})
        for (const NamedWall& wall : walls)
            for (std::size_t side = 0; side < 4; ++side) {
                CaseSpec spec = plate(order);
                spec.walls[side] = wall.wall;
                const bool keeps =
                    wall.name == "insulated" || wall.name == "dirichlet" || wall.name == "constant expression";
                const std::vector<std::string> key{std::string("boundary.") + side_names[side]};
                EXPECT_EQ(errors(spec), keeps ? std::vector<std::string>{} : key) << wall.name << " at order " << order;
                spec.compute.allow_reduced_order = true;
                EXPECT_TRUE(errors(spec).empty()) << wall.name;
            }
}

TEST(OrderRules, WallsOfAbsentAxesDoNotCount) {
    CaseSpec spec = plate(4);
    spec.walls[4] = spec.walls[5] = ConvectionWall{1.0, 0.0};
    EXPECT_TRUE(errors(spec).empty());
}

TEST(OrderRules, ReflectionNeedsHalfTheOrderInCellsAndPeriodicWrapsByIndex) {
    for (const int order : all_orders)
        for (index_t n = 1; n <= 4; ++n) {
            CaseSpec spec = plate(order);
            spec.grid.cells[1] = n;
            const bool enough = n >= order / 2;
            EXPECT_EQ(errors(spec), enough ? std::vector<std::string>{} : std::vector<std::string>{"grid.cells[1]"})
                << order << ", " << n;
            spec.walls[2] = spec.walls[3] = PeriodicWall{};
            EXPECT_TRUE(errors(spec).empty()) << order << ", " << n;
        }
}

TEST(OrderRules, EulerWithAHighOrderIsWarnedAbout) {
    CaseSpec spec = plate(4);
    spec.time.integrator = "euler";
    const auto found = check_spec(spec);
    const auto euler =
        std::find_if(found.begin(), found.end(), [](const auto& f) { return f.key == "time.integrator"; });
    ASSERT_NE(euler, found.end());
    EXPECT_TRUE(euler->warning);
}

TEST(RadiationRules, TemperaturesThatLookLikeDegreesCelsiusAreRefusedExpressionsToo) {
    const auto with = [](const FieldSpec& initial, const Value& ambient) {
        CaseSpec spec = plate(2);
        spec.initial = initial;
        spec.walls.fill(InsulatedWall{});
        spec.walls[1] = RadiationWall{0.5, ambient};
        return spec;
    };
    const std::vector<std::string> none, start{"initial"}, wall{"boundary.x_hi.ambient"};
    EXPECT_EQ(errors(with(300.0, 293.0)), none);
    EXPECT_EQ(errors(with(20.0, 293.0)), start);
    EXPECT_EQ(errors(with(expression("20+x"), 293.0)), start);
    EXPECT_EQ(errors(with(Profile(Gaussian{.amplitude = 5, .offset = 30, .centre = {0.5, 0.5, 0}, .sigma = {1, 1, 1}}),
                          293.0)),
              start);
    EXPECT_EQ(errors(with(expression("300+x"), expression("293+t"))), none);
    EXPECT_EQ(errors(with(300.0, expression("25+y"))), wall);
    EXPECT_EQ(errors(with(300.0, TimeTable{{{0, 300}, {1, 20}}})), wall);
    CaseSpec said = with(20.0, 25.0);
    said.unit_given = true;
    EXPECT_EQ(errors(said), none);
    said = with(expression("20-400*x"), 25.0);
    said.unit_given = true, said.temperature_unit = "C";
    EXPECT_EQ(errors(said), none);
    said.initial = expression("-300+x");
    EXPECT_EQ(errors(said), start);
}

TEST(ShapeRules, APolygonWhoseEdgesCrossIsRefused) {
    CaseSpec spec = plate(2);
    spec.walls.fill(InsulatedWall{});
    PolygonShape polygon;
    polygon.points = {{0, 0}, {1, 1}, {1, 0}, {0, 1}};
    spec.regions.push_back({"bow", polygon, 1.0, {}, {}});
    EXPECT_EQ(errors(spec), std::vector<std::string>{"regions[0].shape.points"});
    polygon.points = {{0, 0}, {1, 0}, {1, 1}, {0.4, 0.4}};
    spec.regions[0].shape = polygon;
    EXPECT_TRUE(errors(spec).empty());
}

} // namespace
} // namespace isotherm::test
