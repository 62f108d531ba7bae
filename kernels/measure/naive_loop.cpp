/// The plain OpenMP triple loop. CMake compiles this file alone with -O3 -march=native and contraction, so nothing in
/// it may be shared with other files: it calls no inline function that is not forced inline, and includes no std::.

#include "kernels/measure/naive_loop.hpp"

namespace isotherm {
namespace {

template <class Real>
void fill(NaiveLoop<Real>& loop, Real value) {
    const index_t plane = (loop.n[0] + 2) * (loop.n[1] + 2), planes = loop.n[2] + 2;
#pragma omp parallel for num_threads(loop.threads) schedule(static)
    for (index_t k = 0; k < planes; ++k)
        for (index_t i = 0; i < plane; ++i) loop.a[k * plane + i] = loop.b[k * plane + i] = value;
}

/// Ghost cells of all six walls from the cells that they mirror.
template <class Real>
void fill_ghosts(const NaiveLoop<Real>& loop, Real* T) {
    const index_t nx = loop.n[0], ny = loop.n[1], nz = loop.n[2], row = nx + 2, plane = row * (ny + 2);
#pragma omp parallel for num_threads(loop.threads) schedule(static)
    for (index_t k = 1; k <= nz; ++k) {
        Real* const p = T + k * plane;
        for (index_t j = 1; j <= ny; ++j) {
            p[j * row] = ghost(loop.walls[0], p[j * row + 1]);
            p[j * row + nx + 1] = ghost(loop.walls[1], p[j * row + nx]);
        }
        for (index_t i = 1; i <= nx; ++i) {
            p[i] = ghost(loop.walls[2], p[row + i]);
            p[(ny + 1) * row + i] = ghost(loop.walls[3], p[ny * row + i]);
        }
    }
#pragma omp parallel for num_threads(loop.threads) schedule(static)
    for (index_t j = 1; j <= ny; ++j) {
        for (index_t i = 1; i <= nx; ++i) {
            T[j * row + i] = ghost(loop.walls[4], T[plane + j * row + i]);
            T[(nz + 1) * plane + j * row + i] = ghost(loop.walls[5], T[nz * plane + j * row + i]);
        }
    }
}

template <class Real>
void step(const NaiveLoop<Real>& loop, const Real* __restrict__ T, Real* __restrict__ out) {
    const index_t nx = loop.n[0], ny = loop.n[1], nz = loop.n[2], row = nx + 2, plane = row * (ny + 2);
    const Real r = loop.r;
#pragma omp parallel for num_threads(loop.threads) schedule(static)
    for (index_t k = 1; k <= nz; ++k)
        for (index_t j = 1; j <= ny; ++j)
            for (index_t i = 1; i <= nx; ++i) {
                const index_t c = k * plane + j * row + i;
                out[c] =
                    T[c] + r * (T[c - 1] + T[c + 1] + T[c - row] + T[c + row] + T[c - plane] + T[c + plane] - 6 * T[c]);
            }
}

template <class Real>
void run(NaiveLoop<Real>& loop, index_t steps) {
    for (index_t s = 0; s < steps; ++s) {
        fill_ghosts(loop, loop.a);
        step(loop, loop.a, loop.b);
        Real* const swap = loop.a;
        loop.a = loop.b;
        loop.b = swap;
    }
}

} // namespace

void naive_fill(NaiveLoop<float>& loop, float value) { fill(loop, value); }
void naive_fill(NaiveLoop<double>& loop, double value) { fill(loop, value); }
void naive_steps(NaiveLoop<float>& loop, index_t steps) { run(loop, steps); }
void naive_steps(NaiveLoop<double>& loop, index_t steps) { run(loop, steps); }

} // namespace isotherm
