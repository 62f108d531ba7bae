#pragma once

/// Stands in for the header of this name: what its PTX does, on an emulated block.

#include <cstdint>

#include "kernels/stencil/cuda/packs.cuh"

namespace isotherm::cuda {

class SplitBarrier {
public:
    explicit SplitBarrier(std::uint64_t* word) : state_(reinterpret_cast<State*>(word)) {}
    void create(int warps) const { *state_ = {static_cast<std::uint16_t>(warps), 0, 0}; }
    void arrive() const {
        __syncwarp();
        if (threadIdx.x % 32 != 0) return;
        if (++state_->arrived == state_->warps) state_->arrived = 0, ++state_->phase;
    }
    void wait(unsigned parity) const {
        emulation::wait_until([this, parity] { return state_->phase % 2 != parity; });
    }

private:
    struct State {
        std::uint16_t warps, arrived;
        std::uint32_t phase;
    };
    State* state_;
};

template <class Real>
void store_if(bool stored, Real* to, const Pack<Real>& p) {
    if (stored) store_pack(to, p);
}
template <class Real>
void store_if(bool stored, Real* to, Real v) {
    if (stored) *to = v;
}

} // namespace isotherm::cuda
