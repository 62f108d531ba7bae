#pragma once

/// The media of a case on a device: index field and coefficients as the kernels read them, and the heat they hold.

#include "kernels/stencil/variable/variants.hpp"
#include "solver/core/field.hpp"
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
    [[nodiscard]] const std::uint8_t* index() const { return index_.as<std::uint8_t>(); }

    /// Bytes that a case takes on the device.
    [[nodiscard]] static index_t bytes(const CaseSpec& spec, const Grid& grid);

private:
    template <class Real>
    void upload_pairs();
    void upload_index();

    Grid grid_;
    Device device_;
    Precision precision_;
    Media media_;
    Sources sources_;
    Memory index_, pairs_, capacities_;
};

} // namespace isotherm
