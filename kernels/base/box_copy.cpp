#include "kernels/base/box_copy.hpp"

#include <cstring>

namespace isotherm {

void copy_boxes(std::span<const BoxCopy> copies, const Device& device) {
#ifdef ISOTHERM_CUDA
    if (device.backend == Backend::cuda) return cuda::copy_boxes(copies, device);
#endif
    constexpr index_t worth_threads = index_t{1} << 20; // bytes
    for (const BoxCopy& c : copies) {
        const index_t pieces = c.rows * c.planes;
#pragma omp parallel for num_threads(device.threads) schedule(static) if (pieces * c.row_bytes > worth_threads)
        for (index_t piece = 0; piece < pieces; ++piece) {
            const index_t row = piece % c.rows, plane = piece / c.rows;
            std::memcpy(static_cast<char*>(c.to) + row * c.to_pitch + plane * c.to_plane,
                        static_cast<const char*>(c.from) + row * c.from_pitch + plane * c.from_plane,
                        static_cast<std::size_t>(c.row_bytes));
        }
    }
}

} // namespace isotherm
