/// The CUDA side of device.hpp in a build without the CUDA toolkit: there is no GPU, and it says why.

#include "kernels/base/device_cuda.hpp"

#include "kernels/base/error.hpp"

namespace isotherm::cuda {
namespace {

constexpr const char* reason = "this build has no CUDA backend (configure with the CUDA toolkit to get it)";

[[noreturn]] void refuse() { throw DeviceError(reason); }

} // namespace

std::vector<std::string> devices(std::string* why_none) {
    if (why_none != nullptr) *why_none = reason;
    return {};
}
Device open(int) { refuse(); }
index_t free_bytes(const Device&) { refuse(); }
index_t total_bytes(const Device&) { refuse(); }
void synchronise(const Device&) { refuse(); }
void* allocate(const Device&, index_t, const char*) { refuse(); }
void release(void*) noexcept {}
void copy_to_device(void*, const void*, index_t, void*) { refuse(); }
void copy_to_host(void*, const void*, index_t, void*) { refuse(); }
void copy_box_to_host(void*, const void*, index_t, index_t, index_t, index_t, index_t, void*) { refuse(); }

} // namespace isotherm::cuda
