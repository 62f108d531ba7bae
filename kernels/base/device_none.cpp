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
int multiprocessors(const Device&) { refuse(); }
double fma_per_second(const Device&, Precision) { refuse(); }
void* allocate(const Device&, index_t, const char*) { refuse(); }
void release(void*) noexcept {}
void copy_to_device(void*, const void*, index_t, void*) { refuse(); }
void copy_to_host(void*, const void*, index_t, void*) { refuse(); }
void copy_box_to_host(void*, const void*, index_t, index_t, index_t, index_t, index_t, void*) { refuse(); }
void* allocate_pinned(index_t, const char*) { refuse(); }
void release_pinned(void*) noexcept {}
void* create_stream(const Device&, bool) { refuse(); }
void destroy_stream(void*) noexcept {}
void copy_on_device_async(void*, const void*, index_t, void*) { refuse(); }
void copy_to_host_async(void*, const void*, index_t, void*) { refuse(); }
void* create_event(bool) { refuse(); }
void destroy_event(void*) noexcept {}
void record(void*, void*) { refuse(); }
void wait_for(void*) { refuse(); }
void let_stream_wait(void*, void*) { refuse(); }
bool has_happened(void*) { refuse(); }
double seconds_between(void*, void*) { refuse(); }

} // namespace isotherm::cuda
