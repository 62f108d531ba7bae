/// The .npy format: "\x93NUMPY", version, a Python dictionary with dtype, order and shape, the numbers.
/// Source: numpy.lib.format, versions 1.0 to 3.0.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <fstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernels/base/error.hpp"
#include "solver/io/array_file.hpp"
#include "solver/io/atomic_file.hpp"

namespace isotherm {

namespace fs = std::filesystem;

namespace {

struct NpyHead {
    std::string dtype; ///< as in "<f8"
    bool fortran = false;
    std::vector<index_t> shape;
    std::size_t data = 0; ///< offset
};

[[noreturn]] void damaged(const fs::path& path, const std::string& why) {
    throw IoError(fmt::format("cannot read {}: {}", path.string(), why));
}

/// What follows 'key': in the dictionary.
std::string entry(const std::string& dictionary, const std::string& key, const fs::path& path) {
    const std::size_t at = dictionary.find("'" + key + "':");
    if (at == std::string::npos) damaged(path, "its head has no '" + key + "'");
    const std::size_t begin = dictionary.find_first_not_of(' ', at + key.size() + 3);
    return begin == std::string::npos ? "" : dictionary.substr(begin);
}

NpyHead read_head(const std::string& bytes, const fs::path& path) {
    if (bytes.size() < 12 || bytes.compare(0, 6, "\x93NUMPY") != 0) damaged(path, "it is not a .npy file");
    const bool wide = bytes[6] > 1; // version 2 and 3 count the head in four bytes
    std::uint32_t length = 0;
    std::memcpy(&length, bytes.data() + 8, wide ? 4 : 2);
    NpyHead head;
    head.data = (wide ? 12U : 10U) + std::size_t{length};
    if (bytes.size() < head.data) damaged(path, "it ends within its head");
    const std::string dictionary = bytes.substr(wide ? 12 : 10, length);
    const std::string dtype = entry(dictionary, "descr", path);
    if (dtype.empty() || dtype[0] != '\'')
        throw UsageError(fmt::format("{}: records are no field; save one array of numbers", path.string()));
    head.dtype = dtype.substr(1, dtype.find('\'', 1) - 1);
    head.fortran = entry(dictionary, "fortran_order", path).starts_with("True");
    std::string shape = entry(dictionary, "shape", path);
    shape = shape.substr(0, shape.find(')'));
    for (std::size_t at = 0; (at = shape.find_first_of("0123456789", at)) != std::string::npos;) {
        std::size_t end = shape.find_first_not_of("0123456789", at);
        end = std::min(end, shape.size());
        head.shape.push_back(std::stoll(shape.substr(at, std::min<std::size_t>(end - at, 18))));
        at = end;
    }
    return head;
}

template <class T>
void convert(const char* from, bool swapped, std::vector<double>& to) {
    for (double& value : to) {
        char raw[sizeof(T)];
        std::memcpy(raw, from, sizeof(T));
        if (swapped) std::reverse(raw, raw + sizeof(T));
        T number;
        std::memcpy(&number, raw, sizeof(T));
        value = static_cast<double>(number);
        from += sizeof(T);
    }
}

struct Kind {
    const char* name;
    std::size_t bytes;
    Precision precision;
    void (*convert)(const char*, bool, std::vector<double>&);
};
constexpr Precision single = Precision::fp32, twice = Precision::fp64;
const Kind kinds[] = {
    {"f4", 4, single, convert<float>},         {"f8", 8, twice, convert<double>},
    {"u1", 1, single, convert<std::uint8_t>},  {"i1", 1, single, convert<std::int8_t>},
    {"u2", 2, single, convert<std::uint16_t>}, {"i2", 2, single, convert<std::int16_t>},
    {"u4", 4, twice, convert<std::uint32_t>},  {"i4", 4, twice, convert<std::int32_t>},
    {"u8", 8, twice, convert<std::uint64_t>},  {"i8", 8, twice, convert<std::int64_t>},
    {"b1", 1, single, convert<std::uint8_t>},
};

/// From Fortran's order (the first axis fastest) to C's.
void reorder(Array& array) {
    const index_t nx = array.n(0), ny = array.n(1), nz = array.n(2);
    std::vector<double> c(array.values.size());
    for (index_t k = 0; k < nz; ++k)
        for (index_t j = 0; j < ny; ++j)
            for (index_t i = 0; i < nx; ++i)
                c[static_cast<std::size_t>(i + nx * (j + ny * k))] =
                    array.values[static_cast<std::size_t>(k + nz * (j + ny * i))];
    array.values = std::move(c);
}

} // namespace

Array read_npy(const fs::path& path) {
    const std::string bytes = read_file(path);
    const NpyHead head = read_head(bytes, path);
    Array array;
    array.shape = head.shape;
    if (head.shape.empty() || head.shape.size() > 3)
        throw UsageError(fmt::format("{}: its shape is ({}); a field has one to three axes", path.string(),
                                     fmt::join(head.shape, ", ")));
    const std::string name = head.dtype.size() > 1 ? head.dtype.substr(1) : "";
    const auto* kind = std::find_if(std::begin(kinds), std::end(kinds), [&](const Kind& k) { return name == k.name; });
    if (kind == std::end(kinds))
        throw UsageError(fmt::format("{}: its dtype is '{}'; a field is made of float32, float64 or integers",
                                     path.string(), head.dtype));
    array.precision = kind->precision;
    std::size_t count = 1;
    for (const index_t n : head.shape) {
        if (n < 1) throw UsageError(fmt::format("{}: an axis of its shape is empty", path.string()));
        if (count > bytes.size() / static_cast<std::size_t>(n)) damaged(path, "it is shorter than its shape says");
        count *= static_cast<std::size_t>(n);
    }
    if (bytes.size() - head.data < count * kind->bytes) damaged(path, "it is shorter than its shape says");
    array.values.resize(count);
    kind->convert(bytes.data() + head.data, head.dtype[0] == '>', array.values);
    if (head.fortran && head.shape.size() > 1) reorder(array);
    return array;
}

void write_npy(const std::string& path, const Array& array) {
    static_assert(std::endian::native == std::endian::little, "the numbers are written as they lie in memory");
    const bool fp32 = array.precision == Precision::fp32;
    std::string head = fmt::format("{{'descr': '<f{}', 'fortran_order': False, 'shape': ({}{}), }}", fp32 ? 4 : 8,
                                   fmt::join(array.shape, ", "), array.shape.size() == 1 ? "," : "");
    head += std::string(63 - (10 + head.size()) % 64, ' ') + '\n'; // the numbers begin on 64 bytes
    const auto length = static_cast<std::uint16_t>(head.size());
    std::ofstream out(path, std::ios::binary);
    out.write("\x93NUMPY\x01\x00", 8);
    out.write(reinterpret_cast<const char*>(&length), 2);
    out << head;
    if (fp32) {
        const std::vector<float> values(array.values.begin(), array.values.end());
        out.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(4 * values.size()));
    } else {
        out.write(reinterpret_cast<const char*>(array.values.data()),
                  static_cast<std::streamsize>(8 * array.values.size()));
    }
    if (!out.flush()) throw_errno("write " + path);
}

} // namespace isotherm
