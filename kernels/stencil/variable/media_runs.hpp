#pragma once

/// Where pieces of rows are of one medium, for the CUDA kernels. A piece is what a warp computes of a row: 32 packs of
/// 16 bytes. Of every piece of every row and plane an entry says of what medium its cells and all their neighbours are
/// (low byte), and in how many planes from there on the same is so (high byte, at most 255); 0: of several media.

#include <vector>

#include "kernels/stencil/variable/medium.hpp"

namespace isotherm {

inline constexpr index_t run_packs_of_piece = 32;

/// Cells of a piece.
template <class Real>
constexpr index_t cells_of_piece() {
    return run_packs_of_piece * 16 / static_cast<index_t>(sizeof(Real));
}

class MediaRuns {
public:
    /// Of a grid of n[0] x n[1] x n[2] cells, all axes there are; a periodic axis closes on itself.
    MediaRuns(const index_t (&n)[3], const bool (&periodic)[3], index_t cells_of_piece);

    /// Looks at plane k, whose rows are `pitch` apart as those of the planes below and above it (at walls: any).
    void add_plane(index_t k, const std::uint8_t* below, const std::uint8_t* here, const std::uint8_t* above,
                   index_t pitch, int threads);
    /// The entries, of piece p of row (j, k) at p + pieces (j + n[1] k), when all planes have been added.
    [[nodiscard]] std::vector<std::uint16_t> entries() const;

private:
    index_t n_[3], cells_, pieces_;
    bool periodic_[3];
    std::vector<std::uint16_t> found_; ///< medium of a piece, or `mixed`
};

} // namespace isotherm
