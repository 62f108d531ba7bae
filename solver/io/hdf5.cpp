#include "solver/io/hdf5.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "kernels/base/error.hpp"
#include "solver/core/log.hpp"

namespace isotherm::hdf5 {

namespace {

/// Before the first call: errors are ours to report, and a file that could not be closed (disk full) must not be tried
/// again when the process ends.
void start_library() {
    static const bool started = [] {
        H5dont_atexit();
        H5open();
        H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
        return true;
    }();
    (void)started;
}

/// The innermost message of the error stack; of a failed system call only the system's own words.
std::string cause() {
    std::string text = "unknown cause";
    const auto keep_first = [](unsigned n, const H5E_error2_t* error, void* to) -> herr_t {
        if (n == 0 && error->desc != nullptr) *static_cast<std::string*>(to) = error->desc;
        return 0;
    };
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &text);
    constexpr std::string_view mark = "error message = '";
    if (const auto at = text.find(mark); at != std::string::npos) {
        const auto from = at + mark.size();
        text = text.substr(from, text.find('\'', from) - from);
    }
    H5Eclear2(H5E_DEFAULT);
    return text;
}

Handle access_properties() {
    Handle fapl(check(H5Pcreate(H5P_FILE_ACCESS), "make file access properties"), H5Pclose);
    check(H5Pset_libver_bounds(fapl.get(), H5F_LIBVER_EARLIEST, H5F_LIBVER_V110), "set the file format");
    check(H5Pset_alignment(fapl.get(), 64 << 10, 4 << 10), "set the alignment");
    check(H5Pset_file_locking(fapl.get(), false, true), "switch file locking off"); // some file systems have no locks
    return fapl;
}

} // namespace

void fail(std::string_view doing, const std::source_location& where) {
    const std::string_view file = where.file_name();
    const std::string text = fmt::format("cannot {}: {}", doing, cause());
    log::detail(fmt::format("{} [{}:{}]", text, file.substr(file.rfind('/') + 1), where.line())); // for who mends us
    throw IoError(text);
}

File File::create(const std::string& path) {
    start_library();
    const Handle fapl = access_properties();
    const hid_t id = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, fapl.get());
    return {Handle(check(id, "create " + path), H5Fclose), path};
}

File File::open(const std::string& path) {
    start_library();
    const Handle fapl = access_properties(); // alive until the check: closing it forgets the error
    const hid_t id = H5Fopen(path.c_str(), H5F_ACC_RDONLY, fapl.get());
    return {Handle(check(id, "open " + path), H5Fclose), path};
}

void File::close() { check(H5Fclose(id.release()), "finish writing " + path); }

Handle make_group(hid_t parent, const char* name) {
    const hid_t id = H5Gcreate2(parent, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    return {check(id, fmt::format("create group {}", name)), H5Gclose};
}

Handle open_object(hid_t parent, const std::string& path) {
    return {check(H5Oopen(parent, path.c_str(), H5P_DEFAULT), "open " + path), H5Oclose};
}

bool exists(hid_t parent, const std::string& path) {
    for (std::size_t at = path.find('/', 1);; at = path.find('/', at + 1)) {
        if (H5Lexists(parent, path.substr(0, at).c_str(), H5P_DEFAULT) <= 0) return H5Eclear2(H5E_DEFAULT), false;
        if (at == std::string::npos) return true;
    }
}

std::vector<std::string> children(hid_t group) {
    std::vector<std::string> names;
    const auto keep = [](hid_t, const char* name, const H5L_info_t*, void* to) -> herr_t {
        static_cast<std::vector<std::string>*>(to)->emplace_back(name);
        return 0;
    };
    check(H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, keep, &names), "list a group");
    return names;
}

Handle string_type(std::size_t length, H5T_cset_t charset) {
    Handle type(check(H5Tcopy(H5T_C_S1), "make a string type"), H5Tclose);
    check(H5Tset_size(type.get(), std::max<std::size_t>(length, 1)), "size a string type");
    check(H5Tset_strpad(type.get(), H5T_STR_NULLPAD), "pad a string type");
    check(H5Tset_cset(type.get(), charset), "set the characters of a string type");
    return type;
}

void write_attribute(hid_t object, const char* name, hid_t file_type, hid_t memory_type, std::span<const hsize_t> shape,
                     const void* data) {
    const std::string doing = fmt::format("write attribute {}", name);
    const Handle space(check(shape.empty() ? H5Screate(H5S_SCALAR)
                                           : H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr),
                             doing),
                       H5Sclose);
    const hid_t id = H5Acreate2(object, name, file_type, space.get(), H5P_DEFAULT, H5P_DEFAULT);
    const Handle attribute(check(id, doing), H5Aclose);
    check(H5Awrite(attribute.get(), memory_type, data), doing);
}

void write_attribute(hid_t object, const char* name, std::string_view text) {
    const Handle type = string_type(text.size());
    write_attribute(object, name, type.get(), type.get(), {}, text.empty() ? "" : text.data());
}

void read_attribute(hid_t object, const char* name, hid_t memory_type, std::size_t count, void* data) {
    const std::string doing = fmt::format("read attribute {}", name);
    const Handle attribute(check(H5Aopen(object, name, H5P_DEFAULT), doing), H5Aclose);
    const Handle space(check(H5Aget_space(attribute.get()), doing), H5Sclose);
    const auto found = check(H5Sget_simple_extent_npoints(space.get()), doing);
    if (found != static_cast<hssize_t>(count))
        throw IoError(fmt::format("cannot {}: it holds {} values instead of {}", doing, found, count));
    check(H5Aread(attribute.get(), memory_type, data), doing);
}

namespace {

/// The characters of a fixed-length string, given its type and a way to read it.
template <class Read>
std::string fixed_text(hid_t type, std::string_view doing, Read read) {
    if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0)
        throw IoError(fmt::format("cannot {}: it is not a string of fixed length", doing));
    std::string text(H5Tget_size(type), '\0');
    const Handle memory = string_type(text.size(), H5Tget_cset(type));
    check(read(memory.get(), text.data()), doing);
    text.resize(std::min(text.find('\0'), text.size()));
    return text;
}

} // namespace

std::string read_text(hid_t object, const char* name) {
    if (H5Aexists(object, name) <= 0) return H5Eclear2(H5E_DEFAULT), "";
    const std::string doing = fmt::format("read attribute {}", name);
    const Handle attribute(check(H5Aopen(object, name, H5P_DEFAULT), doing), H5Aclose);
    const Handle type(check(H5Aget_type(attribute.get()), doing), H5Tclose);
    return fixed_text(type.get(), doing, [&](hid_t memory, char* to) { return H5Aread(attribute.get(), memory, to); });
}

void write_text(hid_t parent, const char* name, std::string_view text) {
    const std::string doing = fmt::format("write {}", name);
    const Handle type = string_type(text.size(), H5T_CSET_UTF8);
    const Handle space(check(H5Screate(H5S_SCALAR), doing), H5Sclose);
    const hid_t id = H5Dcreate2(parent, name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const Handle dataset(check(id, doing), H5Dclose);
    check(H5Dwrite(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.empty() ? "" : text.data()), doing);
}

std::string read_text_dataset(hid_t parent, const std::string& path) {
    const std::string doing = "read " + path;
    const Handle dataset(check(H5Dopen2(parent, path.c_str(), H5P_DEFAULT), doing), H5Dclose);
    const Handle type(check(H5Dget_type(dataset.get()), doing), H5Tclose);
    return fixed_text(type.get(), doing, [&](hid_t memory, char* to) {
        return H5Dread(dataset.get(), memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, to);
    });
}

} // namespace isotherm::hdf5
