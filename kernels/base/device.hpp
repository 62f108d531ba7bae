#pragma once

#include <string>

#include "kernels/base/view.hpp"

namespace isotherm {

enum class Backend { cpu, cuda };

constexpr const char* name_of(Backend b) { return b == Backend::cpu ? "cpu" : "cuda"; }

/// Where a run computes: the host's cores or one GPU.
struct Device {
    Backend backend = Backend::cpu;
    int id = 0;
    std::string name;       ///< of the processor or card
    int threads = 1;        ///< CPU: threads of a parallel loop
    void* stream = nullptr; ///< CUDA: stream of all work of the run

    void synchronise() const; ///< waits for everything that was asked of the device
};

Device cpu_device(int threads);

/// Bytes that the device can still give (host: available memory).
index_t free_bytes(const Device& device);
index_t total_bytes(const Device& device);

/// Memory of a device, zeroed, aligned to 64 bytes (CPU: huge pages where the system allows them, first touched by the
/// threads that will compute). Throws UsageError with the bytes needed and free when it cannot fit.
class Memory {
public:
    Memory() = default;
    Memory(const Device& device, index_t bytes, const char* purpose);
    ~Memory();
    Memory(Memory&& other) noexcept;
    Memory& operator=(Memory&& other) noexcept;
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    [[nodiscard]] void* data() const { return data_; }
    [[nodiscard]] index_t bytes() const { return bytes_; }
    template <class T>
    [[nodiscard]] T* as() const {
        return static_cast<T*>(data_);
    }

    /// Copies between host memory and this memory, ordered on the device's stream; the host memory may be reused on
    /// return.
    void upload(const void* host, index_t bytes, index_t offset = 0);
    void download(void* host, index_t bytes, index_t offset = 0) const;
    /// Downloads `rows` x `planes` pieces of `row_bytes` each, `row_pitch` and `plane_pitch` bytes apart, densely
    /// packed.
    void download_box(void* host, index_t offset, index_t row_bytes, index_t row_pitch, index_t rows,
                      index_t plane_pitch, index_t planes) const;

    [[nodiscard]] Backend backend() const { return backend_; }
    [[nodiscard]] int threads() const { return threads_; } ///< host threads that may work on it

private:
    void* data_ = nullptr;
    index_t bytes_ = 0;
    Backend backend_ = Backend::cpu;
    int threads_ = 1;
    void* stream_ = nullptr;
};

} // namespace isotherm
