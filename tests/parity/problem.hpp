#pragma once

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "kernels/base/device.hpp"
#include "kernels/stencil/variable/variants.hpp"
#include "kernels/stencil/variants.hpp"

namespace isotherm::parity {

inline index_t pick(std::mt19937_64& random, index_t lo, index_t hi) {
    return std::uniform_int_distribution<index_t>(lo, hi)(random);
}

/// How the rows of a wall lie, and what they say.
struct WallMake {
    bool per_cell = false, per_step = false;
    bool classes = false; ///< cells have their rows by class
    index_t kind = -1;    ///< of the rows; -1: any
};
constexpr index_t convecting = 2, radiating = 4;

/// What one comparison is made of; the fields and walls follow from `seed`.
struct Case {
    int dim = 3, order = 2;
    index_t n[3] = {1, 1, 1};
    bool equal_spacing = true;
    int n_terms = 0;
    index_t steps = 1;
    bool heun = false;              ///< every step is one of Heun's method
    Blocking blocking;              ///< asked of kernels that take several steps per pass
    bool closed_in_x_alone = false; ///< of the axes long enough for walls
    int made_side = -1; ///< the wall there is made as follows, the others are constant ones; -1: all walls are random
    WallMake make;
    unsigned seed = 1;

    [[nodiscard]] std::string text() const;
};

/// A case drawn at random that is legal: an axis too short for its order's mirror images is periodic.
Case random_case(int dim, unsigned seed);
/// One of several tiles of a kernel that fuses steps, for a number of steps that four divides or does not.
Case random_tiles_case(unsigned seed);
/// The same at order 4, for Euler's or Heun's steps.
Case random_wide_tiles_case(unsigned seed);
/// The same on two axes, where it goes strip by strip.
Case random_strips_case(unsigned seed);

/// On every side in turn, a wall that radiates, patches with tables, such that radiate, and rows of place and time: for
/// a grid of several tiles or strips and one step more than a pass takes.
std::vector<Case> cases_with_made_walls(int dim, int order, bool heun);

/// How many random cases a test takes: 60, or what ISOTHERM_PARITY_CASES says (a sanitizer is slow).
unsigned random_cases();

/// Random fields and walls in host memory: one axis periodic or two walls of any kind, radiating ones among them,
/// constant, per cell or class of cells, per step, or both, with heat booked or not. Rows are padded, and the padding
/// holds NaN.
template <class Real>
class Problem {
public:
    explicit Problem(const Case& c);

    /// Field (densely packed) and booked heat after the case's steps; all outputs start poisoned with NaN.
    struct Result {
        std::vector<Real> field;
        std::vector<double> heat;
    };
    [[nodiscard]] Result run(const StencilVariant& variant, const Device& device) const;
    /// Whether the variant says that it can.
    [[nodiscard]] bool suits(const StencilVariant& variant) const { return variant.supports(traits()); }
    /// The same with the two stages of every step of Heun's method one by one, for variants that do not know it.
    [[nodiscard]] Result run_stages(const StencilVariant& variant, const Device& device) const;
    /// The same with random media: blobs of few or noise of many, or graded cells; heating by medium and step,
    /// by cell, both or none.
    [[nodiscard]] Result run(const VariableVariant& variant, const Device& device) const;

private:
    [[nodiscard]] StencilTraits traits() const;
    /// `advance(sweep)` is what is compared; it may move the field by the caller's `leeway`.
    template <class AdvanceSweep>
    [[nodiscard]] Result run_with(const Device& device, AdvanceSweep&& advance, const Leeway& leeway = {}) const;
    [[nodiscard]] Result run_in_place(const StencilVariant& variant, const Device& device) const;
    struct Wall {
        bool periodic = false, books = false, radiates = false;
        index_t step_stride = 0, cell_stride = 0, cells = 0;
        std::vector<WallRow<Real>> rows;
        std::vector<std::uint16_t> classes;
        std::vector<double> heat;
    };
    Wall random_wall(int axis, bool periodic);
    Wall wall_of(int axis, const WallMake& make);
    class GradedCells;
    [[nodiscard]] std::vector<std::uint16_t> runs_of(const std::vector<std::uint8_t>& index) const;
    WallRow<Real> random_row(index_t kind);

    Case case_;
    std::mt19937_64 random_;
    index_t pitch_ = 0;
    bool out_is_term_ = false;
    std::vector<Real> in_;
    std::vector<std::vector<Real>> terms_;
    Real weights_[max_stage_terms] = {}, r_[3] = {};
    Wall walls_[6];
};

/// Says where two results first differ, or nothing.
template <class Real>
std::string first_difference(const typename Problem<Real>::Result& expected, const typename Problem<Real>::Result& got);

} // namespace isotherm::parity
