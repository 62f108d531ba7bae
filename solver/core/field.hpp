#pragma once

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "kernels/base/device.hpp"
#include "kernels/stencil/in_place.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solver/core/grid.hpp"

namespace isotherm {

/// A box of cells [lo, hi) on all three axes.
struct CellBox {
    std::array<index_t, 3> lo{0, 0, 0}, hi{1, 1, 1};
    [[nodiscard]] index_t n(int axis) const { return hi[axis] - lo[axis]; }
    [[nodiscard]] index_t cells() const { return n(0) * n(1) * n(2); }
};

/// Whether `inner` has no cell outside of `outer`; both have cells.
inline bool contains(const CellBox& outer, const CellBox& inner) {
    for (std::size_t d = 0; d < 3; ++d)
        if (inner.lo[d] < outer.lo[d] || inner.hi[d] > outer.hi[d]) return false;
    return true;
}
inline bool overlap(const CellBox& a, const CellBox& b) {
    for (std::size_t d = 0; d < 3; ++d)
        if (a.hi[d] <= b.lo[d] || b.hi[d] <= a.lo[d]) return false;
    return true;
}
/// The smallest box that holds both.
inline CellBox hull(CellBox a, const CellBox& b) {
    for (std::size_t d = 0; d < 3; ++d) a.lo[d] = std::min(a.lo[d], b.lo[d]), a.hi[d] = std::max(a.hi[d], b.hi[d]);
    return a;
}

/// How the cells of a field lie in memory.
struct FieldLayout {
    std::array<index_t, 3> n{1, 1, 1};
    index_t pitch = 1; ///< elements from one row to the next
    index_t plane = 1; ///< and from one plane to the next
    index_t start = 0; ///< elements before the first cell
    Precision precision = Precision::fp64;

    /// Elements from the start of the memory to the first cell of the box.
    [[nodiscard]] index_t offset(const CellBox& box) const {
        return start + box.lo[0] + pitch * box.lo[1] + plane * box.lo[2];
    }
    /// Elements from the first cell of the box to behind its last: for a box of slabs(), its cells and their padding.
    [[nodiscard]] index_t span(const CellBox& box) const {
        return box.n(0) + pitch * (box.n(1) - 1) + plane * (box.n(2) - 1);
    }
};

/// One scalar field of a grid in the memory of a device, in the run's precision. Rows are padded to 64 bytes; on a CPU
/// so that the ghosts of the x walls fit in between, and by 3 % more where rows and planes would otherwise share few
/// sets of the caches. Holds T - T_0 (State::reference), so that slow heating is not lost in fp32. Given leeway it can
/// move in its memory.
class Field {
public:
    Field() = default;
    Field(const Grid& grid, Precision precision, const Device& device, const char* purpose, const Leeway& leeway = {})
        : n_{grid.n[0], grid.n[1], grid.n[2]}, precision_(precision), pitch_(pitch_of(grid, precision, device.backend)),
          leeway_(leeway), memory_(device, bytes_of(grid, precision, device.backend, leeway), purpose) {}

    /// Elements from one row to the next.
    static index_t pitch_of(const Grid& grid, Precision precision, Backend backend = Backend::cpu) {
        const index_t ghosts = backend == Backend::cpu && grid.n[1] > 1 ? max_order : 0; // of a row and the next
        const index_t per_line = 64 / size_of(precision), lines = (grid.n[0] + ghosts + per_line - 1) / per_line;
        const bool crowded = backend == Backend::cpu && grid.n[1] > 1 && lines % 8 == 0 && lines >= 16;
        return (crowded ? lines + (lines / 32 | 1) : lines) * per_line; // odd: so that planes differ too
    }
    /// Bytes that a field of this grid takes.
    static index_t bytes_of(const Grid& grid, Precision precision, Backend backend = Backend::cpu,
                            const Leeway& leeway = {}) {
        const index_t plane = leeway.plane(pitch_of(grid, precision, backend), grid.n[1]);
        return leeway.size(plane, grid.n[2]) * size_of(precision);
    }

    /// The field as kernels see it; Real must be the field's precision.
    template <class Real>
    [[nodiscard]] FieldView<Real> view() const {
        if (sizeof(Real) != static_cast<std::size_t>(size_of(precision_)))
            throw std::logic_error("Field: wrong precision");
        return {memory_.as<Real>() + layout().start, {n_[0], n_[1], n_[2]}, pitch_, plane()};
    }
    template <class Real>
    [[nodiscard]] FieldView<const Real> const_view() const {
        const FieldView<Real> v = view<Real>();
        return {v.data, {n_[0], n_[1], n_[2]}, v.pitch, v.plane};
    }

    [[nodiscard]] Precision precision() const { return precision_; }
    [[nodiscard]] index_t n(int axis) const { return n_[axis]; }
    [[nodiscard]] index_t pitch() const { return pitch_; }
    [[nodiscard]] index_t plane() const { return leeway_.plane(pitch_, n_[1]); }
    [[nodiscard]] FieldLayout layout() const {
        return {{n_[0], n_[1], n_[2]}, pitch_, plane(), leeway_.start(pitch_, plane()), precision_};
    }
    /// Where the field is in its memory; whoever moves it fills the cells there.
    [[nodiscard]] Leeway& leeway() { return leeway_; }
    [[nodiscard]] Memory& memory() { return memory_; }
    [[nodiscard]] const Memory& memory() const { return memory_; }

private:
    index_t n_[3] = {0, 0, 0};
    Precision precision_ = Precision::fp64;
    index_t pitch_ = 0;
    Leeway leeway_;
    Memory memory_;
};

inline CellBox all_cells(const Grid& grid) { return {{0, 0, 0}, grid.n}; }

/// Reads `box` of the field into host memory, densely packed (x fastest), `reference` added in double, in `precision`.
void read_cells(const Field& field, double reference, const CellBox& box, void* to, Precision precision);

/// The same of a copy in host memory: `cells` begins with the first cell of the box and has the rows of `layout`.
void convert_cells(const FieldLayout& layout, const void* cells, double reference, const CellBox& box, void* to,
                   Precision precision, int threads);

/// Writes host values (doubles, densely packed, x fastest), `reference` subtracted in double, into `box` of the field.
void write_cells(Field& field, double reference, const CellBox& box, const double* from);

/// The box in its order, in parts that one copy can move each: between the cells of a part lies nothing but padding. A
/// copy to a GPU takes microseconds, however short it is.
std::vector<CellBox> pieces(const FieldLayout& layout, const CellBox& box);
/// Cuts the grid into boxes of at most `max_cells` cells, in memory order (whole planes, rows, or pieces of a row).
std::vector<CellBox> slabs(const Grid& grid, index_t max_cells);

} // namespace isotherm
