/// The row-wise CPU kernel for variable coefficients. CMake compiles this file once per instruction set and precision,
/// with ISOTHERM_ISA (a namespace) and ISOTHERM_REAL set; dispatch.cpp takes the best one that the processor has.
///
/// One sweep per pass over memory, piece by piece of a row (row_piece.hpp); what is too large for the caches is written
/// past them.

#include "kernels/base/choose.hpp"
#include "kernels/stencil/cpu/row_ghosts.hpp"
#include "kernels/stencil/variable/row_piece.hpp"

namespace isotherm::ISOTHERM_ISA {
namespace {

/// A thread that has fewer cells than this costs more than it brings.
constexpr index_t cells_per_thread = 65536;

/// Fields larger than this are written past the caches.
constexpr index_t streamed_bytes = index_t{24} << 20;

/// What a stage starts from, for the cells of a piece.
template <class Real>
Real* base_line(const VariableSweep<Real>& s, const Piece<Real>& p, Real* to) {
    for (index_t i = 0; i < p.count(); ++i) to[i] = stage_base(s, p.at + i, s.in.data[p.at + i]);
    return to;
}

/// Asks for what comes from memory: the row after this one in the plane above.
template <class Real>
void fetch_ahead(const VariableSweep<Real>& s, const Piece<Real>& p) {
    constexpr index_t line = 64 / static_cast<index_t>(sizeof(Real));
    const Real* const row = p.near[3] + s.in.pitch;
    for (index_t i = 0; i < p.count(); i += line) __builtin_prefetch(row + i);
}

template <class Real, int Dim>
void sweep_rows(const VariableSweep<Real>& s, int threads) {
    const index_t nx = s.in.n[0], ny = s.in.n[1], nz = s.in.n[2];
    const index_t blocks = (nx + block_length - 1) / block_length;
    const index_t useful = s.in.cells() / cells_per_thread + 1;
    const int team = useful < threads ? static_cast<int>(useful) : threads;
    const bool streamed = s.in.cells() * static_cast<index_t>(sizeof(Real)) > streamed_bytes;
    const bool has_room = Dim > 1 && nx > 1 && s.in.pitch - nx >= 2; // for ghosts beyond the x walls
#pragma omp parallel num_threads(team)
    {
        const Scratch<Real> scratch(nx);
        const RowGhosts<Real, 2> ghosts(s);
#pragma omp for schedule(static)
        for (index_t item = 0; item < ny * nz * blocks; ++item) {
            const index_t row = item / blocks, i0 = item % blocks * block_length;
            const Block b{i0, i0 + block_length < nx ? i0 + block_length : nx, row % ny, row / ny};
            const bool inside = has_room && b.j > 0 && b.j < ny - 1 && (Dim < 3 || (b.k > 0 && b.k < nz - 1));
            Piece<Real> p = inside ? inner_piece(s, b) : any_piece(s, scratch, b);
            p.streamed = streamed;
            if (s.n_terms > 0) p.base = base_line(s, p, scratch.base());
            if (inside) {
                ghosts.make(b.i0, b.i1, b.j, 1, b.k);
                if constexpr (Dim == 3) fetch_ahead(s, p);
                update_piece<Dim>(s, p, 0, p.count());
            } else {
                update_beside_wall<Dim>(s, p);
                book_block_heat<2>(s, scratch, b);
            }
        }
        finish_streaming();
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
