/// The command line of `isotherm bench`.

#include <CLI/CLI.hpp>

#include "app/command_bench.hpp"
#include "app/commands.hpp"

namespace isotherm {

std::function<int()> add_bench(CLI::App& app) {
    const auto options = std::make_shared<bench::Options>();
    app.add_option("--backend", options->backend, "auto (all that the machine has), cpu or cuda")
        ->check(CLI::IsMember({"auto", "cpu", "cuda"}));
    const std::map<std::string, Precision> precisions{{"fp32", Precision::fp32}, {"fp64", Precision::fp64}};
    app.add_option_function<std::string>(
           "--precision", [=](const std::string& name) { options->precision = precisions.at(name); },
           "fp32 or fp64; default both")
        ->check(CLI::IsMember(precisions));
    app.add_option("--cells", options->cells,
                   "NX,NY,NZ, one to three axes; default 256,256,256 on a CPU and 512,512,512 on a GPU")
        ->delimiter(',');
    app.add_option("--order", options->order, "Order of the stencil: 2, 4 or 6")->check(CLI::IsMember({2, 4, 6}));
    app.add_option("--kernel", options->kernel, "One kernel; default all");
    app.add_option("--integrator", options->integrator, "euler or rk2, whose two stages count as two; default euler")
        ->check(CLI::IsMember({"euler", "rk2"}));
    app.add_flag("--cuts", options->cuts,
                 "A line for every way to cut the grid that a run with compute.tune: on would try, the planned first. "
                 "64x64/128: tile and planes of a piece; 64x64/213*4: of the first of 4 pieces that become shorter; "
                 "on CPUs 8x24: steps per pass and rows of a tile");
    app.add_option("--threads", options->threads, "CPU threads, on a GPU those of the host's part; default all cores")
        ->check(CLI::PositiveNumber);
    app.add_option(
           "--walls", options->walls,
           "Walls of x,y,z: dirichlet, convection, insulated or periodic; default dirichlet,convection,insulated")
        ->delimiter(',')
        ->expected(3);
    app.add_flag(
        "--materials", options->materials,
        "The kernels for materials and sources, on a block of three materials and on one whose material varies from "
        "cell to cell; % of copy counts T, conductivity, heat capacity and the result once each. And what sources, "
        "patches, tables and radiation cost a run");
    app.add_flag(
        "--filter", options->filter,
        "The kernels of the smoothing filter; --cells NX,NY, default 4096,4096 on a CPU and 8192,8192 on a GPU");
    app.add_option("--json", options->json, "Also write the figures to this file");
    return [options] { return command_bench(*options); };
}

} // namespace isotherm
