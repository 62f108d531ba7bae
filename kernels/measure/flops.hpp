#pragma once

namespace isotherm {

/// Floating-point operations of one cell's update (kernels/stencil/cell_update.hpp), an fma counted as two.
constexpr int flops_per_cell(int dim, int order, bool equal_spacing) {
    const int layers = order / 2;
    const int weigh = order == 2 ? 0 : order == 4 ? 2 : 5;
    if (equal_spacing || dim == 1) {
        const int star = dim == 1 ? 3 : dim == 2 ? 5 : 9;
        return layers * star + weigh + 2;
    }
    const int axis = 3 * layers + weigh;
    return dim * axis + 1 + 2 * (dim - 1) + 1;
}

} // namespace isotherm
