#include "app/bench/workload.hpp"

#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernels/base/error.hpp"

namespace isotherm::bench {
namespace {

/// A number in [0, 1) from a counter: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
double random_at(index_t counter) {
    std::uint64_t z = (static_cast<std::uint64_t>(counter) + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

template <class Real>
void randomise_rows(Real* to, index_t first_cell, index_t rows, index_t nx, index_t pitch) {
#pragma omp parallel for schedule(static)
    for (index_t row = 0; row < rows; ++row)
        for (index_t i = 0; i < pitch; ++i)
            to[row * pitch + i] = i < nx ? static_cast<Real>(random_at(first_cell + row * nx + i))
                                         : std::numeric_limits<Real>::quiet_NaN();
}

/// Bits of two sets of rows, padding left out; false where a value is not a number.
template <class Real>
bool same_rows(const Real* a, const Real* b, index_t rows, index_t nx, index_t pitch) {
    bool same = true;
#pragma omp parallel for schedule(static) reduction(&& : same)
    for (index_t row = 0; row < rows; ++row)
        for (index_t i = 0; i < nx; ++i) {
            const Real x = a[row * pitch + i], y = b[row * pitch + i];
            same = same && x == y && std::signbit(x) == std::signbit(y);
        }
    return same;
}

} // namespace

namespace {

/// The walls at both ends of an axis.
std::array<WallSpec, 2> walls_named(const std::string& name) {
    if (name == "dirichlet") return {DirichletWall{1.0}, DirichletWall{0.0}};
    if (name == "convection") return {ConvectionWall{0.5, 1.0}, ConvectionWall{0.5, 0.0}};
    if (name == "insulated") return {InsulatedWall{}, InsulatedWall{}};
    if (name == "periodic") return {PeriodicWall{}, PeriodicWall{}};
    throw UsageError("--walls: no wall '" + name + "'; there are dirichlet, convection, insulated, periodic");
}

} // namespace

CaseSpec bench_case(const std::array<index_t, 3>& cells, int dim, int order, Precision precision,
                    const std::vector<std::string>& walls) {
    CaseSpec spec;
    spec.name = "bench";
    spec.grid.dim = dim;
    spec.grid.cells = cells;
    spec.material = {1.0, true, 1.0, 1.0};
    spec.initial = 0.0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto pair = walls_named(walls.at(axis));
        spec.walls[2 * axis] = pair[0];
        spec.walls[2 * axis + 1] = pair[1];
    }
    spec.time.end = 1.0;
    spec.time.integrator = "euler";
    spec.order = order;
    spec.compute.precision = precision;
    return spec;
}

Workload::Workload(const CaseSpec& spec, const Device& device)
    : spec_(spec), grid_(spec.grid), device_(device), walls_(spec_, grid_),
      operator_(spec_, grid_, device_, walls_, spec.time.integrator == "rk2" ? 1 : 0, spec.time.integrator == "rk2"),
      dt_(spec.time.step ? *spec.time.step : 0.9 * step_limits(spec_, grid_, walls_, 2.0, device.threads).positivity),
      heun_(spec.time.integrator == "rk2") {
    const Leeway leeway = operator_.leeway();
    for (int n = leeway.steps > 0 ? 1 : 2; n > 0; --n)
        fields_.emplace_back(grid_, spec_.compute.precision, device_, "a field of the bench", leeway);
    walls_.allocate(device_, spec_.compute.precision, spec_.order, 0.0);
    walls_.evaluate(std::array{0.0});
}

/// body(box) over the field in pieces of whole rows of a plane of about 8 MB.
template <class Body>
void Workload::for_each_chunk(Body&& body) const {
    const index_t some =
        std::max<index_t>(1, (index_t{1} << 23) / (fields_[0].pitch() * size_of(spec_.compute.precision)));
    for (index_t k = 0; k < grid_.n[2]; ++k)
        for (index_t j = 0; j < grid_.n[1]; j += some)
            body(CellBox{{0, j, k}, {grid_.n[0], std::min(j + some, grid_.n[1]), k + 1}});
}

template <class Real>
void Workload::randomise_as() {
    const index_t pitch = fields_[0].pitch();
    std::vector<Real> input, poison;
    for_each_chunk([&](const CellBox& box) {
        const index_t rows = box.n(1), bytes = rows * pitch * index_t{sizeof(Real)};
        input.resize(static_cast<std::size_t>(rows * pitch));
        poison.assign(input.size(), std::numeric_limits<Real>::quiet_NaN());
        randomise_rows(input.data(), grid_.n[0] * (box.lo[1] + grid_.n[1] * box.lo[2]), rows, grid_.n[0], pitch);
        for (Field& field : fields_)
            field.memory().upload(&field == &fields_[0] ? input.data() : poison.data(), bytes,
                                  field.layout().offset(box) * index_t{sizeof(Real)});
    });
    front_ = 0;
}

void Workload::randomise() {
    if (spec_.compute.precision == Precision::fp32) randomise_as<float>();
    else randomise_as<double>();
}

double Workload::advance(index_t steps) {
    device_.synchronise();
    const auto began = std::chrono::steady_clock::now();
    if (heun_ && !operator_.takes_heun())
        for (; steps > 0; --steps) advance_by_stages();
    StageCall call;
    call.in = &fields_[front_];
    call.out = &fields_[fields_.size() - 1 - front_];
    call.dt_stage = call.heat_weight = dt_;
    if (heun_) call.heat_weight *= 0.5;
    call.steps = steps;
    call.blocking = blocking_;
    call.heun = heun_;
    if (steps > 0 && operator_.run(call)) front_ = 1 - front_;
    device_.synchronise();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

void Workload::advance_by_stages() {
    Field* const T = &fields_[front_];
    Field* const first = &fields_[1 - front_];
    const double half = 0.5;
    operator_.run({T, first, {}, {}, dt_, half * dt_, 0, 1});
    operator_.run({first, T, std::span(&T, 1), std::span(&half, 1), half * dt_, half * dt_, 0, 1});
}

template <class Real>
bool Workload::same_field(const Workload& other) const {
    const Field &mine = fields_[front_], &its = other.fields_[other.front_];
    const index_t pitch = mine.pitch();
    std::vector<Real> a, b;
    bool same = true;
    for_each_chunk([&](const CellBox& box) {
        const index_t rows = box.n(1), bytes = rows * pitch * index_t{sizeof(Real)};
        a.resize(static_cast<std::size_t>(rows * pitch));
        b.resize(a.size());
        mine.memory().download(a.data(), bytes, mine.layout().offset(box) * index_t{sizeof(Real)});
        its.memory().download(b.data(), bytes, its.layout().offset(box) * index_t{sizeof(Real)});
        same = same && same_rows(a.data(), b.data(), rows, grid_.n[0], pitch);
    });
    return same;
}

bool Workload::same_bits(const Workload& other) const {
    for (int side = 0; side < 2 * grid_.dim; ++side)
        if (walls_.heat(side) != other.walls_.heat(side)) return false;
    return spec_.compute.precision == Precision::fp32 ? same_field<float>(other) : same_field<double>(other);
}

} // namespace isotherm::bench
