/// The figures of reduce.hpp on the GPU, with the bits of the CPU: a warp is the 32 lanes of `fixed_sum`, one row at a
/// time, and its shuffle tree is `fold_lanes`; then one warp does the same with the row sums.

#include "kernels/reduce/reduce.hpp"

#include <algorithm>
#include <limits>

#include <cuda_runtime.h>

#include "kernels/base/cuda_check.hpp"
#include "kernels/base/device_cuda.hpp"
#include "kernels/reduce/fixed_sum.hpp"

namespace isotherm::cuda {
namespace {

constexpr int block_threads = 256;
constexpr unsigned all_lanes = 0xffffffffU;

/// What a warp has seen; `least` and `most` of the finite values.
struct Seen {
    double least, most;
    long long bad;
};

__device__ Seen nothing_seen() {
    return {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), 0};
}

__device__ void add(Seen& seen, double x) {
    if (!isfinite(x)) {
        ++seen.bad;
        return;
    }
    seen.least = x < seen.least ? x : seen.least;
    seen.most = x > seen.most ? x : seen.most;
}

__device__ void add(Seen& seen, const Seen& other) {
    seen.least = other.least < seen.least ? other.least : seen.least;
    seen.most = other.most > seen.most ? other.most : seen.most;
    seen.bad += other.bad;
}

/// Lane 0 gets what the warp has seen.
__device__ void gather(Seen& seen) {
    for (int half = sum_lanes / 2; half > 0; half /= 2)
        add(seen, Seen{__shfl_down_sync(all_lanes, seen.least, half), __shfl_down_sync(all_lanes, seen.most, half),
                       __shfl_down_sync(all_lanes, seen.bad, half)});
}

/// The lane's sum of a row, `visit(x)` for every value. Several loads are under way while the sum waits for its turn.
template <class Real, class Visit>
__device__ double sum_lane(const Real* x, index_t n, int lane, Visit&& visit) {
    constexpr int together = 8;
    double sum = 0;
    index_t i = lane;
    for (; i + (together - 1) * sum_lanes < n; i += together * sum_lanes) {
        Real value[together];
#pragma unroll
        for (int t = 0; t < together; ++t) value[t] = x[i + t * sum_lanes];
#pragma unroll
        for (int t = 0; t < together; ++t) {
            sum += static_cast<double>(value[t]);
            visit(value[t]);
        }
    }
    for (; i < n; i += sum_lanes) {
        sum += static_cast<double>(x[i]);
        visit(x[i]);
    }
    return sum;
}

__device__ double fold_warp(double sum) {
    for (int half = sum_lanes / 2; half > 0; half /= 2) sum += __shfl_down_sync(all_lanes, sum, half);
    return sum;
}

struct AddTo {
    Seen& seen;
    __device__ void operator()(double x) const { add(seen, x); }
};
struct Ignore {
    __device__ void operator()(double) const {}
};

/// Every warp takes rows in turn: their sums, and what it has seen.
template <class Real>
__global__ void __launch_bounds__(block_threads)
    row_stats(FieldView<const Real> field, double* row_sums, Seen* seen_by) {
    const int lane = threadIdx.x % sum_lanes;
    const index_t warp = (index_t{blockIdx.x} * block_threads + threadIdx.x) / sum_lanes;
    const index_t warps = index_t{gridDim.x} * block_threads / sum_lanes;
    Seen seen = nothing_seen();
    for (index_t row = warp; row < field.n[1] * field.n[2]; row += warps) {
        const Real* const x = &field(0, row % field.n[1], row / field.n[1]);
        const double sum = fold_warp(sum_lane(x, field.n[0], lane, AddTo{seen}));
        if (lane == 0) row_sums[row] = sum;
    }
    gather(seen);
    if (lane == 0) seen_by[warp] = seen;
}

template <class Real>
__global__ void __launch_bounds__(block_threads)
    row_differences(FieldView<const Real> a, FieldView<const Real> b, Seen* seen_by) {
    const int lane = threadIdx.x % sum_lanes;
    const index_t warp = (index_t{blockIdx.x} * block_threads + threadIdx.x) / sum_lanes;
    const index_t warps = index_t{gridDim.x} * block_threads / sum_lanes;
    Seen seen = nothing_seen();
    for (index_t row = warp; row < a.n[1] * a.n[2]; row += warps) {
        const index_t j = row % a.n[1], k = row / a.n[1];
        for (index_t i = lane; i < a.n[0]; i += sum_lanes) {
            const Real d = a(i, j, k) - b(i, j, k), size = d < 0 ? -d : d;
            if (size != size) ++seen.bad;
            else seen.most = size > seen.most ? static_cast<double>(size) : seen.most;
        }
    }
    gather(seen);
    if (lane == 0) seen_by[warp] = seen;
}

struct Total {
    Seen seen;
    double sum;
};

/// One warp: the sum of the row sums (none: null) and of what all have seen.
__global__ void __launch_bounds__(sum_lanes)
    finish(const double* row_sums, index_t rows, const Seen* seen_by, index_t warps, Total* total) {
    const int lane = threadIdx.x;
    Seen seen = nothing_seen();
    for (index_t w = lane; w < warps; w += sum_lanes) add(seen, seen_by[w]);
    gather(seen);
    const double sum = row_sums == nullptr ? 0.0 : fold_warp(sum_lane(row_sums, rows, lane, Ignore{}));
    if (lane == 0) *total = {seen, sum};
}

/// Memory of one call, from the stream's pool: fast, and returned in order.
class Scratch {
public:
    Scratch(index_t bytes, void* stream) : stream_(stream_of(stream)) {
        check(cudaMallocAsync(&data_, static_cast<std::size_t>(bytes), stream_), "getting memory for a reduction");
    }
    ~Scratch() { cudaFreeAsync(data_, stream_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    [[nodiscard]] char* data() const { return static_cast<char*>(data_); }

private:
    void* data_ = nullptr;
    cudaStream_t stream_;
};

/// Runs `rows_kernel(grid, row sums, seen)` and `finish`, and waits for the total.
template <class RowsKernel>
Total reduce(index_t rows, const Device& device, RowsKernel&& rows_kernel) {
    constexpr index_t warps_per_block = block_threads / sum_lanes;
    const index_t blocks =
        std::min<index_t>((rows + warps_per_block - 1) / warps_per_block, index_t{8} * multiprocessors(device));
    const index_t warps = blocks * warps_per_block;
    const Scratch scratch(index_t{sizeof(Total)} + warps * index_t{sizeof(Seen)} + rows * index_t{sizeof(double)},
                          device.stream);
    Total* const total = reinterpret_cast<Total*>(scratch.data());
    Seen* const seen = reinterpret_cast<Seen*>(total + 1);
    double* const sums = reinterpret_cast<double*>(seen + warps);
    const bool with_sums = rows_kernel(static_cast<unsigned>(blocks), sums, seen);
    check(cudaGetLastError(), "starting a reduction");
    finish<<<1, sum_lanes, 0, stream_of(device.stream)>>>(with_sums ? sums : nullptr, rows, seen, warps, total);
    check(cudaGetLastError(), "starting a reduction");
    Total result;
    copy_to_host(&result, total, sizeof result, device.stream);
    return result;
}

template <class Real>
FieldStats stats(const FieldView<const Real>& field, const Device& device) {
    const Total t = reduce(field.n[1] * field.n[2], device, [&](unsigned blocks, double* sums, Seen* seen) {
        row_stats<Real><<<blocks, block_threads, 0, stream_of(device.stream)>>>(field, sums, seen);
        return true;
    });
    return {t.seen.least, t.seen.most, t.sum, t.seen.bad};
}

template <class Real>
double difference(const FieldView<const Real>& a, const FieldView<const Real>& b, const Device& device) {
    const Total t = reduce(a.n[1] * a.n[2], device, [&](unsigned blocks, double*, Seen* seen) {
        row_differences<Real><<<blocks, block_threads, 0, stream_of(device.stream)>>>(a, b, seen);
        return false;
    });
    return t.seen.bad > 0 ? std::numeric_limits<double>::quiet_NaN() : std::max(0.0, t.seen.most);
}

} // namespace

FieldStats field_stats(const FieldView<const float>& field, const Device& device) { return stats(field, device); }
FieldStats field_stats(const FieldView<const double>& field, const Device& device) { return stats(field, device); }
double max_difference(const FieldView<const float>& a, const FieldView<const float>& b, const Device& device) {
    return difference(a, b, device);
}
double max_difference(const FieldView<const double>& a, const FieldView<const double>& b, const Device& device) {
    return difference(a, b, device);
}

} // namespace isotherm::cuda
