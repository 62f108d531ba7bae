#pragma once

#include <array>
#include <vector>

#include "solver/operator/diffusion.hpp"

namespace isotherm::bench {

/// The case that the bench runs: equal spacing, heat through every wall booked as in a run, Euler's steps. `walls` per
/// axis: dirichlet, convection, insulated, periodic. Throws UsageError.
CaseSpec bench_case(const std::array<index_t, 3>& cells, int dim, int order, Precision precision,
                    const std::vector<std::string>& walls);

/// One kernel variant on the bench's case: exactly what a run asks of it, on random input.
class Workload {
public:
    /// Throws UsageError (unknown kernel, does not fit in memory).
    Workload(const CaseSpec& spec, const Device& device);

    /// Random temperatures in [0, 1), the same for every variant; whatever is not input (the output, the padding of
    /// rows) is NaN, so that reading it shows.
    void randomise();
    /// Ways to cut the grid that the kernel would try, and what it takes from now on.
    [[nodiscard]] std::vector<Blocking> cuts() const { return operator_.cuts(); }
    void cut(const Blocking& blocking) { blocking_ = blocking; }
    /// Advances by steps of Euler's or Heun's method and waits for them. Returns the seconds that took.
    double advance(index_t steps);

    /// Whether temperatures and heats of the walls are the same to the last bit, and all are numbers.
    [[nodiscard]] bool same_bits(const Workload& other) const;
    [[nodiscard]] std::string_view kernel() const { return operator_.kernel(); }
    [[nodiscard]] const Grid& grid() const { return grid_; }
    [[nodiscard]] const WallTables& walls() const { return walls_; }
    [[nodiscard]] double dt() const { return dt_; } ///< [s]; alpha dt / h^2 too, both being 1

private:
    /// A step of Heun's method, stage by stage.
    void advance_by_stages();
    template <class Real>
    void randomise_as();
    template <class Real>
    [[nodiscard]] bool same_field(const Workload& other) const;
    template <class Body>
    void for_each_chunk(Body&& body) const;

    CaseSpec spec_;
    Grid grid_;
    Device device_;
    WallTables walls_;
    DiffusionOperator operator_;
    double dt_;
    bool heun_;
    Blocking blocking_;
    std::vector<Field> fields_; ///< two, or one that moves in its memory
    std::size_t front_ = 0;
};

} // namespace isotherm::bench
