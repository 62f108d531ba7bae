#pragma once

#include <type_traits>

#include "kernels/base/error.hpp"

namespace isotherm {

/// Turns a run-time value into a template argument, once: calls `f(std::integral_constant<T, V>{})` for the V that
/// equals `value`. Nest for several values. Throws std::logic_error when no candidate matches (a bug of ours).
template <class T, T... Candidates, class F>
decltype(auto) choose(T value, F&& f) {
    using Result = std::common_type_t<decltype(f(std::integral_constant<T, Candidates>{}))...>;
    Result result{};
    const bool found = ((value == Candidates && (result = f(std::integral_constant<T, Candidates>{}), true)) || ...);
    if (!found) throw std::logic_error("choose: no candidate for a run-time value");
    return result;
}

} // namespace isotherm
