#pragma once

#include <optional>

#include "solver/core/field.hpp"
#include "solver/filter/kernel.hpp"

namespace isotherm {

/// The filter of a 2-D case on the fields of its run. Fields hold T - T_0, and so does what it gives.
class FieldFilter {
public:
    /// Throws UsageError (kernel, method, memory) that begins with the key, and DeviceError.
    FieldFilter(const FilterSpec& spec, const Grid& grid, Precision precision, const Device& device, double reference);

    /// The two are different fields of the run's grid and precision.
    void apply(const Field& from, Field& to);

    [[nodiscard]] std::string_view method() const;

private:
    std::optional<Convolution<float>> single_; ///< one of the two
    std::optional<Convolution<double>> double_;
};

/// The plane that a 2-D grid is.
PlaneShape plane_of(const Grid& grid);

} // namespace isotherm
