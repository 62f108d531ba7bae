/// Direct and separable filters on the CPU. CMake compiles this file once per instruction set and precision, with
/// ISOTHERM_ISA (a namespace) and ISOTHERM_REAL set; dispatch.cpp takes the best one that the processor has.
///
/// The output is cut into blocks of columns and chunks of rows. In a chunk, lines of T - c (padding filled in) stand in
/// a ring, and four output rows at a time are computed from it: a vector that is loaded serves every output row that
/// sees it. Each output sums its taps in the order of weighted_sum.hpp. The separable filter fills its ring with lines
/// that are already filtered along x; then the same code runs along y with one column of weights.

#include <cstddef>
#include <cstdint>
#include <new>

#include "kernels/conv2d/weighted_sum.hpp"
#include "kernels/stencil/cpu/pack.hpp"

namespace isotherm::ISOTHERM_ISA {
namespace {

constexpr int rows_at_once = 4;
constexpr int packs_in_flight = pack_bytes == 32 ? 2 : 4; ///< times the rows: half of the registers
constexpr index_t ring_bytes = index_t{256} << 10;        ///< a part of the second-level cache
constexpr index_t longest_block = 4096;                   ///< columns
constexpr index_t streamed_bytes = index_t{24} << 20;     ///< larger fields are written past the caches
constexpr index_t pixels_per_thread = 16384;              ///< a thread that has fewer costs more than it brings

template <class Real>
constexpr index_t group = index_t{packs_in_flight} * Pack<Real>::width; ///< columns computed at once

constexpr index_t rounded_up(index_t n, index_t to) { return (n + to - 1) / to * to; }

/// Lines that follow one another along y; line y of the field lies in slot y - first modulo the number of slots.
template <class Real>
class Ring {
public:
    Ring(index_t slots, index_t length)
        : slots_(slots), length_(length),
          data_(new (std::align_val_t{64}) Real[static_cast<std::size_t>(slots * length)]()) {}
    ~Ring() { ::operator delete[](data_, std::align_val_t{64}); }
    Ring(const Ring&) = delete;
    Ring& operator=(const Ring&) = delete;
    Real* line(index_t n) const { return data_ + n % slots_ * length_; }

private:
    index_t slots_, length_;
    Real* data_;
};

/// A one- or two-dimensional set of weights.
template <class Real>
struct Weights {
    const Real* w;
    int rows, columns;
};

/// acc[y] += weights of row r - y times the line, for the output rows y in [Lo, Hi) that see line r.
template <int Lo, int Hi, class Real>
[[gnu::always_inline]] inline void add_line(Pack<Real> (&acc)[rows_at_once][packs_in_flight], const Real* line,
                                            const Weights<Real>& weights, int r) {
    using P = Pack<Real>;
    const Real* const w = weights.w + (r - Lo) * weights.columns;
    for (int b = 0; b < weights.columns; ++b) {
        P value[packs_in_flight];
        for (int p = 0; p < packs_in_flight; ++p) value[p] = P::load(line + b + p * P::width);
        for (int y = Lo; y < Hi; ++y) {
            const P tap = P(w[b - (y - Lo) * weights.columns]);
            for (int p = 0; p < packs_in_flight; ++p) acc[y][p] = fused(tap, value[p], acc[y][p]);
        }
    }
}

/// Four rows of a group of columns: to[y][0 .. group) = total centre + sum. Lines 0 .. rows + 2 of `lines`.
template <bool Stream, class Real>
void compute_group(const Weights<Real>& weights, const Real* const* lines, index_t x, Real total, Real centre,
                   Real* const* to) {
    using P = Pack<Real>;
    P acc[rows_at_once][packs_in_flight];
    for (auto& row : acc)
        for (P& p : row) p = P(Real(0));
    for (int r = 0; r < weights.rows + rows_at_once - 1; ++r) {
        const int lo = r < weights.rows ? 0 : r - weights.rows + 1, hi = r < rows_at_once ? r + 1 : rows_at_once;
        const Real* const line = lines[r] + x;
        switch (lo * rows_at_once + hi - 1) {
        case 0: add_line<0, 1>(acc, line, weights, r); break;
        case 1: add_line<0, 2>(acc, line, weights, r); break;
        case 2: add_line<0, 3>(acc, line, weights, r); break;
        case 3: add_line<0, 4>(acc, line, weights, r); break;
        case 5: add_line<1, 2>(acc, line, weights, r); break;
        case 6: add_line<1, 3>(acc, line, weights, r); break;
        case 7: add_line<1, 4>(acc, line, weights, r); break;
        case 10: add_line<2, 3>(acc, line, weights, r); break;
        case 11: add_line<2, 4>(acc, line, weights, r); break;
        default: add_line<3, 4>(acc, line, weights, r); break;
        }
    }
    const P w = P(total), c = P(centre);
    for (int y = 0; y < rows_at_once; ++y)
        for (int p = 0; p < packs_in_flight; ++p) {
            const P out = fused(w, c, acc[y][p]);
            if constexpr (Stream) out.stream(to[y] + p * P::width);
            else out.store(to[y] + p * P::width);
        }
}

/// Pixels [i0, i1) x [j0, j1) of the output.
struct Part {
    index_t i0, i1, j0, j1;
};

/// What one thread keeps: a ring of lines of T - c and, for a masked filter, one of what holds data (1 or 0).
template <class Real>
class Strip {
public:
    Strip(const Filter<Real>& f, bool separable, index_t block)
        : f_(f), separable_(separable), length_(rounded_up(block + f.columns - 1, group<Real>) + group<Real>),
          slots_(rounded_up(f.rows + rows_at_once - 1, rows_at_once) + rows_at_once),
          ring_{{slots_, length_}, {f.masked ? slots_ : 0, length_}}, raw_{{separable ? rows_at_once : 0, length_},
                                                                           {separable && f.masked ? rows_at_once : 0,
                                                                            length_}},
          results_(2 * rows_at_once, length_), lines_(new const Real*[static_cast<std::size_t>(slots_)]) {}
    ~Strip() { delete[] lines_; }
    Strip(const Strip&) = delete;
    Strip& operator=(const Strip&) = delete;

    void run(const Part& part, bool stream) {
        const index_t count = part.i1 - part.i0;
        const index_t first = part.j0 - f_.anchor[1]; // row of the field in line 0
        index_t made = 0;
        for (index_t j = part.j0; j < part.j1; j += rows_at_once) {
            const index_t begin = j - part.j0, needed = begin + f_.rows + rows_at_once - 1;
            for (; made < needed; made += separable_ ? rows_at_once : 1) make_lines(made, first, part.i0, count);
            const index_t rows = part.j1 - j < rows_at_once ? part.j1 - j : rows_at_once;
            if (f_.masked) masked_rows(begin, part, j, rows);
            else plain_rows(begin, part, j, rows, stream);
        }
    }

private:
    /// Line `n` of the ring, or, separable, lines n .. n + 3.
    void make_lines(index_t n, index_t first, index_t i0, index_t count) {
        if (!separable_) return fill(first + n, i0, count, ring_[0].line(n), f_.masked ? ring_[1].line(n) : nullptr);
        for (index_t r = 0; r < rows_at_once; ++r)
            fill(first + n + r, i0, count, raw_[0].line(r), f_.masked ? raw_[1].line(r) : nullptr);
        const Weights<Real> along_x{f_.x_weights, 1, f_.columns};
        for (int kind = 0; kind < (f_.masked ? 2 : 1); ++kind) {
            const Real* from[rows_at_once];
            for (index_t r = 0; r < rows_at_once; ++r) from[r] = raw_[kind].line(r);
            for (index_t x = 0; x < count; x += group<Real>) {
                Real* to[rows_at_once];
                for (index_t r = 0; r < rows_at_once; ++r) to[r] = ring_[kind].line(n + r) + x;
                compute_group<false>(along_x, from, x, Real(0), Real(0), to);
            }
        }
    }

    /// T - c of row y from column i0 - anchor on; with `mask`, 0 and 0 where there is no data, else 1 in the mask.
    void fill(index_t y, index_t i0, index_t count, Real* line, Real* mask) const {
        const index_t nx = f_.in.n[0], row = source_pixel(f_.padding[1], y, f_.in.n[1]);
        const index_t begin = i0 - f_.anchor[0], end = begin + count + f_.columns - 1;
        const Real c = f_.centre(), outside = f_.outside - c;
        const Real* const from = f_.in.data + (row < 0 ? 0 : row) * f_.in.pitch;
        const index_t lo = row < 0 || begin >= nx || end <= 0 ? end : begin < 0 ? 0 : begin;
        const index_t hi = lo == end ? end : end < nx ? end : nx; // [lo, hi) lies inside the field
        const auto beyond = [&](index_t x) {
            const index_t at = row < 0 ? outside_index : source_pixel(f_.padding[0], x, nx);
            line[x - begin] = at < 0 ? outside : from[at] - c;
        };
        for (index_t x = begin; x < lo; ++x) beyond(x);
        Real* const to = line - begin;
        for (index_t x = lo; x < hi; ++x) to[x] = from[x] - c;
        for (index_t x = hi; x < end; ++x) beyond(x);
        if (mask == nullptr) return;
        for (index_t n = 0; n < end - begin; ++n) {
            const bool data = line[n] == line[n];
            mask[n] = data ? Real(1) : Real(0);
            line[n] = data ? line[n] : Real(0);
        }
    }

    [[nodiscard]] Weights<Real> weights() const {
        return separable_ ? Weights<Real>{f_.y_weights, f_.rows, 1} : Weights<Real>{f_.weights, f_.rows, f_.columns};
    }
    void take_lines(const Ring<Real>& ring, index_t begin) {
        for (int r = 0; r < f_.rows + rows_at_once - 1; ++r) lines_[r] = ring.line(begin + r);
    }

    void plain_rows(index_t begin, const Part& part, index_t j, index_t rows, bool stream) {
        take_lines(ring_[0], begin);
        const index_t count = part.i1 - part.i0;
        for (index_t x = 0; x < count; x += group<Real>) {
            const bool whole = x + group<Real> <= count;
            Real* to[rows_at_once];
            for (index_t y = 0; y < rows_at_once; ++y)
                to[y] = whole && y < rows ? &f_.out(part.i0 + x, j + y, 0) : results_.line(y);
            if (stream && whole && rows == rows_at_once)
                compute_group<true>(weights(), lines_, x, f_.total, f_.centre(), to);
            else compute_group<false>(weights(), lines_, x, f_.total, f_.centre(), to);
            if (whole) continue;
            for (index_t y = 0; y < rows; ++y)
                for (index_t i = x; i < count; ++i) f_.out(part.i0 + i, j + y, 0) = to[y][i - x];
        }
    }

    void masked_rows(index_t begin, const Part& part, index_t j, index_t rows) {
        for (index_t x = 0; x < part.i1 - part.i0; x += group<Real>) {
            Real* to[2][rows_at_once];
            for (index_t kind = 0; kind < 2; ++kind) {
                take_lines(ring_[kind], begin);
                for (index_t y = 0; y < rows_at_once; ++y) to[kind][y] = results_.line(kind * rows_at_once + y);
                compute_group<false>(weights(), lines_, x, Real(0), Real(0), to[kind]);
            }
            for (index_t y = 0; y < rows; ++y)
                for (index_t i = 0; i < group<Real> && part.i0 + x + i < part.i1; ++i)
                    f_.out(part.i0 + x + i, j + y, 0) =
                        WeightedSum<Real, true>::masked_result(to[0][y][i], to[1][y][i], f_.total, f_.centre());
        }
    }

    const Filter<Real>& f_;
    bool separable_;
    index_t length_, slots_;
    Ring<Real> ring_[2], raw_[2], results_;
    const Real** lines_;
};

/// Vectors may be written past the caches: whole lines of the output begin on 64 bytes.
template <class Real>
bool may_stream(const Filter<Real>& f) {
    constexpr index_t size = sizeof(Real);
    return f.in.cells() * size > streamed_bytes && reinterpret_cast<std::uintptr_t>(f.out.data) % 64 == 0 &&
           f.out.pitch * size % 64 == 0;
}

template <class Real>
void filter(const Filter<Real>& f, bool separable, int threads) {
    const index_t nx = f.out.n[0], ny = f.out.n[1], size = sizeof(Real);
    const index_t wanted = ring_bytes / (size * (f.rows + 2 * rows_at_once)) / group<Real> * group<Real>;
    index_t block = wanted < longest_block ? wanted : longest_block;
    const index_t least = rounded_up(f.columns, group<Real>) + group<Real>; // a line is not mostly halo
    if (block < least) block = least;
    if (block > nx) block = nx;
    const index_t blocks = (nx + block - 1) / block;
    const index_t useful = nx * ny / pixels_per_thread + 1;
    const int team = useful < threads ? static_cast<int>(useful) : threads;
    index_t chunk = rounded_up((ny + team - 1) / team, rows_at_once);
    const index_t most = 16 * index_t{f.rows} > 512 ? 16 * index_t{f.rows} : 512; // what a chunk reads twice is little
    if (chunk > most) chunk = most;
    const index_t chunks = (ny + chunk - 1) / chunk;
    const bool stream = may_stream(f);
#pragma omp parallel num_threads(team)
    {
        Strip<Real> strip(f, separable, block);
#pragma omp for schedule(dynamic)
        for (index_t item = 0; item < blocks * chunks; ++item) {
            const index_t i0 = item % blocks * block, j0 = item / blocks * chunk;
            strip.run({i0, i0 + block < nx ? i0 + block : nx, j0, j0 + chunk < ny ? j0 + chunk : ny}, stream);
        }
#if defined(__AVX2__)
        if (stream) _mm_sfence();
#endif
    }
}

} // namespace

void filter_strips(const Filter<ISOTHERM_REAL>& f, bool separable, int threads);
void filter_strips(const Filter<ISOTHERM_REAL>& f, bool separable, int threads) { filter(f, separable, threads); }

} // namespace isotherm::ISOTHERM_ISA
