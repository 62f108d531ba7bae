/// Filtering through FFTW, tile by tile (fft_tiles.hpp): out = W c + F^-1(F(T - c) conj(F(w))).
/// Error: a few ulp of max|T - c| times sum|w|, growing with the logarithm of the tile.

#include <algorithm>
#include <complex>
#include <memory>
#include <mutex>
#include <vector>

#include <fftw3.h>

#include "kernels/base/error.hpp"
#include "kernels/conv2d/cpu/variants.hpp"
#include "kernels/conv2d/fft_tiles.hpp"
#include "kernels/conv2d/weighted_sum.hpp"

namespace isotherm {
namespace {

/// FFTW makes and destroys plans one at a time; transforms may run at once.
std::mutex planning;

/// FFTW's two precisions under one name.
template <class Real>
struct Fftw;
template <>
struct Fftw<float> {
    using Plan = fftwf_plan;
    using Complex = fftwf_complex;
    static constexpr auto allocate = fftwf_malloc;
    static constexpr auto release = fftwf_free;
    static constexpr auto plan_forward = fftwf_plan_dft_r2c_2d;
    static constexpr auto plan_backward = fftwf_plan_dft_c2r_2d;
    static constexpr auto forward = fftwf_execute_dft_r2c;
    static constexpr auto backward = fftwf_execute_dft_c2r;
    static constexpr auto destroy = fftwf_destroy_plan;
};
template <>
struct Fftw<double> {
    using Plan = fftw_plan;
    using Complex = fftw_complex;
    static constexpr auto allocate = fftw_malloc;
    static constexpr auto release = fftw_free;
    static constexpr auto plan_forward = fftw_plan_dft_r2c_2d;
    static constexpr auto plan_backward = fftw_plan_dft_c2r_2d;
    static constexpr auto forward = fftw_execute_dft_r2c;
    static constexpr auto backward = fftw_execute_dft_c2r;
    static constexpr auto destroy = fftw_destroy_plan;
};

/// Pixels of one tile and their transform, aligned as FFTW wants them.
template <class Real>
class TileBuffer {
public:
    explicit TileBuffer(const FftTiles& t)
        : pixels_(
              static_cast<Real*>(Fftw<Real>::allocate(sizeof(Real) * static_cast<std::size_t>(t.rows * t.columns)))),
          spectrum_(static_cast<std::complex<Real>*>(Fftw<Real>::allocate(
              sizeof(std::complex<Real>) * static_cast<std::size_t>(t.rows * t.spectrum_columns())))) {
        if (!pixels_ || !spectrum_) throw UsageError("filter.method: no memory for the tiles of the FFT; use direct");
    }
    [[nodiscard]] Real* pixels() const { return pixels_.get(); }
    [[nodiscard]] std::complex<Real>* spectrum() const { return spectrum_.get(); }
    [[nodiscard]] typename Fftw<Real>::Complex* fftw() const {
        return reinterpret_cast<typename Fftw<Real>::Complex*>(spectrum_.get());
    }

private:
    struct Release {
        void operator()(void* p) const { Fftw<Real>::release(p); }
    };
    std::unique_ptr<Real, Release> pixels_;
    std::unique_ptr<std::complex<Real>, Release> spectrum_;
};

template <class Real>
class FftFilter : public FilterKernel<Real> {
public:
    explicit FftFilter(const FilterSetup<Real>& setup)
        : tiles_(plan_fft_tiles(setup.traits(), cpu_fft_cache)), weights_(tiles_) {
        const index_t useful = std::min<index_t>(setup.device.threads, tiles_.count());
        for (index_t thread = 0; thread < useful; ++thread) buffers_.emplace_back(tiles_);
        {
            const std::lock_guard lock(planning);
            const int rows = static_cast<int>(tiles_.rows), columns = static_cast<int>(tiles_.columns);
            // Estimated plans: measured ones may be others in the next run, and with them the last bits.
            forward_ = Fftw<Real>::plan_forward(rows, columns, weights_.pixels(), weights_.fftw(), FFTW_ESTIMATE);
            backward_ = Fftw<Real>::plan_backward(rows, columns, weights_.fftw(), weights_.pixels(), FFTW_ESTIMATE);
        }
        transform_weights(setup);
    }
    ~FftFilter() override {
        const std::lock_guard lock(planning);
        Fftw<Real>::destroy(forward_);
        Fftw<Real>::destroy(backward_);
    }
    FftFilter(const FftFilter&) = delete;
    FftFilter& operator=(const FftFilter&) = delete;

    void run(const Filter<Real>& f) override {
        const index_t count = tiles_.count();
        const int threads = static_cast<int>(std::min<index_t>(static_cast<index_t>(buffers_.size()), count));
#pragma omp parallel num_threads(threads)
        {
            index_t mine = 0; // a buffer that no other thread takes
#pragma omp critical(isotherm_fft_buffer)
            mine = taken_++;
#pragma omp for schedule(dynamic)
            for (index_t tile = 0; tile < count; ++tile) filter_tile(f, tile, buffers_[static_cast<std::size_t>(mine)]);
        }
        taken_ = 0;
    }

private:
    /// conj(F(w)) / (N M): FFTW does not normalise.
    void transform_weights(const FilterSetup<Real>& setup) {
        const Filter<Real>& f = setup.filter;
        Real* const p = weights_.pixels();
        std::fill(p, p + tiles_.rows * tiles_.columns, Real(0));
        for (int a = 0; a < f.rows; ++a)
            std::copy(setup.weights + a * f.columns, setup.weights + (a + 1) * f.columns, p + a * tiles_.columns);
        Fftw<Real>::forward(forward_, p, weights_.fftw());
        const Real scale = Real(1) / static_cast<Real>(tiles_.rows * tiles_.columns);
        for (index_t n = 0; n < tiles_.rows * tiles_.spectrum_columns(); ++n)
            weights_.spectrum()[n] = std::conj(weights_.spectrum()[n]) * scale;
    }

    void filter_tile(const Filter<Real>& f, index_t tile, const TileBuffer<Real>& buffer) const {
        const index_t i0 = tile % tiles_.tiles_x * tiles_.useful_columns;
        const index_t j0 = tile / tiles_.tiles_x * tiles_.useful_rows;
        const index_t seen_x = std::min(tiles_.columns, f.out.n[0] - i0 + f.columns - 1);
        const index_t seen_y = std::min(tiles_.rows, f.out.n[1] - j0 + f.rows - 1);
        for (index_t y = 0; y < seen_y; ++y)
            gather_row(f, i0 - f.anchor[0], j0 - f.anchor[1] + y, seen_x, buffer.pixels() + y * tiles_.columns);
        std::fill(buffer.pixels() + seen_y * tiles_.columns, buffer.pixels() + tiles_.rows * tiles_.columns, Real(0));
        Fftw<Real>::forward(forward_, buffer.pixels(), buffer.fftw());
        const std::complex<Real>* const w = weights_.spectrum();
        std::complex<Real>* const s = buffer.spectrum();
        for (index_t n = 0; n < tiles_.rows * tiles_.spectrum_columns(); ++n)
            s[n] = {s[n].real() * w[n].real() - s[n].imag() * w[n].imag(),
                    s[n].real() * w[n].imag() + s[n].imag() * w[n].real()};
        Fftw<Real>::backward(backward_, buffer.fftw(), buffer.pixels());
        const Real c = f.centre();
        const index_t rows = std::min(tiles_.useful_rows, f.out.n[1] - j0);
        const index_t columns = std::min(tiles_.useful_columns, f.out.n[0] - i0);
        for (index_t y = 0; y < rows; ++y) {
            const Real* const from = buffer.pixels() + y * tiles_.columns;
            Real* const to = &f.out(i0, j0 + y, 0);
            for (index_t x = 0; x < columns; ++x) to[x] = fused(f.total, c, from[x]);
        }
    }

    /// A tile's row of T - c from (i, j) on, padding filled in; 0 beyond the `seen` pixels that an output depends on.
    void gather_row(const Filter<Real>& f, index_t i, index_t j, index_t seen, Real* to) const {
        const index_t row = source_pixel(f.padding[1], j, f.in.n[1]);
        const index_t inner = row >= 0 && i >= 0 ? std::clamp<index_t>(f.in.n[0] - i, 0, seen) : 0;
        const Real* const from = f.in.data + row * f.in.pitch + i;
        const Real c = f.centre();
        for (index_t x = 0; x < inner; ++x) to[x] = from[x] - c;
        for (index_t x = inner; x < seen; ++x) to[x] = deviation(f, i + x, j);
        std::fill(to + seen, to + tiles_.columns, Real(0));
    }

    FftTiles tiles_;
    TileBuffer<Real> weights_; ///< the spectrum of the weights
    std::vector<TileBuffer<Real>> buffers_;
    index_t taken_ = 0;
    typename Fftw<Real>::Plan forward_ = nullptr, backward_ = nullptr;
};

} // namespace

template <class Real>
std::unique_ptr<FilterKernel<Real>> make_cpu_fft(const FilterSetup<Real>& setup) {
    return std::make_unique<FftFilter<Real>>(setup);
}
template std::unique_ptr<FilterKernel<float>> make_cpu_fft(const FilterSetup<float>&);
template std::unique_ptr<FilterKernel<double>> make_cpu_fft(const FilterSetup<double>&);

} // namespace isotherm
