#pragma once

#include "tests/unit/runs.hpp"

namespace isotherm::test {

/// The operator of a case on a random field, and the steps that are asked of it at once.
class Steps {
public:
    Steps(CaseSpec spec, const std::string& kernel, const Device& device = cpu_device(2))
        : spec_(with(std::move(spec), kernel)), device_(device), walls_(spec_, grid_),
          op_(spec_, grid_, device_, walls_, 0) {
        walls_.allocate(device_, spec_.compute.precision, spec_.order, 0.0);
        for (Field& field : fields_) field = Field(grid_, spec_.compute.precision, device_, "a field");
    }

    void start(const std::vector<double>& T) { write_cells(fields_[0], 0, all_cells(grid_), T.data()); }
    /// Steps of length dt from `begin` on. Returns how many of them the first pass takes.
    index_t advance(double begin, double dt, index_t steps, double booked = 1) {
        std::vector<double> times;
        std::vector<SourceMoment> moments;
        for (index_t n = 0; n < steps; ++n) {
            const double t = begin + static_cast<double>(n) * dt;
            times.push_back(t);
            moments.push_back({t + 0.5 * dt, t, t + dt});
        }
        walls_.evaluate(times);
        if (op_.sources() != nullptr) op_.sources()->evaluate(moments);
        StageCall call{&fields_[0], &fields_[1], {}, {}, dt, booked * dt, 0, steps};
        std::vector<ExcerptShape> shapes;
        const index_t fused = op_.plan_excerpts(call, shapes);
        excerpts_ = std::max(excerpts_, shapes.size());
        if (op_.run(call)) std::swap(fields_[0], fields_[1]);
        return fused;
    }
    [[nodiscard]] std::vector<double> temperatures() const {
        std::vector<double> T(static_cast<std::size_t>(grid_.cells()));
        read_cells(fields_[0], 0, all_cells(grid_), T.data(), Precision::fp64);
        return T;
    }
    /// What each cell of the wall has booked.
    [[nodiscard]] std::vector<double> booked(int side) const {
        const double* const heat = walls_.view<double>(side).heat;
        return heat == nullptr ? std::vector<double>{} : std::vector<double>(heat, heat + grid_.face_cells(side / 2));
    }
    [[nodiscard]] double heat(int side) const { return walls_.heat(side); }
    [[nodiscard]] const Sources& sources() const { return *op_.sources(); }
    [[nodiscard]] const DiffusionOperator& op() const { return op_; }
    [[nodiscard]] const Grid& grid() const { return grid_; }
    [[nodiscard]] std::size_t excerpts() const { return excerpts_; } ///< most of any pass
    [[nodiscard]] double dt() const { return 0.9 * step_limits(spec_, grid_, walls_, 2.0).positivity; }

private:
    static CaseSpec with(CaseSpec spec, const std::string& kernel) {
        spec.compute.kernel = kernel;
        return spec;
    }

    CaseSpec spec_;
    Grid grid_{spec_.grid};
    Device device_;
    WallTables walls_;
    DiffusionOperator op_;
    Field fields_[2];
    std::size_t excerpts_ = 0;
};

/// One wall in four is of patches, some of them with values in time, some radiating, beside a cold wall.
inline std::vector<WallPatch> random_patches(Dice& dice) {
    const TimeTable table{{{0.0, 0.2}, {0.003, 1.0}, {0.01, -0.5}}};
    const std::vector<WallSpec> walls{DirichletWall{table}, ConvectionWall{3.0, 0.2}, RadiationWall{0.9, table},
                                      NeumannWall{NeumannWall::Given::flux, expression("cos(50*t)")}};
    return {{BoxShape{{0, 0, 0}, {0.4, 0.6, 1}}, dice.one_of(walls)},
            {SphereShape{{0.6, 0.7, 0}, 0.3}, dice.one_of(walls)}};
}

/// Any walls, radiating ones and patches among them, with temperatures about 0 degrees Celsius.
inline void add_any_walls(CaseSpec& spec, Dice& dice) {
    spec.temperature_unit = "C";
    std::vector<NamedWall> walls = constant_walls();
    for (const NamedWall& wall : varying_walls()) walls.push_back(wall);
    walls.push_back({"radiation", RadiationWall{0.8, 0.3}});
    walls.push_back({"radiation(x)", RadiationWall{expression("0.5+0.2*sin(9*x+y+z)"), 0.3}});
    walls.push_back({"radiation(x,t)", RadiationWall{0.7, expression("sin(90*t)+x*y+z")}});
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(spec.grid.dim); ++axis) {
        const bool ring = dice.whole(0, 4) == 0;
        for (const std::size_t side : {2 * axis, 2 * axis + 1}) {
            spec.walls[side] = ring ? WallSpec{PeriodicWall{}} : dice.one_of(walls).wall;
            if (!ring && spec.grid.dim > 1 && dice.whole(0, 2) == 0) spec.patches[side] = random_patches(dice);
        }
    }
}

} // namespace isotherm::test
