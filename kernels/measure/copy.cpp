#include "kernels/measure/copy.hpp"

#include <chrono>
#include <cstring>

namespace isotherm {

double copy_seconds(const Device& device, void* to, const void* from, index_t bytes, index_t times) {
    const auto began = std::chrono::steady_clock::now();
    constexpr index_t piece = index_t{1} << 20;
    const index_t pieces = (bytes + piece - 1) / piece;
    for (index_t n = 0; n < times; ++n) {
#pragma omp parallel for num_threads(device.threads) schedule(static)
        for (index_t at = 0; at < pieces; ++at) {
            const index_t length = at + 1 < pieces ? piece : bytes - at * piece;
            std::memcpy(static_cast<char*>(to) + at * piece, static_cast<const char*>(from) + at * piece,
                        static_cast<std::size_t>(length));
        }
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

} // namespace isotherm
