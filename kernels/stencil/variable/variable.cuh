#pragma once

/// The CUDA kernels for variable coefficients.
///
///     naive   one thread per cell, everything through `update_any_variable`
///     march   inside the grid: media_march.cuh and graded_march.cuh; the shell around it cell by cell, in blocks of
///             their own at the end of the launch

#include "kernels/stencil/variable/graded_march.cuh"
#include "kernels/stencil/variable/media_march.cuh"

namespace isotherm::cuda {

/// Whether everything that is read in packs lies on 16 bytes, and words of media on words.
template <class Real>
bool can_march(const VariableSweep<Real>& s) {
    const Medium<Real>& m = s.medium;
    const auto on = [](const void* p, std::size_t bytes) { return reinterpret_cast<std::uintptr_t>(p) % bytes == 0; };
    bool aligned = rows_are_aligned<Real>(s) && on(m.index, Pack<Real>::width) && on(m.heating_field, 16) &&
                   on(m.per_capacity, 16) && on(m.part, 16);
    for (const Real* face : m.face) aligned = aligned && on(face, 16);
    return aligned && s.dim == 3;
}

template <class Real>
bool advance_variable_march(const VariableAdvance<Real>& a) {
    const Core core = can_march(a.sweep) ? variable_core(a.sweep) : Core{};
    if (core.n(0) * core.n(1) * core.n(2) == 0) return advance_variable_naive(a);
    return a.sweep.medium.index == nullptr ? advance_graded(a, core) : advance_media(a, core);
}

} // namespace isotherm::cuda
