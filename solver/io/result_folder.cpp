#include "solver/io/result_folder.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>

#include <sys/statvfs.h>
#include <unistd.h>

#include <fmt/format.h>

#include "kernels/base/error.hpp"
#include "solver/core/log.hpp"
#include "solver/io/atomic_file.hpp"
#include "solver/io/earlier_result.hpp"
#include "solver/io/snapshot.hpp"

namespace isotherm {

namespace fs = std::filesystem;

namespace {

constexpr index_t many_snapshots = 10'000;

/// The folder itself or the nearest one above it that exists: where permission and free space can be asked.
fs::path nearest_existing(fs::path folder) {
    std::error_code failed;
    while (!fs::exists(folder, failed) && folder.has_parent_path() && folder != folder.parent_path())
        folder = folder.parent_path();
    return folder;
}

void require_writable(const fs::path& folder) {
    const fs::path base = nearest_existing(folder);
    if (!fs::is_directory(base))
        throw UsageError(
            fmt::format("{} is not a folder, so the result cannot go to {}; choose another output.directory or "
                        "--output",
                        base.string(), folder.string()));
    if (::access(base.c_str(), W_OK | X_OK) != 0) throw_errno("write into the folder " + base.string());
}

void require_free_disk(const CaseSpec& spec, index_t snapshots, index_t freed) {
    struct statvfs disk {};
    const fs::path base = nearest_existing(spec.output.directory);
    if (::statvfs(base.c_str(), &disk) != 0 || disk.f_blocks == 0) return; // unknown: the writing itself will tell
    const double free =
        static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize) + static_cast<double>(freed);
    const double needed = static_cast<double>(snapshots) * static_cast<double>(predicted_snapshot_bytes(spec));
    if (needed <= free) return;
    const std::string text = fmt::format("{} snapshots take {:.4g} GB, and the disk of {} has {:.4g} GB free",
                                         snapshots, needed / 1e9, base.string(), free / 1e9);
    if (spec.output.deflate > 0) return log::warning(text + " (before compression)");
    throw UsageError(text +
                     "; write fewer of them (output.every), use output.precision: fp32, or another output.directory");
}

bool is_case_file(const fs::path& file, const CaseSpec& spec) {
    std::error_code absent;
    return !spec.source_path.empty() && fs::equivalent(file, spec.source_path, absent);
}

void require_no_result(const CaseSpec& spec, const EarlierResult& earlier, bool overwrite) {
    const fs::path folder = spec.output.directory;
    std::vector<fs::path> in_the_way = files_in_the_way(folder, file_stem(spec.name));
    const auto refuse_case_file = [&spec](const fs::path& file) {
        if (is_case_file(file, spec))
            throw UsageError(
                fmt::format("the case file {} has the name of a file of the result and lies in its folder; "
                            "choose another folder with --output, or copy the case file elsewhere",
                            file.string()));
    };
    std::ranges::for_each(in_the_way, refuse_case_file);
    std::ranges::for_each(earlier.files, refuse_case_file);
    if (!earlier.stems.empty() && !overwrite)
        throw UsageError(
            fmt::format("{} already holds a result of isotherm (case {}); choose another folder with --output, "
                        "or replace it with --overwrite",
                        folder.string(), earlier.stems.front()));
    std::erase_if(in_the_way,
                  [&](const fs::path& f) { return std::ranges::find(earlier.files, f) != earlier.files.end(); });
    if (!in_the_way.empty())
        throw UsageError(
            fmt::format("{} is in the way: the run would write a file of that name, and it belongs to no result "
                        "of isotherm; move it, or choose another folder with --output",
                        in_the_way.front().string()));
}

void remove_files(const std::vector<fs::path>& files) {
    for (const fs::path& file : files)
        if (::unlink(file.c_str()) != 0 && errno != ENOENT) throw_errno("remove " + file.string());
}

/// run.log: the mark, then the case as the user wrote it. Fails when another run has begun one since the check.
void begin_log(const CaseSpec& spec) {
    const fs::path path = fs::path(spec.output.directory) / "run.log";
    LineFile log(path);
    log.write_line(std::string(log_mark) + file_stem(spec.name));
    if (std::error_code failed; fs::is_regular_file(spec.source_path, failed))
        log.write_line(fmt::format("--- {}\n{}\n---", spec.source_path, read_file(spec.source_path)));
    log::open_file(path.string());
}

/// How often a period fits into a whole, round-off forgiven, the start and an end that is no multiple counted too.
index_t moments(double whole, double period) {
    const double n = std::min(std::floor(whole / period * (1 + 1e-9)), 1e15);
    return 1 + static_cast<index_t>(n) + (n * period < whole * (1 - 1e-9) ? 1 : 0);
}

} // namespace

std::string file_stem(const std::string& case_name) {
    std::string stem = case_name.substr(0, 200); // file names end at 255 characters
    constexpr std::string_view legal = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    for (char& c : stem)
        if (legal.find(c) == std::string_view::npos) c = '_';
    return stem.empty() ? "case" : stem;
}

std::string snapshot_name(const std::string& stem, index_t number) {
    return fmt::format("{}_{:06d}.vtkhdf", stem, number);
}

fs::path output_folder(const CaseSpec& spec, const OutputSpec& output) {
    return fs::path(spec.output.directory) / output.name;
}

index_t expected_snapshots(const CaseSpec& spec, index_t steps) { return expected_snapshots(spec, spec.output, steps); }

index_t expected_snapshots(const CaseSpec& spec, const OutputSpec& output, index_t steps) {
    const double end = spec.time.end;
    const Cadence& cadence = output.cadence;
    if (end <= 0 || steps <= 0) return 1;
    if (cadence.every) return moments(end, *cadence.every);
    if (cadence.steps) return moments(static_cast<double>(steps), static_cast<double>(*cadence.steps));
    const auto inside = [end](double t) { return t > 0 && t < end; };
    return 2 + static_cast<index_t>(std::ranges::count_if(cadence.times, inside));
}

void check_result_folder(const CaseSpec& spec, bool overwrite, index_t snapshots) {
    require_writable(spec.output.directory);
    const EarlierResult earlier = find_earlier_result(spec.output.directory);
    require_no_result(spec, earlier, overwrite);
    require_free_disk(spec, snapshots, earlier.bytes);
    if (snapshots > many_snapshots)
        log::warning(
            fmt::format("the run writes {} snapshots, one file each; a larger output.every makes fewer", snapshots));
}

void begin_result_folder(const CaseSpec& spec, bool overwrite) {
    const fs::path folder = spec.output.directory;
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) throw IoError("cannot make the folder " + folder.string() + ": " + failed.message());
    if (overwrite) remove_files(find_earlier_result(folder).files);
    for (const OutputSpec& output : spec.more_outputs) {
        fs::create_directories(output_folder(spec, output), failed);
        if (failed)
            throw IoError("cannot make the folder " + output_folder(spec, output).string() + ": " + failed.message());
        if (overwrite) remove_files(find_earlier_result(output_folder(spec, output)).files);
    }
    remove_files(left_over_tmp(folder, file_stem(spec.name)));
    begin_log(spec);
    write_atomically(folder / "case.yaml", spec.effective_yaml);
}

} // namespace isotherm
