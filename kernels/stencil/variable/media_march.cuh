#pragma once

/// The march over media (medium.hpp): a thread owns a pack of 16 bytes of a row and goes up along z as in register.cuh.
/// What a warp sees in a plane, 32 packs and all their neighbours, is nearly always of one medium, and a table of runs
/// (media_runs.hpp) says for how many planes: there it reads no media at all, its three coefficients stay in registers.
/// In other planes every cell looks up the coefficients of its six faces.

#include "kernels/stencil/variable/media_runs.hpp"
#include "kernels/stencil/variable/variable_rest.cuh"

namespace isotherm::cuda {

/// `Plain`: neither stage terms nor a heating field. No register may spill in the loop of a run.
template <class Real, bool Plain>
constexpr RegisterShape media_shape() {
    constexpr index_t any = index_t{1} << 31;
    return Plain && sizeof(Real) == 4 ? RegisterShape{20, 2, 2, 1, any} : RegisterShape{16, 2, 2, 1, any};
}

/// Media of a pack of cells, a byte each.
template <class Real>
__device__ __forceinline__ std::uint32_t load_media(const std::uint8_t* p) {
    if constexpr (Pack<Real>::width == 4) return __ldg(reinterpret_cast<const std::uint32_t*>(p));
    else return __ldg(reinterpret_cast<const std::uint16_t*>(p));
}
__device__ __forceinline__ unsigned byte_of(std::uint32_t word, int q) { return word >> (8 * q) & 0xffU; }

/// Media of a pack of cells and beside it.
template <class Real>
class MixedMedia {
    static constexpr int width = Pack<Real>::width;

public:
    /// Of a pack of the shell, at `here`.
    __device__ __forceinline__ MixedMedia(const VariableSweep<Real>& s, index_t here, const Beside<Real>& beside)
        : s_(s), own_(load_media<Real>(s.medium.index + here)), x_lo_(s.medium.index[beside.x_lo]),
          x_hi_(s.medium.index[beside.x_hi]) {
#pragma unroll
        for (int n = 0; n < 4; ++n) beside_[n] = load_media<Real>(s.medium.index + beside.pack[n]);
    }
    __device__ __forceinline__ MixedMedia(const VariableSweep<Real>& s, const Column<Real>& c) : s_(s) {
        const std::uint8_t* const at = c.of(s.medium.index, s);
        own_ = load_media<Real>(at);
        beside_[0] = load_media<Real>(at - s.in.pitch), beside_[1] = load_media<Real>(at + s.in.pitch);
        beside_[2] = load_media<Real>(at - s.in.plane), beside_[3] = load_media<Real>(at + s.in.plane);
        x_lo_ = at[c.duty.has(LaneDuty::left) ? c.beside_x : -1];
        x_hi_ = at[c.duty.has(LaneDuty::right) ? c.beside_x : width];
    }
    __device__ __forceinline__ Real heating(int q) const {
        const Medium<Real>& m = s_.medium;
        return m.heating != nullptr ? m.heating[s_.wall_step * m.heating_stride + byte_of(own_, q)] : Real(0);
    }
    __device__ __forceinline__ void coefficients(int q, Real (&a)[6]) const {
        const Real* const pairs = s_.medium.pairs;
        const auto count = static_cast<unsigned>(s_.medium.count);
        const unsigned x = byte_of(own_, q) * count, y = x + count * count, z = y + count * count;
        a[0] = __ldg(pairs + (x + (q == 0 ? x_lo_ : byte_of(own_, q - 1))));
        a[1] = __ldg(pairs + (x + (q == width - 1 ? x_hi_ : byte_of(own_, q + 1))));
        a[2] = __ldg(pairs + (y + byte_of(beside_[0], q))), a[3] = __ldg(pairs + (y + byte_of(beside_[1], q)));
        a[4] = __ldg(pairs + (z + byte_of(beside_[2], q))), a[5] = __ldg(pairs + (z + byte_of(beside_[3], q)));
    }

private:
    const VariableSweep<Real>& s_;
    std::uint32_t own_, beside_[4]; ///< y_lo, y_hi, z_lo, z_hi
    unsigned x_lo_, x_hi_;
};

/// The same where all that a warp sees is of one medium.
template <class Real>
class OneMedium {
public:
    __device__ __forceinline__ OneMedium(const VariableSweep<Real>& s, int medium) {
        const Medium<Real>& m = s.medium;
        heating_ = m.heating != nullptr ? __ldg(m.heating + s.wall_step * m.heating_stride + medium) : Real(0);
#pragma unroll
        for (int axis = 0; axis < 3; ++axis) a_[axis] = __ldg(m.pairs + (axis * m.count + medium) * m.count + medium);
    }
    __device__ __forceinline__ Real heating(int) const { return heating_; }
    __device__ __forceinline__ void coefficients(int, Real (&a)[6]) const {
#pragma unroll
        for (int side = 0; side < 6; ++side) a[side] = a_[side / 2];
    }

private:
    Real a_[3], heating_;
};

/// The column's window along z and what of it is on its way.
template <class Real, bool Plain>
class MediaMarch {
    static constexpr int width = Pack<Real>::width, ahead = media_shape<Real, Plain>().ahead, top = 2 + ahead;

public:
    __device__ __forceinline__ MediaMarch(const VariableSweep<Real>& s, const Column<Real>& c) {
#pragma unroll
        for (int w = 1; w <= top; ++w)
            if (w <= 2 || w - 2 <= c.steps) window_[w] = load_pack(c.here + (w - 2) * s.in.plane);
    }

    /// The plane of the column, which then goes on to the next.
    template <class Media>
    __device__ __forceinline__ void step(const VariableSweep<Real>& s, const TilePlan& plan, Column<Real>& c,
                                         const EndRows<Real, 1>& ends, const Media& media) {
#pragma unroll
        for (int w = 0; w < top; ++w) window_[w] = window_[w + 1];
        if (c.steps > ahead) window_[top] = load_pack(c.here + (1 + ahead) * s.in.plane);
        Pack<Real> base = window_[1], field{};
        if constexpr (!Plain) {
            base = base_pack(s, base, c.here - s.in.data);
            if (s.medium.heating_field != nullptr) add_heating_field(field, c.of(s.medium.heating_field, s));
        }
        Real gain[1] = {}, line[width + 2];
        load_ends<1>(gain, c.duty, c.here + opaque(c.beside_x));
        const Pack<Real> south = load_pack(c.here - s.in.pitch), north = load_pack(c.here + s.in.pitch);
        c.complete(line, gain, window_[1], ends);
        c.finish(s, update<!Plain>(s, base, line, south, north, window_[0], window_[2], field, media), gain, ends);
        c.advance(s, plan);
    }

    /// New values of the pack of the shell at `here`.
    static __device__ __forceinline__ Pack<Real> shell_pack(const VariableSweep<Real>& s, const CellPlace& at,
                                                            index_t here, const ShellPack<3, 1, Real>& near,
                                                            const Pack<Real>& base) {
        Pack<Real> field{};
        if (s.medium.heating_field != nullptr) add_heating_field(field, s.medium.heating_field + here);
        return update<true>(s, base, near.line, near.beside[0][0], near.beside[1][0], near.window[0], near.window[2],
                            field, MixedMedia<Real>(s, here, Beside<Real>(s, at)));
    }

private:
    template <bool HasField, class Media>
    static __device__ __forceinline__ Pack<Real>
    update(const VariableSweep<Real>& s, const Pack<Real>& base, const Real (&line)[width + 2], const Pack<Real>& south,
           const Pack<Real>& north, const Pack<Real>& below, const Pack<Real>& above, const Pack<Real>& field,
           const Media& media) {
        Pack<Real> out;
#pragma unroll
        for (int q = 0; q < width; ++q) {
            const Real t[6] = {line[q], line[q + 2], south.v[q], north.v[q], below.v[q], above.v[q]};
            Real a[6], heating = media.heating(q);
            if (HasField && s.medium.heating_field != nullptr) heating += field.v[q];
            media.coefficients(q, a);
            out.v[q] = update_variable<3>(base.v[q], line[q + 1], t, a, heating, s.r[0]);
        }
        return out;
    }

    Pack<Real> window_[top + 1]; ///< planes below, of and above the one that is computed
};

template <class Real, bool Plain>
__global__ void __launch_bounds__(media_shape<Real, Plain>().threads(), media_shape<Real, Plain>().blocks)
    media_march(const __grid_constant__ VariableSweep<Real> s, const __grid_constant__ TilePlan plan,
                const __grid_constant__ Core core) {
    if (blockIdx.x >= plan.tiles) return compute_variable_rest<MediaMarch<Real, Plain>>(s, plan, core);
    __shared__ EndRows<Real, 1> ends;
    read_end_rows<1>(ends, s);
    Column<Real> c(s, plan, core);
    if (c.steps == 0) return;
    MediaMarch<Real, Plain> march(s, c);
    const index_t pieces = ceil_div(s.in.n[0], run_packs_of_piece * Pack<Real>::width);
    for (int k = c.k; c.steps > 0;) {
        const unsigned word =
            s.medium.runs == nullptr ? 0 : __ldg(s.medium.runs + (index_t{k} * s.in.n[1] + c.j) * pieces + c.piece);
        int planes = static_cast<int>(word >> 8);
        if (planes > c.steps) planes = c.steps;
        k += planes > 0 ? planes : 1;
        if (planes == 0) march.step(s, plan, c, ends, MixedMedia<Real>(s, c));
        const OneMedium<Real> medium(s, static_cast<int>(word & 0xffU));
#pragma unroll 1
        for (; planes > 0; --planes) march.step(s, plan, c, ends, medium);
    }
}

template <class Real>
bool advance_media(const VariableAdvance<Real>& a, const Core& core) {
    const bool plain = a.sweep.n_terms == 0 && a.sweep.medium.heating_field == nullptr;
    return plain ? run_march(a, &media_march<Real, true>, core, media_shape<Real, true>())
                 : run_march(a, &media_march<Real, false>, core, media_shape<Real, false>());
}

} // namespace isotherm::cuda
