#pragma once

/// Sources that vary from cell to cell and in time, as programs on the device (kernels/program/heating.hpp).

#include <functional>

#include "kernels/program/heating.hpp"
#include "solver/core/field.hpp"
#include "solver/core/program.hpp"
#include "solver/operator/media.hpp"

namespace isotherm {

class HeatingPrograms {
public:
    /// A source: its value, what turns that into W/m^3, and the media that it heats.
    struct Law {
        ValueFunction value;
        double per_value = 1;
        std::function<bool(int medium)> heats;
    };
    /// Whether all laws could be made programs. Where not, nothing else may be called.
    [[nodiscard]] bool complete() const { return complete_; }

    HeatingPrograms() = default;
    HeatingPrograms(const std::vector<Law>& laws, const Media& media, const Device& device);

    /// Where the cells' media and heat capacities are on the device.
    struct Cells {
        const std::uint8_t* index = nullptr;
        const double* capacities = nullptr;
        bool of_cells = false; ///< a capacity per cell, not per medium
    };
    /// The heating [K/s] at t; books what it brings in for `weight` seconds.
    void fill(Field& to, const Cells& cells, double t, double weight);
    /// [J] booked so far.
    [[nodiscard]] double heat() const;
    void forget_heat();

private:
    template <class Real>
    void fill_as(Field& to, const Cells& cells, double t, double weight);

    bool complete_ = false;
    std::optional<Grid> grid_;
    Device device_;
    StepValues step_values_;
    int law_count_ = 0;
    Memory code_, laws_, row_heat_;
};

} // namespace isotherm
