#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "solver/io/atomic_file.hpp"

namespace isotherm {

/// 17 significant digits: reads back as the same double, in any locale.
std::string number(double value);

/// A cell of a CSV file (RFC 4180): quoted where it has to be.
std::string csv_cell(const std::string& text);

/// A table that grows row by row.
class CsvWriter {
public:
    CsvWriter() = default;
    /// Creates the file with its line of names. Throws IoError.
    CsvWriter(const std::filesystem::path& file, const std::vector<std::string>& columns);

    void add(const std::string& cell);
    void add(double value) { add(number(value)); }
    void skip() { add(std::string()); } ///< an empty cell
    void end_row();                     ///< writes the row

private:
    LineFile file_;
    std::string row_;
    bool begun_ = false;
};

/// A table read back. Empty cells hold nothing.
struct CsvTable {
    std::vector<std::string> columns;
    std::vector<std::vector<std::optional<double>>> rows;
};

/// Throws IoError for a file that cannot be read, a row of another length than the names, or text among the numbers.
CsvTable read_csv(const std::filesystem::path& file);

} // namespace isotherm
