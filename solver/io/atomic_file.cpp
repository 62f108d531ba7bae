#include "solver/io/atomic_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "kernels/base/error.hpp"

namespace isotherm {

namespace fs = std::filesystem;

void throw_errno(std::string_view doing) {
    const int cause = errno; // before anything else may change it
    throw IoError(fmt::format("cannot {}: {}", doing, std::strerror(cause)));
}

namespace {

/// Owner of a file descriptor.
struct Descriptor {
    int fd;
    explicit Descriptor(int descriptor) : fd(descriptor) {}
    ~Descriptor() {
        if (fd >= 0) ::close(fd);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
};

int open_or_throw(const std::string& path, int flags, std::string_view doing) {
    const int fd = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
    if (fd < 0) throw_errno(fmt::format("{} {}", doing, path));
    return fd;
}

/// Brings a file or directory to the disk.
void sync(const std::string& path, int flags) {
    const Descriptor file(open_or_throw(path, flags, "open"));
    // Some file systems cannot fsync a directory and say so with EINVAL; there is nothing more to be done then.
    if (::fsync(file.fd) != 0 && errno != EINVAL) throw_errno("write to the disk " + path);
}

/// All of `text`, or false with errno set.
bool write_all(int fd, std::string_view text) {
    while (!text.empty()) {
        const ssize_t n = ::write(fd, text.data(), text.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

} // namespace

void write_atomically(const fs::path& file, const std::function<void(const std::string& tmp)>& write) {
    const std::string tmp = file.string() + ".tmp";
    const std::string folder = file.has_parent_path() ? file.parent_path().string() : ".";
    try {
        write(tmp);
        sync(tmp, O_RDWR);
        if (::rename(tmp.c_str(), file.c_str()) != 0) throw_errno("rename " + tmp);
        sync(folder, O_RDONLY | O_DIRECTORY);
    } catch (const IoError& e) {
        ::unlink(tmp.c_str());
        throw IoError(fmt::format("writing {} failed: {}", file.string(), e.what()));
    } catch (...) {
        ::unlink(tmp.c_str());
        throw;
    }
}

void write_atomically(const fs::path& file, std::string_view text) {
    write_atomically(file, [&](const std::string& tmp) {
        const Descriptor out(open_or_throw(tmp, O_WRONLY | O_CREAT | O_TRUNC, "create"));
        if (!write_all(out.fd, text)) throw_errno("write " + tmp);
    });
}

LineFile::LineFile(const fs::path& file)
    : path_(file.string()), fd_(open_or_throw(path_, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, "create")) {}

LineFile::~LineFile() {
    if (fd_ >= 0) ::close(fd_);
}
LineFile::LineFile(LineFile&& other) noexcept : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)) {}
LineFile& LineFile::operator=(LineFile&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(fd_, other.fd_);
    return *this;
}

void LineFile::write_line(std::string_view line) {
    const off_t before = ::lseek(fd_, 0, SEEK_END);
    const std::string text = std::string(line) + '\n';
    if (write_all(fd_, text)) return;
    const int cause = errno;
    if (before >= 0 && ::ftruncate(fd_, before) != 0) { /* half a line stays; the error below tells of the disk */
    }
    errno = cause;
    throw_errno("write a line of " + path_);
}

std::string read_file(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw_errno("open " + file.string());
    std::string text((std::istreambuf_iterator<char>(in)), {});
    if (in.bad()) throw IoError("cannot read " + file.string());
    return text;
}

} // namespace isotherm
