/// Runs whose kernel takes whole passes only write, byte for byte, what others write.

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <thread>

#include "app/simulation.hpp"
#include "solver/core/log.hpp"
#include "solver/io/atomic_file.hpp"
#include "solver/io/csv.hpp"
#include "solver/io/snapshot.hpp"
#include "tests/parity/device_for_test.hpp"
#include "tests/unit/fake_view.hpp"
#include "tests/unit/operator_steps.hpp"

namespace isotherm::test {
namespace {

using Kind = ProbeSpec::Kind;

/// Probes of all kinds in all places, with step cadences that do not divide each other.
void add_probes(CaseSpec& spec, const Grid& grid) {
    const auto every = [](index_t steps) { return Cadence{std::nullopt, steps, {}}; };
    std::array<double, 3> low = grid.lower, middle{}, high{};
    for (int d = 0; d < 3; ++d) {
        const auto at = static_cast<std::size_t>(d);
        high[at] = low[at] + grid.size(d), middle[at] = low[at] + 0.43 * grid.size(d);
    }
    const std::array<double, 3> beside{low[0] + 0.2 * grid.h[0], middle[1], high[2] - 0.3 * grid.h[2]};
    spec.probes = {{"corner", low, every(3)},
                   {"far", high, every(10)},
                   {"middle", middle, every(7)},
                   {"beside", beside, every(10)}};
    RegionSpec lump;
    lump.name = "lump";
    lump.shape = SphereShape{middle, 2.2 * grid.h[0]};
    spec.regions = {lump};
    for (const Kind kind : {Kind::mean, Kind::max, Kind::heat}) {
        ProbeSpec figure{"figure" + std::to_string(spec.probes.size()), {}, every(5), kind};
        figure.region = "lump";
        spec.probes.push_back(figure);
    }
    ProbeSpec line{"line", low, every(9), Kind::line, high, 7}, plane{"plane", {}, every(15), Kind::plane},
        through{"through", {}, every(4), Kind::flux}, wall{"wall", {}, every(21), Kind::flux};
    plane.axis = through.axis = 0;
    plane.position = through.position = middle[0];
    wall.side = 1;
    spec.probes.insert(spec.probes.end(), {line, plane, through, wall});
}

struct Result {
    std::vector<std::string> tables; ///< contents of the CSV files
    std::vector<double> T;           ///< of the last snapshot
    double time = 0;
};

Result result_in(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> tables, snapshots;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".csv") tables.push_back(entry.path());
        if (entry.path().extension() == ".vtkhdf") snapshots.push_back(entry.path());
    }
    std::ranges::sort(tables), std::ranges::sort(snapshots);
    Result result;
    for (const auto& table : tables) result.tables.push_back(read_file(table));
    const SnapshotFile last(snapshots.back());
    const CellBox box{{0, 0, 0}, last.head().cells};
    result.T.resize(static_cast<std::size_t>(box.cells()));
    last.read("temperature", box, result.T.data());
    result.time = last.head().time;
    return result;
}

/// While it lives the terminal hears of errors only; afterwards the log's file is closed.
struct Quiet {
    Quiet() { log::set_console_level(log::Level::error); }
    ~Quiet() {
        log::close_file();
        log::set_console_level(log::Level::info);
    }
    Quiet(const Quiet&) = delete;
    Quiet& operator=(const Quiet&) = delete;
};

/// What a run leaves that takes passes of so many steps; 0: of any number.
Result run(CaseSpec spec, index_t steps_per_pass) {
    const ScratchFolder folder;
    spec.output.directory = (folder.path / "result").string();
    RunOptions options{"none"};
    if (steps_per_pass > 0) options.steps_per_pass = steps_per_pass;
    const Quiet quiet;
    run_case(spec, options);
    return result_in(spec.output.directory);
}

void expect_same(const Result& a, const Result& b, const std::string& what) {
    EXPECT_EQ(a.tables, b.tables) << what;
    EXPECT_EQ(a.T, b.T) << what;
    EXPECT_EQ(a.time, b.time) << what;
}

/// 130 steps; snapshots and rows of diagnostics in between, at steps that no pass ends at.
CaseSpec random_run(Dice& dice, int dim) {
    const index_t least = dim == 1 ? 50 : dim == 2 ? 20 : 12;
    std::vector<index_t> cells;
    for (int d = 0; d < dim; ++d) cells.push_back(dice.whole(least, least + 8));
    CaseSpec spec = plain_case(cells, {1, 1, 1}, 0.1);
    spec.compute.precision = dice.one_of<Precision>({Precision::fp32, Precision::fp64});
    spec.order = dice.one_of<int>({2, 4});
    spec.time.integrator = "auto";
    add_any_walls(spec, dice);
    const double dt = Assembly(spec, cpu_device(1)).schedule().dt_max();
    spec.time.end = 130 * dt;
    spec.time.step = dt;
    spec.initial = expression("sin(3*x+0.2)*cos(2*y)+z");
    spec.output.cadence.steps = 47;
    spec.output.diagnostics = Cadence{std::nullopt, index_t{33}, {}};
    add_probes(spec, Grid(spec.grid));
    return spec;
}

TEST(OwedRuns, WriteTheSameBytes) {
    Dice dice;
    for (int dim = 1; dim <= 3; ++dim)
        for (int n = 0; n < 4; ++n) {
            const CaseSpec spec = random_run(dice, dim);
            const Result plain = run(spec, 0);
            ASSERT_GE(plain.tables.size(), 4u);
            for (const index_t pass : {4, 7}) expect_same(run(spec, pass), plain, fmt::format("{}-D {}", dim, pass));
            if (HasFailure()) return;
        }
}

TEST(OwedRuns, StopAtTheSameStepWithTheSameField) {
    Dice dice;
    CaseSpec spec = random_run(dice, 2);
    spec.walls[0] = spec.walls[1] = NeumannWall{NeumannWall::Given::flux, 50.0};
    spec.patches[0] = spec.patches[1] = {};
    const double dt = 0.5 * Assembly(spec, cpu_device(1)).schedule().dt_max();
    spec.time.step = dt, spec.time.end = 1300 * dt;
    for (const bool hot : {false, true}) {
        if (hot) spec.stop = {{}, {}, 2.0}; // looked at every 10 steps: 7 do not divide that
        else spec.stop = {{}, 0.0, {}};     // at once, behind the first segment
        const Result plain = run(spec, 0), owing = run(spec, 7);
        EXPECT_LT(plain.time, 0.9 * spec.time.end);
        expect_same(owing, plain, hot ? "max_temperature" : "wall_clock");
        if (!hot) continue;
        spec.stop = {}, spec.time.end = plain.time - 10.5 * dt;
        EXPECT_GE(std::ranges::max(plain.T), 2.0);
        EXPECT_LT(std::ranges::max(run(spec, 0).T), 2.0) << "it went on for more than 10 steps";
    }
}

TEST(OwedRuns, ASignalLeavesTheFieldOfTheLastStep) {
    const ScratchFolder folder;
    Dice dice;
    CaseSpec spec = random_run(dice, 2);
    spec.time.end *= 1e6;
    spec.output.directory = (folder.path / "result").string();
    const auto earlier = std::signal(SIGINT, SIG_IGN);
    std::jthread user([&](const std::stop_token& stop) { // some rows of probes later
        const auto rows = [&] {
            std::ifstream in(folder.path / "result" / "probes.csv");
            return std::count(std::istreambuf_iterator<char>(in), {}, '\n');
        };
        while (!stop.stop_requested() && rows() < 20) std::this_thread::sleep_for(std::chrono::milliseconds(2));
        ::kill(::getpid(), SIGINT);
    });
    const Quiet quiet;
    EXPECT_EQ(run_case(spec, {"none", false, 7}), 128 + SIGINT);
    user.request_stop(), user.join();
    std::signal(SIGINT, earlier);
    const Result stopped = result_in(spec.output.directory);
    const CsvTable probes = read_csv(folder.path / "result" / "probes.csv");
    Assembly again(spec, cpu_device(1));
    const auto steps = static_cast<index_t>(*probes.rows.back()[0]); // the last row is of the end
    while (again.clock().step < steps) {
        Segment segment = again.schedule().next(again.clock(), index_t{1} << 30);
        segment.m = std::min(segment.m, steps - again.clock().step);
        again.advance(segment);
    }
    std::vector<double> T = temperatures(again);
    if (spec.compute.precision == Precision::fp32)
        for (double& t : T) t = static_cast<float>(t); // as the file holds it
    EXPECT_EQ(stopped.time, again.clock().time);
    EXPECT_EQ(stopped.T, T);
}

TEST(ResidentRuns, OnAGpuStagesOfASmallGridMeetEverySpot) {
    std::string why;
    (void)parity::device_for_test(Backend::cuda, why);
    if (!why.empty()) return parity::skip_or_fail(why);
    CaseSpec spec = plain_case({40, 36, 30}, {1, 1, 1}, 0.1);
    spec.compute.backend = "cuda";
    spec.sources = {GaussianSource{5.0, {0.04, 0.04, 0.04}, {{0, 0.4, 0.4, 0.4}}, {}}};
    spec.time.end = 1e-3, spec.time.integrator = "rk2";
    spec.compute.kernel = "naive";
    const Result expected = run(spec, 0);
    for (const char* kernel : {"auto", "resident"}) {
        spec.compute.kernel = kernel;
        expect_same(run(spec, 0), expected, kernel);
    }
}

} // namespace
} // namespace isotherm::test
