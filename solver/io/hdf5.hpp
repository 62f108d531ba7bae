#pragma once

/// HDF5 with owners and checked calls; the only header that knows the library. For solver/io alone.

#include <array>
#include <source_location>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <hdf5.h>

#include "kernels/base/view.hpp"

namespace isotherm::hdf5 {

/// Owner of an HDF5 identifier.
class Handle {
public:
    using Close = herr_t (*)(hid_t);

    Handle() = default;
    Handle(hid_t id, Close close) : id_(id), close_(close) {}
    ~Handle() { reset(); }
    Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(id_, other.id_);
        std::swap(close_, other.close_);
        return *this;
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    [[nodiscard]] hid_t get() const { return id_; }
    /// Gives up the identifier: for a close whose result matters.
    [[nodiscard]] hid_t release() { return std::exchange(id_, -1); }

private:
    void reset() {
        if (id_ >= 0) close_(id_);
        id_ = -1;
    }
    hid_t id_ = -1;
    Close close_ = nullptr;
};

/// Throws IoError "cannot `doing`: cause", the cause being what the library's error stack says first.
[[noreturn]] void fail(std::string_view doing, const std::source_location& where);

/// Passes on the result of a call that returns a negative number when it fails.
template <class T>
T check(T result, std::string_view doing, const std::source_location& where = std::source_location::current()) {
    if (result < 0) fail(doing, where);
    return result;
}

/// An open file, its path in the text of every error.
struct File {
    Handle id;
    std::string path;

    /// Truncates; readable by HDF5 1.10, no file locks, data aligned to pages.
    static File create(const std::string& path);
    static File open(const std::string& path);
    /// Does the last writes, so its result counts.
    void close();
};

Handle make_group(hid_t parent, const char* name);
Handle open_object(hid_t parent, const std::string& path);
[[nodiscard]] bool exists(hid_t parent, const std::string& path); ///< every link of the path
std::vector<std::string> children(hid_t group);

/// Fixed-length string type, padded with zeros.
Handle string_type(std::size_t length, H5T_cset_t charset = H5T_CSET_ASCII);

template <class T>
hid_t file_type() {
    if constexpr (std::is_same_v<T, double>) return H5T_IEEE_F64LE;
    else if constexpr (std::is_same_v<T, float>) return H5T_IEEE_F32LE;
    else if constexpr (std::is_same_v<T, std::int32_t>) return H5T_STD_I32LE;
    else {
        static_assert(std::is_same_v<T, std::int64_t>);
        return H5T_STD_I64LE;
    }
}
template <class T>
hid_t memory_type() {
    if constexpr (std::is_same_v<T, double>) return H5T_NATIVE_DOUBLE;
    else if constexpr (std::is_same_v<T, float>) return H5T_NATIVE_FLOAT;
    else if constexpr (std::is_same_v<T, std::int32_t>) return H5T_NATIVE_INT32;
    else {
        static_assert(std::is_same_v<T, std::int64_t>);
        return H5T_NATIVE_INT64;
    }
}

void write_attribute(hid_t object, const char* name, hid_t file_type, hid_t memory_type, std::span<const hsize_t> shape,
                     const void* data);
void read_attribute(hid_t object, const char* name, hid_t memory_type, std::size_t count, void* data);

template <class T>
void write_attribute(hid_t object, const char* name, T value) {
    write_attribute(object, name, file_type<T>(), memory_type<T>(), {}, &value);
}
template <class T, std::size_t N>
void write_attribute(hid_t object, const char* name, const std::array<T, N>& values) {
    const hsize_t shape[] = {N};
    write_attribute(object, name, file_type<T>(), memory_type<T>(), shape, values.data());
}
void write_attribute(hid_t object, const char* name, std::string_view text);

/// Throws IoError when the attribute is absent or does not hold `count` numbers.
template <class T>
T read_attribute(hid_t object, const char* name) {
    T value{};
    read_attribute(object, name, memory_type<T>(), 1, &value);
    return value;
}
template <class T, std::size_t N>
std::array<T, N> read_attributes(hid_t object, const char* name) {
    std::array<T, N> values{};
    read_attribute(object, name, memory_type<T>(), N, values.data());
    return values;
}
/// Of a fixed-length string; empty where there is none.
std::string read_text(hid_t object, const char* name);

/// A fixed-length scalar string dataset.
void write_text(hid_t parent, const char* name, std::string_view text);
std::string read_text_dataset(hid_t parent, const std::string& path);

} // namespace isotherm::hdf5
