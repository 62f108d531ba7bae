#include "kernels/stencil/variable/media_runs.hpp"

#include <algorithm>
#include <cstring>

namespace isotherm {
namespace {

constexpr std::uint16_t mixed = 0xffff;
constexpr int longest_run = 255;

bool all_are(const std::uint8_t* cells, index_t count, std::uint8_t medium) {
    return cells[0] == medium && std::memcmp(cells, cells + 1, static_cast<std::size_t>(count - 1)) == 0;
}

} // namespace

MediaRuns::MediaRuns(const index_t (&n)[3], const bool (&periodic)[3], index_t cells_of_piece)
    : n_{n[0], n[1], n[2]}, cells_(cells_of_piece),
      pieces_((n[0] + cells_of_piece - 1) / cells_of_piece), periodic_{periodic[0], periodic[1], periodic[2]},
      found_(static_cast<std::size_t>(pieces_ * n[1] * n[2]), mixed) {}

void MediaRuns::add_plane(index_t k, const std::uint8_t* below, const std::uint8_t* here, const std::uint8_t* above,
                          index_t pitch, int threads) {
    const index_t nx = n_[0], ny = n_[1];
    const bool lowest = k == 0 && !periodic_[2], highest = k == n_[2] - 1 && !periodic_[2];
#pragma omp parallel for num_threads(threads) schedule(static)
    for (index_t j = 0; j < ny; ++j)
        for (index_t p = 0; p < pieces_; ++p) {
            const index_t lo = p * cells_, hi = std::min(lo + cells_, nx);
            const std::uint8_t* const row = here + j * pitch;
            const std::uint8_t medium = row[lo];
            const auto beside = [&](index_t step) { // along y
                const index_t q = j + step;
                if (q >= 0 && q < ny) return all_are(here + q * pitch + lo, hi - lo, medium);
                return !periodic_[1] || all_are(here + (q < 0 ? ny - 1 : 0) * pitch + lo, hi - lo, medium);
            };
            const auto end = [&](index_t i) { // along x
                if (i >= 0 && i < nx) return row[i] == medium;
                return !periodic_[0] || row[i < 0 ? nx - 1 : 0] == medium;
            };
            const bool one = all_are(row + lo, hi - lo, medium) && beside(-1) && beside(1) && end(lo - 1) && end(hi) &&
                             (lowest || all_are(below + j * pitch + lo, hi - lo, medium)) &&
                             (highest || all_are(above + j * pitch + lo, hi - lo, medium));
            found_[static_cast<std::size_t>(p + pieces_ * (j + ny * k))] = one ? medium : mixed;
        }
}

std::vector<std::uint16_t> MediaRuns::entries() const {
    std::vector<std::uint16_t> entries(found_.size(), 0);
    const auto per_plane = static_cast<std::size_t>(pieces_ * n_[1]);
    for (std::size_t at = found_.size(); at-- > 0;) {
        if (found_[at] == mixed) continue;
        const std::size_t above = at + per_plane;
        const bool goes_on = above < found_.size() && found_[above] == found_[at];
        const int run = std::min(longest_run, 1 + (goes_on ? entries[above] >> 8 : 0));
        entries[at] = static_cast<std::uint16_t>(run << 8 | found_[at]);
    }
    return entries;
}

} // namespace isotherm
