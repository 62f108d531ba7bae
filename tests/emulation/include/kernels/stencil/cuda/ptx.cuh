#pragma once

/// Stands in for the header of this name: what its PTX does, on an emulated block.

#include <cstdint>
#include <map>
#include <vector>

#include "kernels/stencil/cuda/launch.cuh"

namespace isotherm::cuda {

class Barrier {
public:
    explicit Barrier(std::uint64_t* word) : state_(reinterpret_cast<State*>(word)) {}
    void create(int arrivals) const {
        *state_ = {static_cast<std::uint16_t>(arrivals), 0, 0};
        copies()[state_].clear(), announced()[state_] = 0;
    }
    void arrive() const {
        finish();
        if (++state_->arrived > state_->count) throw std::logic_error("emulated block: too many arrivals at a barrier");
    }
    void arrive_for(unsigned bytes) const {
        arrive();
        announced()[state_] += bytes;
    }
    void wait(unsigned parity) const {
        emulation::wait_until([this, parity] { return finish(), state_->phase % 2 != parity; });
    }
    /// Happens when the phase ends, which is as late as it may.
    void copy(void* to, const void* from, unsigned bytes) const {
        if ((reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) | bytes) % 16 != 0)
            throw std::logic_error("emulated block: a bulk copy is not aligned");
        copies()[state_].push_back({to, from, bytes});
    }

private:
    struct State {
        std::uint16_t count, arrived;
        std::uint32_t phase;
    };
    struct Copy {
        void* to;
        const void* from;
        unsigned bytes;
    };
    static std::map<State*, std::vector<Copy>>& copies() {
        static std::map<State*, std::vector<Copy>> all;
        return all;
    }
    static std::map<State*, unsigned>& announced() {
        static std::map<State*, unsigned> all;
        return all;
    }
    /// Ends the phase if all have arrived and all bytes that were announced are there to be copied.
    void finish() const {
        unsigned asked = 0;
        for (const Copy& copy : copies()[state_]) asked += copy.bytes;
        if (state_->arrived < state_->count || asked < announced()[state_]) return;
        if (asked > announced()[state_]) throw std::logic_error("emulated block: more bytes than were announced");
        for (const Copy& copy : copies()[state_]) std::memcpy(copy.to, copy.from, copy.bytes);
        copies()[state_].clear(), announced()[state_] = 0;
        state_->arrived = 0, ++state_->phase;
    }
    State* state_;
};

} // namespace isotherm::cuda
