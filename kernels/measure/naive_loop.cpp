/// The plain OpenMP loop nest. CMake compiles this file alone with -O3 -march=native and contraction, so nothing in
/// it may be shared with other files: it calls no inline function that is not forced inline, and includes no std::.

#include "kernels/measure/naive_loop.hpp"

namespace isotherm {
namespace {

template <class Real>
void fill(NaiveLoop<Real>& loop, Real value) {
    const index_t row = loop.row(), rows = loop.size() / row;
#pragma omp parallel for num_threads(loop.threads) schedule(static)
    for (index_t j = 0; j < rows; ++j)
        for (index_t i = 0; i < row; ++i) loop.a[j * row + i] = loop.b[j * row + i] = value;
}

/// Ghost cells of all walls from the cells that they mirror. `T` is the first cell of the domain.
template <class Real>
void fill_ghosts(const NaiveLoop<Real>& loop, Real* T) {
    const index_t nx = loop.n[0], ny = loop.n[1], nz = loop.n[2], row = loop.row(), plane = loop.plane();
#pragma omp parallel for num_threads(loop.threads) schedule(static)
    for (index_t line = 0; line < ny * nz; ++line) {
        const index_t j = line % ny, k = line / ny;
        Real* const p = T + k * plane + j * row;
        for (index_t m = 0; m < loop.layers(); ++m) {
            p[-1 - m] = ghost(loop.walls[0][m], p[m]);
            p[nx + m] = ghost(loop.walls[1][m], p[nx - 1 - m]);
            if (j == m)
                for (index_t i = 0; i < nx; ++i) p[i - (2 * m + 1) * row] = ghost(loop.walls[2][m], p[i]);
            if (j == ny - 1 - m)
                for (index_t i = 0; i < nx; ++i) p[i + (2 * m + 1) * row] = ghost(loop.walls[3][m], p[i]);
            if (loop.dim == 3 && k == m)
                for (index_t i = 0; i < nx; ++i) p[i - (2 * m + 1) * plane] = ghost(loop.walls[4][m], p[i]);
            if (loop.dim == 3 && k == nz - 1 - m)
                for (index_t i = 0; i < nx; ++i) p[i + (2 * m + 1) * plane] = ghost(loop.walls[5][m], p[i]);
        }
    }
}

template <class Real, int Dim, int Order>
void step(const NaiveLoop<Real>& loop, const Real* __restrict__ T, Real* __restrict__ out) {
    const index_t nx = loop.n[0], ny = loop.n[1], nz = loop.n[2], row = loop.row(), plane = loop.plane();
    const Real r = loop.r;
#pragma omp parallel for num_threads(loop.threads) schedule(static) collapse(2)
    for (index_t k = 0; k < nz; ++k)
        for (index_t j = 0; j < ny; ++j)
            for (index_t i = 0; i < nx; ++i) {
                const index_t c = k * plane + j * row + i;
                Real near = T[c - 1] + T[c + 1] + T[c - row] + T[c + row], far = 0;
                if (Dim == 3) near += T[c - plane] + T[c + plane];
                if (Order == 4) far = T[c - 2] + T[c + 2] + T[c - 2 * row] + T[c + 2 * row];
                if (Order == 4 && Dim == 3) far += T[c - 2 * plane] + T[c + 2 * plane];
                out[c] =
                    Order == 2 ? T[c] + r * (near - 2 * Dim * T[c]) : T[c] + r * (16 * near - far - 30 * Dim * T[c]);
            }
}

template <class Real, int Dim, int Order>
void run_as(NaiveLoop<Real>& loop, index_t steps) {
    const index_t first = loop.layers() * (1 + loop.row() + (Dim == 3 ? loop.plane() : 0));
    for (index_t s = 0; s < steps; ++s) {
        fill_ghosts(loop, loop.a + first);
        step<Real, Dim, Order>(loop, loop.a + first, loop.b + first);
        Real* const swap = loop.a;
        loop.a = loop.b;
        loop.b = swap;
    }
}

template <class Real>
void run(NaiveLoop<Real>& loop, index_t steps) {
    if (loop.dim == 3) loop.order == 2 ? run_as<Real, 3, 2>(loop, steps) : run_as<Real, 3, 4>(loop, steps);
    else loop.order == 2 ? run_as<Real, 2, 2>(loop, steps) : run_as<Real, 2, 4>(loop, steps);
}

} // namespace

void naive_fill(NaiveLoop<float>& loop, float value) { fill(loop, value); }
void naive_fill(NaiveLoop<double>& loop, double value) { fill(loop, value); }
void naive_steps(NaiveLoop<float>& loop, index_t steps) { run(loop, steps); }
void naive_steps(NaiveLoop<double>& loop, index_t steps) { run(loop, steps); }

} // namespace isotherm
