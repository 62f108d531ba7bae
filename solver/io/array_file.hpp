#pragma once

/// Arrays in files that other programs write: .npy (NumPy), .csv (numbers only, a row per line), .png (grey).

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kernels/base/device.hpp"

namespace isotherm {

struct Array {
    std::vector<index_t> shape;            ///< one to three extents, the slowest first: (nz, ny, nx), (ny, nx) or (nx)
    std::vector<double> values;            ///< the last axis fastest; NaN where a file says that there is no data
    Precision precision = Precision::fp64; ///< of the file; fp64 for anything but 4-byte floats and shorter integers
    int bits = 0;                          ///< of a PNG's pixel: 8 or 16

    /// Extent along x, y, z; 1 beyond the array's axes.
    [[nodiscard]] index_t n(std::size_t axis) const { return axis < shape.size() ? shape[shape.size() - 1 - axis] : 1; }
};

/// What black and white of a picture stand for.
struct ValueRange {
    double black = 0, white = 1;
};

/// Whether the name ends like one of the formats.
bool is_array_path(const std::filesystem::path& path);

/// Throws IoError (unreadable, damaged) and UsageError (a kind of array that is not for fields: complex numbers, four
/// axes, colours; a picture without a range); both name the file.
Array read_array(const std::filesystem::path& path, const std::optional<ValueRange>& range = {});

/// Writes by the name's ending, atomically: .npy in the array's precision; .csv with 17 digits; .png with the array's
/// bits (16 where it has none), clipped to the range. Throws IoError, and UsageError when the format cannot hold it.
void write_array(const std::filesystem::path& path, const Array& array, const std::optional<ValueRange>& range = {});

// The formats; read_array and write_array choose.
Array read_npy(const std::filesystem::path& path);
void write_npy(const std::string& path, const Array& array);
Array read_png(const std::filesystem::path& path, const ValueRange& range);
void write_png(const std::string& path, const Array& array, const ValueRange& range);

} // namespace isotherm
