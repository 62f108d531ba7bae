#pragma once

/// Neighbouring cells of a row in one vector register of the instruction set that the including file is built for: a
/// number that `update_cell` takes, the same operations on each cell in the same order.
///
/// For the files that CMake compiles once per instruction set (ISOTHERM_ISA).

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#include <cstdint>

#include "kernels/stencil/cell_update.hpp"

namespace isotherm::ISOTHERM_ISA {
namespace {

using isotherm::fused; // of numbers, beside that of packs

#if defined(__AVX512F__)
constexpr int pack_bytes = 64;
#elif defined(__AVX2__)
constexpr int pack_bytes = 32;
#else
constexpr int pack_bytes = 16;
#endif

typedef float FloatLanes __attribute__((vector_size(pack_bytes)));
typedef double DoubleLanes __attribute__((vector_size(pack_bytes)));
// A number per lane, as it is stored and as an address is made of it.
typedef std::uint16_t FloatNumbers __attribute__((vector_size(pack_bytes / 2)));
typedef std::uint16_t DoubleNumbers __attribute__((vector_size(pack_bytes / 4)));
typedef int FloatPlaces __attribute__((vector_size(pack_bytes)));
typedef int DoublePlaces __attribute__((vector_size(pack_bytes / 2)));

template <class Real>
struct LanesOf;
template <>
struct LanesOf<float> {
    using type = FloatLanes;
    using Numbers = FloatNumbers;
    using Places = FloatPlaces;
};
template <>
struct LanesOf<double> {
    using type = DoubleLanes;
    using Numbers = DoubleNumbers;
    using Places = DoublePlaces;
};

template <class Real>
struct Pack {
    using Lanes = typename LanesOf<Real>::type;
    static constexpr int width = pack_bytes / static_cast<int>(sizeof(Real));
    Lanes v;

    Pack() = default;
    explicit Pack(Lanes lanes) : v(lanes) {}
    explicit Pack(Real same) : v(same - Lanes{}) {} // a loop over the lanes becomes as many instructions
    static Pack load(const Real* from) {
        Pack p;
        __builtin_memcpy(&p.v, from, sizeof p.v);
        return p;
    }
    /// from[stride * which[0]], from[stride * which[1]], ...
    template <int Stride>
    static Pack gather(const Real* from, const std::uint16_t* which);
    void store(Real* to) const { __builtin_memcpy(to, &v, sizeof v); }
    /// Only the last `lanes` lanes, each at its place behind `to`.
    void store_last(Real* to, int lanes) const { lanes == width ? store(to) : store_from(to, width - lanes); }
    /// Past the caches where the instruction set can; `to` is aligned to the pack.
    void stream(Real* to) const;

    friend Pack operator+(Pack a, Pack b) { return Pack(a.v + b.v); }
    friend Pack operator-(Pack a, Pack b) { return Pack(a.v - b.v); }
    friend Pack operator*(Pack a, Pack b) { return Pack(a.v * b.v); }
    friend Pack operator-(Pack a) { return Pack(-a.v); }
    Pack& operator+=(Pack b) { return *this = *this + b; }

private:
    void store_from(Real* to, int lane) const;
};

// Gathers with a mask, all of it set: GCC 12 warns of the lanes that the plain ones leave undefined.
template <class Real>
template <int Stride>
Pack<Real> Pack<Real>::gather(const Real* from, const std::uint16_t* which) {
#if defined(__AVX2__)
    typename LanesOf<Real>::Numbers numbers;
    __builtin_memcpy(&numbers, which, sizeof numbers);
    const auto at = __builtin_convertvector(numbers, typename LanesOf<Real>::Places) * Stride;
#endif
#if defined(__AVX512F__)
    if constexpr (sizeof(Real) == 4) {
        return Pack(_mm512_mask_i32gather_ps(_mm512_setzero_ps(), 0xffff, reinterpret_cast<__m512i>(at), from, 4));
    } else {
        return Pack(_mm512_mask_i32gather_pd(_mm512_setzero_pd(), 0xff, reinterpret_cast<__m256i>(at), from, 8));
    }
#elif defined(__AVX2__)
    if constexpr (sizeof(Real) == 4) {
        const __m256 all = _mm256_castsi256_ps(_mm256_set1_epi32(-1));
        return Pack(_mm256_mask_i32gather_ps(_mm256_setzero_ps(), from, reinterpret_cast<__m256i>(at), all, 4));
    } else {
        const __m256d all = _mm256_castsi256_pd(_mm256_set1_epi32(-1));
        return Pack(_mm256_mask_i32gather_pd(_mm256_setzero_pd(), from, reinterpret_cast<__m128i>(at), all, 8));
    }
#else
    Pack p;
    for (int l = 0; l < width; ++l) p.v[l] = from[Stride * which[l]];
    return p;
#endif
}

#if defined(__AVX512F__)
template <>
inline void Pack<float>::store_from(float* to, int lane) const {
    _mm512_mask_storeu_ps(to, static_cast<__mmask16>(0xffff << lane), v);
}
template <>
inline void Pack<double>::store_from(double* to, int lane) const {
    _mm512_mask_storeu_pd(to, static_cast<__mmask8>(0xff << lane), v);
}
#elif defined(__AVX2__)
template <>
inline void Pack<float>::store_from(float* to, int lane) const {
    const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    _mm256_maskstore_ps(to, _mm256_cmpgt_epi32(lanes, _mm256_set1_epi32(lane - 1)), v);
}
template <>
inline void Pack<double>::store_from(double* to, int lane) const {
    const __m256i lanes = _mm256_setr_epi64x(0, 1, 2, 3);
    _mm256_maskstore_pd(to, _mm256_cmpgt_epi64(lanes, _mm256_set1_epi64x(lane - 1)), v);
}
#else
template <class Real>
void Pack<Real>::store_from(Real* to, int lane) const {
    for (; lane < width; ++lane) to[lane] = v[lane];
}
#endif

#if defined(__AVX512F__)
template <>
inline void Pack<float>::stream(float* to) const {
    _mm512_stream_ps(to, v);
}
template <>
inline void Pack<double>::stream(double* to) const {
    _mm512_stream_pd(to, v);
}
inline Pack<float> fused(Pack<float> a, Pack<float> b, Pack<float> c) {
    return Pack<float>(_mm512_fmadd_ps(a.v, b.v, c.v));
}
inline Pack<double> fused(Pack<double> a, Pack<double> b, Pack<double> c) {
    return Pack<double>(_mm512_fmadd_pd(a.v, b.v, c.v));
}
#elif defined(__AVX2__) && defined(__FMA__)
template <>
inline void Pack<float>::stream(float* to) const {
    _mm256_stream_ps(to, v);
}
template <>
inline void Pack<double>::stream(double* to) const {
    _mm256_stream_pd(to, v);
}
inline Pack<float> fused(Pack<float> a, Pack<float> b, Pack<float> c) {
    return Pack<float>(_mm256_fmadd_ps(a.v, b.v, c.v));
}
inline Pack<double> fused(Pack<double> a, Pack<double> b, Pack<double> c) {
    return Pack<double>(_mm256_fmadd_pd(a.v, b.v, c.v));
}
#else
template <class Real>
void Pack<Real>::stream(Real* to) const {
    store(to);
}
#if defined(__aarch64__)
inline Pack<float> fused(Pack<float> a, Pack<float> b, Pack<float> c) { return Pack<float>(vfmaq_f32(c.v, a.v, b.v)); }
inline Pack<double> fused(Pack<double> a, Pack<double> b, Pack<double> c) {
    return Pack<double>(vfmaq_f64(c.v, a.v, b.v));
}
#else // exact, by the library
template <class Real>
Pack<Real> fused(Pack<Real> a, Pack<Real> b, Pack<Real> c) {
    typename Pack<Real>::Lanes d{};
    for (int l = 0; l < Pack<Real>::width; ++l) d[l] = isotherm::fused(a.v[l], b.v[l], c.v[l]);
    return Pack<Real>(d);
}
#endif
#endif

#if defined(__AVX512F__)
/// Whether `joined` beats a load that crosses a cache line, as every unaligned one of this size does.
constexpr bool joins = true;

/// `By` lanes of `b` behind all but the first `By` of `a`.
template <int By>
inline Pack<float> joined(Pack<float> a, Pack<float> b) {
    return Pack<float>(
        _mm512_castsi512_ps(_mm512_maskz_alignr_epi32(0xffff, _mm512_castps_si512(b.v), _mm512_castps_si512(a.v), By)));
}
template <int By>
inline Pack<double> joined(Pack<double> a, Pack<double> b) {
    return Pack<double>(
        _mm512_castsi512_pd(_mm512_maskz_alignr_epi64(0xff, _mm512_castpd_si512(b.v), _mm512_castpd_si512(a.v), By)));
}
#else
constexpr bool joins = false;
#endif

} // namespace
} // namespace isotherm::ISOTHERM_ISA
