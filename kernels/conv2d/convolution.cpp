#include "kernels/conv2d/convolution.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "kernels/base/error.hpp"
#include "kernels/conv2d/centre.hpp"

namespace isotherm {
namespace {

constexpr const char* axis_names[] = {"x", "y"};

template <class Real>
std::vector<Real> rounded(const std::vector<double>& weights) {
    return {weights.begin(), weights.end()};
}

void require_masked_weights(const FilterTask& task) {
    if (task.masked && task.taps.any_negative())
        throw UsageError("filter.kernel: leaving out pixels without data needs weights that are not negative; use "
                         "such a kernel, or fill the pixels first");
}

} // namespace

index_t filtered_pixels(const FilterTask& task, int axis, index_t n) {
    if (task.padding[static_cast<std::size_t>(axis)] != Padding::valid) return n;
    const int taps = axis == 0 ? task.taps.columns : task.taps.rows;
    if (taps > n)
        throw UsageError("filter.padding: valid leaves nothing: the filter has " + std::to_string(taps) +
                         " weights along " + axis_names[axis] + " and the field " + std::to_string(n) +
                         " pixels; use another padding or a smaller kernel");
    return n - taps + 1;
}

template <class Real>
std::optional<Factors> factors_for(const Taps& taps) {
    return factorised(taps, sizeof(Real) == 4 ? 3e-8 : 1e-15);
}
template std::optional<Factors> factors_for<float>(const Taps&);
template std::optional<Factors> factors_for<double>(const Taps&);

template <class Real>
Convolution<Real>::Convolution(const FilterTask& task, index_t nx, index_t ny, const Device& device) : device_(device) {
    require_masked_weights(task);
    Filter<Real>& f = setup_.filter;
    const Taps& taps = task.taps;
    f.rows = taps.rows, f.columns = taps.columns;
    f.in.n[0] = nx, f.in.n[1] = ny;
    for (int axis = 0; axis < 2; ++axis) {
        f.padding[axis] = task.padding[static_cast<std::size_t>(axis)];
        f.out.n[axis] = filtered_pixels(task, axis, f.in.n[axis]);
        f.anchor[axis] = f.padding[axis] == Padding::valid ? 0 : taps.anchor[static_cast<std::size_t>(axis)];
    }
    f.total = static_cast<Real>(taps.total());
    f.outside = static_cast<Real>(task.outside);
    f.masked = task.masked;

    host_weights_ = rounded<Real>(taps.weights);
    const std::optional<Factors> factors = factors_for<Real>(taps);
    if (factors)
        for (const auto* part : {&factors->x, &factors->y})
            for (const double w : *part) host_weights_.push_back(static_cast<Real>(w));
    const auto bytes = static_cast<index_t>(host_weights_.size() * sizeof(Real));
    device_weights_ = Memory(device, bytes, "the weights of a filter");
    device_weights_.upload(host_weights_.data(), bytes);
    const auto place = [&](const Real* base, const Real*& all, const Real*& x, const Real*& y) {
        all = base;
        if (factors) x = base + taps.count(), y = x + taps.columns;
    };
    place(device_weights_.as<Real>(), f.weights, f.x_weights, f.y_weights);
    place(host_weights_.data(), setup_.weights, setup_.x_weights, setup_.y_weights);
    setup_.device = device;
    centre_ = Memory(device, sizeof(Real), "the level of a filter");
    f.level = centre_.as<const Real>();
    variant_ = &find_filter_variant(device.backend, task.method, setup_.traits());
    if constexpr (sizeof(Real) == 4) kernel_ = variant_->make_fp32(setup_);
    else kernel_ = variant_->make_fp64(setup_);
}

template <class Real>
void Convolution<Real>::run(const FieldView<const Real>& in, const FieldView<Real>& out) {
    Filter<Real> f = setup_.filter;
    for (int axis = 0; axis < 2; ++axis)
        if (in.n[axis] != f.in.n[axis] || out.n[axis] != f.out.n[axis])
            throw std::logic_error("Convolution: planes of another size");
    f.in = in;
    f.out = out;
    find_centre(in, device_, centre_.as<Real>());
    kernel_->run(f);
}

template class Convolution<float>;
template class Convolution<double>;

} // namespace isotherm
