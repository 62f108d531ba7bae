#pragma once

/// A vector register of the instruction set that the including file is built for. For kernels/conv2d/cpu alone.

#if defined(__AVX2__) || defined(__AVX512F__)
#include <immintrin.h>
#endif

#include "kernels/stencil/cell_update.hpp"

namespace isotherm::ISOTHERM_ISA {
namespace {

#if defined(__AVX512F__)
template <class Real>
struct Pack;
template <>
struct Pack<float> {
    static constexpr int width = 16;
    __m512 v;
    static Pack broadcast(float x) { return {_mm512_set1_ps(x)}; }
    static Pack load(const float* from) { return {_mm512_loadu_ps(from)}; }
    void store(float* to) const { _mm512_storeu_ps(to, v); }
    void stream(float* to) const { _mm512_stream_ps(to, v); }
    static Pack fma(Pack a, Pack b, Pack c) { return {_mm512_fmadd_ps(a.v, b.v, c.v)}; }
};
template <>
struct Pack<double> {
    static constexpr int width = 8;
    __m512d v;
    static Pack broadcast(double x) { return {_mm512_set1_pd(x)}; }
    static Pack load(const double* from) { return {_mm512_loadu_pd(from)}; }
    void store(double* to) const { _mm512_storeu_pd(to, v); }
    void stream(double* to) const { _mm512_stream_pd(to, v); }
    static Pack fma(Pack a, Pack b, Pack c) { return {_mm512_fmadd_pd(a.v, b.v, c.v)}; }
};
constexpr int packs_in_flight = 4; ///< times four rows of accumulators: half of the 32 registers
#elif defined(__AVX2__) && defined(__FMA__)
template <class Real>
struct Pack;
template <>
struct Pack<float> {
    static constexpr int width = 8;
    __m256 v;
    static Pack broadcast(float x) { return {_mm256_set1_ps(x)}; }
    static Pack load(const float* from) { return {_mm256_loadu_ps(from)}; }
    void store(float* to) const { _mm256_storeu_ps(to, v); }
    void stream(float* to) const { _mm256_stream_ps(to, v); }
    static Pack fma(Pack a, Pack b, Pack c) { return {_mm256_fmadd_ps(a.v, b.v, c.v)}; }
};
template <>
struct Pack<double> {
    static constexpr int width = 4;
    __m256d v;
    static Pack broadcast(double x) { return {_mm256_set1_pd(x)}; }
    static Pack load(const double* from) { return {_mm256_loadu_pd(from)}; }
    void store(double* to) const { _mm256_storeu_pd(to, v); }
    void stream(double* to) const { _mm256_stream_pd(to, v); }
    static Pack fma(Pack a, Pack b, Pack c) { return {_mm256_fmadd_pd(a.v, b.v, c.v)}; }
};
constexpr int packs_in_flight = 2; ///< times four rows of accumulators: half of the 16 registers
#else
/// Lanes in an array: what the compiler makes of it (NEON), or one by one.
template <class Real>
struct Pack {
    static constexpr int width = 16 / static_cast<int>(sizeof(Real));
    Real v[width];
    static Pack broadcast(Real x) {
        Pack p;
        for (Real& lane : p.v) lane = x;
        return p;
    }
    static Pack load(const Real* from) {
        Pack p;
        for (int l = 0; l < width; ++l) p.v[l] = from[l];
        return p;
    }
    void store(Real* to) const {
        for (int l = 0; l < width; ++l) to[l] = v[l];
    }
    void stream(Real* to) const { store(to); }
    static Pack fma(Pack a, Pack b, Pack c) {
        for (int l = 0; l < width; ++l) c.v[l] = fused(a.v[l], b.v[l], c.v[l]);
        return c;
    }
};
constexpr int packs_in_flight = 4;
#endif

} // namespace
} // namespace isotherm::ISOTHERM_ISA
