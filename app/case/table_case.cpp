#include "app/case/tables.hpp"

namespace isotherm {
namespace {

Table<CaseSpec> units_table() {
    return {
        "What the case's numbers are in, where there is a choice.",
        {key_set<CaseSpec>("temperature", name_of_word({{"K", "kelvin"}, {"C", "degrees Celsius"}}),
                           [](CaseSpec& spec, std::string unit) {
                               spec.temperature_unit = std::move(unit);
                               spec.unit_given = true;
                           })
             .doc(
                 "Unit of every temperature of the case, K without it; it is written beside the results, and radiation "
                 "converts.")
             .example("C")}};
}

Table<CaseSpec> make_case_table() {
    return Table<CaseSpec>(
               "A case of heat diffusion: rho c dT/dt = div(kappa grad T). SI units.",
               {key("title", &CaseSpec::title, text("text"))
                    .doc("What the case is about.")
                    .example("Copper block heated from one side"),
                key("grid", &CaseSpec::grid, grid_section())
                    .required()
                    .doc("Cells and size of the domain.")
                    .example("{cells: [64, 64], size: [0.1, 0.1]}"),
                key("material", &CaseSpec::material, material_section())
                    .required()
                    .doc("What the domain is made of.")
                    .example("{diffusivity: 1e-4}"),
                key("regions", &CaseSpec::regions, region_list())
                    .doc("Parts of the domain that start differently or are made of something else; later ones win "
                         "where they "
                         "overlap.")
                    .example(
                        "[{name: spot, shape: {type: half_space, point: [0.05, 0.05], normal: [1, 0]}, initial: 80}]"),
                key("initial", &CaseSpec::initial, field("xyz"))
                    .required()
                    .doc("The temperature at t = 0.")
                    .example("\"20 + 5*sin(pi*x/0.1)\""),
                key("interfaces", &CaseSpec::interfaces, interface_list())
                    .doc("Contact resistances between regions.")
                    .example("[{between: [r, default], resistance: 1e-4}]"),
                key_set<CaseSpec>("boundary", boundary_section(),
                                  [](CaseSpec& spec, BoundarySpec read) {
                                      spec.walls = std::move(read.walls);
                                      spec.patches = std::move(read.patches);
                                  })
                    .required()
                    .doc("The walls. More special names win: x_lo before x before all; an entry replaces the whole of "
                         "a more general one.")
                    .example("{all: insulated}"),
                key("source", &CaseSpec::sources, source_list())
                    .doc("Heat sources: a value in W/m^3 (only diffusivity given: K/s), or a list.")
                    .example("[{type: uniform, value: 1e6}]"),
                key("time", &CaseSpec::time, time_section())
                    .required()
                    .doc("How long the run goes on, and how it steps.")
                    .example("{end: 60}"),
                key("order", &CaseSpec::order,
                    word_for<int>({{{"2", "3/5/7-point star"}, 2},
                                   {{"4", "5/9/13-point star"}, 4},
                                   {{"6", "7/13/19-point star"}, 6}}))
                    .preset("2")
                    .doc("Order of accuracy in space. 4 and 6 need walls that keep them: periodic, insulated, or a "
                         "temperature that is constant in space and time.")
                    .example("4"),
                key_set<CaseSpec>("output", output_section(),
                                  [](CaseSpec& spec, std::vector<OutputSpec> outputs) {
                                      spec.output = outputs.front();
                                      spec.more_outputs.assign(outputs.begin() + 1, outputs.end());
                                  })
                    .preset("{}")
                    .doc(
                        "What is written, when, and where to; or a list of such, the first of which has the directory.")
                    .example("{every: 1}"),
                key("probes", &CaseSpec::probes, probe_list())
                    .doc("Figures that are followed: temperatures at points, of regions, heat through walls.")
                    .example("[{name: centre, at: [0.05, 0.05]}]"),
                key("filter", &CaseSpec::filter, filter_section())
                    .doc("A smoothing filter on the field of a 2-D case.")
                    .example("{kernel: {type: gaussian, sigma: 1.5}, apply: initial}"),
                key("stop", &CaseSpec::stop, stop_section())
                    .preset("{}")
                    .doc("Conditions that end the run well before time.end.")
                    .example("{steady: 1e-8}"),
                key("compute", &CaseSpec::compute, compute_section())
                    .preset("{}")
                    .doc("Where and how it is computed.")
                    .example("{precision: fp32}"),
                key_set<CaseSpec>("units", section(units_table()),
                                  [](CaseSpec& spec, const CaseSpec& read) {
                                      spec.temperature_unit = read.temperature_unit;
                                      spec.unit_given = read.unit_given;
                                  })
                    .preset("{}")
                    .doc("Units, where there is a choice.")
                    .example("{temperature: C}"),
                key("exact", &CaseSpec::exact, field("xyzt"))
                    .doc("An analytic solution; error norms against it come with every snapshot.")
                    .example("\"20 + 5*sin(pi*x/0.1)*exp(-t)\"")})
        .later({"checkpoint"});
}

} // namespace

const Table<CaseSpec>& case_table() {
    static const Table<CaseSpec> table = make_case_table();
    return table;
}

} // namespace isotherm
