#pragma once

/// A small part of the grid goes ahead of the whole, or another way.
///
/// Fused steps although spots heat a few cells behind every sweep. With r = order / 2 cells, which is what a step
/// reaches, heat that falls into a box B during n steps gets no further than K, and what K will be depends on R alone:
///
///     B  heated
///     K  kept: B and (n - 1) r cells around it          +-- R -----------------+
///     R  read: K and n r cells around it                |    +-- K -------+    |
///                                                       |    |   +- B -+  |    |
///     1. take: R is copied into a small field, with     |    |   +-----+  |    |
///        its walls' rows, their booked heat and its     |    +------------+    |
///        media                                          +----------------------+
///     2. the small field makes n single steps, a deposit behind each. Where it is cut out of the grid it has insulated
///        walls, which makes r more cells from there wrong in every step: K is right after the last
///     3. the whole field makes n fused steps without the deposits
///     4. put_back: K and the heat booked by its walls replace what the whole field has there
///
/// Every cell sees the same operations in the same order as in single steps of the whole: the same bits.
///
/// Where somebody looks at a few cells B alone, some steps after those that the whole has made, R is B and n r cells
/// around it: they make those steps as in 1 and 2, B is read, and nothing is put back.

#include <span>
#include <vector>

#include "kernels/base/box_copy.hpp"
#include "kernels/base/branch.hpp"
#include "kernels/stencil/variable/medium.hpp"
#include "solver/core/field.hpp"

namespace isotherm {

/// B, K and R of the above.
struct ExcerptShape {
    CellBox heated, kept, read;
    std::array<bool, 3> ring{}; ///< axes that are periodic and taken whole, as R would reach over their ends
};

/// For `steps` steps during which spots heat these boxes; what would overlap where it is kept is one excerpt.
std::vector<ExcerptShape> excerpts_around(std::vector<CellBox> heated, const Grid& grid,
                                          const std::array<bool, 3>& periodic, int layers, index_t steps);

/// For looking at a box after so many sweeps: it is B and K.
ExcerptShape excerpt_of(const CellBox& box, const Grid& grid, const std::array<bool, 3>& periodic, int layers,
                        index_t sweeps);

/// An excerpt on its way.
template <class Real>
struct Excerpt {
    ExcerptShape shape;
    VariableSweep<Real> sweep;          ///< its next single sweep; wall_step counts from 0
    const double* capacities = nullptr; ///< [J/(m^3 K)] per medium, or of its cells
    std::vector<BoxCopy> back;          ///< of the walls' heat
};

/// Takes excerpts of one grid and puts them back. The memory is kept from one pass to the next.
class Excerpts {
public:
    Excerpts(const Grid& grid, Precision precision, const Device& device);

    /// From here on memory is used again.
    void begin() { used_ = 0; }
    /// The excerpt of the coming `steps` sweeps, of which `whole` is the first. `capacities`: per medium, or of the
    /// cells and laid out as the field where `of_cells`.
    template <class Real>
    Excerpt<Real> take(const ExcerptShape& shape, const VariableSweep<Real>& whole, index_t steps,
                       const double* capacities, bool of_cells);
    /// Into `result`, the whole field after those sweeps, once the last sweep has been exchanged.
    template <class Real>
    void put_back(const Excerpt<Real>& excerpt, const FieldView<Real>& result) const;
    /// read_cells() of cells that are kept, once the last sweep has been exchanged.
    template <class Real>
    void read(const Excerpt<Real>& excerpt, const CellBox& box, double reference, void* to, Precision precision) const;
    /// Where they make their steps.
    [[nodiscard]] Branch& beside() { return beside_; }

private:
    void* memory(index_t bytes);
    template <class Real>
    WallView<Real> take_wall(int side, Excerpt<Real>& excerpt, const VariableSweep<Real>& whole, index_t steps,
                             std::vector<BoxCopy>& copies);
    template <class Real>
    void take_faces(Medium<Real>& medium, const CellBox& box, const VariableSweep<Real>& whole, index_t pitch,
                    std::vector<BoxCopy>& copies);

    Grid grid_;
    Precision precision_;
    Device device_;
    Branch beside_;
    Memory insulated_; ///< a row of zeros per layer
    std::vector<Memory> blocks_;
    std::size_t used_ = 0; ///< blocks
};

} // namespace isotherm
