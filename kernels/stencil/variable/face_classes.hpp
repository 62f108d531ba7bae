#pragma once

/// Classes of cells for the CPU kernels: cells of the same medium that see the same media on all sides have the same
/// coefficients. With a number per cell and a line of coefficients per class a kernel neither looks at the media beside
/// a cell nor puts pairs of them together.

#include <vector>

#include "kernels/stencil/variable/medium.hpp"

namespace isotherm {

class FaceClasses {
public:
    /// Looks at every cell. `media`: of the cells, laid out as the field; a wall has the cell's own medium beyond it,
    /// a periodic axis closes on itself.
    FaceClasses(const FieldView<const std::uint8_t>& media, int dim, const bool (&periodic)[3], int threads);

    /// The classes of the cells, laid out as the media; `no_class` where there are more than numbers. The padding of
    /// rows gets class 0.
    void fill(std::uint16_t* to) const;
    /// a_f [1/s] as Medium::classes has them, from Medium::pairs of `count` media.
    template <class Real>
    [[nodiscard]] std::vector<Real> coefficients(const Real* pairs, int count) const;

private:
    using Key = std::uint64_t; ///< bytes: own medium, then those of the sides
    void row_keys(index_t row, Key* to) const;

    FieldView<const std::uint8_t> media_;
    int dim_;
    bool periodic_[3];
    int threads_;
    std::vector<Key> keys_; ///< sorted; the place is the class
};

} // namespace isotherm
