#pragma once

/// For functions that CMake builds once per instruction set (ISOTHERM_ISA), each in the namespace of its set: declaring
/// them all, and taking the one for the set that the CPU kernels use.

#include <string_view>

#include "kernels/stencil/cpu/variants.hpp"

#if defined(__x86_64__)
/// The declarations in every set's namespace.
#define ISOTHERM_IN_EVERY_SET(...)                                                                                     \
    namespace baseline {                                                                                               \
    __VA_ARGS__                                                                                                        \
    }                                                                                                                  \
    namespace x86_64_v3 {                                                                                              \
    __VA_ARGS__                                                                                                        \
    }                                                                                                                  \
    namespace x86_64_v4 {                                                                                              \
    __VA_ARGS__                                                                                                        \
    }
/// `function`, of which there are several by its arguments: the build for this processor of the one of type Pointer.
#define ISOTHERM_BUILD_FOR_HERE(Pointer, function)                                                                     \
    ::isotherm::build_for_here<Pointer>(baseline::function, x86_64_v3::function, x86_64_v4::function)

namespace isotherm {

template <class Pointer>
Pointer build_for_here(Pointer baseline, Pointer v3, Pointer v4) {
    const std::string_view set = cpu_instruction_set();
    return set == "x86-64-v4" ? v4 : set == "x86-64-v3" ? v3 : baseline;
}

} // namespace isotherm
#else
#define ISOTHERM_IN_EVERY_SET(...)                                                                                     \
    namespace baseline {                                                                                               \
    __VA_ARGS__                                                                                                        \
    }
#define ISOTHERM_BUILD_FOR_HERE(Pointer, function) static_cast<Pointer>(baseline::function)
#endif
