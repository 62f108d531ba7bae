#pragma once

/// One array instead of two. A step leaves the temperature of cell (i, j, k) where that of (i, j - reach, k - reach)
/// was, or on the way back that of (i, j + reach, k + reach), so the field moves through an array that is a few rows
/// and planes larger, up and down. The kernels say why nothing is lost (cpu/time_skewing.hpp).

#include "kernels/base/view.hpp"

namespace isotherm {

/// The room that a 3-D field has to move in, and where it is.
struct Leeway {
    index_t reach = 1; ///< rows and planes that it moves per step: order / 2
    index_t steps = 0; ///< from one end of the room to the other; 0: it stays where it is
    index_t down = 0;  ///< steps from where it is to the lower end

    /// Elements from one plane to the next, of all planes, from their start to the field, and of a step of its way.
    [[nodiscard]] index_t plane(index_t pitch, index_t rows) const { return pitch * (rows + steps * reach); }
    [[nodiscard]] index_t size(index_t plane, index_t planes) const { return plane * (planes + steps * reach); }
    [[nodiscard]] index_t start(index_t pitch, index_t plane) const { return down * move(pitch, plane); }
    [[nodiscard]] index_t move(index_t pitch, index_t plane) const { return reach * (pitch + plane); }

    /// Moves by the next of the fewest passes, of about the same length, that `left` steps can be done in, each of at
    /// most `most` steps (0: as many as there is room for). Returns the steps of the pass.
    index_t take(index_t left, index_t most) {
        const index_t up = steps - down, room = down > up ? down : up;
        const index_t longest = most > 0 && most < room ? most : room, passes = (left + longest - 1) / longest;
        const index_t taken = (left + passes - 1) / passes;
        down += down > up ? -taken : taken;
        return taken;
    }
};

} // namespace isotherm
