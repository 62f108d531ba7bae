#include "kernels/base/device.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <new>
#include <string>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

#include "kernels/base/device_cuda.hpp"
#include "kernels/base/error.hpp"

namespace isotherm {
namespace {

constexpr index_t huge_page = index_t{2} << 20;

/// A field of /proc/meminfo in bytes, or -1.
index_t meminfo(const std::string& key) {
    std::ifstream in("/proc/meminfo");
    std::string name;
    index_t kilobytes = 0;
    for (std::string line; std::getline(in, line);) {
        if (line.compare(0, key.size(), key) == 0 && std::sscanf(line.c_str() + key.size(), ": %ld", &kilobytes) == 1)
            return kilobytes * 1024;
    }
    return -1;
}

std::string processor_name() {
    std::ifstream in("/proc/cpuinfo");
    for (std::string line; std::getline(in, line);)
        if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
    return "processor";
}

/// Zeroed host memory. Large blocks lie on huge pages where the system allows it and are touched by the threads that
/// will compute, in the same static partition.
void* allocate_host(index_t bytes, int threads) {
    const index_t alignment = bytes >= huge_page ? huge_page : 64;
    const index_t rounded = (bytes + alignment - 1) / alignment * alignment;
    void* p = std::aligned_alloc(static_cast<std::size_t>(alignment), static_cast<std::size_t>(rounded));
    if (p == nullptr) return nullptr;
    if (alignment == huge_page) madvise(p, static_cast<std::size_t>(rounded), MADV_HUGEPAGE);
    char* const begin = static_cast<char*>(p);
    constexpr index_t piece = index_t{1} << 20;
    const index_t pieces = (rounded + piece - 1) / piece;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (index_t at = 0; at < pieces; ++at)
        std::memset(begin + at * piece, 0, static_cast<std::size_t>(at + 1 < pieces ? piece : rounded - at * piece));
    return p;
}

std::string readable(index_t bytes) {
    char text[32];
    const double b = static_cast<double>(bytes);
    if (b >= 1e9) std::snprintf(text, sizeof text, "%.2f GB", b / 1e9);
    else if (b >= 1e6) std::snprintf(text, sizeof text, "%.1f MB", b / 1e6);
    else std::snprintf(text, sizeof text, "%ld bytes", static_cast<long>(bytes));
    return text;
}

} // namespace

Device cpu_device(int threads) {
    Device device;
    device.name = processor_name();
    device.threads = threads;
    return device;
}

index_t free_bytes(const Device& device) {
    return device.backend == Backend::cpu ? meminfo("MemAvailable") : cuda::free_bytes(device);
}

index_t total_bytes(const Device& device) {
    return device.backend == Backend::cpu ? meminfo("MemTotal") : cuda::total_bytes(device);
}

void Device::synchronise() const {
    if (backend == Backend::cuda) cuda::synchronise(*this);
}

Memory::Memory(const Device& device, index_t bytes, const char* purpose)
    : bytes_(bytes), backend_(device.backend), threads_(device.threads), stream_(device.stream) {
    if (bytes == 0) return;
    const index_t available = isotherm::free_bytes(device);
    if (bytes > (index_t{1} << 24) && available >= 0 && bytes > available)
        throw UsageError(std::string("not enough memory on ") + device.name + " for " + purpose + ": " +
                         readable(bytes) + " needed, " + readable(available) +
                         " free; use fewer cells or compute.precision: fp32");
    data_ = backend_ == Backend::cpu ? allocate_host(bytes, device.threads) : cuda::allocate(device, bytes, purpose);
    if (data_ == nullptr)
        throw UsageError(std::string("the system refused ") + readable(bytes) + " for " + purpose +
                         "; use fewer cells or compute.precision: fp32");
}

Memory::~Memory() {
    if (data_ == nullptr) return;
    if (backend_ == Backend::cpu) std::free(data_);
    else cuda::release(data_);
}

Memory::Memory(Memory&& other) noexcept { *this = std::move(other); }

Memory& Memory::operator=(Memory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(backend_, other.backend_);
    std::swap(threads_, other.threads_);
    std::swap(stream_, other.stream_);
    return *this;
}

void Memory::upload(const void* host, index_t bytes, index_t offset) {
    if (bytes == 0) return;
    char* const to = static_cast<char*>(data_) + offset;
    if (backend_ == Backend::cpu) std::memcpy(to, host, static_cast<std::size_t>(bytes));
    else cuda::copy_to_device(to, host, bytes, stream_);
}

void Memory::download(void* host, index_t bytes, index_t offset) const {
    if (bytes == 0) return;
    const char* const from = static_cast<const char*>(data_) + offset;
    if (backend_ == Backend::cpu) std::memcpy(host, from, static_cast<std::size_t>(bytes));
    else cuda::copy_to_host(host, from, bytes, stream_);
}

void Memory::download_box(void* host, index_t offset, index_t row_bytes, index_t row_pitch, index_t rows,
                          index_t plane_pitch, index_t planes) const {
    const char* const from = static_cast<const char*>(data_) + offset;
    if (backend_ == Backend::cuda) {
        cuda::copy_box_to_host(host, from, row_bytes, row_pitch, rows, plane_pitch, planes, stream_);
        return;
    }
    char* to = static_cast<char*>(host);
    for (index_t plane = 0; plane < planes; ++plane)
        for (index_t row = 0; row < rows; ++row, to += row_bytes)
            std::memcpy(to, from + plane * plane_pitch + row * row_pitch, static_cast<std::size_t>(row_bytes));
}

} // namespace isotherm
