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
    const index_t plane = field.plane();
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

/// Rows of a box as they lie in the field, from `first` on.
template <class Real>
void convert_rows(const double* from, double reference, const CellBox& box, Real* first, const Field& field,
                  int threads) {
    const index_t rows = box.n(1) * box.n(2), nx = box.n(0), plane = field.plane();
#pragma omp parallel for num_threads(threads) schedule(static) if (rows * nx > 100000)
    for (index_t row = 0; row < rows; ++row) {
        Real* const out = first + row % box.n(1) * field.pitch() + row / box.n(1) * plane;
        for (index_t i = 0; i < nx; ++i) out[i] = static_cast<Real>(from[row * nx + i] - reference);
    }
}

template <class Real>
void write_as(Field& field, double reference, const CellBox& box, const double* from) {
    constexpr index_t size = sizeof(Real);
    Memory& memory = field.memory();
    if (memory.backend() == Backend::cpu)
        return convert_rows(from, reference, box, memory.as<Real>() + offset_of(field, box), field, memory.threads());
    std::vector<Real> staged;
    for (const CellBox& piece : pieces(field.layout(), box)) {
        staged.assign(static_cast<std::size_t>(field.layout().span(piece)), Real(0));
        convert_rows(from, reference, piece, staged.data(), field, memory.threads());
        memory.upload(staged.data(), static_cast<index_t>(staged.size()) * size, offset_of(field, piece) * size);
        from += piece.cells();
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
        const BoxRows<const Real> rows{first, layout.pitch, layout.plane};
        convert(rows, reference, box, to, precision, threads);
    };
    if (layout.precision == Precision::fp32) as(static_cast<const float*>(cells));
    else as(static_cast<const double*>(cells));
}

void write_cells(Field& field, double reference, const CellBox& box, const double* from) {
    if (field.precision() == Precision::fp32) write_as<float>(field, reference, box, from);
    else write_as<double>(field, reference, box, from);
}

std::vector<CellBox> pieces(const FieldLayout& layout, const CellBox& box) {
    const bool rows_together = box.n(0) == layout.n[0],
               planes_together = rows_together && layout.plane == layout.pitch * box.n(1);
    const index_t rows = rows_together ? box.n(1) : 1, planes = planes_together ? box.n(2) : 1;
    std::vector<CellBox> all;
    for (index_t k = box.lo[2]; k < box.hi[2]; k += planes)
        for (index_t j = box.lo[1]; j < box.hi[1]; j += rows)
            all.push_back({{box.lo[0], j, k}, {box.hi[0], j + rows, k + planes}});
    return all;
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
