#include "solver/operator/excerpt.hpp"

#include <algorithm>
#include <utility>

#include "solver/boundary/face.hpp"

namespace isotherm {
namespace {

/// Of which `kept` and `read` cells around those heated are kept and read.
ExcerptShape shape_around(const CellBox& heated, const Grid& grid, const std::array<bool, 3>& periodic, index_t kept,
                          index_t read) {
    ExcerptShape shape{heated, heated, heated, {}};
    for (std::size_t d = 0; d < static_cast<std::size_t>(grid.dim); ++d) {
        const index_t lo = heated.lo[d], hi = heated.hi[d], n = grid.n[d];
        shape.ring[d] = periodic[d] && (lo - read < 0 || hi + read > n);
        const auto grow = [&](CellBox& box, index_t by) {
            box.lo[d] = shape.ring[d] ? 0 : std::max<index_t>(0, lo - by);
            box.hi[d] = shape.ring[d] ? n : std::min(n, hi + by);
        };
        grow(shape.kept, kept);
        grow(shape.read, read);
    }
    return shape;
}

using Place = std::array<index_t, 3>;

/// A copy of the cells of a box to where its first one shall be.
template <class T>
BoxCopy copy_of(const FieldView<const T>& from, const CellBox& box, const FieldView<T>& to, const Place& at) {
    constexpr index_t size = sizeof(T);
    return {&from(box.lo[0], box.lo[1], box.lo[2]),
            &to(at[0], at[1], at[2]),
            box.n(0) * size,
            box.n(1),
            box.n(2),
            from.pitch * size,
            from.plane * size,
            to.pitch * size,
            to.plane * size};
}

template <class T>
FieldView<T> view_of(T* data, const Place& n, index_t pitch) {
    return {data, {n[0], n[1], n[2]}, pitch, pitch * n[1]};
}

/// The cells of a wall.
template <class T>
FieldView<T> dense(T* data, index_t na, index_t nb) {
    return view_of(data, {na, nb, 1}, na);
}

/// `inner` as seen from the first cell of `outer`.
CellBox within(const CellBox& outer, CellBox inner) {
    for (std::size_t d = 0; d < 3; ++d) inner.lo[d] -= outer.lo[d], inner.hi[d] -= outer.lo[d];
    return inner;
}

} // namespace

std::vector<ExcerptShape> excerpts_around(std::vector<CellBox> heated, const Grid& grid,
                                          const std::array<bool, 3>& periodic, int layers, index_t steps) {
    std::vector<ExcerptShape> shapes;
    const index_t kept = (steps - 1) * layers, read = kept + steps * layers;
    while (!heated.empty()) {
        const ExcerptShape next = shape_around(heated.back(), grid, periodic, kept, read);
        heated.pop_back();
        const auto other = std::find_if(shapes.begin(), shapes.end(),
                                        [&](const ExcerptShape& s) { return overlap(s.kept, next.kept); });
        if (other == shapes.end()) {
            shapes.push_back(next);
            continue;
        }
        heated.push_back(hull(other->heated, next.heated)); // which may meet more
        shapes.erase(other);
    }
    return shapes;
}

ExcerptShape excerpt_of(const CellBox& box, const Grid& grid, const std::array<bool, 3>& periodic, int layers,
                        index_t sweeps) {
    return shape_around(box, grid, periodic, 0, sweeps * layers);
}

Excerpts::Excerpts(const Grid& grid, Precision precision, const Device& device)
    : grid_(grid), precision_(precision), device_(device), beside_(device),
      insulated_(device, max_order / 2 * index_t{sizeof(WallRow<double>)}, "the heated part of the grid") {}

void* Excerpts::memory(index_t bytes) {
    if (used_ == blocks_.size()) blocks_.emplace_back();
    Memory& block = blocks_[used_++];
    if (block.bytes() < bytes) block = Memory(device_, bytes + bytes / 4, "the heated part of the grid");
    return block.data();
}

template <class Real>
WallView<Real> Excerpts::take_wall(int side, Excerpt<Real>& excerpt, const VariableSweep<Real>& whole, index_t steps,
                                   std::vector<BoxCopy>& copies) {
    const auto d = static_cast<std::size_t>(side / 2);
    const auto touches = [&](const CellBox& box) { return side % 2 != 0 ? box.hi[d] == grid_.n[d] : box.lo[d] == 0; };
    WallView<Real> wall = whole.walls[side];
    if (excerpt.shape.ring[d]) return wall;
    if (wall.periodic || !touches(excerpt.shape.read)) {
        wall = {};
        wall.rows = insulated_.as<WallRow<Real>>();
        return wall;
    }
    const auto axes = face_axes(side / 2);
    const auto a = static_cast<std::size_t>(axes[0]), b = static_cast<std::size_t>(axes[1]);
    const auto face = [&](const CellBox& box) { return CellBox{{box.lo[a], box.lo[b], 0}, {box.hi[a], box.hi[b], 1}}; };
    const CellBox read = face(excerpt.shape.read);
    const index_t cells = read.cells(), real_row = sizeof(WallRow<Real>);
    wall.rows += whole.wall_step * wall.step_stride;
    if (wall.classes != nullptr) {
        auto* const classes = static_cast<std::uint16_t*>(memory(cells * 2));
        copies.push_back(
            copy_of(dense(wall.classes, grid_.n[a], grid_.n[b]), read, dense(classes, read.n(0), read.n(1)), {}));
        wall.classes = classes;
    } else if (wall.cell_stride != 0) {
        const index_t entry = wall.cell_stride * real_row, times = wall.step_stride != 0 ? steps : 1;
        const auto* const from = wall.rows + (read.lo[0] + grid_.n[a] * read.lo[1]) * wall.cell_stride;
        auto* const to = static_cast<WallRow<Real>*>(memory(cells * entry * times));
        copies.push_back({from, to, read.n(0) * entry, read.n(1), times, grid_.n[a] * entry,
                          wall.step_stride * real_row, read.n(0) * entry, cells * entry});
        wall.rows = to;
        if (wall.step_stride != 0) wall.step_stride = cells * wall.cell_stride;
    }
    if (wall.heat != nullptr) {
        auto* const booked = static_cast<double*>(memory(cells * 8));
        const index_t na = grid_.n[a], nb = grid_.n[b], wide = read.n(0), high = read.n(1);
        copies.push_back(copy_of(dense<const double>(wall.heat, na, nb), read, dense(booked, wide, high), {}));
        const CellBox kept = face(excerpt.shape.kept);
        if (touches(excerpt.shape.kept))
            excerpt.back.push_back(copy_of(dense<const double>(booked, wide, high), within(read, kept),
                                           dense(wall.heat, na, nb), kept.lo));
        wall.heat = booked;
    }
    return wall;
}

/// What graded cells have on their faces; along x with the face below the first cell of every row.
template <class Real>
void Excerpts::take_faces(Medium<Real>& medium, const CellBox& box, const VariableSweep<Real>& whole, index_t pitch,
                          std::vector<BoxCopy>& copies) {
    constexpr index_t real = sizeof(Real), front = 64 / real;
    const Place n{box.n(0), box.n(1), box.n(2)};
    for (std::size_t d = 0; d < static_cast<std::size_t>(grid_.dim); ++d) {
        auto* const face = static_cast<Real*>(memory((front + pitch * n[1] * n[2]) * real)) + front;
        const FieldView<const Real> from = view_of(whole.medium.face[d], grid_.n, whole.in.pitch);
        BoxCopy copy = copy_of(from, box, view_of(face, n, pitch), {});
        if (d == 0 && pitch > n[0]) {
            copy.from = static_cast<const Real*>(copy.from) - 1, copy.to = face - 1;
            copy.row_bytes += real;
        }
        copies.push_back(copy);
        medium.face[d] = face;
        const auto axes = face_axes(static_cast<int>(d));
        const auto a = static_cast<std::size_t>(axes[0]), b = static_cast<std::size_t>(axes[1]);
        auto* const first = static_cast<Real*>(memory(n[a] * n[b] * real));
        const CellBox wall{{box.lo[a], box.lo[b], 0}, {box.hi[a], box.hi[b], 1}};
        copies.push_back(copy_of(dense<const Real>(whole.medium.first[d], grid_.n[a], grid_.n[b]), wall,
                                 dense(first, n[a], n[b]), {}));
        medium.first[d] = first;
    }
}

template <class Real>
Excerpt<Real> Excerpts::take(const ExcerptShape& shape, const VariableSweep<Real>& whole, index_t steps,
                             const double* capacities, bool of_cells) {
    Excerpt<Real> e{shape, whole, capacities, {}};
    const CellBox& box = shape.read;
    Grid grid = grid_;
    for (int d = 0; d < 3; ++d) grid.n[static_cast<std::size_t>(d)] = box.n(d);
    const index_t pitch = Field::pitch_of(grid, precision_, device_.backend), plane = pitch * grid.n[1];
    std::vector<BoxCopy> copies;
    const auto array = [&]<class T>(const T* of_whole) -> T* {
        if (of_whole == nullptr) return nullptr;
        auto* const to = static_cast<T*>(memory(plane * grid.n[2] * index_t{sizeof(T)}));
        copies.push_back(copy_of(view_of(of_whole, grid_.n, whole.in.pitch), box, view_of(to, grid.n, pitch), {}));
        return to;
    };
    const auto small_field = [&] {
        return view_of(static_cast<Real*>(memory(plane * grid.n[2] * index_t{sizeof(Real)})), grid.n, pitch);
    };
    const FieldView<Real> first = small_field();
    copies.push_back(copy_of(whole.in, box, first, {})); // its planes may be further apart than those of the arrays
    VariableSweep<Real>& s = e.sweep;
    s.in = view_of<const Real>(first.data, grid.n, pitch);
    s.out = small_field();
    s.wall_step = 0;
    s.medium.index = array(whole.medium.index);
    s.medium.class_of = array(whole.medium.class_of);
    s.medium.runs = nullptr; // of the whole
    s.medium.part = array(whole.medium.part);
    s.medium.per_capacity = array(whole.medium.per_capacity);
    if (whole.medium.face[0] != nullptr) take_faces(s.medium, box, whole, pitch, copies);
    s.medium.heating_field = array(whole.medium.heating_field);
    if (s.medium.heating != nullptr) s.medium.heating += whole.wall_step * s.medium.heating_stride;
    if (of_cells) e.capacities = array(capacities);
    for (int side = 0; side < 2 * grid_.dim; ++side) s.walls[side] = take_wall(side, e, whole, steps, copies);
    copy_boxes(copies, device_);
    return e;
}
template Excerpt<float> Excerpts::take(const ExcerptShape&, const VariableSweep<float>&, index_t, const double*, bool);
template Excerpt<double> Excerpts::take(const ExcerptShape&, const VariableSweep<double>&, index_t, const double*,
                                        bool);

template <class Real>
void Excerpts::put_back(const Excerpt<Real>& e, const FieldView<Real>& result) const {
    std::vector<BoxCopy> copies = e.back;
    copies.push_back(copy_of(e.sweep.in, within(e.shape.read, e.shape.kept), result, e.shape.kept.lo));
    copy_boxes(copies, device_);
}
template void Excerpts::put_back(const Excerpt<float>&, const FieldView<float>&) const;
template void Excerpts::put_back(const Excerpt<double>&, const FieldView<double>&) const;

template <class Real>
void Excerpts::read(const Excerpt<Real>& e, const CellBox& box, double reference, void* to, Precision precision) const {
    const FieldView<const Real>& in = e.sweep.in;
    const auto memory = std::find_if(blocks_.begin(), blocks_.end(),
                                     [&](const Memory& block) { return block.as<const Real>() == in.data; });
    const FieldLayout layout{{in.n[0], in.n[1], in.n[2]}, in.pitch, in.plane, 0, precision_};
    const CellBox part = within(e.shape.read, box);
    std::vector<Real> cells(static_cast<std::size_t>(layout.span(part)));
    memory->download(cells.data(), layout.span(part) * index_t{sizeof(Real)},
                     layout.offset(part) * index_t{sizeof(Real)});
    convert_cells(layout, cells.data(), reference, part, to, precision, device_.threads);
}
template void Excerpts::read(const Excerpt<float>&, const CellBox&, double, void*, Precision) const;
template void Excerpts::read(const Excerpt<double>&, const CellBox&, double, void*, Precision) const;

} // namespace isotherm
