#include "app/bench/naive.hpp"

#include <chrono>
#include <cstddef>
#include <utility>

#include <sys/mman.h>

#include "kernels/base/error.hpp"
#include "kernels/measure/naive_loop.hpp"

namespace isotherm::bench {
namespace {

/// Host memory with or without huge pages, not touched yet.
class Pages {
public:
    Pages(index_t bytes, bool huge) : bytes_(static_cast<std::size_t>(bytes)) {
        void* const p = mmap(nullptr, bytes_ + slack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED) throw UsageError("the system refused memory for the plain triple loop; use fewer --cells");
        data_ = p;
        madvise(data_, bytes_ + slack, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    }
    ~Pages() { munmap(data_, bytes_ + slack); }
    Pages(const Pages&) = delete;
    Pages& operator=(const Pages&) = delete;

    /// Aligned as our own fields are.
    template <class T>
    [[nodiscard]] T* as() const {
        const auto at = (reinterpret_cast<std::uintptr_t>(data_) + slack - 1) / slack * slack;
        return reinterpret_cast<T*>(at);
    }

private:
    static constexpr std::size_t slack = std::size_t{2} << 20; ///< one huge page
    void* data_ = nullptr;
    std::size_t bytes_;
};

/// The plain loop on one grid with the walls of the bench.
template <class Real>
class Naive {
public:
    Naive(const Grid& grid, int order, const WallTables& walls, double dt, int threads, bool huge)
        : a_(bytes(grid, order), huge), b_(bytes(grid, order), huge) {
        loop_.a = a_.as<Real>();
        loop_.b = b_.as<Real>();
        for (int d = 0; d < 3; ++d) loop_.n[d] = grid.n[static_cast<std::size_t>(d)];
        loop_.dim = grid.dim;
        loop_.order = order;
        loop_.r = static_cast<Real>(dt / stencil_divisor(order));
        for (int side = 0; side < 2 * grid.dim; ++side)
            for (int m = 0; m < order / 2; ++m) loop_.walls[side][m] = walls.view<Real>(side).row(0, 0, m);
        loop_.threads = threads;
        naive_fill(loop_, Real(0.5));
    }

    double advance(index_t steps) {
        const auto began = std::chrono::steady_clock::now();
        naive_steps(loop_, steps);
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    }

private:
    static index_t bytes(const Grid& grid, int order) {
        return (grid.n[0] + order) * (grid.n[1] + order) * (grid.dim == 3 ? grid.n[2] + order : 1) *
               index_t{sizeof(Real)};
    }
    Pages a_, b_;
    NaiveLoop<Real> loop_;
};

template <class Real>
NaiveComparison compare(const CaseSpec& spec, const Device& device) {
    Workload ours(spec, device);
    ours.randomise();
    Naive<Real> huge(ours.grid(), spec.order, ours.walls(), ours.dt(), device.threads, true);
    Naive<Real> plain(ours.grid(), spec.order, ours.walls(), ours.dt(), device.threads, false);
    const index_t n_ours = calibrate([&](index_t n) { return ours.advance(n); });
    const index_t n_huge = calibrate([&](index_t n) { return huge.advance(n); });
    const index_t n_plain = calibrate([&](index_t n) { return plain.advance(n); });
    NaiveComparison result{std::string(ours.kernel()), {}, {}, {}};
    const auto cells = static_cast<double>(ours.grid().cells());
    for (int turn = 0; turn < repeats; ++turn) {
        result.ours.add(cells * static_cast<double>(n_ours) / ours.advance(n_ours));
        result.naive_huge.add(cells * static_cast<double>(n_huge) / huge.advance(n_huge));
        result.naive_plain.add(cells * static_cast<double>(n_plain) / plain.advance(n_plain));
    }
    return result;
}

} // namespace

NaiveComparison compare_with_naive(const CaseSpec& spec, const Device& device) {
    return spec.compute.precision == Precision::fp32 ? compare<float>(spec, device) : compare<double>(spec, device);
}

} // namespace isotherm::bench
