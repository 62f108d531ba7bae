#pragma once

/// Filtering through cuFFT, tile by tile (fft_tiles.hpp), as many tiles at a time as stay in the second-level cache
/// between the passes: gather T - c, transform, multiply with conj(F(w)), transform back, scatter.
///
/// cuFFT is 280 MB and only this needs it, so it is opened when it is first asked for; without it the kernel is not
/// offered. Error: as the CPU's (cpu/fft.cpp).

#include <cuda_runtime.h>
#include <cufft.h>
#include <dlfcn.h>

#include <string>
#include <vector>

#include "kernels/conv2d/cuda/taps.cuh"
#include "kernels/conv2d/fft_tiles.hpp"

namespace isotherm::cuda {

/// The functions of libcufft that are used here.
struct Cufft {
    decltype(&::cufftPlanMany) plan_many = nullptr;
    decltype(&::cufftSetStream) set_stream = nullptr;
    decltype(&::cufftDestroy) destroy = nullptr;
    decltype(&::cufftExecR2C) forward_fp32 = nullptr;
    decltype(&::cufftExecC2R) backward_fp32 = nullptr;
    decltype(&::cufftExecD2Z) forward_fp64 = nullptr;
    decltype(&::cufftExecZ2D) backward_fp64 = nullptr;
    bool there = false;
};

inline Cufft open_cufft() {
    Cufft f;
    void* library = nullptr;
    for (const std::string& name : {"libcufft.so." + std::to_string(CUFFT_VER_MAJOR), std::string("libcufft.so")})
        if (library == nullptr) library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return f;
    f.there = true;
    const auto find = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
        f.there = f.there && function != nullptr;
    };
    find(f.plan_many, "cufftPlanMany");
    find(f.set_stream, "cufftSetStream");
    find(f.destroy, "cufftDestroy");
    find(f.forward_fp32, "cufftExecR2C");
    find(f.backward_fp32, "cufftExecC2R");
    find(f.forward_fp64, "cufftExecD2Z");
    find(f.backward_fp64, "cufftExecZ2D");
    return f;
}

inline const Cufft& cufft() {
    static const Cufft library = open_cufft();
    return library;
}

inline void check_fft(cufftResult result, const char* doing) {
    if (result != CUFFT_SUCCESS)
        throw DeviceError(std::string("cuFFT failed while ") + doing + " (code " + std::to_string(result) +
                          "); filter.method: auto does without it");
}

template <class Real>
struct FftTypes;
template <>
struct FftTypes<float> {
    using Complex = cufftComplex;
    static constexpr cufftType forward = CUFFT_R2C, backward = CUFFT_C2R;
    static auto run_forward(cufftHandle p, float* x, Complex* s) { return cufft().forward_fp32(p, x, s); }
    static auto run_backward(cufftHandle p, Complex* s, float* x) { return cufft().backward_fp32(p, s, x); }
};
template <>
struct FftTypes<double> {
    using Complex = cufftDoubleComplex;
    static constexpr cufftType forward = CUFFT_D2Z, backward = CUFFT_Z2D;
    static auto run_forward(cufftHandle p, double* x, Complex* s) { return cufft().forward_fp64(p, x, s); }
    static auto run_backward(cufftHandle p, Complex* s, double* x) { return cufft().backward_fp64(p, s, x); }
};

inline constexpr int fft_threads = 256;

/// Pixel n of tile `tile`: its place in the field.
struct TilePixel {
    index_t i, j; ///< output that the tile begins with
    int x, y;     ///< in the tile
    __device__ TilePixel(const FftTiles& t, index_t tile, int n)
        : i(tile % t.tiles_x * t.useful_columns), j(tile / t.tiles_x * t.useful_rows),
          x(n % static_cast<int>(t.columns)), y(n / static_cast<int>(t.columns)) {}
};

template <class Real>
__global__ void gather_tiles(const __grid_constant__ Filter<Real> f, const __grid_constant__ FftTiles t,
                             const index_t first, Real* pixels) {
    const int size = static_cast<int>(t.rows * t.columns);
    const int n = static_cast<int>(blockIdx.x) * fft_threads + static_cast<int>(threadIdx.x);
    const index_t tile = first + blockIdx.y;
    if (n >= size || tile >= t.count()) return;
    const TilePixel p(t, tile, n);
    const bool seen = p.i + p.x < f.out.n[0] + f.columns - 1 && p.j + p.y < f.out.n[1] + f.rows - 1;
    pixels[blockIdx.y * static_cast<index_t>(size) + n] =
        seen ? deviation(f, p.i + p.x - f.anchor[0], p.j + p.y - f.anchor[1]) : Real(0);
}

template <class Real, class Complex>
__global__ void multiply_spectra(Complex* spectra, const Complex* weights, const int size) {
    const int n = static_cast<int>(blockIdx.x) * fft_threads + static_cast<int>(threadIdx.x);
    if (n >= size) return;
    Complex& s = spectra[blockIdx.y * static_cast<index_t>(size) + n];
    const Complex w = weights[n], v = s;
    s.x = fused(v.x, w.x, v.y * w.y);
    s.y = fused(v.y, w.x, -(v.x * w.y));
}

template <class Real>
__global__ void scatter_tiles(const __grid_constant__ Filter<Real> f, const __grid_constant__ FftTiles t,
                              const index_t first, const Real* pixels, const Real scale) {
    const int size = static_cast<int>(t.rows * t.columns);
    const int n = static_cast<int>(blockIdx.x) * fft_threads + static_cast<int>(threadIdx.x);
    const index_t tile = first + blockIdx.y;
    if (n >= size || tile >= t.count()) return;
    const TilePixel p(t, tile, n);
    if (p.x >= t.useful_columns || p.y >= t.useful_rows || p.i + p.x >= f.out.n[0] || p.j + p.y >= f.out.n[1]) return;
    f.out(p.i + p.x, p.j + p.y, 0) =
        fused(f.total, f.centre(), scale * pixels[blockIdx.y * static_cast<index_t>(size) + n]);
}

/// The transforms of a batch of tiles, both ways.
template <class Real>
class TilePlans {
public:
    using Types = FftTypes<Real>;
    TilePlans(const FftTiles& t, int batch, void* stream) {
        int n[2] = {static_cast<int>(t.rows), static_cast<int>(t.columns)};
        const int pixels = n[0] * n[1], spectrum = n[0] * static_cast<int>(t.spectrum_columns());
        check_fft(cufft().plan_many(&forward_, 2, n, nullptr, 1, pixels, nullptr, 1, spectrum, Types::forward, batch),
                  "planning a transform");
        check_fft(cufft().plan_many(&backward_, 2, n, nullptr, 1, spectrum, nullptr, 1, pixels, Types::backward, batch),
                  "planning a transform");
        for (const cufftHandle plan : {forward_, backward_})
            check_fft(cufft().set_stream(plan, stream_of(stream)), "setting a stream");
    }
    ~TilePlans() {
        cufft().destroy(forward_);
        cufft().destroy(backward_);
    }
    TilePlans(const TilePlans&) = delete;
    TilePlans& operator=(const TilePlans&) = delete;
    void forward(Real* x, typename Types::Complex* s) { check_fft(Types::run_forward(forward_, x, s), "transforming"); }
    void backward(typename Types::Complex* s, Real* x) {
        check_fft(Types::run_backward(backward_, s, x), "transforming back");
    }

private:
    cufftHandle forward_ = 0, backward_ = 0;
};

template <class Real>
class FftFilter : public FilterKernel<Real> {
public:
    using Complex = typename FftTypes<Real>::Complex;
    explicit FftFilter(const FilterSetup<Real>& setup)
        : stream_(setup.device.stream), t_(plan_fft_tiles(setup.traits(), gpu_fft_cache)),
          size_(static_cast<int>(t_.rows * t_.columns)), spectrum_(static_cast<int>(t_.rows * t_.spectrum_columns())),
          batch_(static_cast<int>(
              std::min({t_.count(), std::max<index_t>(1, gpu_fft_cache * 16 / size_), index_t{65535}}))),
          pixels_(setup.device, index_t{batch_} * size_ * index_t{sizeof(Real)}, "tiles of an FFT"),
          spectra_(setup.device, index_t{batch_} * spectrum_ * index_t{sizeof(Complex)}, "tiles of an FFT"),
          weights_(setup.device, index_t{spectrum_} * index_t{sizeof(Complex)}, "the spectrum of a filter"),
          plans_(t_, batch_, stream_) {
        std::vector<Real> tile(static_cast<std::size_t>(size_), Real(0));
        for (int a = 0; a < setup.filter.rows; ++a)
            std::copy(setup.weights + a * setup.filter.columns, setup.weights + (a + 1) * setup.filter.columns,
                      tile.begin() + a * t_.columns);
        pixels_.upload(tile.data(), size_ * index_t{sizeof(Real)});
        TilePlans<Real>(t_, 1, stream_).forward(pixels_.as<Real>(), weights_.as<Complex>());
        setup.device.synchronise(); // the plan for one tile goes
    }
    void run(const Filter<Real>& f) override {
        const auto grid = [](int n, int tiles) {
            return dim3(static_cast<unsigned>(ceil_div(n, fft_threads)), static_cast<unsigned>(tiles));
        };
        const cudaStream_t stream = stream_of(stream_);
        const Real scale = Real(1) / static_cast<Real>(size_);
        for (index_t first = 0; first < t_.count(); first += batch_) {
            gather_tiles<<<grid(size_, batch_), fft_threads, 0, stream>>>(f, t_, first, pixels_.as<Real>());
            plans_.forward(pixels_.as<Real>(), spectra_.as<Complex>());
            multiply_spectra<Real><<<grid(spectrum_, batch_), fft_threads, 0, stream>>>(
                spectra_.as<Complex>(), weights_.as<const Complex>(), spectrum_);
            plans_.backward(spectra_.as<Complex>(), pixels_.as<Real>());
            scatter_tiles<<<grid(size_, batch_), fft_threads, 0, stream>>>(f, t_, first, pixels_.as<Real>(), scale);
            check(cudaGetLastError(), "filtering tiles");
        }
    }

private:
    void* stream_;
    FftTiles t_;
    int size_, spectrum_, batch_;
    Memory pixels_, spectra_, weights_;
    TilePlans<Real> plans_;
};

template <class Real>
std::unique_ptr<FilterKernel<Real>> make_fft(const FilterSetup<Real>& setup) {
    return std::make_unique<FftFilter<Real>>(setup);
}

} // namespace isotherm::cuda
