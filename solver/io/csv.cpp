#include "solver/io/csv.hpp"

#include <charconv>

#include <fmt/format.h>

#include "kernels/base/error.hpp"

namespace isotherm {

std::string number(double value) { return fmt::format("{:.17g}", value); }

std::string csv_cell(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

CsvWriter::CsvWriter(const std::filesystem::path& file, const std::vector<std::string>& columns) : file_(file) {
    for (const std::string& column : columns) add(csv_cell(column));
    end_row();
}

void CsvWriter::add(const std::string& cell) {
    if (begun_) row_ += ',';
    row_ += cell;
    begun_ = true;
}

void CsvWriter::end_row() {
    file_.write_line(row_);
    row_.clear();
    begun_ = false;
}

namespace {

/// Cells of the line that begins at `at`; moves `at` behind its end. Quotes may hide commas and ends of lines.
std::vector<std::string> next_line(const std::string& text, std::size_t& at) {
    std::vector<std::string> cells(1);
    for (bool quoted = false; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '"' && quoted && at + 1 < text.size() && text[at + 1] == '"') cells.back() += text[++at];
        else if (c == '"') quoted = !quoted;
        else if (quoted || (c != ',' && c != '\n' && c != '\r')) cells.back() += c;
        else if (c == ',') cells.emplace_back();
        else if (c == '\n') return ++at, cells;
    }
    return cells;
}

std::optional<double> value_of(const std::string& cell, const std::string& file, std::size_t row) {
    if (cell.empty()) return std::nullopt;
    double value = 0;
    const auto [end, failed] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (failed != std::errc() || end != cell.data() + cell.size())
        throw IoError(fmt::format("cannot read {}: '{}' in row {} is not a number", file, cell, row));
    return value;
}

} // namespace

CsvTable read_csv(const std::filesystem::path& file) {
    const std::string text = read_file(file);
    CsvTable table;
    std::size_t at = 0;
    table.columns = next_line(text, at);
    while (at < text.size()) {
        const auto cells = next_line(text, at);
        const std::size_t row = table.rows.size() + 1;
        if (cells.size() != table.columns.size())
            throw IoError(fmt::format("cannot read {}: row {} has {} cells under {} names", file.string(), row,
                                      cells.size(), table.columns.size()));
        table.rows.emplace_back();
        for (const std::string& cell : cells) table.rows.back().push_back(value_of(cell, file.string(), row));
    }
    return table;
}

} // namespace isotherm
