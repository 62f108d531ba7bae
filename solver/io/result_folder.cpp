#include "solver/io/result_folder.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <iterator>
#include <set>

#include <sys/statvfs.h>
#include <unistd.h>

#include <fmt/format.h>

#include "kernels/base/error.hpp"
#include "kernels/boundary/wall_row.hpp"
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

/// The files of all results that the run would replace: in its folder, in those of its further outputs, and in those of
/// the outputs of the results before.
EarlierResult earlier_result_of(const CaseSpec& spec) {
    const fs::path folder = spec.output.directory;
    EarlierResult earlier = find_earlier_result(folder, fixed_names());
    std::set<std::string> outputs(earlier.outputs.begin(), earlier.outputs.end());
    for (const OutputSpec& output : spec.more_outputs) outputs.insert(output.name);
    for (const std::string& name : outputs) earlier.add(find_earlier_result(folder / name, {}));
    return earlier;
}

/// Whatever is there under a name that the run will write, in all of its folders.
std::vector<fs::path> in_the_way_of(const CaseSpec& spec) {
    std::vector<fs::path> all = entries_in_the_way(spec.output.directory, names_in_result(spec));
    for (const OutputSpec& output : spec.more_outputs) {
        const fs::path folder = output_folder(spec, output);
        if (std::error_code failed; fs::exists(fs::symlink_status(folder, failed)) && !fs::is_directory(folder, failed))
            all.push_back(folder);
        else std::ranges::copy(entries_in_the_way(folder, names_in_output_folder(spec)), std::back_inserter(all));
    }
    return all;
}

/// The files that the case reads, with the keys that name them.
std::vector<std::pair<std::string, fs::path>> inputs_of(const CaseSpec& spec) {
    std::vector<std::pair<std::string, fs::path>> inputs;
    const auto add_field = [&](const std::string& key, const FieldSpec& field) {
        if (const auto* file = std::get_if<FileField>(&field)) inputs.emplace_back(key + ".path", file->path);
    };
    const auto add_shape = [&](const std::string& key, const Shape& shape) {
        if (const auto* labels = std::get_if<LabelShape>(&shape)) inputs.emplace_back(key + ".file", labels->file);
    };
    add_field("initial", spec.initial);
    for (std::size_t r = 0; r < spec.regions.size(); ++r) {
        const std::string key = fmt::format("regions[{}]", r);
        if (spec.regions[r].initial) add_field(key + ".initial", *spec.regions[r].initial);
        add_shape(key + ".shape", spec.regions[r].shape);
    }
    for (std::size_t s = 0; s < spec.patches.size(); ++s)
        for (std::size_t p = 0; p < spec.patches[s].size(); ++p)
            add_shape(fmt::format("boundary.{}.patches[{}].shape", side_names[s], p), spec.patches[s][p].shape);
    if (spec.filter)
        if (const auto* weights = std::get_if<FileKernel>(&spec.filter->kernel))
            inputs.emplace_back("filter.kernel.path", weights->path);
    return inputs;
}

/// Neither the case file nor what it reads may be among the files that the run removes or replaces.
void require_inputs_elsewhere(const CaseSpec& spec, const std::vector<fs::path>& files) {
    const auto inputs = inputs_of(spec);
    const auto same = [](const fs::path& a, const fs::path& b) {
        std::error_code absent;
        return !b.empty() && fs::equivalent(a, b, absent);
    };
    for (const fs::path& file : files) {
        if (same(file, spec.source_path))
            throw UsageError(
                fmt::format("the case file {} has the name of a file of the result and lies in its folder; "
                            "choose another folder with --output, or copy the case file elsewhere",
                            file.string()));
        for (const auto& [key, input] : inputs)
            if (same(file, input))
                throw UsageError(fmt::format("{}: {} lies where the run puts its result, under a name that it removes "
                                             "or writes; choose another folder with --output, or copy the file "
                                             "elsewhere",
                                             key, file.string()));
    }
}

void require_no_result(const CaseSpec& spec, const EarlierResult& earlier, bool overwrite) {
    std::vector<fs::path> in_the_way = in_the_way_of(spec);
    require_inputs_elsewhere(spec, in_the_way);
    require_inputs_elsewhere(spec, earlier.files);
    if (!earlier.stems.empty() && !overwrite)
        throw UsageError(
            fmt::format("{} already holds a result of isotherm (case {}); choose another folder with --output, "
                        "or replace it with --overwrite",
                        earlier.folder.string(), earlier.stems.front()));
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

/// run.log: the mark, the names by which the result will be known, then the case as the user wrote it. Fails when
/// another run has begun one since the check.
void begin_log(const CaseSpec& spec) {
    const fs::path path = fs::path(spec.output.directory) / "run.log";
    LineFile log(path);
    log.write_line(std::string(log_mark) + file_stem(spec.name));
    for (const ProbeSpec& probe : spec.probes)
        if (const std::string file = own_file(probe); !file.empty()) log.write_line(std::string(log_names_mark) + file);
    for (const OutputSpec& output : spec.more_outputs) log.write_line(std::string(log_names_mark) + output.name + "/");
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
    const EarlierResult earlier = earlier_result_of(spec);
    require_no_result(spec, earlier, overwrite);
    for (const OutputSpec& output : spec.more_outputs) require_writable(output_folder(spec, output));
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
    if (overwrite) remove_files(earlier_result_of(spec).files);
    remove_files(left_over_tmp(folder, names_in_result(spec)));
    for (const OutputSpec& output : spec.more_outputs) {
        const fs::path below = output_folder(spec, output);
        fs::create_directories(below, failed);
        if (failed) throw IoError("cannot make the folder " + below.string() + ": " + failed.message());
        remove_files(left_over_tmp(below, names_in_output_folder(spec)));
    }
    begin_log(spec);
    write_atomically(folder / "case.yaml", spec.effective_yaml);
}

} // namespace isotherm
