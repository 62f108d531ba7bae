#pragma once

/// What snapshots that do not stop the GPU are made of: page-locked memory, and a stream of copies beside the kernels.
///
///     side.follow();                     the copies see what the device's stream has computed up to here
///     side.copy(pinned, field, ...);     returns at once
///     side.hold();                       the device overwrites the field only after the copies
///     ... more kernels ...
///     side.wait();                       any host thread: pinned holds the cells
///
/// On the CPU the same calls copy at once, so the callers need no second path.

#include <cstring>
#include <new>
#include <utility>

#include "kernels/base/device_cuda.hpp"

namespace isotherm {

/// Host memory that copies from a GPU reach at full speed (CPU: ordinary memory). Throws UsageError.
class PinnedMemory {
public:
    PinnedMemory() = default;
    PinnedMemory(const Device& device, index_t bytes, const char* purpose)
        : bytes_(bytes), backend_(device.backend),
          data_(backend_ == Backend::cuda ? cuda::allocate_pinned(bytes, purpose)
                                          : ::operator new(static_cast<std::size_t>(bytes))) {}
    ~PinnedMemory() {
        if (backend_ == Backend::cuda && data_ != nullptr) cuda::release_pinned(data_);
        else ::operator delete(data_);
    }
    PinnedMemory(PinnedMemory&& other) noexcept { *this = std::move(other); }
    PinnedMemory& operator=(PinnedMemory&& other) noexcept {
        std::swap(bytes_, other.bytes_);
        std::swap(backend_, other.backend_);
        std::swap(data_, other.data_);
        return *this;
    }
    PinnedMemory(const PinnedMemory&) = delete;
    PinnedMemory& operator=(const PinnedMemory&) = delete;

    [[nodiscard]] char* data() const { return static_cast<char*>(data_); }
    [[nodiscard]] index_t bytes() const { return bytes_; }

private:
    index_t bytes_ = 0;
    Backend backend_ = Backend::cpu;
    void* data_ = nullptr;
};

/// Copies beside the device's own stream. One thread at a time asks; `wait` may be called from another.
class SideStream {
public:
    explicit SideStream(const Device& device) : device_(device) {
        if (!on_gpu()) return;
        stream_ = cuda::create_stream(device);
        computed_ = cuda::create_event(false);
        copied_ = cuda::create_event(false);
    }
    ~SideStream() {
        if (!on_gpu()) return;
        cuda::destroy_event(copied_);
        cuda::destroy_event(computed_);
        cuda::destroy_stream(stream_);
    }
    SideStream(const SideStream&) = delete;
    SideStream& operator=(const SideStream&) = delete;

    /// Copies asked for from now on come after everything that the device's stream has been asked for so far.
    void follow() {
        if (!on_gpu()) return;
        cuda::record(computed_, device_.stream);
        cuda::let_stream_wait(stream_, computed_);
    }
    void copy(void* pinned, const Memory& from, index_t bytes, index_t offset = 0) {
        const char* const source = from.as<const char>() + offset;
        if (!on_gpu()) {
            std::memcpy(pinned, source, static_cast<std::size_t>(bytes));
            return;
        }
        cuda::copy_to_host_async(pinned, source, bytes, stream_);
        cuda::record(copied_, stream_);
    }
    /// A copy within the device, to a place that the kernels leave alone: far quicker than one to the host.
    void keep(Memory& to, const Memory& from, index_t bytes) {
        if (on_gpu()) cuda::copy_on_device_async(to.data(), from.data(), bytes, device_.stream);
        else std::memcpy(to.data(), from.data(), static_cast<std::size_t>(bytes));
    }
    /// What the device's stream is asked for from now on comes after the copies asked for so far.
    void hold() {
        if (on_gpu()) cuda::let_stream_wait(device_.stream, copied_);
    }
    /// The host waits for the copies asked for so far.
    void wait() const {
        if (on_gpu()) cuda::wait_for(copied_);
    }
    [[nodiscard]] bool done() const { return !on_gpu() || cuda::has_happened(copied_); }

private:
    [[nodiscard]] bool on_gpu() const { return device_.backend == Backend::cuda; }

    Device device_;
    void* stream_ = nullptr;
    void* computed_ = nullptr;
    void* copied_ = nullptr;
};

} // namespace isotherm
