/// Grey pictures of 8 or 16 bits, by libpng's simplified or classic interface.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include <fmt/format.h>
#include <png.h>

#include "kernels/base/error.hpp"
#include "solver/io/array_file.hpp"
#include "solver/io/atomic_file.hpp"

namespace isotherm {

namespace fs = std::filesystem;

namespace {

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// libpng must not return from its error handler.
[[noreturn]] void on_error(png_structp, png_const_charp message) { throw IoError(message); }
void on_warning(png_structp, png_const_charp) {}

/// Owner of libpng's two structures.
struct Reader {
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, on_error, on_warning);
    png_infop info = png_create_info_struct(png);
    Reader() = default;
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }
};
struct Writer {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, on_error, on_warning);
    png_infop info = png_create_info_struct(png);
    Writer() = default;
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer() { png_destroy_write_struct(&png, &info); }
};

/// A level of a row of pixels, most significant byte first.
unsigned level(const std::vector<png_byte>& row, std::size_t x, int bits) {
    return bits == 16 ? static_cast<unsigned>(row[2 * x]) * 256U + row[2 * x + 1] : row[x];
}

} // namespace

Array read_png(const fs::path& path, const ValueRange& range) try {
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file) throw_errno("open the file");
    Reader reader;
    png_init_io(reader.png, file.get());
    png_read_info(reader.png, reader.info);
    const int colours = png_get_color_type(reader.png, reader.info);
    if (colours != PNG_COLOR_TYPE_GRAY)
        throw UsageError(
            fmt::format("{}: it has colours or transparency; save the temperatures as a grey picture", path.string()));
    if (png_get_interlace_type(reader.png, reader.info) != PNG_INTERLACE_NONE)
        throw UsageError(fmt::format("{}: it is interlaced; save it without interlacing", path.string()));
    png_set_expand_gray_1_2_4_to_8(reader.png);
    png_read_update_info(reader.png, reader.info);
    const auto nx = png_get_image_width(reader.png, reader.info), ny = png_get_image_height(reader.png, reader.info);
    Array array;
    array.shape = {ny, nx};
    array.bits = png_get_bit_depth(reader.png, reader.info);
    array.values.reserve(std::size_t{nx} * ny);
    const double white = array.bits == 16 ? 65535 : 255;
    std::vector<png_byte> row(png_get_rowbytes(reader.png, reader.info));
    for (png_uint_32 j = 0; j < ny; ++j) {
        png_read_row(reader.png, row.data(), nullptr);
        for (std::size_t i = 0; i < nx; ++i)
            array.values.push_back(range.black + (range.white - range.black) * level(row, i, array.bits) / white);
    }
    png_read_end(reader.png, nullptr);
    return array;
} catch (const IoError& error) {
    throw IoError(fmt::format("cannot read {}: {}", path.string(), error.what()));
}

void write_png(const std::string& path, const Array& array, const ValueRange& range) {
    const File file(std::fopen(path.c_str(), "wb"));
    if (!file) throw_errno("create " + path);
    const int bits = array.bits == 8 ? 8 : 16;
    const double white = bits == 16 ? 65535 : 255;
    const auto nx = static_cast<std::size_t>(array.n(0)), ny = static_cast<std::size_t>(array.n(1));
    Writer writer;
    png_init_io(writer.png, file.get());
    png_set_IHDR(writer.png, writer.info, static_cast<png_uint_32>(nx), static_cast<png_uint_32>(ny), bits,
                 PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(writer.png, writer.info);
    std::vector<png_byte> row;
    for (std::size_t j = 0; j < ny; ++j) {
        row.clear();
        for (std::size_t i = 0; i < nx; ++i) {
            const double share = (array.values[i + j * nx] - range.black) / (range.white - range.black);
            const auto grey = static_cast<unsigned>(std::lround(white * std::clamp(share, 0.0, 1.0)));
            if (bits == 16) row.push_back(static_cast<png_byte>(grey / 256));
            row.push_back(static_cast<png_byte>(grey % 256));
        }
        png_write_row(writer.png, row.data());
    }
    png_write_end(writer.png, nullptr);
    if (std::fflush(file.get()) != 0) throw_errno("write " + path);
}

} // namespace isotherm
