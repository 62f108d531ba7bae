#pragma once

/// The sliding window fed by asynchronous copies (march.cuh): whole planes of the tile, halo included, travel from
/// global memory into a ring in shared memory while earlier planes are computed. The copies pass no register, so how
/// many bytes are in flight is the ring's depth and not the number of threads; rows beside and cells left and right are
/// shared reads.
///
///     ring   | k | k+1 .. k+reach | + 1 .. + ahead |      k is computed, k + reach enters the window,
///              ^ halo of k is read from here                the rest is on its way
///
/// One barrier per plane: behind it the plane that has just arrived is there for all, and the slot of plane k - 1 is
/// free.

#include <cuda_pipeline_primitives.h>

#include "kernels/stencil/cuda/march.cuh"
#include "kernels/stencil/cuda/march_launch.cuh"

namespace isotherm::cuda {

template <class M>
class RingPlanes {
public:
    using Real = typename M::Real;
    static constexpr bool has_ghosts = true;
    static constexpr int width = M::width, layers = M::layers, y_layers = M::y_layers;
    static constexpr int tile_rows = M::dim == 3 ? M::tile.y : 1, row_packs = M::tile.x / width;
    static constexpr int side_packs = (layers + width - 1) / width; ///< beside a row of the tile, on either side
    static constexpr int pitch = M::tile.x + 2 * side_packs * width, slot_cells = pitch * (tile_rows + 2 * y_layers);
    static constexpr int slots = M::reach + M::ahead + 1;
    static constexpr index_t bytes = index_t{slots} * slot_cells * index_t{sizeof(Real)};

    __device__ RingPlanes(const Sweep<Real>& s, const MarchPlace<M>& place, unsigned char* memory)
        : s_(s), place_(place), ring_(reinterpret_cast<Real*>(memory)) {
        const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
        const int column = (warp % M::S.warps_x * 32 + lane) * width, row = warp / M::S.warps_x * M::rows;
        own_ = side_packs * width + column + (row + y_layers) * pitch;
        x0_ = place.x - column, y0_ = place.j - row;
        const int rows_left = static_cast<int>(s.in.n[1]) - y0_;
        height_ = M::dim == 3 && rows_left < tile_rows ? rows_left : tile_rows;
#pragma unroll
        for (int h = 0; h < halo_copies; ++h) plan_halo(h);
        for (int a = 0; a < M::ahead; ++a) request(place.k0 - M::reach + a, a);
        newest_ = M::ahead - 1;
    }

    __device__ __forceinline__ void take(int p, Pack<Real> (&packs)[M::rows]) {
        __pipeline_wait_prior(M::ahead - 1);
        __syncthreads();
        arrived_ = arrived_ + 1 == slots ? 0 : arrived_ + 1;
        newest_ = newest_ + 1 == slots ? 0 : newest_ + 1;
        request(p + M::ahead, newest_);
        if (M::dim == 1 || (p >= 0 && p < place_.planes)) make_ghosts_in_slot(p, ring_ + arrived_ * slot_cells);
        const int centre = arrived_ - M::reach;
        centre_ = ring_ + (centre < 0 ? centre + slots : centre) * slot_cells + own_;
        const Real* const arrived = ring_ + arrived_ * slot_cells + own_;
        const int valid = cells_within(s_.in.n[0] - place_.x - (M::dim == 1 ? index_t{p} * M::tile.x : 0));
        const int rows = M::dim == 3 ? static_cast<int>(s_.in.n[1]) - place_.j : 1;
#pragma unroll
        for (int r = 0; r < M::rows; ++r)
            if (r < rows) packs[r] = cells_of(arrived + r * pitch, valid);
    }

    __device__ __forceinline__ Pack<Real> row(int, int r) const {
        return *reinterpret_cast<const Pack<Real>*>(centre_ + r * pitch);
    }

    __device__ __forceinline__ void line(int k, int r, const Pack<Real>& centre,
                                         Real (&line)[M::width + 2 * M::layers]) const {
        const index_t x = place_.x + (M::dim == 1 ? k * place_.stride : 0);
        const bool whole = s_.in.n[0] - x >= width; // else ghosts have been written into the pack since it was taken
#pragma unroll
        for (int q = 0; q < width; ++q) line[layers + q] = whole ? centre.v[q] : centre_[r * pitch + q];
#pragma unroll
        for (int o = 1; o <= layers; ++o) {
            line[layers - o] = centre_[r * pitch - o];
            line[layers + width - 1 + o] = centre_[r * pitch + width - 1 + o];
        }
    }

private:
    static constexpr int y_halo = 2 * y_layers * row_packs, x_halo = 2 * side_packs * tile_rows;
    static constexpr int halo_copies = (y_halo + x_halo + M::threads - 1) / M::threads;

    /// What this thread copies of the halo in its h-th turn: first the rows below and above the tile's part of the
    /// grid, then the packs left and right.
    __device__ __forceinline__ void plan_halo(int h) {
        int n = h * M::threads + static_cast<int>(threadIdx.x), row = 0, column = 0;
        bool wanted = true;
        if (n < y_halo) {
            const int m = n / row_packs % (y_layers > 0 ? y_layers : 1);
            row = n < y_halo / 2 ? -1 - m : height_ + m;
            column = n % row_packs * width;
        } else {
            n -= y_halo;
            row = n / (2 * side_packs);
            const int side = n % (2 * side_packs) - side_packs;
            column = side < 0 ? side * width : M::tile.x + side * width;
            wanted = row < height_;
        }
        const index_t x = x0_ + column, j = M::dim == 3 ? source_index<layers>(s_, 1, y0_ + row) : 0;
        halo_to_[h] = side_packs * width + column + (row + y_layers) * pitch;
        halo_from_[h] = !wanted || (M::dim > 1 && (x < 0 || x >= s_.in.n[0])) ? nothing : x + j * s_.in.pitch;
    }

    /// Starts this thread's part of the copy of plane p into a slot. Every call is one group of copies, empty or not.
    __device__ __forceinline__ void request(int p, int slot) const {
        if (p < place_.k1 + M::reach) {
            const int source = M::dim == 1 ? p : source_index<layers>(s_, M::dim - 1, p);
            const index_t plane = source * place_.stride, nx = s_.in.n[0];
            Real* const to = ring_ + slot * slot_cells;
            const Real* const from = s_.in.data + (place_.offset + plane);
            const int height = M::dim == 3 ? static_cast<int>(s_.in.n[1]) - place_.j : 1;
            if (place_.x + (M::dim == 1 ? plane : 0) < nx) {
#pragma unroll
                for (int r = 0; r < M::rows; ++r)
                    if (r < height) __pipeline_memcpy_async(to + own_ + r * pitch, from + r * s_.in.pitch, 16);
            }
#pragma unroll
            for (int h = 0; h < halo_copies; ++h) {
                const index_t at = halo_from_[h];
                const bool inside = M::dim > 1 ? at != nothing : at != nothing && at + plane >= 0 && at + plane < nx;
                if (inside) __pipeline_memcpy_async(to + halo_to_[h], s_.in.data + (at + plane), 16);
            }
        }
        __pipeline_commit();
    }

    /// A pack without the cells behind the row's end: other threads are writing ghosts there.
    static __device__ __forceinline__ Pack<Real> cells_of(const Real* from, int valid) {
        if (valid >= width) return *reinterpret_cast<const Pack<Real>*>(from);
        Pack<Real> pack = {};
#pragma unroll
        for (int q = 0; q < width; ++q)
            if (q < valid) pack.v[q] = from[q];
        return pack;
    }

    /// Cell (column, row) of the tile in a slot.
    static __device__ __forceinline__ Real& at(Real* slot, int column, int row) {
        return slot[side_packs * width + column + (row + y_layers) * pitch];
    }

    /// Writes the cells beyond the x and y walls into the slot of plane p, which has just arrived. Planes of a march
    /// are read as halo only behind the next barrier; in 1-D, where they are read at once, here is one more.
    __device__ __forceinline__ void make_ghosts_in_slot(int p, Real* slot) const {
        const index_t x0 = x0_ + (M::dim == 1 ? p * place_.stride : 0), beyond = s_.in.n[0] - x0;
        const bool x_wall = x0 == 0 || beyond < M::tile.x + layers;
        const bool y_wall = M::dim == 3 && (y0_ == 0 || s_.in.n[1] - y0_ < tile_rows + layers);
        if (x_wall) {
#pragma unroll 1
            for (int n = threadIdx.x; n < 2 * layers * height_; n += M::threads) {
                const int row = n / (2 * layers), m = n % layers;
                const bool high = n % (2 * layers) >= layers;
                if (high ? beyond + m < M::tile.x + layers : x0 == 0) make_x_ghost(slot, high, m, row, p, x0);
            }
        }
        if (y_wall) {
#pragma unroll 1
            for (int n = threadIdx.x; n < 2 * layers * M::tile.x; n += M::threads) {
                const int column = n % M::tile.x, m = n / M::tile.x % layers;
                const bool high = n >= layers * M::tile.x;
                const int row = high ? height_ + m : -1 - m;
                const index_t layer = high ? y0_ + row - s_.in.n[1] : index_t{-1} - row - y0_;
                if (layer >= 0 && column < beyond)
                    make_y_ghost(at(slot, column, row), high, static_cast<int>(layer), x0 + column, p);
            }
        }
        if (M::dim == 1 && x_wall) __syncthreads();
    }

    /// Layer m beyond an x wall, beside a row of the tile; the wrapped cell may be in no tile of this block.
    __device__ __forceinline__ void make_x_ghost(Real* slot, bool high, int m, int row, int p, index_t x0) const {
        const Sweep<Real>& s = seldom(s_);
        const index_t nx = s.in.n[0], j = M::dim == 1 ? 0 : M::dim == 2 ? p : y0_ + row, k = M::dim == 3 ? p : 0;
        const int column = static_cast<int>((high ? nx + m : -1 - m) - x0);
        const int mirror = static_cast<int>((high ? nx - 1 - m : m) - x0);
        const WallView<Real>& wall = s.walls[side_of(0, high)];
        at(slot, column, row) = wall.periodic
                                    ? s.in(wrapped(high ? nx + m : -1 - m, nx), j, k)
                                    : ghost(wall.row(s.wall_step, j + s.in.n[1] * k, m), at(slot, mirror, row));
    }

    /// Turns a cell of a mirrored row into the ghost of layer `layer` at (x, plane p).
    __device__ __forceinline__ void make_y_ghost(Real& cell, bool high, int layer, index_t x, int p) const {
        const Sweep<Real>& s = seldom(s_);
        const WallView<Real>& wall = s.walls[side_of(1, high)];
        if (!wall.periodic) cell = ghost(wall.row(s.wall_step, x + s.in.n[0] * p, layer), cell);
    }

    static constexpr index_t nothing = -(index_t{1} << 62);

    const Sweep<Real>& s_;
    const MarchPlace<M>& place_;
    Real* const ring_;
    const Real* centre_ = nullptr;   ///< the thread's first cell in the slot of the plane that is computed
    index_t x0_;                     ///< the tile's first cell (1-D: in piece 0)
    int y0_, height_;                ///< its first row, and how many of its rows the grid has
    int own_;                        ///< place of the thread's first cell in a slot
    int halo_to_[halo_copies];       ///< the same for its copies of the halo
    index_t halo_from_[halo_copies]; ///< and where they come from in a plane
    int arrived_ = -1;               ///< slot of the plane that entered the window last
    int newest_ = 0;                 ///< slot of the plane that was asked for last
};

struct AsyncTuning {
    template <class Real, int Dim, int Order>
    static constexpr MarchShape shape() {
        if (Dim == 1) return {8, 1, 1, 6, 2};
        if (Dim == 2) return {8, 1, 1, 6, 2};
        if (Order == 2) return {2, 4, 4, 3, 2};
        if (Order == 4) return {2, 4, 2, 3, 2};
        return {2, 4, 2, 3, 2};
    }
};

template <class M>
__global__ void __launch_bounds__(M::threads, M::S.blocks)
    async_kernel(const __grid_constant__ Sweep<typename M::Real> s, const __grid_constant__ TilePlan plan) {
    if (blockIdx.x >= plan.tiles) return book_faces<M::dim, M::order>(s, plan);
    extern __shared__ __align__(16) unsigned char shared_bytes[];
    const MarchPlace<M> place(s, plan);
    RingPlanes<M> planes(s, place, shared_bytes);
    march<M>(s, place, planes);
}

template <class Real>
struct AsyncKernels {
    template <int Dim, int Order, bool Equal>
    static MarchLaunch<Real> get() {
        using M = March<Real, Dim, Order, Equal, AsyncTuning>;
        return {&async_kernel<M>, M::tile, M::threads, RingPlanes<M>::bytes};
    }
};

template <class Real>
bool advance_async(const Advance<Real>& a) {
    return run_march<AsyncKernels<Real>>(a);
}

template <class Real>
KernelFacts async_facts(const StencilTraits& t) {
    return march_facts<AsyncKernels<Real>, Real>(t);
}

} // namespace isotherm::cuda
