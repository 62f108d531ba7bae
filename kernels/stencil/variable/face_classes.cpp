#include "kernels/stencil/variable/face_classes.hpp"

#include <algorithm>
#include <set>
#include <unordered_set>

namespace isotherm {

/// What the cells of a row are told apart by.
void FaceClasses::row_keys(index_t row, Key* to) const {
    const index_t nx = media_.n[0], place[3] = {0, row % media_.n[1], row / media_.n[1]};
    const std::uint8_t* const own = &media_(0, place[1], place[2]);
    const std::uint8_t* beside[4] = {own, own, own, own}; // y_lo, y_hi, z_lo, z_hi
    for (int side = 2; side < 2 * dim_; ++side) {
        const int axis = side / 2;
        const index_t n = media_.n[axis], at = place[axis], step = side % 2 != 0 ? 1 : -1;
        const bool outside = at + step < 0 || at + step >= n;
        if (outside && !periodic_[axis]) continue;
        beside[side - 2] += (outside ? -step * (n - 1) : step) * media_.stride(axis);
    }
    for (index_t i = 0; i < nx; ++i) {
        to[i] = own[i] | Key{own[i > 0 ? i - 1 : i]} << 8 | Key{own[i + 1 < nx ? i + 1 : i]} << 16;
        for (int b = 0; b < 4; ++b) to[i] |= Key{beside[b][i]} << (24 + 8 * b);
    }
    if (!periodic_[0]) return;
    to[0] = (to[0] & ~(Key{0xff} << 8)) | Key{own[nx - 1]} << 8;
    to[nx - 1] = (to[nx - 1] & ~(Key{0xff} << 16)) | Key{own[0]} << 16;
}

FaceClasses::FaceClasses(const FieldView<const std::uint8_t>& media, int dim, const bool (&periodic)[3], int threads)
    : media_(media), dim_(dim), periodic_{periodic[0], periodic[1], periodic[2]}, threads_(threads) {
    std::set<Key> found;
#pragma omp parallel num_threads(threads_)
    {
        std::vector<Key> line(static_cast<std::size_t>(media_.n[0]));
        std::unordered_set<Key> mine;
        Key last = ~Key{0};
#pragma omp for schedule(static)
        for (index_t row = 0; row < media_.n[1] * media_.n[2]; ++row) {
            row_keys(row, line.data());
            for (const Key key : line) {
                if (key == last) continue;
                last = key;
                if (mine.size() < most_classes) mine.insert(key); // enough for all numbers
            }
        }
#pragma omp critical(face_classes)
        found.insert(mine.begin(), mine.end());
    }
    keys_.assign(found.begin(), found.end());
    if (keys_.size() > most_classes) keys_.resize(most_classes);
}

void FaceClasses::fill(std::uint16_t* to) const {
    const index_t nx = media_.n[0];
#pragma omp parallel num_threads(threads_)
    {
        std::vector<Key> line(static_cast<std::size_t>(nx));
#pragma omp for schedule(static)
        for (index_t row = 0; row < media_.n[1] * media_.n[2]; ++row) {
            row_keys(row, line.data());
            std::uint16_t* const classes = to + row % media_.n[1] * media_.pitch + row / media_.n[1] * media_.plane;
            for (std::size_t i = 0; i < line.size(); ++i) {
                if (i > 0 && line[i] == line[i - 1]) {
                    classes[i] = classes[i - 1];
                    continue;
                }
                const auto at = std::lower_bound(keys_.begin(), keys_.end(), line[i]);
                const bool known = at != keys_.end() && *at == line[i];
                classes[i] = known ? static_cast<std::uint16_t>(at - keys_.begin()) : no_class;
            }
            std::fill(classes + nx, classes + media_.pitch, std::uint16_t{0});
        }
    }
}

template <class Real>
std::vector<Real> FaceClasses::coefficients(const Real* pairs, int count) const {
    std::vector<Real> lines(class_length * keys_.size(), Real(0));
    for (std::size_t c = 0; c < keys_.size(); ++c)
        for (int side = 0; side < 2 * dim_; ++side) {
            const auto own = static_cast<int>(keys_[c] & 0xff),
                       other = static_cast<int>(keys_[c] >> (8 * side + 8) & 0xff);
            lines[class_length * c + static_cast<std::size_t>(side)] = pairs[(side / 2 * count + own) * count + other];
        }
    return lines;
}
template std::vector<float> FaceClasses::coefficients(const float* pairs, int count) const;
template std::vector<double> FaceClasses::coefficients(const double* pairs, int count) const;

} // namespace isotherm
