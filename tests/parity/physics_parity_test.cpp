/// What goes on beside the sweeps has the same bits on the GPU: spots, heating by programs,
/// heat of media, records over time.

#include <random>

#include <gtest/gtest.h>

#include "kernels/reduce/time_record.hpp"
#include "kernels/reduce/weighted_sum.hpp"
#include "kernels/stencil/variable/deposit.hpp"
#include "tests/parity/device_for_test.hpp"
#include "tests/parity/program_problem.hpp"

namespace isotherm::parity {
namespace {

constexpr index_t nx = 37, ny = 12, nz = 9, pitch = 40, cells = pitch * ny * nz;

template <class T>
std::vector<T> numbers(std::size_t count, double lo, double hi, unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<T> values(count);
    for (T& v : values) v = static_cast<T>(std::uniform_real_distribution<double>(lo, hi)(random));
    return values;
}

template <class T>
Memory on(const Device& device, const std::vector<T>& values) {
    Memory memory(device, static_cast<index_t>(values.size() * sizeof(T)), "a parity test");
    memory.upload(values.data(), memory.bytes());
    return memory;
}

template <class T>
std::vector<T> from(const Memory& memory) {
    std::vector<T> values(static_cast<std::size_t>(memory.bytes()) / sizeof(T));
    memory.download(values.data(), memory.bytes());
    return values;
}

template <class Real>
FieldView<Real> view(const Memory& memory) {
    return {memory.as<Real>(), {nx, ny, nz}, pitch, pitch * ny};
}

template <class Real>
std::vector<Real> heated(const Device& device, bool by_medium) {
    std::vector<std::uint8_t> media(cells);
    for (std::size_t c = 0; c < media.size(); ++c) media[c] = static_cast<std::uint8_t>(c % 5 % 3);
    const Memory T = on(device, numbers<Real>(cells, 0, 100, 6)), index = on(device, media),
                 capacity = on(device, numbers<double>(cells, 1, 10, 7)),
                 parts = on(device, numbers<Real>(60, 0, 1, 8));
    Deposit<Real> d;
    d.lo[0] = 3, d.lo[1] = 1, d.lo[2] = 2;
    d.n[0] = 30, d.n[1] = 9, d.n[2] = 6;
    d.part[0] = parts.as<Real>();
    d.part[1] = d.part[0] + 30;
    d.part[2] = d.part[1] + 9;
    d.amplitude = Real(3.3);
    if (by_medium) d.index = index.as<std::uint8_t>();
    d.capacity = capacity.as<double>();
    deposit(d, view<Real>(T), device);
    return from<Real>(T);
}

template <class Real>
std::vector<double> figures(const Device& device) {
    std::vector<std::uint8_t> media(cells);
    for (std::size_t c = 0; c < media.size(); ++c) media[c] = static_cast<std::uint8_t>(c % 7 % 4);
    const Memory T = on(device, numbers<Real>(cells, -50, 100, 9)), index = on(device, media),
                 weights = on(device, numbers<double>(4, 1e5, 4e6, 10)),
                 most = on(device, numbers<double>(cells, 0, 50, 11)),
                 sum = on(device, numbers<double>(cells, 0, 50, 12));
    record_time(view<const Real>(T), 20.0, 0.3, view<double>(most), view<double>(sum), device);
    std::vector<double> all{weighted_sum(view<const Real>(T), index.as<std::uint8_t>(), weights.as<double>(), device)};
    for (const Memory* field : {&most, &sum})
        for (const double v : from<double>(*field)) all.push_back(v);
    return all;
}

TEST(PhysicsParity, the_gpu_gives_the_bits_of_the_cpu) {
    std::string skip;
    const Device gpu = device_for_test(Backend::cuda, skip), cpu = cpu_device(2);
    if (!skip.empty()) skip_or_fail(skip);
    if (!skip.empty()) return;
    EXPECT_EQ(heated<double>(cpu, true), heated<double>(gpu, true));
    EXPECT_EQ(heated<float>(cpu, false), heated<float>(gpu, false));
    for (const bool of_cells : {false, true}) {
        const auto on = [&]<class Real>(Real, const Device& device) {
            return heated_by_programs<Real>(device, 300, of_cells,
                                            [&](const ProgramHeating<Real>& p) { heat_by_programs(p, device); });
        };
        EXPECT_EQ(on(0.0, cpu), on(0.0, gpu));
        EXPECT_EQ(on(0.0F, cpu), on(0.0F, gpu));
    }
    EXPECT_EQ(figures<double>(cpu), figures<double>(gpu));
    EXPECT_EQ(figures<float>(cpu), figures<float>(gpu));
}

} // namespace
} // namespace isotherm::parity
