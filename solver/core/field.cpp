#include "solver/core/field.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace isotherm {
namespace {

/// Rows of a box somewhere in host memory.
template <class Real>
struct BoxRows {
    Real* first;          ///< cell (lo, lo, lo)
    index_t pitch, plane; ///< elements
    [[nodiscard]] Real* row(index_t j, index_t k) const { return first + j * pitch + k * plane; }
};

index_t offset_of(const Field& field, const CellBox& box) { return field.layout().offset(box); }

template <class Real, class Out>
void convert(const BoxRows<const Real>& from, double reference, const CellBox& box, Out* to, int threads) {
    const index_t rows = box.n(1) * box.n(2), nx = box.n(0);
#pragma omp parallel for num_threads(threads) schedule(static) if (rows * nx > 100000)
    for (index_t row = 0; row < rows; ++row) {
        const Real* x = from.row(row % box.n(1), row / box.n(1));
        Out* out = to + row * nx;
        for (index_t i = 0; i < nx; ++i) out[i] = static_cast<Out>(reference + static_cast<double>(x[i]));
    }
}

template <class Real>
void convert(const BoxRows<const Real>& rows, double reference, const CellBox& box, void* to, Precision precision,
             int threads) {
    if (precision == Precision::fp32) convert(rows, reference, box, static_cast<float*>(to), threads);
    else convert(rows, reference, box, static_cast<double*>(to), threads);
}

template <class Real>
void read_as(const Field& field, double reference, const CellBox& box, void* to, Precision precision) {
    constexpr index_t size = sizeof(Real);
    const Memory& memory = field.memory();
    const index_t plane = field.pitch() * field.n(1);
    std::vector<Real> staged;
    BoxRows<const Real> rows{memory.as<Real>() + offset_of(field, box), field.pitch(), plane};
    if (memory.backend() == Backend::cuda) {
        staged.resize(static_cast<std::size_t>(box.cells()));
        memory.download_box(staged.data(), offset_of(field, box) * size, box.n(0) * size, field.pitch() * size,
                            box.n(1), plane * size, box.n(2));
        rows = {staged.data(), box.n(0), box.n(0) * box.n(1)};
    }
    convert(rows, reference, box, to, precision, memory.threads());
}

template <class Real>
void write_as(Field& field, double reference, const CellBox& box, const double* from) {
    constexpr index_t size = sizeof(Real);
    Memory& memory = field.memory();
    const index_t rows = box.n(1) * box.n(2), nx = box.n(0), plane = field.pitch() * field.n(1);
    std::vector<Real> staged(memory.backend() == Backend::cuda ? static_cast<std::size_t>(nx) : 0);
    Real* const first = memory.as<Real>() + offset_of(field, box);
#pragma omp parallel for num_threads(memory.threads()) schedule(static) if (rows * nx > 100000 && staged.empty())
    for (index_t row = 0; row < rows; ++row) {
        const index_t at = row % box.n(1) * field.pitch() + row / box.n(1) * plane;
        Real* const out = staged.empty() ? first + at : staged.data();
        for (index_t i = 0; i < nx; ++i) out[i] = static_cast<Real>(from[row * nx + i] - reference);
        if (!staged.empty()) memory.upload(staged.data(), nx * size, (offset_of(field, box) + at) * size);
    }
}

} // namespace

void read_cells(const Field& field, double reference, const CellBox& box, void* to, Precision precision) {
    if (field.precision() == Precision::fp32) read_as<float>(field, reference, box, to, precision);
    else read_as<double>(field, reference, box, to, precision);
}

void convert_cells(const FieldLayout& layout, const void* cells, double reference, const CellBox& box, void* to,
                   Precision precision, int threads) {
    const auto as = [&]<class Real>(const Real* first) {
        const BoxRows<const Real> rows{first, layout.pitch, layout.pitch * layout.n[1]};
        convert(rows, reference, box, to, precision, threads);
    };
    if (layout.precision == Precision::fp32) as(static_cast<const float*>(cells));
    else as(static_cast<const double*>(cells));
}

void write_cells(Field& field, double reference, const CellBox& box, const double* from) {
    if (field.precision() == Precision::fp32) write_as<float>(field, reference, box, from);
    else write_as<double>(field, reference, box, from);
}

std::vector<CellBox> slabs(const Grid& grid, index_t max_cells) {
    std::vector<CellBox> all;
    const index_t plane = grid.n[0] * grid.n[1];
    if (plane <= max_cells) {
        const index_t step = std::max<index_t>(1, max_cells / plane);
        for (index_t k = 0; k < grid.n[2]; k += step)
            all.push_back({{0, 0, k}, {grid.n[0], grid.n[1], std::min(grid.n[2], k + step)}});
        return all;
    }
    const index_t rows = std::max<index_t>(1, max_cells / grid.n[0]);
    const index_t length = std::min(grid.n[0], max_cells);
    for (index_t k = 0; k < grid.n[2]; ++k)
        for (index_t j = 0; j < grid.n[1]; j += rows)
            for (index_t i = 0; i < grid.n[0]; i += length)
                all.push_back({{i, j, k}, {std::min(grid.n[0], i + length), std::min(grid.n[1], j + rows), k + 1}});
    return all;
}

} // namespace isotherm
