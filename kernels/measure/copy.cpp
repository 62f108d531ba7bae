#include "kernels/measure/copy.hpp"

#include <chrono>
#include <cstring>

#include "kernels/base/device_cuda.hpp"

namespace isotherm {
namespace {

void copy_on_host(void* to, const void* from, index_t bytes, int threads) {
    constexpr index_t piece = index_t{1} << 20;
    const index_t pieces = (bytes + piece - 1) / piece;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (index_t at = 0; at < pieces; ++at) {
        const index_t length = at + 1 < pieces ? piece : bytes - at * piece;
        std::memcpy(static_cast<char*>(to) + at * piece, static_cast<const char*>(from) + at * piece,
                    static_cast<std::size_t>(length));
    }
}

} // namespace

double copy_seconds(const Device& device, void* to, const void* from, index_t bytes, index_t times) {
    device.synchronise();
    const auto began = std::chrono::steady_clock::now();
    for (index_t n = 0; n < times; ++n) {
        if (device.backend == Backend::cpu) copy_on_host(to, from, bytes, device.threads);
        else cuda::copy_on_device_async(to, from, bytes, device.stream);
    }
    device.synchronise();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

} // namespace isotherm
