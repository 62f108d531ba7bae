#pragma once

/// The media of a case on a device: index field and coefficients as the kernels read them, and the heat they hold.
/// Where materials are functions of place, cells have numbers of their own instead (graded_cells.hpp).

#include <memory>

#include "kernels/stencil/variable/variants.hpp"
#include "solver/core/field.hpp"
#include "solver/operator/graded_cells.hpp"
#include "solver/operator/media.hpp"
#include "solver/operator/sources.hpp"

namespace isotherm {

class MediumTables {
public:
    /// Allocates and fills everything. Throws UsageError (too many media, does not fit).
    MediumTables(const CaseSpec& spec, const Grid& grid, const Device& device);

    template <class Real>
    [[nodiscard]] Medium<Real> view() const;
    /// Sum over the cells of rho c times the field [J/m^3], in a fixed order.
    [[nodiscard]] double heat_sum(const Field& field) const;
    [[nodiscard]] const Media& media() const { return media_; }
    [[nodiscard]] Sources& sources() { return sources_; }
    [[nodiscard]] const Sources& sources() const { return sources_; }

    /// Bytes that a case takes on the device.
    [[nodiscard]] static index_t bytes(const CaseSpec& spec, const Grid& grid, Backend backend);

private:
    /// Coefficients of the media; on a CPU those of the classes of cells, on a GPU where rows are of one medium.
    template <class Real>
    void upload_pairs(const std::array<bool, 3>& periodic);
    void upload_runs(const std::array<bool, 3>& periodic, index_t cells_of_piece);
    void upload_index();

    Grid grid_;
    Device device_;
    Precision precision_;
    Media media_;
    Sources sources_;
    std::unique_ptr<GradedCells> graded_; ///< where materials are functions of place, instead of ...
    Memory index_, pairs_, capacities_, class_of_, classes_, runs_;
};

} // namespace isotherm
