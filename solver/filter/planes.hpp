#pragma once

#include <string>

#include "solver/filter/kernel.hpp"
#include "solver/io/array_file.hpp"

namespace isotherm {

/// How the planes of an array are filtered.
struct PlanesRequest {
    FilterSpec spec;
    int axis = 2;                                 ///< of the array, which the planes stand across: 0 x, 1 y, 2 z
    bool masked = false;                          ///< NaN is a pixel without data
    std::optional<std::array<double, 3>> spacing; ///< [m] along x, y, z, where it is known
};

struct FilteredPlanes {
    Array array;
    Taps taps;
    std::string method;             ///< the kernel that ran
    std::array<index_t, 3> shift{}; ///< of the first output pixel along x, y, z, under `valid`
};

/// Filters every plane across the axis; its own axes are the two others in the order x, y, z. Computes in the array's
/// precision on the device. Throws UsageError (kernel, padding, method, an axis that the array does not have) and
/// DeviceError.
FilteredPlanes filter_planes(const Array& in, const PlanesRequest& request, const Device& device);

} // namespace isotherm
