#include "kernels/conv2d/taps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/base/error.hpp"

namespace isotherm {

double Taps::total() const {
    double sum = 0, size = 0;
    for (const double w : weights) sum += w, size += std::abs(w);
    const double rounding = std::numeric_limits<double>::epsilon() * (4 + static_cast<double>(weights.size())) * size;
    return std::abs(sum - 1) <= rounding ? 1.0 : sum;
}

bool Taps::any_negative() const {
    return std::any_of(weights.begin(), weights.end(), [](double w) { return w < 0; });
}

Taps make_taps(int rows, int columns, std::vector<double> weights) {
    if (rows < 1 || columns < 1 || static_cast<index_t>(weights.size()) != index_t{rows} * columns)
        throw std::logic_error("make_taps: the number of weights is not rows * columns");
    return {rows, columns, std::move(weights), {columns / 2, rows / 2}};
}

Taps outer_product(const std::vector<double>& y, const std::vector<double>& x) {
    std::vector<double> weights;
    weights.reserve(y.size() * x.size());
    for (const double v : y)
        for (const double u : x) weights.push_back(v * u);
    return make_taps(static_cast<int>(y.size()), static_cast<int>(x.size()), std::move(weights));
}

Taps flipped(const Taps& taps) {
    Taps turned = taps;
    std::reverse(turned.weights.begin(), turned.weights.end());
    turned.anchor = {taps.columns - 1 - taps.anchor[0], taps.rows - 1 - taps.anchor[1]};
    return turned;
}

Taps normalised(const Taps& taps) {
    double sum = 0, size = 0;
    for (const double w : taps.weights) sum += w, size += std::abs(w);
    if (std::abs(sum) <= 1e-12 * size)
        throw UsageError("filter.kernel: the sum of the weights is zero, so they cannot be normalised; leave out "
                         "`normalise`, or change the weights");
    Taps divided = taps;
    for (double& w : divided.weights) w /= sum;
    return divided;
}

std::optional<Factors> factorised(const Taps& taps, double tolerance) {
    const auto& w = taps.weights;
    const auto largest =
        std::max_element(w.begin(), w.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
    if (*largest == 0) return std::nullopt;
    const auto at = static_cast<int>(largest - w.begin());
    const int row = at / taps.columns, column = at % taps.columns;
    Factors f;
    for (int b = 0; b < taps.columns; ++b) f.x.push_back(taps.at(row, b));
    for (int a = 0; a < taps.rows; ++a) f.y.push_back(taps.at(a, column) / *largest);
    for (int a = 0; a < taps.rows; ++a)
        for (int b = 0; b < taps.columns; ++b)
            if (std::abs(taps.at(a, b) - f.y[static_cast<std::size_t>(a)] * f.x[static_cast<std::size_t>(b)]) >
                tolerance * std::abs(*largest))
                return std::nullopt;
    // Scaled so that the columns of a smoothing filter sum to 1, and intermediate values are temperatures.
    double sum = 0, size = 0;
    for (const double v : f.y) sum += v, size += std::abs(v);
    if (std::abs(sum) > 1e-3 * size) {
        for (double& v : f.y) v /= sum;
        for (double& u : f.x) u *= sum;
    }
    return f;
}

} // namespace isotherm
