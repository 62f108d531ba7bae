#pragma once

/// One side's laws as programs on the device (kernels/program/walls.hpp), where some value varies from cell to cell and
/// in time.

#include "kernels/program/walls.hpp"
#include "solver/boundary/wall_law.hpp"
#include "solver/core/field.hpp"
#include "solver/core/program.hpp"

namespace isotherm {

class WallPrograms {
public:
    WallPrograms() = default;
    /// `law_of`: per cell of the face, or empty; `kappa`: per cell, or one.
    WallPrograms(const Grid& grid, int side, const std::vector<WallLaw>& laws, const std::vector<std::uint16_t>& law_of,
                 const std::vector<double>& kappa, const Device& device);

    /// Whether all values could be made programs. Where not, nothing else may be called.
    [[nodiscard]] bool complete() const { return complete_; }

    /// How temperatures of the case and of the field count.
    struct Offsets {
        double kelvin = 0, reference = 0;
    };
    /// The rows of all cells of the face at t, for `layers` mirror distances.
    template <class Real>
    void make_rows(WallRow<Real>* rows, int layers, const Offsets& offsets, double t) const;

private:
    bool complete_ = false, one_kappa_ = true;
    int side_ = 0;
    std::optional<Grid> grid_;
    Device device_;
    StepValues step_values_;
    Memory code_, laws_, law_of_, kappa_;
};

} // namespace isotherm
