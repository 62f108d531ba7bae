#pragma once

/// `isotherm bench`: every kernel variant against the copy bandwidth of the same run, and against the plain triple
/// loop.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/bench/costs.hpp"
#include "app/bench/naive.hpp"

namespace isotherm::bench {

struct Options {
    std::string backend = "auto";       ///< auto (all that the machine has), cpu, cuda
    std::optional<Precision> precision; ///< none: both
    std::vector<index_t> cells;         ///< one to three axes; empty: 256^3 on a CPU, 512^3 on a GPU
    std::string kernel;                 ///< empty: all
    int order = 2;
    std::vector<std::string> walls{"dirichlet", "convection", "insulated"}; ///< of x, y, z; or periodic
    std::string integrator = "euler";                                       ///< or rk2
    bool cuts = false;      ///< a line for every cut that a run would try
    bool materials = false; ///< the kernels for variable coefficients, and what sources and walls cost a run
    int threads = 0;        ///< 0: as many as there are cores
    std::string json;       ///< file to write; empty: none
    bool filter = false;    ///< the filter kernels instead of the stencil kernels
};

/// One variant, measured.
struct Row {
    std::string name; ///< of the kernel
    Backend backend = Backend::cpu;
    Precision precision = Precision::fp64;
    CaseSpec spec;
    Blocking cut;             ///< depth 0: the kernel's own
    std::string walls;        ///< of x,y,z
    Samples rate;             ///< [cells/s]
    index_t steps = 0;        ///< of all samples together
    double copy = 0;          ///< [bytes/s] of the same device and run
    double loaded = 0;        ///< [bytes] per cell and step as the kernel loads and stores them; 0: not known
    int registers = 0;        ///< GPU: per thread
    index_t shared_bytes = 0; ///< GPU: per block
    std::string parity;       ///< equal, differs, none (no other variant to compare with)
    double beside = 0;        ///< [bytes] per cell that a sweep must read beside T and its result: numbers of the media
    [[nodiscard]] double bytes_per_cell() const { return 2.0 * static_cast<double>(size_of(precision)) + beside; }
    [[nodiscard]] double bandwidth() const { return rate.median() * bytes_per_cell(); } ///< [bytes/s]
};

struct Comparison {
    Precision precision = Precision::fp64;
    std::array<index_t, 3> cells{};
    int order = 2;
    int threads = 1;
    NaiveComparison result;
};

/// What one device gave.
struct Report {
    Device device;
    double copy[2] = {0, 0}; ///< [bytes/s] fp32, fp64 blocks; 0: not measured
    std::vector<Row> rows;
    std::vector<Comparison> comparisons;
    std::vector<Cost> costs; ///< with --materials
};

/// Measures what the options ask for on one device; says on standard error what it is at.
Report measure(const Options& options, const Device& device);

/// The table for people, without the comparison.
std::string table(const Report& report);
/// The lines about the plain triple loop.
std::string naive_lines(const Report& report);
/// The document of --json.
std::string json(const std::vector<Report>& reports);

} // namespace isotherm::bench
