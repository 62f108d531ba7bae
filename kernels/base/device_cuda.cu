/// The CUDA side of device.hpp: choosing a GPU, plain device memory, streams, events, copies. No managed memory.

#include "kernels/base/device_cuda.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>

#include "kernels/base/cuda_check.hpp"

namespace isotherm::cuda {
namespace {

/// Left free on a card: the driver needs room for launches and a context grows.
constexpr index_t reserve = index_t{64} << 20;

std::string gigabytes(index_t bytes) {
    char text[32];
    std::snprintf(text, sizeof text, bytes < 100'000'000 ? "%.3f GB" : "%.2f GB", static_cast<double>(bytes) * 1e-9);
    return text;
}

void select(const Device& device) { check(cudaSetDevice(device.id), "selecting the GPU"); }

/// Rows shorter than this are packed by a kernel: the copy engine moves them one by one, a wall's plane across x being
/// a million rows of a cell or three.
constexpr index_t short_row = 256; // bytes

/// A box of rows in words of four bytes, so that one kernel serves both precisions.
struct WordBox {
    const std::uint32_t* first;
    index_t row, row_pitch, rows, plane_pitch, words; ///< the last: of the whole box
};

__global__ void pack(WordBox box, std::uint32_t* packed) {
    const index_t step = static_cast<index_t>(gridDim.x) * blockDim.x;
    for (index_t w = static_cast<index_t>(blockIdx.x) * blockDim.x + threadIdx.x; w < box.words; w += step) {
        const index_t row = w / box.row;
        packed[w] = box.first[w % box.row + row % box.rows * box.row_pitch + row / box.rows * box.plane_pitch];
    }
}

/// Packs the box on the GPU and copies it at once. False when the GPU has no memory for it, and nothing is done.
bool copy_packed(void* to, const WordBox& box, cudaStream_t stream) {
    constexpr unsigned threads = 256;
    const std::size_t bytes = static_cast<std::size_t>(box.words) * sizeof(std::uint32_t);
    void* packed = nullptr;
    if (cudaMallocAsync(&packed, bytes, stream) != cudaSuccess) {
        cudaGetLastError();
        return false;
    }
    const index_t blocks = std::min<index_t>((box.words + threads - 1) / threads, 65535);
    pack<<<static_cast<unsigned>(blocks), threads, 0, stream>>>(box, static_cast<std::uint32_t*>(packed));
    const cudaError_t launched = cudaGetLastError();
    const cudaError_t copied = cudaMemcpyAsync(to, packed, bytes, cudaMemcpyDeviceToHost, stream);
    const cudaError_t freed = cudaFreeAsync(packed, stream);
    check(launched, "packing a box of cells on the GPU");
    check(copied, "copying a box of cells from the GPU");
    check(freed, "giving back memory of the GPU");
    return true;
}

cudaEvent_t event_of(void* event) { return static_cast<cudaEvent_t>(event); }

} // namespace

std::vector<std::string> devices(std::string* why_none) {
    int count = 0;
    const cudaError_t result = cudaGetDeviceCount(&count);
    if (result != cudaSuccess) cudaGetLastError();
    std::vector<std::string> names;
    if (result == cudaSuccess) {
        for (int id = 0; id < count; ++id) {
            cudaDeviceProp properties{};
            check(cudaGetDeviceProperties(&properties, id), "asking for a GPU's properties");
            names.emplace_back(properties.name);
        }
    }
    if (names.empty() && why_none != nullptr) {
        if (result == cudaErrorInsufficientDriver || result == cudaErrorNoDevice || result == cudaSuccess)
            *why_none = "this machine has no usable NVIDIA GPU or no driver for CUDA " +
                        std::to_string(CUDART_VERSION / 1000) + " (" + cudaGetErrorString(result) + ")";
        else *why_none = std::string("CUDA does not start here (") + cudaGetErrorString(result) + ")";
    }
    return names;
}

Device open(int id) {
    std::string why;
    const std::vector<std::string> names = devices(&why);
    if (names.empty()) throw DeviceError(why + "; compute.backend: cpu runs without a GPU");
    if (id < 0 || id >= static_cast<int>(names.size()))
        throw DeviceError("there is no GPU " + std::to_string(id) + ": this machine has " +
                          std::to_string(names.size()) + ", numbered from 0");
    Device device;
    device.backend = Backend::cuda;
    device.id = id;
    device.name = names[static_cast<std::size_t>(id)];
    select(device);
    device.stream = create_stream(device);
    return device;
}

index_t free_bytes(const Device& device) {
    select(device);
    std::size_t available = 0, total = 0;
    check(cudaMemGetInfo(&available, &total), "asking for the free memory of the GPU");
    const index_t bytes = static_cast<index_t>(available) - reserve;
    return bytes > 0 ? bytes : 0;
}

index_t total_bytes(const Device& device) {
    select(device);
    std::size_t available = 0, total = 0;
    check(cudaMemGetInfo(&available, &total), "asking for the memory of the GPU");
    return static_cast<index_t>(total);
}

void synchronise(const Device& device) {
    check(cudaStreamSynchronize(stream_of(device.stream)), "waiting for the GPU");
}

int multiprocessors(const Device& device) {
    int count = 0;
    check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device.id),
          "asking for the GPU's multiprocessors");
    return count;
}

double fma_per_second(const Device& device, Precision precision) {
    const auto ask = [&](cudaDeviceAttr attribute) {
        int value = 0;
        check(cudaDeviceGetAttribute(&value, attribute, device.id), "asking for the GPU's rate of arithmetic");
        return value;
    };
    const int generation = ask(cudaDevAttrComputeCapabilityMajor), step = ask(cudaDevAttrComputeCapabilityMinor);
    const int lanes = generation == 8 && step == 0 ? 64 : 128; // of a multiprocessor
    const double single = 1e3 * ask(cudaDevAttrClockRate) * lanes * ask(cudaDevAttrMultiProcessorCount);
    return precision == Precision::fp32 ? single : single / ask(cudaDevAttrSingleToDoublePrecisionPerfRatio);
}

void* allocate(const Device& device, index_t bytes, const char* purpose) {
    const index_t available = cuda::free_bytes(device);
    const std::string what = std::string("not enough memory on ") + device.name + " for " + purpose + ": " +
                             gigabytes(bytes) + " needed, " + gigabytes(available) +
                             " free; use fewer cells, compute.precision: fp32 or compute.backend: cpu";
    if (bytes > available) throw UsageError(what);
    void* data = nullptr;
    const cudaError_t result = cudaMalloc(&data, static_cast<std::size_t>(bytes));
    if (result == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        throw UsageError(what);
    }
    check(result, "allocating memory on the GPU");
    check(cudaMemsetAsync(data, 0, static_cast<std::size_t>(bytes), stream_of(device.stream)),
          "zeroing memory on the GPU");
    return data;
}

void release(void* data) noexcept { cudaFree(data); }

void copy_to_device(void* to, const void* from, index_t bytes, void* stream) {
    check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes), cudaMemcpyHostToDevice, stream_of(stream)),
          "copying to the GPU");
    check(cudaStreamSynchronize(stream_of(stream)), "copying to the GPU");
}

void copy_to_host(void* to, const void* from, index_t bytes, void* stream) {
    copy_to_host_async(to, from, bytes, stream);
    check(cudaStreamSynchronize(stream_of(stream)), "copying from the GPU");
}

void copy_box_to_host(void* to, const void* from, index_t row_bytes, index_t row_pitch, index_t rows,
                      index_t plane_pitch, index_t planes, void* stream) {
    constexpr index_t word = sizeof(std::uint32_t);
    const bool whole_words = row_bytes % word == 0 && row_pitch % word == 0 && plane_pitch % word == 0;
    const WordBox words{
        static_cast<const std::uint32_t*>(from), row_bytes / word, row_pitch / word, rows, plane_pitch / word,
        row_bytes / word * rows * planes};
    constexpr index_t largest_pitch = (index_t{1} << 31) - 1; // of CUDA's pitched copies
    if (rows * planes > 1 && row_bytes < short_row && whole_words && copy_packed(to, words, stream_of(stream))) {
        // the box is on its way
    } else if (rows * planes > 1 && row_pitch <= largest_pitch && plane_pitch % row_pitch == 0) {
        cudaMemcpy3DParms box{};
        box.srcPtr =
            make_cudaPitchedPtr(const_cast<void*>(from), static_cast<std::size_t>(row_pitch),
                                static_cast<std::size_t>(row_bytes), static_cast<std::size_t>(plane_pitch / row_pitch));
        box.dstPtr = make_cudaPitchedPtr(to, static_cast<std::size_t>(row_bytes), static_cast<std::size_t>(row_bytes),
                                         static_cast<std::size_t>(rows));
        box.extent = make_cudaExtent(static_cast<std::size_t>(row_bytes), static_cast<std::size_t>(rows),
                                     static_cast<std::size_t>(planes));
        box.kind = cudaMemcpyDeviceToHost;
        check(cudaMemcpy3DAsync(&box, stream_of(stream)), "copying a box of cells from the GPU");
    } else {
        const char* const begin = static_cast<const char*>(from);
        char* out = static_cast<char*>(to);
        for (index_t plane = 0; plane < planes; ++plane)
            for (index_t row = 0; row < rows; ++row, out += row_bytes)
                copy_to_host_async(out, begin + plane * plane_pitch + row * row_pitch, row_bytes, stream);
    }
    check(cudaStreamSynchronize(stream_of(stream)), "copying a box of cells from the GPU");
}

void* allocate_pinned(index_t bytes, const char* purpose) {
    void* data = nullptr;
    const cudaError_t result = cudaHostAlloc(&data, static_cast<std::size_t>(bytes), cudaHostAllocDefault);
    if (result == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        throw UsageError("the system refused " + gigabytes(bytes) + " of page-locked memory for " + purpose);
    }
    check(result, "allocating page-locked memory");
    return data;
}

void release_pinned(void* data) noexcept { cudaFreeHost(data); }

void* create_stream(const Device& device, bool urgent) {
    select(device);
    int least = 0, greatest = 0;
    check(cudaDeviceGetStreamPriorityRange(&least, &greatest), "asking for the priorities of streams");
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, urgent ? greatest : least), "making a stream");
    return stream;
}

void destroy_stream(void* stream) noexcept { cudaStreamDestroy(stream_of(stream)); }

void copy_on_device_async(void* to, const void* from, index_t bytes, void* stream) {
    check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes), cudaMemcpyDeviceToDevice, stream_of(stream)),
          "copying on the GPU");
}

void copy_to_host_async(void* to, const void* from, index_t bytes, void* stream) {
    check(cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes), cudaMemcpyDeviceToHost, stream_of(stream)),
          "copying from the GPU");
}

void* create_event(bool timed) {
    cudaEvent_t event = nullptr;
    check(cudaEventCreateWithFlags(&event, timed ? cudaEventDefault : cudaEventDisableTiming), "making an event");
    return event;
}

void destroy_event(void* event) noexcept { cudaEventDestroy(event_of(event)); }

void record(void* event, void* stream) {
    check(cudaEventRecord(event_of(event), stream_of(stream)), "recording an event");
}

void wait_for(void* event) { check(cudaEventSynchronize(event_of(event)), "waiting for the GPU"); }

void let_stream_wait(void* stream, void* event) {
    check(cudaStreamWaitEvent(stream_of(stream), event_of(event), 0), "ordering two streams");
}

bool has_happened(void* event) {
    const cudaError_t result = cudaEventQuery(event_of(event));
    if (result == cudaErrorNotReady) return false;
    check(result, "asking how far the GPU is");
    return true;
}

double seconds_between(void* first, void* second) {
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, event_of(first), event_of(second)), "reading the GPU's clock");
    return 1e-3 * static_cast<double>(milliseconds);
}

} // namespace isotherm::cuda
