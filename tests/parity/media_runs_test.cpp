/// What MediaRuns says of a piece of a row holds for all its cells and all their neighbours, and for as many planes.

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "kernels/stencil/variable/media_runs.hpp"

namespace isotherm::parity {
namespace {

struct Media {
    index_t n[3], pitch, piece;
    bool periodic[3];
    std::vector<std::uint8_t> index;

    [[nodiscard]] int at(index_t i, index_t j, index_t k) const {
        return index[static_cast<std::size_t>(i + pitch * (j + n[1] * k))];
    }
    /// Of the cell `step` along `axis` from there; beyond a wall its own.
    [[nodiscard]] int beside(index_t i, index_t j, index_t k, int axis, index_t step) const {
        index_t p[3] = {i, j, k};
        p[axis] += step;
        if (p[axis] < 0 || p[axis] >= n[axis])
            p[axis] = periodic[axis] ? (p[axis] + n[axis]) % n[axis] : p[axis] - step;
        return at(p[0], p[1], p[2]);
    }
    /// The medium of piece p of row (j, k) and of all that its cells touch; -1: several.
    [[nodiscard]] int of_piece(index_t p, index_t j, index_t k) const {
        const int medium = at(p * piece, j, k);
        for (index_t i = p * piece; i < std::min(n[0], (p + 1) * piece); ++i)
            for (int axis = 0; axis < 3; ++axis)
                for (const index_t step : {-1, 1})
                    if (at(i, j, k) != medium || beside(i, j, k, axis, step) != medium) return -1;
        return medium;
    }
};

/// Layers with a few cells of another medium, so that there are pieces of both kinds and long runs.
Media random_media(unsigned seed) {
    std::mt19937_64 random(seed);
    const auto pick = [&](index_t lo, index_t hi) { return std::uniform_int_distribution<index_t>(lo, hi)(random); };
    Media m{{pick(1, 40), pick(1, 6), seed % 5 == 0 ? 300 : pick(1, 12)}, 0, pick(3, 12), {}, {}};
    for (bool& periodic : m.periodic) periodic = pick(0, 1) == 0;
    m.pitch = m.n[0] + pick(0, 5);
    const auto layer = static_cast<std::size_t>(m.pitch * m.n[1] * pick(1, 300));
    for (std::size_t c = 0; c < static_cast<std::size_t>(m.pitch * m.n[1] * m.n[2]); ++c)
        m.index.push_back(static_cast<std::uint8_t>(c / layer % 2 == 0 ? 0 : 255));
    for (index_t single = pick(0, 4); single > 0; --single)
        m.index[static_cast<std::size_t>(pick(0, static_cast<index_t>(m.index.size()) - 1))] = 7;
    return m;
}

TEST(MediaRuns, say_what_the_cells_of_a_piece_and_all_beside_them_are) {
    for (unsigned seed = 1; seed <= 200; ++seed) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        const Media m = random_media(seed);
        MediaRuns runs(m.n, m.periodic, m.piece);
        const auto plane = [&](index_t k) { return m.index.data() + (k + m.n[2]) % m.n[2] * m.pitch * m.n[1]; };
        for (index_t k = 0; k < m.n[2]; ++k) runs.add_plane(k, plane(k - 1), plane(k), plane(k + 1), m.pitch, 1);
        const auto entries = runs.entries();
        const index_t pieces = (m.n[0] + m.piece - 1) / m.piece;
        ASSERT_EQ(entries.size(), static_cast<std::size_t>(pieces * m.n[1] * m.n[2]));
        for (index_t p = 0; p < pieces; ++p)
            for (index_t j = 0; j < m.n[1]; ++j)
                for (index_t k = m.n[2] - 1, planes = 0; k >= 0; --k) { // planes: alike from k + 1 on
                    const int entry = entries[static_cast<std::size_t>(p + pieces * (j + m.n[1] * k))];
                    const int medium = m.of_piece(p, j, k);
                    const bool goes_on = k + 1 < m.n[2] && medium == m.of_piece(p, j, k + 1);
                    planes = medium < 0 ? 0 : goes_on ? planes + 1 : 1;
                    ASSERT_EQ(entry >> 8, std::min<index_t>(planes, 255))
                        << "piece " << p << " of row " << j << ", " << k;
                    ASSERT_TRUE(planes == 0 || (entry & 255) == medium);
                }
    }
}

} // namespace
} // namespace isotherm::parity
