#pragma once

/// The files of verification cases: each defines a function that returns its cases.

#include "app/validate/registry.hpp"

namespace isotherm::validate {

using Cases = std::vector<VerificationCase>;

// One line a file, in the order in which they run.
Cases discrete_modes();
Cases time_orders();
Cases separable_modes();
Cases plates();
Cases half_spaces();
Cases gaussian_spreading();
Cases moving_walls();
Cases steady_fields();
Cases nafems();
Cases materials();
Cases manufactured();
Cases spots();
Cases conservation();

inline constexpr Cases (*files_of_cases[])() = {
    discrete_modes, time_orders, separable_modes, plates,       half_spaces, gaussian_spreading, moving_walls,
    steady_fields,  nafems,      materials,       manufactured, spots,       conservation,
};

} // namespace isotherm::validate
