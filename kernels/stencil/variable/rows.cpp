/// The row-wise CPU kernel for variable coefficients. CMake compiles this file once per instruction set and precision,
/// with ISOTHERM_ISA (a namespace) and ISOTHERM_REAL set; dispatch.cpp takes the best one that the processor has.
///
///   equation   as in medium.hpp, one step or stage
///   method     one sweep per pass over memory, brick by brick: tiles so narrow that the planes (2-D: rows) that four
///   of
///              them read stay in the thread's own cache, in as many pieces along the last axis as there are threads.
///              What is too large for the caches is written past them.

#include "kernels/base/choose.hpp"
#include "kernels/stencil/cpu/time_skewing.hpp"
#include "kernels/stencil/variable/variable_rows.hpp"

namespace isotherm::ISOTHERM_ISA {
namespace {

/// A thread that has fewer cells than this costs more than it brings.
constexpr index_t cells_per_thread = 65536;

/// Fields larger than this are written past the caches.
constexpr index_t streamed_bytes = index_t{24} << 20;

/// Cells of a row at a time, so that rows stay in L1 for the next.
template <class Real>
constexpr index_t chunk = 4096 / static_cast<index_t>(sizeof(Real));

template <class Rows>
void sweep_bricks(const typename Rows::Sweep& s, const Blocking& brick, int threads) {
    constexpr index_t thick = Part<Rows>::thick;
    const Line across{s.in.n[Part<Rows>::tile_axis], false, false}, along{s.in.n[Part<Rows>::front_axis], false, false};
    const index_t tiles = (across.n + brick.width - 1) / brick.width;
    const index_t pieces = (along.n + brick.length - 1) / brick.length;
#pragma omp parallel num_threads(threads)
    {
        Part<Rows> part(s, across, along, chunk<typename Rows::Real>);
#pragma omp for schedule(static)
        for (index_t b = 0; b < pieces * tiles; ++b) {
            const index_t j = b % tiles * brick.width, begin = b / tiles * brick.length;
            const Span tile{j, least(j + brick.width, across.n)};
            const index_t end = least(begin + brick.length, along.n);
            for (index_t k = begin; k < end; k += thick) {
                if constexpr (Rows::dim == 3) part.fetch_ahead(s, Rows::arrays(s), tile, k + thick, 1);
                part.update(s, tile, {k, least(k + thick, end)});
            }
        }
        finish_streaming();
    }
}

template <class Real>
bool advance(const VariableAdvance<Real>& a) {
    using Kernel = void (*)(const VariableSweep<Real>&, const Blocking&, int);
    const bool past = a.sweep.in.cells() * static_cast<index_t>(sizeof(Real)) > streamed_bytes;
    const Kernel kernel = choose<int, 1, 2, 3>(a.sweep.dim, [&](auto dim) -> Kernel {
        return choose<bool, false, true>(past, [](auto streamed) -> Kernel {
            return &sweep_bricks<VariableRows<Real, decltype(dim)::value, decltype(streamed)::value>>;
        });
    });
    const index_t useful = a.sweep.in.cells() / cells_per_thread + 1;
    const int team = useful < a.threads ? static_cast<int>(useful) : a.threads;
    const Blocking brick = plan_sweep(shape_of(a.sweep, bytes_beside(a.sweep.medium, a.sweep.dim)), team);
    return ping_pong(a, [&](const VariableSweep<Real>& s) { kernel(s, brick, team); });
}

} // namespace

bool advance_variable_rows(const VariableAdvance<ISOTHERM_REAL>& a);
bool advance_variable_rows(const VariableAdvance<ISOTHERM_REAL>& a) { return advance(a); }

} // namespace isotherm::ISOTHERM_ISA
