#include "solver/io/array_file.hpp"

#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>

#include <fmt/format.h>

#include "kernels/base/error.hpp"
#include "solver/io/atomic_file.hpp"

namespace isotherm {

namespace fs = std::filesystem;

namespace {

std::string ending_of(const fs::path& path) {
    std::string ending = path.extension().string();
    for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return ending;
}

/// A cell of a CSV file; an empty one holds no data.
double cell_value(std::string_view cell, const fs::path& path, std::size_t line) {
    while (!cell.empty() && (cell.front() == ' ' || cell.front() == '+')) cell.remove_prefix(1);
    while (!cell.empty() && cell.back() == ' ') cell.remove_suffix(1);
    if (cell.empty()) return std::numeric_limits<double>::quiet_NaN();
    double value = 0;
    const auto [end, failed] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (failed != std::errc() || end != cell.data() + cell.size())
        throw UsageError(fmt::format("{}:{}: '{}' is not a number; the file must hold numbers only, without a heading",
                                     path.string(), line, cell));
    return value;
}

/// Numbers between commas, semicolons or tabs; blanks separate where there is none of these.
Array read_csv_array(const fs::path& path) {
    const std::string text = read_file(path);
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF"; // what spreadsheets write before UTF-8
    Array array;
    index_t rows = 0, columns = 0;
    std::size_t line_number = 0;
    for (std::size_t at = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0; at < text.size();) {
        std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line(text.data() + at, end - at);
        at = end + 1;
        ++line_number;
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
        while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
        if (line.empty() || line.front() == '#') continue;
        char separator = ' ';
        for (const char c : {'\t', ';', ','})
            if (line.find(c) != std::string_view::npos) separator = c;
        index_t found = 0;
        for (std::size_t begin = 0; begin <= line.size();) {
            end = std::min(line.find(separator, begin), line.size());
            if (separator != ' ' || end > begin) {
                array.values.push_back(cell_value(line.substr(begin, end - begin), path, line_number));
                ++found;
            }
            begin = end + 1;
        }
        if (rows > 0 && found != columns)
            throw UsageError(fmt::format("{}:{}: {} numbers where the rows above have {}", path.string(), line_number,
                                         found, columns));
        columns = found;
        ++rows;
    }
    if (rows == 0) throw UsageError(fmt::format("{} holds no numbers", path.string()));
    array.shape = {rows, columns};
    return array;
}

void write_csv_array(const std::string& path, const Array& array) {
    std::ofstream out(path);
    std::string line;
    for (std::size_t n = 0; n < array.values.size(); ++n) {
        const double v = array.values[n];
        line += std::isnan(v)                        ? "nan"
                : array.precision == Precision::fp32 ? fmt::format("{:.9g}", v)
                                                     : fmt::format("{:.17g}", v);
        const bool last = (static_cast<index_t>(n) + 1) % array.n(0) == 0;
        line += last ? '\n' : ',';
        if (last) out << line, line.clear();
    }
    if (!out.flush()) throw_errno("write " + path);
}

} // namespace

bool is_array_path(const fs::path& path) {
    const std::string ending = ending_of(path);
    return ending == ".npy" || ending == ".csv" || ending == ".png";
}

Array read_array(const fs::path& path, const std::optional<ValueRange>& range) {
    const std::string ending = ending_of(path);
    if (ending == ".npy") return read_npy(path);
    if (ending == ".csv") return read_csv_array(path);
    if (ending != ".png") throw UsageError(fmt::format("{}: arrays are read from .npy, .csv and .png", path.string()));
    if (!range)
        throw UsageError(fmt::format("{}: a picture holds grey levels; say what black and white stand for with a range",
                                     path.string()));
    return read_png(path, *range);
}

void write_array(const fs::path& path, const Array& array, const std::optional<ValueRange>& range) {
    const std::string ending = ending_of(path);
    if (ending != ".npy" && array.shape.size() > 2)
        throw UsageError(fmt::format("{}: an array of {} axes goes into a .npy", path.string(), array.shape.size()));
    if (ending == ".png" && !range)
        throw UsageError(fmt::format("{}: say with a range what black and white stand for", path.string()));
    write_atomically(path, [&](const std::string& tmp) {
        if (ending == ".npy") write_npy(tmp, array);
        else if (ending == ".csv") write_csv_array(tmp, array);
        else if (ending == ".png") write_png(tmp, array, *range);
        else throw UsageError(fmt::format("{}: arrays are written as .npy, .csv and .png", path.string()));
    });
}

} // namespace isotherm
