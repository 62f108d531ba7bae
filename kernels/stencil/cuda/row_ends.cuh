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

/// The same value, for the compiler another one each time: it must not keep what it can make of it in further
/// registers.
template <class Int>
__device__ __forceinline__ Int opaque(Int v) {
#if defined(__CUDA_ARCH__)
    asm volatile("" : "+r"(v));
#endif
    return v;
}

/// What a lane does about the cells beside its pack that no other lane of the warp can hand over: those left of the
/// first lanes or right of the last ones, never both (core_of sees to that). In one register.
class LaneDuty {
public:
    static constexpr unsigned left = 1, right = 2, wall = 4, active = 8, books = 16;
    LaneDuty() = default;
    __device__ explicit LaneDuty(unsigned bits) : bits_(bits) {}
    [[nodiscard]] __device__ LaneDuty without(unsigned bits) const { return LaneDuty(bits_ & ~bits); }
    __device__ __forceinline__ bool has(unsigned any) const { return (opaque(bits_) & any) != 0; }

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
                        (active ? LaneDuty::active : 0) | (wall && active && core.books[right] ? LaneDuty::books : 0));
    }
};

/// The cells beside the packs of the lanes that have a duty: asked for early ...
template <int Layers, class Real>
__device__ __forceinline__ void load_ends(Real (&cells)[Layers], LaneDuty duty, const Real* beside) {
    if (!duty.has(LaneDuty::left | LaneDuty::right)) return;
    const bool up = duty.has(LaneDuty::right) != duty.has(LaneDuty::wall);
#pragma unroll
    for (int m = 0; m < Layers; ++m) cells[m] = __ldg(beside + (up ? m : -m));
}
/// ... and put where they belong, beyond a wall as ghosts; `cells` is then what the wall adds to each of them.
template <int Layers, class Real>
__device__ __forceinline__ void complete_line(Real (&line)[Pack<Real>::width + 2 * Layers], Real (&cells)[Layers],
                                              LaneDuty duty, const EndRows<Real, Layers>& ends) {
    const bool right = duty.has(LaneDuty::right);
    Real beyond[Layers];
#pragma unroll
    for (int m = 0; m < Layers; ++m) beyond[m] = cells[m];
    if (duty.has(LaneDuty::wall))
#pragma unroll
        for (int m = 0; m < Layers; ++m) {
            cells[m] = wall_gain(ends.row[right][m], beyond[m]);
            beyond[m] += cells[m]; // ghost()
        }
#pragma unroll
    for (int m = 0; m < Layers; ++m) {
        if (duty.has(LaneDuty::left)) line[Layers - 1 - m] = beyond[m];
        if (right) line[Layers + Pack<Real>::width + m] = beyond[m];
    }
}

} // namespace isotherm::cuda
