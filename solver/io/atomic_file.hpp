#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace isotherm {

/// A file that is either there in full or not at all: `write(tmp)` fills `FILE.tmp` and closes it, then fsync, rename
/// to FILE, fsync of the directory. When anything fails (disk full) the tmp is removed, what was there before stays as
/// it was, and an IoError names the file and the cause. Other errors of `write` pass through.
void write_atomically(const std::filesystem::path& file, const std::function<void(const std::string& tmp)>& write);

/// The same for a text.
void write_atomically(const std::filesystem::path& file, std::string_view text);

/// A text file that grows line by line. A line is there in full or not at all, also when the disk is full or the
/// process is killed. Errors are IoErrors with the file's name.
class LineFile {
public:
    LineFile() = default;
    /// Creates the file; one that exists is an error.
    explicit LineFile(const std::filesystem::path& file);
    ~LineFile();
    LineFile(LineFile&& other) noexcept;
    LineFile& operator=(LineFile&& other) noexcept;

    void write_line(std::string_view line); ///< the end of line is added

private:
    std::string path_;
    int fd_ = -1;
};

/// Throws IoError "cannot `doing`: " and what errno says.
[[noreturn]] void throw_errno(std::string_view doing);

/// Contents of a small file. Throws IoError.
std::string read_file(const std::filesystem::path& file);

} // namespace isotherm
