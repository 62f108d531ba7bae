#pragma once

/// The march over graded cells (medium.hpp): a thread owns a pack of 16 bytes of a row and goes up along z, with the
/// packs of T and p above the one that is computed on their way. Every face is made once where one thread sees both of
/// its cells, from p, on the way:
///
///     z    the flux through the upper face stays in registers as the lower one of the next plane
///     x    width + 1 faces of a pack of `width` cells; p left and right by shuffle
///     y    both faces of every cell; rows beside come from the L1 cache, where the warps beside have put them
///
/// So memory moves T, p, 1/C and the result once each. Where g of the faces is stored it is loaded instead.

#include "kernels/stencil/variable/variable_rest.cuh"

namespace isotherm::cuda {

/// How faces come about.
enum class Faces { harmonic, arithmetic, stored };

/// `Plain`: neither stage terms nor heating. 80 registers: with 64 eleven of them spill in the loop. In fp64, which
/// waits for memory and divisions in turn, two planes on their way and 20 warps of 96 registers are quicker.
template <class Real, Faces How, bool Plain>
constexpr RegisterShape graded_shape() {
    constexpr index_t any = index_t{1} << 31;
    if (sizeof(Real) == 8 && How == Faces::harmonic && Plain) return {10, 1, 2, 2, any};
    return {12, 1, 2, 1, any};
}

/// g of the faces along x from those left and right of the pack's first and last cell: face q is below cell q.
template <class Real, Faces How>
__device__ __forceinline__ void faces_of_row(Real (&g)[Pack<Real>::width + 1], const VariableSweep<Real>& s,
                                             const Column<Real>& column, const Pack<Real>& p) {
    constexpr int width = Pack<Real>::width;
    if constexpr (How == Faces::stored) {
        const Pack<Real> upper = load_pack(column.of(s.medium.face[0], s));
        g[0] = __shfl_up_sync(0xffffffffU, upper.v[width - 1], 1);
        if (column.duty.has(LaneDuty::left))
            g[0] = column.piece == 0 ? s.medium.first[0][column.face] : column.of(s.medium.face[0], s)[-1];
#pragma unroll
        for (int q = 0; q < width; ++q) g[q + 1] = upper.v[q];
    } else {
        Real beside[1] = {}, line[width + 2];
        load_ends<1>(beside, column.duty, column.of(s.medium.part, s) + opaque(column.beside_x));
        shuffle_line<1>(line, p);
        if (column.duty.has(LaneDuty::left)) line[0] = beside[0];
        if (column.duty.has(LaneDuty::right)) line[width + 1] = beside[0];
#pragma unroll
        for (int q = 0; q <= width; ++q) g[q] = face_between(How == Faces::harmonic, line[q], line[q + 1]);
    }
}

/// The flux through the faces between two packs.
template <class Real>
__device__ __forceinline__ Pack<Real> fluxes(const Pack<Real>& g, const Pack<Real>& upper, const Pack<Real>& lower) {
    Pack<Real> flux;
#pragma unroll
    for (int q = 0; q < Pack<Real>::width; ++q) flux.v[q] = g.v[q] * (upper.v[q] - lower.v[q]);
    return flux;
}

/// The column's window along z and what of it is on its way.
template <class Real, Faces How, bool Plain>
class GradedMarch {
    static constexpr int width = Pack<Real>::width, ahead = graded_shape<Real, How, Plain>().ahead, top = 1 + ahead;
    static constexpr bool stored = How == Faces::stored;

public:
    __device__ __forceinline__ GradedMarch(const VariableSweep<Real>& s, const Column<Real>& c) {
        const index_t plane = s.in.plane;
#pragma unroll
        for (int w = 0; w < top; ++w) {
            if (w > c.steps) break;
            T_[w + 1] = load_pack(c.here + w * plane);
            if constexpr (!stored) p_[w + 1] = load_pack(c.of(s.medium.part, s) + w * plane);
        }
        const Pack<Real> below = load_pack(c.here - plane);
        if constexpr (stored) up_ = fluxes(load_pack(c.of(s.medium.face[2], s) - plane), T_[1], below);
        else up_ = fluxes(between(load_pack(c.of(s.medium.part, s) - plane), p_[1]), T_[1], below);
    }

    /// The plane of the column, which then goes on to the next.
    __device__ __forceinline__ void step(const VariableSweep<Real>& s, const TilePlan& plan, Column<Real>& c,
                                         const EndRows<Real, 1>& ends) {
        const Medium<Real>& m = s.medium;
        const index_t plane = s.in.plane, pitch = s.in.pitch;
#pragma unroll
        for (int w = 0; w < top; ++w) T_[w] = T_[w + 1], p_[w] = p_[w + 1];
        if (c.steps > ahead) {
            T_[top] = load_pack(c.here + top * plane);
            if constexpr (!stored) p_[top] = load_pack(c.of(m.part, s) + top * plane);
        }
        Real gain[1] = {}, line[width + 2], g[width + 1];
        load_ends<1>(gain, c.duty, c.here + opaque(c.beside_x));
        const Pack<Real> south = load_pack(c.here - pitch), north = load_pack(c.here + pitch);
        const Pack<Real> per_capacity = load_pack(c.of(m.per_capacity, s));
        Pack<Real> y_lo, y_hi, z_hi;
        if constexpr (stored) {
            y_lo = load_pack(c.of(m.face[1], s) - pitch), y_hi = load_pack(c.of(m.face[1], s));
            z_hi = load_pack(c.of(m.face[2], s));
        } else {
            y_lo = load_pack(c.of(m.part, s) - pitch), y_hi = load_pack(c.of(m.part, s) + pitch);
            y_lo = between(p_[0], y_lo), y_hi = between(p_[0], y_hi), z_hi = between(p_[0], p_[1]);
        }
        faces_of_row<Real, How>(g, s, c, p_[0]);
        c.complete(line, gain, T_[0], ends);
        Pack<Real> base = T_[0], heating{};
        if constexpr (!Plain) {
            base = base_pack(s, base, c.here - s.in.data);
            heating = heating_of_pack(s, c.here - s.in.data);
        }
        const Pack<Real> down = up_;
        up_ = fluxes(z_hi, T_[1], T_[0]);
        const Pack<Real> out = update(s, base, line, g, fluxes(y_lo, T_[0], south), fluxes(y_hi, north, T_[0]), down,
                                      up_, per_capacity, heating);
        c.finish(s, out, gain, ends);
        c.advance(s, plan);
    }

    /// New values of the pack of the shell at `here`.
    static __device__ __forceinline__ Pack<Real> shell_pack(const VariableSweep<Real>& s, const CellPlace& at,
                                                            index_t here, const ShellPack<3, 1, Real>& near,
                                                            const Pack<Real>& base) {
        Real g[width + 1];
        Pack<Real> across[4]; // y_lo, y_hi, z_lo, z_hi
        if constexpr (stored) {
            g[0] = conductance_of(s, 0, at.i, at.j, at.k);
#pragma unroll
            for (int q = 0; q < width; ++q) {
                g[q + 1] = conductance_of(s, 1, at.i + q, at.j, at.k);
#pragma unroll
                for (int side = 2; side < 6; ++side)
                    across[side - 2].v[q] = conductance_of(s, side, at.i + q, at.j, at.k);
            }
        } else {
            const Real* const part = s.medium.part;
            const Beside<Real> beside(s, at);
            const Pack<Real> own = load_pack(part + here);
            Real p[width + 2] = {part[beside.x_lo]};
#pragma unroll
            for (int q = 0; q < width; ++q) p[q + 1] = own.v[q];
            p[width + 1] = part[beside.x_hi];
#pragma unroll
            for (int q = 0; q <= width; ++q) g[q] = face_between(How == Faces::harmonic, p[q], p[q + 1]);
#pragma unroll
            for (int n = 0; n < 4; ++n) across[n] = between(own, load_pack(part + beside.pack[n]));
        }
        const Pack<Real>&c = near.centre(), &south = near.beside[0][0], &north = near.beside[1][0];
        return update(s, base, near.line, g, fluxes(across[0], c, south), fluxes(across[1], north, c),
                      fluxes(across[2], c, near.window[0]), fluxes(across[3], near.window[2], c),
                      load_pack(s.medium.per_capacity + here), heating_of_pack(s, here));
    }

private:
    static __device__ __forceinline__ Pack<Real> heating_of_pack(const VariableSweep<Real>& s, index_t at) {
        Pack<Real> heating{};
        if (s.medium.heating != nullptr)
#pragma unroll
            for (Real& hot : heating.v) hot = s.medium.heating[s.wall_step * s.medium.heating_stride];
        if (s.medium.heating_field != nullptr) add_heating_field(heating, s.medium.heating_field + at);
        return heating;
    }

    /// `g` of the faces along x, fluxes through the others.
    static __device__ __forceinline__ Pack<Real> update(const VariableSweep<Real>& s, const Pack<Real>& base,
                                                        const Real (&line)[width + 2], const Real (&g)[width + 1],
                                                        const Pack<Real>& y_lo, const Pack<Real>& y_hi,
                                                        const Pack<Real>& z_lo, const Pack<Real>& z_hi,
                                                        const Pack<Real>& per_capacity, const Pack<Real>& heating) {
        Real x[width + 1];
#pragma unroll
        for (int q = 0; q <= width; ++q) x[q] = g[q] * (line[q + 1] - line[q]);
        Pack<Real> out;
#pragma unroll
        for (int q = 0; q < width; ++q) {
            const Real lo[3] = {x[q], y_lo.v[q], z_lo.v[q]}, hi[3] = {x[q + 1], y_hi.v[q], z_hi.v[q]};
            out.v[q] = update_graded<3>(base.v[q], lo, hi, s.medium.weight, per_capacity.v[q], heating.v[q], s.r[0]);
        }
        return out;
    }

    static __device__ __forceinline__ Pack<Real> between(const Pack<Real>& p, const Pack<Real>& q) {
        Pack<Real> g;
#pragma unroll
        for (int i = 0; i < width; ++i) g.v[i] = face_between(How == Faces::harmonic, p.v[i], q.v[i]);
        return g;
    }

    Pack<Real> T_[top + 1], p_[top + 1]; ///< of this plane and those above
    Pack<Real> up_;                      ///< fluxes through the faces below it
};

template <class Real, Faces How, bool Plain>
__global__ void __launch_bounds__(graded_shape<Real, How, Plain>().threads(), graded_shape<Real, How, Plain>().blocks)
    graded_march(const __grid_constant__ VariableSweep<Real> s, const __grid_constant__ TilePlan plan,
                 const __grid_constant__ Core core) {
    if (blockIdx.x >= plan.tiles) return compute_variable_rest<GradedMarch<Real, How, Plain>>(s, plan, core);
    __shared__ EndRows<Real, 1> ends;
    read_end_rows<1>(ends, s);
    Column<Real> column(s, plan, core);
    if (column.steps == 0) return;
    GradedMarch<Real, How, Plain> march(s, column);
#pragma unroll 1
    while (column.steps > 0) march.step(s, plan, column, ends);
}

template <class Real>
bool advance_graded(const VariableAdvance<Real>& a, const Core& core) {
    const Medium<Real>& m = a.sweep.medium;
    const bool plain = a.sweep.n_terms == 0 && m.heating == nullptr && m.heating_field == nullptr;
    const auto run = [&]<Faces How, bool Plain>() {
        return run_march(a, &graded_march<Real, How, Plain>, core, graded_shape<Real, How, Plain>());
    };
    if (m.part == nullptr) return run.template operator()<Faces::stored, false>();
    if (!m.harmonic) return run.template operator()<Faces::arithmetic, false>();
    return plain ? run.template operator()<Faces::harmonic, true>() : run.template operator()<Faces::harmonic, false>();
}

} // namespace isotherm::cuda
