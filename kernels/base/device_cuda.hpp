#pragma once

/// The CUDA side of device.hpp: device_cuda.cu where the toolkit is there, device_none.cpp elsewhere.

#include <string>
#include <vector>

#include "kernels/base/device.hpp"

namespace isotherm::cuda {

/// Names of the GPUs that can be used; empty where there is none. `why_none` then says why, for a person.
std::vector<std::string> devices(std::string* why_none = nullptr);

/// Opens GPU `id` with a stream of its own. Throws DeviceError.
Device open(int id);

index_t free_bytes(const Device& device);
index_t total_bytes(const Device& device);
void synchronise(const Device& device);

/// Zeroed device memory. Throws UsageError with needed and free bytes.
void* allocate(const Device& device, index_t bytes, const char* purpose);
void release(void* data) noexcept;
void copy_to_device(void* to, const void* from, index_t bytes, void* stream);
void copy_to_host(void* to, const void* from, index_t bytes, void* stream);
/// Memory::download_box.
void copy_box_to_host(void* to, const void* from, index_t row_bytes, index_t row_pitch, index_t rows, index_t plane_pitch,
                      index_t planes, void* stream);

} // namespace isotherm::cuda
