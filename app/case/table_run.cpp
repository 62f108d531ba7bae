/// time, stop, compute.

#include <set>

#include "app/case/tables.hpp"
#include "kernels/stencil/variable/variants.hpp"
#include "kernels/stencil/variants.hpp"
#include "solver/time/stepper.hpp"

namespace isotherm {
namespace {

std::vector<Word> integrator_words() {
    std::vector<Word> words{{"auto", "what fits the order in space: 2 euler, 4 rk2, 6 rk3"}};
    for (const Scheme& scheme : schemes()) words.push_back({std::string(scheme.name), std::string(scheme.what)});
    return words;
}

std::vector<Word> kernel_words() {
    std::vector<Word> words{{"auto", "the fastest that can compute the case"}};
    std::set<std::string_view> seen;
    for (const StencilVariant& v : stencil_variants())
        if (seen.insert(v.name).second) words.push_back({std::string(v.name), std::string(v.what)});
    for (const VariableVariant& v : variable_variants())
        if (seen.insert(v.name).second)
            words.push_back({std::string(v.name), "for materials and sources: " + std::string(v.what)});
    return words;
}

template <class T>
Codec<std::optional<T>> auto_or(Codec<T> codec, const std::string& what) {
    return or_word<std::optional<T>>({"auto", what}, std::nullopt,
                                     converted<std::optional<T>>(codec, [](T v) { return std::optional<T>(v); }));
}

} // namespace

Codec<TimeSpec> time_section() {
    return section(Table<TimeSpec>(
        "How long the run goes on, and how it steps.",
        {key("end", &TimeSpec::end, number("s", above(0)))
             .required()
             .doc("Simulated time at which the run ends.")
             .example("60"),
         key("integrator", &TimeSpec::integrator,
             name_of_word(integrator_words()).later({"rkl2", "backward_euler", "crank_nicolson", "steady"}))
             .preset("auto")
             .doc("How time is stepped.")
             .example("rk2"),
         key("step", &TimeSpec::step,
             auto_or(number("s", above(0)),
                     "`safety` times the limit below which no cell leaves the range of its surroundings"))
             .preset("auto")
             .doc("Longest step. A number above the stability limit is an error; steps may be shorter so that events "
                  "are hit exactly.")
             .example("0.01"),
         key("safety", &TimeSpec::safety, number("", Bounds{.lo = 0, .hi = 1, .lo_open = true}))
             .preset("0.9")
             .doc("Part of the limit that an automatic step uses.")
             .example("0.5")}));
}

Codec<StopSpec> stop_section() {
    return section(Table<StopSpec>(
        "Each condition ends the run well: last snapshot written, exit code 0.",
        {key("steady", &StopSpec::steady, number("1/s", above(0)))
             .doc("Stop when max|dT|/dt divided by the range of initial and wall temperatures falls below this.")
             .example("1e-8"),
         key("wall_clock", &StopSpec::wall_clock, number("s", above(0)))
             .doc("Stop after this time by the clock on the wall.")
             .example("3500"),
         key("max_temperature", &StopSpec::max_temperature, number("temperature"))
             .doc("Stop when the hottest cell reaches this; looked at every 10 steps.")
             .example("1400")}));
}

Codec<ComputeSpec> compute_section() {
    const auto threads = converted<int>(integer(between(1, 4096)), [](index_t n) { return static_cast<int>(n); });
    return section(Table<ComputeSpec>(
        "None of these changes what is computed, except precision and reference.",
        {key("backend", &ComputeSpec::backend,
             name_of_word(
                 {{"auto", "a GPU where there is one"}, {"cpu", "the host's cores"}, {"cuda", "an NVIDIA GPU"}}))
             .preset("auto")
             .doc("Where the run computes.")
             .example("cpu"),
         key("precision", &ComputeSpec::precision,
             word_for<Precision>({{{"fp32", "single: half the memory, about 7 digits"}, Precision::fp32},
                                  {{"fp64", "double"}, Precision::fp64}}))
             .preset("fp64")
             .doc("Numbers that the field is kept and computed in.")
             .example("fp32"),
         key("kernel", &ComputeSpec::kernel, name_of_word(kernel_words()))
             .preset("auto")
             .doc("Which stencil kernel; all give the same bits.")
             .example("reference"),
         key("threads", &ComputeSpec::threads, or_word<int>({"auto", "all cores that the process may use"}, 0, threads))
             .preset("auto")
             .doc("Threads of the CPU backend.")
             .example("2"),
         key("tune", &ComputeSpec::tune,
             word_for<bool>(
                 {{{"on", "try several cuts during the first steps, remember the best per machine and shape in "
                          "$XDG_CACHE_HOME/isotherm (else ~/.cache/isotherm)"},
                   true},
                  {{"off", "what the sizes of the caches suggest, on a GPU the figures measured for each tile"},
                   false}}))
             .preset("on")
             .doc("How kernels that take several steps per pass over memory cut the grid. Nothing of the result "
                  "depends on it.")
             .example("off"),
         key("reference", &ComputeSpec::reference,
             auto_or(number("temperature"), "fp64: 0; fp32: the middle of initial and wall temperatures"))
             .preset("auto")
             .doc("Temperature that the stored field is relative to, so that slow heating is not lost in fp32.")
             .example("300"),
         key("allow_reduced_order", &ComputeSpec::allow_reduced_order, boolean())
             .preset("false")
             .doc("Allow order 4 or 6 with walls that reduce the order of accuracy to 2.")
             .example("true"),
         key("face_mean", &ComputeSpec::face_mean,
             word_for<FaceMean>({{{"harmonic", "exact for layers"}, FaceMean::harmonic},
                                 {{"arithmetic", "lets heat into what hardly conducts"}, FaceMean::arithmetic}}))
             .preset("harmonic")
             .doc("Conductivity between two cells of different materials.")
             .example("arithmetic")}));
}

} // namespace isotherm
