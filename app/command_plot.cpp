/// `isotherm plot`.

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/plot_tool.hpp"
#include "kernels/base/error.hpp"

namespace isotherm {
namespace {

struct Arguments {
    std::string result, output, field = "temperature", animation = "auto";
    std::vector<std::string> slices;
};

/// {"z": 0.01} of "z=0.01". Throws UsageError.
nlohmann::json slice_json(const std::vector<std::string>& slices) {
    nlohmann::json j = nlohmann::json::object();
    for (const std::string& text : slices) {
        char* end = nullptr;
        const bool named = text.size() > 2 && text[1] == '=' && std::string("xyz").find(text[0]) != std::string::npos;
        const double value = named ? std::strtod(text.c_str() + 2, &end) : 0;
        if (!named || *end != '\0')
            throw UsageError(fmt::format("plot: --slice '{}': an axis and a place in m, as in --slice z=0.01", text));
        j[text.substr(0, 1)] = value;
    }
    return j;
}

int plot(const Arguments& a) {
    const nlohmann::json settings{{"task", "result"}, {"result", a.result},       {"output", a.output},
                                  {"field", a.field}, {"animation", a.animation}, {"slice", slice_json(a.slices)}};
    return PlotTool().run(settings.dump());
}

} // namespace

std::function<int()> add_plot(CLI::App& app) {
    const auto a = std::make_shared<Arguments>();
    app.add_option("RESULT", a->result, "A result folder, an index (.vtkhdf.series) or a snapshot")->required();
    app.add_option("--output", a->output, "Folder for the pictures; default: plots in the result")->type_name("DIR");
    app.add_option("--field", a->field, "What to draw")->type_name("NAME")->capture_default_str();
    app.add_option("--slice", a->slices, "AXIS=PLACE [m] of a plane; default: where most happens; may be repeated")
        ->allow_extra_args(false)
        ->type_name("z=0.01");
    app.add_option("--animation", a->animation, "auto (mp4 where ffmpeg is, else gif), mp4, gif or none")
        ->check(CLI::IsMember({"auto", "mp4", "gif", "none"}));
    return [a] { return plot(*a); };
}

} // namespace isotherm
