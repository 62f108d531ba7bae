#pragma once

/// Where a writer gets the temperatures of one moment from.

#include <functional>
#include <span>
#include <stdexcept>
#include <string>

#include "solver/core/field.hpp"

namespace isotherm {

class FieldSource {
public:
    using Use = std::function<void(const CellBox&)>;

    virtual ~FieldSource() = default;
    /// Fills `buffer` with the true temperatures (reference added) of one slab after the other, densely packed, x
    /// fastest, in `precision`, and calls `use` for each. Boxes are those of slabs(). Throws DeviceError, and what
    /// `use` throws.
    virtual void read_slabs(std::span<const CellBox> boxes, void* buffer, Precision precision, const Use& use) = 0;
    /// Another field than the temperature, of one box, with all its components per cell. Throws std::logic_error where
    /// there is no such field.
    virtual void read_field(std::string_view name, const CellBox&, double*) {
        throw std::logic_error("no field " + std::string(name) + " here");
    }
};

} // namespace isotherm
