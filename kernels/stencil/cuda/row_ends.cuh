#pragma once

/// The ends of the rows that a warp computes in packs: what lies left of its first lanes and right of its last ones, in
/// the field or beyond an x wall, and the heat of that wall.

#include "kernels/stencil/cuda/packs.cuh"

namespace isotherm::cuda {

/// Rows of the x walls for this sweep, the same all over the wall, and where their heat is booked.
template <class Real, int Layers>
struct EndRows {
    WallRow<Real> row[2][Layers];
    double* heat[2];
};

/// Fills `ends`; a barrier for the block. Walls that are periodic or left to single cells have no rows.
template <int Layers, class Real>
__device__ __forceinline__ void read_end_rows(EndRows<Real, Layers>& ends, const Sweep<Real>& s) {
    const int side = threadIdx.x / Layers, m = threadIdx.x % Layers;
    if (threadIdx.x < 2 * Layers && s.walls[side].rows != nullptr)
        ends.row[side][m] = s.walls[side].row(s.wall_step, 0, m), ends.heat[side] = s.walls[side].heat;
    __syncthreads();
}

/// What a lane does about the cells beside its pack that no other lane of the warp can hand over: those left of the
/// first lanes or right of the last ones, never both (core_of sees to that). In one register, which the compiler must
/// not take apart again.
class LaneDuty {
public:
    static constexpr unsigned left = 1, right = 2, wall = 4, active = 8, books = 16;
    LaneDuty() = default;
    __device__ explicit LaneDuty(unsigned bits) : bits_(bits) {
#if defined(__CUDA_ARCH__)
        asm volatile("" : "+r"(bits_));
#endif
    }
    __device__ __forceinline__ bool has(unsigned any) const { return (bits_ & any) != 0; }

private:
    unsigned bits_ = 0;
};

/// A lane's place in the row of its warp, whose first cell is `first`. Lanes behind the end of the core repeat its last
/// pack and store nothing.
template <class Real, int Layers>
struct LanePlace {
    index_t x;    ///< of its pack
    bool active;  ///< it has something to compute
    bool wraps;   ///< its neighbour is the far end of a periodic row
    int beside_x; ///< from x to the first cell beyond the pack; next to a wall, to the cell that this one mirrors
    LaneDuty duty;

    __device__ __forceinline__ LanePlace(const Sweep<Real>& s, const Core& core, index_t first) {
        constexpr int width = Pack<Real>::width, lanes = lanes_of_line(Layers, width);
        const int lane = threadIdx.x % 32;
        active = first + lane * width < core.hi[0];
        x = active ? first + lane * width : core.hi[0] - width;
        const bool right = lane >= 32 - lanes || x + lanes * width >= core.hi[0], left = !right && lane < lanes;
        const index_t beyond = right ? x + width : x - 1;
        const bool outside = beyond < 0 || beyond == s.in.n[0], wall = outside && !s.walls[right].periodic;
        wraps = outside && !wall;
        const index_t from = wall ? beyond + (right ? -1 : 1) : !wraps ? beyond : right ? 0 : s.in.n[0] - 1;
        beside_x = static_cast<int>(from - x);
        duty = LaneDuty((right ? LaneDuty::right : 0) | (left ? LaneDuty::left : 0) | (wall ? LaneDuty::wall : 0) |
                        (active ? LaneDuty::active : 0) |
                        (wall && active && s.walls[right].heat != nullptr ? LaneDuty::books : 0));
    }
};

/// The same value; the compiler must not turn a choice between registers into an index of memory.
__device__ __forceinline__ float opaque(float v) {
#if defined(__CUDA_ARCH__)
    asm volatile("" : "+f"(v));
#endif
    return v;
}
__device__ __forceinline__ double opaque(double v) {
#if defined(__CUDA_ARCH__)
    asm volatile("" : "+d"(v));
#endif
    return v;
}

/// Adds in global memory without waiting for it (atomicAdd would ask what kind of memory it is).
__device__ __forceinline__ void add_to_memory(double* to, double what) {
#if defined(__CUDA_ARCH__)
    asm volatile("red.relaxed.gpu.global.add.f64 [%0], %1;" ::"l"(__cvta_generic_to_global(to)), "d"(what));
#else
    *to += what;
#endif
}

/// What an x wall lets in through one of its cells, T[0] beside it (book_wall_heat).
template <int Layers, class Real>
__device__ __forceinline__ double end_gain(const WallRow<Real> (&row)[Layers], const Real (&T)[Layers]) {
    double gain = 0.0;
#pragma unroll
    for (int m = 0; m < Layers; ++m)
        gain = fused(heat_layer_weight(2 * Layers, m), static_cast<double>(wall_gain(row[m], T[m])), gain);
    return gain;
}

/// Books what an x wall lets in beside `pack`, at the wall's cell `face`: nobody else does in this sweep, and nobody
/// waits for it.
template <int Layers, class Real>
__device__ __forceinline__ void book_end(const Pack<Real>& pack, LaneDuty duty, const EndRows<Real, Layers>& ends,
                                         int face, double heat_weight) {
    constexpr int width = Pack<Real>::width;
    if constexpr (Layers <= width) {
        if (!duty.has(LaneDuty::books)) return;
        const bool right = duty.has(LaneDuty::right);
        Real T[Layers];
#pragma unroll
        for (int m = 0; m < Layers; ++m) {
            T[m] = pack.v[m];
            if (right) T[m] = opaque(pack.v[width - 1 - m]);
        }
        add_to_memory(ends.heat[right] + face, heat_weight * end_gain(ends.row[right], T)); // add_heat
    }
}

/// The cells beside the packs of the lanes that have a duty: asked for early ...
template <int Layers, class Real>
__device__ __forceinline__ void load_ends(Real (&cells)[Layers], LaneDuty duty, const Real* beside) {
    if (!duty.has(LaneDuty::left | LaneDuty::right)) return;
    const bool up = duty.has(LaneDuty::right) != duty.has(LaneDuty::wall);
#pragma unroll
    for (int m = 0; m < Layers; ++m) cells[m] = __ldg(beside + (up ? m : -m));
}
/// ... and put where they belong, beyond a wall as ghosts.
template <int Layers, class Real>
__device__ __forceinline__ void complete_line(Real (&line)[Pack<Real>::width + 2 * Layers], Real (&cells)[Layers],
                                              LaneDuty duty, const EndRows<Real, Layers>& ends) {
    const bool right = duty.has(LaneDuty::right);
    if (duty.has(LaneDuty::wall))
#pragma unroll
        for (int m = 0; m < Layers; ++m) cells[m] = ghost(ends.row[right][m], cells[m]);
#pragma unroll
    for (int m = 0; m < Layers; ++m) {
        if (duty.has(LaneDuty::left)) line[Layers - 1 - m] = cells[m];
        if (right) line[Layers + Pack<Real>::width + m] = cells[m];
    }
}

} // namespace isotherm::cuda
