/// The row-wise CPU kernel. CMake compiles this file once per instruction set and precision, with ISOTHERM_ISA (a
/// namespace) and ISOTHERM_REAL set; dispatch.cpp takes the best one that the processor has.
///
/// One sweep per pass over memory, row by row (row_block.hpp); what is too large for the caches is written past them.

#include <cstdint>

#include "kernels/base/choose.hpp"
#include "kernels/stencil/cpu/row_block.hpp"

namespace isotherm::ISOTHERM_ISA {
namespace {

/// A thread that has fewer cells than this costs more than it brings.
constexpr index_t cells_per_thread = 32768;

/// Fields larger than this are written past the caches: reading a line before overwriting it would cost a third of the
/// traffic of a sweep.
constexpr index_t streamed_bytes = index_t{24} << 20;

/// Stores a line past the caches where the instruction set can; `to` aligned to 64 bytes gets whole vectors, the rest
/// and everything else plain stores.
template <class Real>
void stream_line(Real* to, const Real* from, index_t count) {
    index_t i = 0;
#if defined(__SSE2__)
    constexpr index_t lanes = 16 / static_cast<index_t>(sizeof(Real));
    if (reinterpret_cast<std::uintptr_t>(to) % 64 == 0)
        for (; i + lanes <= count; i += lanes)
            _mm_stream_si128(reinterpret_cast<__m128i*>(to + i),
                             _mm_load_si128(reinterpret_cast<const __m128i*>(from + i)));
#endif
    for (; i < count; ++i) to[i] = from[i];
}

/// Asks for a row before it is needed: the next row of the plane above, the only one that comes from memory. A
/// row is too short for the hardware's own prefetching. An address that is not there does no harm.
template <class Real>
void fetch_ahead(const Real* row, index_t count) {
    for (index_t i = 0; i < count; i += 64 / static_cast<index_t>(sizeof(Real))) __builtin_prefetch(row + i);
}

/// What the integrator's stage starts from, for the cells of a block (`stage_base` of neighbour.hpp).
template <class Real>
const Real* base_row(const Sweep<Real>& s, const Scratch<Real>& scratch, const Block& b) {
    Real* const base = scratch.base();
    const Real* const c = &s.in(b.i0, b.j, b.k);
    const index_t count = b.i1 - b.i0, at = b.i0 + b.j * s.in.pitch + b.k * s.in.plane;
    for (index_t i = 0; i < count; ++i) base[i] = c[i];
    for (int t = 0; t < s.n_terms; ++t) {
        const Real* const term = s.terms[t] + at;
        const Real weight = s.term_weights[t];
        for (index_t i = 0; i < count; ++i) base[i] = fused(weight, term[i] - c[i], base[i]);
    }
    return base;
}

template <class Real, int Dim, int Order, bool Equal, bool HasTerms>
void compute_block(const Sweep<Real>& s, const Scratch<Real>& scratch, const Block& b) {
    const bool streamed = s.in.cells() * static_cast<index_t>(sizeof(Real)) > streamed_bytes;
    Real* const to = &s.out(b.i0, b.j, b.k);
    Real* const out = streamed ? scratch.result() : to;
    const Real* base = nullptr;
    if constexpr (HasTerms) base = base_row(s, scratch, b);
    if constexpr (Dim == 3) fetch_ahead(&s.in(b.i0, b.j, b.k) + s.in.plane + s.in.pitch, b.i1 - b.i0);
    update_block<Real, Dim, Order, Equal, HasTerms>(s, scratch, b, base, out);
    if (streamed) stream_line(to, out, b.i1 - b.i0);
}

template <class Real, int Dim, int Order, bool Equal, bool HasTerms>
void sweep_rows(const Sweep<Real>& s, int threads) {
    const index_t blocks = (s.in.n[0] + block_length - 1) / block_length;
    const index_t items = blocks * s.in.n[1] * s.in.n[2];
    const index_t useful = s.in.cells() / cells_per_thread + 1;
    const int team = useful < threads ? static_cast<int>(useful) : threads;
#pragma omp parallel num_threads(team)
    {
        const Scratch<Real> scratch(s.in.n[0]);
#pragma omp for schedule(static)
        for (index_t item = 0; item < items; ++item) {
            const index_t row = item / blocks, i0 = item % blocks * block_length;
            const index_t i1 = i0 + block_length < s.in.n[0] ? i0 + block_length : s.in.n[0];
            const Block b{i0, i1, row % s.in.n[1], row / s.in.n[1]};
            compute_block<Real, Dim, Order, Equal, HasTerms>(s, scratch, b);
            book_block_heat<Order>(s, scratch, b);
        }
        finish_streaming();
    }
}

template <class Real>
bool advance(const Advance<Real>& a) {
    using Kernel = void (*)(const Sweep<Real>&, int);
    const Kernel kernel = choose<int, 1, 2, 3>(a.sweep.dim, [&](auto dim) -> Kernel {
        return choose<int, 2, 4, 6>(a.sweep.order, [&](auto order) -> Kernel {
            return choose<bool, false, true>(a.sweep.equal_spacing, [&](auto equal) -> Kernel {
                return choose<bool, false, true>(a.sweep.n_terms > 0, [&](auto terms) -> Kernel {
                    return &sweep_rows<Real, decltype(dim)::value, decltype(order)::value,
                                       (decltype(dim)::value == 1 || decltype(equal)::value), decltype(terms)::value>;
                });
            });
        });
    });
    return ping_pong(a, [&](const Sweep<Real>& s) { kernel(s, a.threads); });
}

} // namespace

bool advance_rows(const Advance<ISOTHERM_REAL>& a);
bool advance_rows(const Advance<ISOTHERM_REAL>& a) { return advance(a); }

} // namespace isotherm::ISOTHERM_ISA
