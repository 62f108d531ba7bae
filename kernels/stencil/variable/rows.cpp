/// The row-wise CPU kernel for variable coefficients. CMake compiles this file once per instruction set and precision,
/// with ISOTHERM_ISA (a namespace) and ISOTHERM_REAL set; dispatch.cpp takes the best one that the processor has.
///
/// A row along x is cut into pieces, and a piece with several media near it into strips. Where a piece or strip and its
/// neighbours are of one medium, its coefficients are constants of a vector loop; elsewhere they are looked up into
/// short lines first. Both loops are `update_variable`. Nothing
/// here may be a template of another header that the linker could share between instruction sets (no std:: containers).

#include <cstddef>
#include <cstring>
#include <new>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "kernels/base/choose.hpp"
#include "kernels/stencil/variable/medium.hpp"

namespace isotherm::ISOTHERM_ISA {
namespace {

/// Cells that are computed at a time: their lines of coefficients stay in the first cache, and it is short enough that
/// most pieces of most parts are of one medium.
constexpr index_t piece_length = 128;

/// Cells of a strip: what is looked up beside an interface that crosses a row.
constexpr index_t strip_length = 16;

/// A thread that has fewer cells than this costs more than it brings.
constexpr index_t cells_per_thread = 65536;

/// Fields larger than this are written past the caches.
constexpr index_t streamed_bytes = index_t{24} << 20;

/// Cells i0 .. i1 of row (j, k): at most piece_length.
struct Piece {
    index_t i0, i1, j, k, at; ///< `at`: place of (i0, j, k) in the field
    [[nodiscard]] index_t count() const { return i1 - i0; }
};

/// What a piece is computed from, per side: neighbours, media of the neighbours, coefficients.
template <class Real>
struct Lines {
    alignas(64) Real ghost[4][piece_length];
    alignas(64) Real coefficient[6][piece_length];
    alignas(64) Real heating[piece_length];
    alignas(64) Real base[piece_length];
    alignas(64) Real result[piece_length];
    const Real* near[4]; ///< y_lo, y_hi, z_lo, z_hi
    const std::uint8_t* medium[4];
};

/// Neighbour row beyond one y or z side: in the field, wrapped, or ghosts made here; and its media.
template <class Real>
void set_neighbour(const VariableSweep<Real>& s, Lines<Real>& lines, const Piece& p, int side) {
    const int axis = side / 2;
    const index_t n = s.in.n[axis], at = axis == 1 ? p.j : p.k, stride = s.in.stride(axis);
    const bool high = side % 2 != 0, outside = high ? at == n - 1 : at == 0;
    const WallView<Real>& wall = s.walls[side];
    const std::uint8_t* const media = s.medium.index;
    const auto line = static_cast<std::size_t>(side - 2);
    if (!outside || wall.periodic) {
        const index_t q = p.at + (outside ? (high ? 1 - n : n - 1) : (high ? 1 : -1)) * stride;
        lines.near[line] = s.in.data + q;
        lines.medium[line] = media == nullptr ? nullptr : media + q;
        return;
    }
    const Real* const c = s.in.data + p.at;
    const index_t first = face_cell(s.in.n, axis, p.i0, p.j, p.k);
    for (index_t i = 0; i < p.count(); ++i) lines.ghost[line][i] = ghost(wall.row(s.wall_step, first + i, 0), c[i]);
    lines.near[line] = lines.ghost[line];
    lines.medium[line] = media == nullptr ? nullptr : media + p.at;
}

/// Whether `count` bytes are all `value`.
inline bool all_are(const std::uint8_t* bytes, index_t count, std::uint8_t value) {
    std::uint8_t differs = 0;
    for (index_t i = 0; i < count; ++i) differs = static_cast<std::uint8_t>(differs | (bytes[i] ^ value));
    return differs == 0;
}

/// Whether one medium is all that cells lo .. hi of a piece look at.
template <int Dim, class Real>
bool is_uniform(const VariableSweep<Real>& s, const Lines<Real>& lines, const Piece& p, index_t lo, index_t hi) {
    const std::uint8_t* const row = s.medium.index + p.at;
    const index_t before = p.i0 + lo > 0 ? 1 : 0, after = p.i0 + hi < s.in.n[0] ? 1 : 0;
    bool uniform = all_are(row + lo - before, hi - lo + before + after, row[lo]);
    for (int line = 0; line < 2 * Dim - 2; ++line)
        uniform = uniform && (lines.medium[line] == row || all_are(lines.medium[line] + lo, hi - lo, row[lo]));
    return uniform;
}

/// The coefficients of cells begin .. end of a piece, cell by cell; not of the ends of a row, which are computed apart.
template <int Dim, class Real>
void look_up(const VariableSweep<Real>& s, Lines<Real>& lines, const Piece& p, index_t begin, index_t end) {
    const Medium<Real>& m = s.medium;
    const std::uint8_t* const own = m.index + p.at;
    for (int axis = 0; axis < Dim; ++axis) {
        const Real* const pairs = m.pairs + axis * m.count * m.count;
        Real *const low = lines.coefficient[2 * axis], *const high = lines.coefficient[2 * axis + 1];
        const std::uint8_t* const before = axis == 0 ? own - 1 : lines.medium[2 * axis - 2];
        const std::uint8_t* const after = axis == 0 ? own + 1 : lines.medium[2 * axis - 1];
        for (index_t i = begin; i < end; ++i) {
            const Real* const row = pairs + own[i] * m.count;
            low[i] = row[before[i]];
            high[i] = row[after[i]];
        }
    }
}

/// Neighbours and coefficients of cell i of a piece; constant coefficients in One, a line each in Many.
template <class Real>
struct One {
    Real a[6];
    ISO_HD Real operator()(int side, index_t) const { return a[side]; }
};
template <class Real>
struct Many {
    const Real* a[6];
    ISO_HD Real operator()(int side, index_t i) const { return a[side][i]; }
};

template <int Dim, class Real, class Coefficients, class Heating>
void compute(const Real* x, const Real* base, const Real* const (&near)[4], const Coefficients& a,
             const Heating& heating, Real r, Real* out, index_t lo, index_t hi) {
    const Real *const n0 = near[0], *const n1 = near[1], *const n2 = near[2], *const n3 = near[3];
#pragma GCC ivdep
    for (index_t i = lo; i < hi; ++i) {
        const Real t[6] = {x[i - 1],
                           x[i + 1],
                           Dim >= 2 ? n0[i] : Real(0),
                           Dim >= 2 ? n1[i] : Real(0),
                           Dim >= 3 ? n2[i] : Real(0),
                           Dim >= 3 ? n3[i] : Real(0)};
        const Real c[6] = {a(0, i), a(1, i), a(2, i), a(3, i), a(4, i), a(5, i)};
        out[i] = update_variable<Dim>(base[i], x[i], t, c, heating(i), r);
    }
}

/// s of every cell of the piece, as `heating_of` says it.
template <class Real>
const Real* heating_line(const VariableSweep<Real>& s, Lines<Real>& lines, const Piece& p) {
    const Medium<Real>& m = s.medium;
    for (index_t i = 0; i < p.count(); ++i) lines.heating[i] = Real(0);
    if (m.heating != nullptr) {
        const Real* const of_medium = m.heating + s.wall_step * m.heating_stride;
        if (m.index == nullptr)
            for (index_t i = 0; i < p.count(); ++i) lines.heating[i] = of_medium[0];
        else
            for (index_t i = 0; i < p.count(); ++i) lines.heating[i] = of_medium[m.index[p.at + i]];
    }
    if (m.heating_field != nullptr)
        for (index_t i = 0; i < p.count(); ++i) lines.heating[i] += m.heating_field[p.at + i];
    return lines.heating;
}

template <class Real>
const Real* base_line(const VariableSweep<Real>& s, Lines<Real>& lines, const Piece& p) {
    const Real* const c = s.in.data + p.at;
    for (index_t i = 0; i < p.count(); ++i) lines.base[i] = c[i];
    for (int t = 0; t < s.n_terms; ++t)
        for (index_t i = 0; i < p.count(); ++i)
            lines.base[i] = fused(s.term_weights[t], s.terms[t][p.at + i] - c[i], lines.base[i]);
    return lines.base;
}

/// Stores a piece past the caches where the instruction set can and the line is aligned.
template <class Real>
void store_piece(Real* to, const Real* from, index_t count, bool streamed) {
    index_t i = 0;
#if defined(__SSE2__)
    constexpr index_t lanes = 16 / static_cast<index_t>(sizeof(Real));
    if (streamed && reinterpret_cast<std::uintptr_t>(to) % 64 == 0)
        for (; i + lanes <= count; i += lanes)
            _mm_stream_si128(reinterpret_cast<__m128i*>(to + i),
                             _mm_load_si128(reinterpret_cast<const __m128i*>(from + i)));
#else
    (void)streamed;
#endif
    std::memcpy(to + i, from + i, static_cast<std::size_t>(count - i) * sizeof(Real));
}

template <int Dim, class Real>
void compute_piece(const VariableSweep<Real>& s, Lines<Real>& lines, const Piece& p, bool streamed) {
    for (int side = 2; side < 2 * Dim; ++side) set_neighbour(s, lines, p, side);
    const Real* const x = s.in.data + p.at;
    const Real* const base = s.n_terms > 0 ? base_line(s, lines, p) : x;
    const bool heated = s.medium.heating != nullptr || s.medium.heating_field != nullptr;
    const Real* const heating = heated ? heating_line(s, lines, p) : nullptr;
    const index_t lo = p.i0 == 0 ? 1 : 0, hi = p.count() - (p.i1 == s.in.n[0] ? 1 : 0);
    const auto with = [&](const auto& a, index_t begin, index_t end) {
        const auto cold = [](index_t) { return Real(0); };
        const auto hot = [heating](index_t i) { return heating[i]; };
        if (heated) compute<Dim>(x, base, lines.near, a, hot, s.r[0], lines.result, begin, end);
        else compute<Dim>(x, base, lines.near, a, cold, s.r[0], lines.result, begin, end);
    };
    const auto with_one = [&](index_t begin, index_t end) {
        One<Real> a{};
        const index_t count = s.medium.count, own = s.medium.index[p.at + begin];
        for (int side = 0; side < 2 * Dim; ++side) a.a[side] = s.medium.pairs[(side / 2 * count + own) * count + own];
        with(a, begin, end);
    };
    if (s.medium.index == nullptr) {
        Many<Real> a{};
        for (int side = 0; side < 2 * Dim; ++side) a.a[side] = s.medium.cell[side] + p.at;
        for (int side = 2 * Dim; side < 6; ++side) a.a[side] = x; // not looked at
        with(a, lo, hi);
    } else if (is_uniform<Dim>(s, lines, p, 0, p.count())) {
        with_one(lo, hi);
    } else {
        Many<Real> a{};
        for (int side = 0; side < 6; ++side) a.a[side] = lines.coefficient[side];
        for (index_t begin = lo; begin < hi; begin += strip_length) {
            const index_t end = begin + strip_length < hi ? begin + strip_length : hi;
            if (is_uniform<Dim>(s, lines, p, begin, end)) with_one(begin, end);
            else look_up<Dim>(s, lines, p, begin, end), with(a, begin, end);
        }
    }
    if (lo > 0) lines.result[0] = update_any_variable<Dim>(s, p.i0, p.j, p.k);
    if (hi < p.count() && hi >= lo) lines.result[hi] = update_any_variable<Dim>(s, p.i1 - 1, p.j, p.k);
    store_piece(s.out.data + p.at, lines.result, p.count(), streamed);
}

/// Heat through the walls that the row touches.
template <class Real>
void book_row(const VariableSweep<Real>& s, index_t j, index_t k) {
    const index_t nx = s.in.n[0];
    const index_t at[3] = {0, j, k};
    for (int axis = 1; axis < s.dim; ++axis)
        for (const bool high : {false, true})
            if (at[axis] == (high ? s.in.n[axis] - 1 : 0))
                for (index_t i = 0; i < nx; ++i) book_wall_heat(s, axis, high, i, j, k);
    book_wall_heat(s, 0, false, 0, j, k);
    book_wall_heat(s, 0, true, nx - 1, j, k);
}

template <class Real, int Dim>
void sweep_rows(const VariableSweep<Real>& s, int threads) {
    const index_t nx = s.in.n[0], pieces = (nx + piece_length - 1) / piece_length;
    const index_t items = Dim == 1 ? pieces : s.in.n[1] * s.in.n[2]; // 1-D: pieces, else whole rows
    const index_t useful = s.in.cells() / cells_per_thread + 1;
    const int team = useful < threads ? static_cast<int>(useful) : threads;
    const bool streamed = s.in.cells() * static_cast<index_t>(sizeof(Real)) > streamed_bytes;
#pragma omp parallel num_threads(team)
    {
        Lines<Real> lines;
#pragma omp for schedule(static)
        for (index_t item = 0; item < items; ++item) {
            const index_t row = Dim == 1 ? 0 : item, j = row % s.in.n[1], k = row / s.in.n[1];
            for (index_t piece = Dim == 1 ? item : 0; piece < (Dim == 1 ? item + 1 : pieces); ++piece) {
                const index_t i0 = piece * piece_length, i1 = i0 + piece_length < nx ? i0 + piece_length : nx;
                compute_piece<Dim>(s, lines, Piece{i0, i1, j, k, i0 + j * s.in.pitch + k * s.in.plane}, streamed);
            }
            if (Dim > 1 || item == 0) book_row(s, j, k);
        }
#if defined(__SSE2__)
        _mm_sfence();
#endif
    }
}

template <class Real>
bool advance(const VariableAdvance<Real>& a) {
    using Kernel = void (*)(const VariableSweep<Real>&, int);
    const Kernel kernel =
        choose<int, 1, 2, 3>(a.sweep.dim, [](auto dim) -> Kernel { return &sweep_rows<Real, decltype(dim)::value>; });
    return ping_pong(a, [&](const VariableSweep<Real>& s) { kernel(s, a.threads); });
}

} // namespace

bool advance_variable_rows(const VariableAdvance<ISOTHERM_REAL>& a);
bool advance_variable_rows(const VariableAdvance<ISOTHERM_REAL>& a) { return advance(a); }

} // namespace isotherm::ISOTHERM_ISA
