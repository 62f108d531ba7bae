#pragma once

#include "kernels/base/device_cuda.hpp"

namespace isotherm {

/// A chain of small kernels beside a large one, and before its blocks that have not begun:
///
///     branch.fork();                 sees what the device has been asked for up to here
///     ... branch.device() ...        small kernels
///     ... the device itself ...      a large kernel that they have nothing to do with
///     branch.join();                 what the device is asked for from now on comes after both
///
/// On the CPU one comes after the other, as the calls do.
class Branch {
public:
    explicit Branch(const Device& device) : of_(device), device_(device) {
        if (!on_gpu()) return;
        device_.stream = cuda::create_stream(device, true);
        forked_ = cuda::create_event(false);
        joined_ = cuda::create_event(false);
    }
    ~Branch() {
        if (!on_gpu()) return;
        cuda::destroy_event(joined_);
        cuda::destroy_event(forked_);
        cuda::destroy_stream(device_.stream);
    }
    Branch(const Branch&) = delete;
    Branch& operator=(const Branch&) = delete;

    [[nodiscard]] const Device& device() const { return device_; }

    void fork() { order(forked_, of_.stream, device_.stream); }
    void join() { order(joined_, device_.stream, of_.stream); }

private:
    [[nodiscard]] bool on_gpu() const { return of_.backend == Backend::cuda; }
    void order(void* event, void* before, void* after) {
        if (!on_gpu()) return;
        cuda::record(event, before);
        cuda::let_stream_wait(after, event);
    }

    Device of_, device_;
    void* forked_ = nullptr;
    void* joined_ = nullptr;
};

} // namespace isotherm
