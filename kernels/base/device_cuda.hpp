#pragma once

/// The CUDA side of device.hpp: device_cuda.cu where the toolkit is there, device_none.cpp elsewhere.

#include <string>
#include <vector>

#include "kernels/base/device.hpp"

namespace isotherm::cuda {

/// Names of the GPUs that can be used; empty where there is none. `why_none` then says why, for a person.
std::vector<std::string> devices(std::string* why_none = nullptr);

/// Opens GPU `id` with a stream of its own and makes it the calling thread's current one. Throws DeviceError.
Device open(int id);

index_t free_bytes(const Device& device);
index_t total_bytes(const Device& device);
void synchronise(const Device& device);
/// Multiprocessors of the device: what a launch is planned for.
int multiprocessors(const Device& device);

/// Fused multiply-adds per second at the highest clock.
double fma_per_second(const Device& device, Precision precision);

/// Zeroed device memory. Throws UsageError with needed and free bytes.
void* allocate(const Device& device, index_t bytes, const char* purpose);
void release(void* data) noexcept;
void copy_to_device(void* to, const void* from, index_t bytes, void* stream);
void copy_to_host(void* to, const void* from, index_t bytes, void* stream);
/// Memory::download_box.
void copy_box_to_host(void* to, const void* from, index_t row_bytes, index_t row_pitch, index_t rows,
                      index_t plane_pitch, index_t planes, void* stream);

/// Page-locked host memory, which copies reach at full speed and without stopping the host.
void* allocate_pinned(index_t bytes, const char* purpose);
void release_pinned(void* data) noexcept;

/// A stream beside the device's own, for copies that run while kernels do. What an urgent one is asked for goes before
/// the blocks of other streams that have not begun.
void* create_stream(const Device& device, bool urgent = false);
void destroy_stream(void* stream) noexcept;
/// Copies that return at once. Host memory must be page-locked and is the stream's until an event says otherwise.
void copy_on_device_async(void* to, const void* from, index_t bytes, void* stream);
void copy_to_host_async(void* to, const void* from, index_t bytes, void* stream);

/// A point in a stream. `timed` events can be subtracted.
void* create_event(bool timed);
void destroy_event(void* event) noexcept;
void record(void* event, void* stream);
void wait_for(void* event);                      ///< the host waits
void let_stream_wait(void* stream, void* event); ///< later work of `stream` waits, the host does not
[[nodiscard]] bool has_happened(void* event);
double seconds_between(void* first, void* second); ///< both timed and over

} // namespace isotherm::cuda
