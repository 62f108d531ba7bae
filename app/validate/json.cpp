#include <nlohmann/json.hpp>

#include "app/validate/table.hpp"
#include "app/version.hpp"

namespace isotherm::validate {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kind_names[] = {"space", "time", "bound"};

Json row_json(const Row& row) {
    Json j{{"grid", row.grid},       {"h", row.h},         {"dt", row.dt},
           {"steps", row.steps},     {"L1", row.error.L1}, {"L2", row.error.L2},
           {"Linf", row.error.Linf}, {"Linf_at", row.at},  {"scale", row.scale}};
    if (row.order) j["order"] = {{"L1", (*row.order)[0]}, {"L2", (*row.order)[1]}, {"Linf", (*row.order)[2]}};
    if (row.from_fp64) j["relative_difference_from_fp64"] = *row.from_fp64;
    return j;
}

Json study_json(const Study& study, Precision precision, bool with_fields) {
    Json j{{"name", study.name}, {"kind", kind_names[static_cast<int>(study.kind)]}};
    if (study.kind != Study::Kind::bound) {
        j["expected_order"] = study.expected_order;
        j["order_tolerance"] = study.order_tolerance;
        if (study.finest().order) j["order"] = (*study.finest().order)[1];
    }
    if (study.bound) j["bound"] = *study.bound;
    j["fp32_bound"] = study.fp32_bound;
    j["verdict"] = study.holds(precision) ? "holds" : "misses";
    j["rows"] = Json::array();
    for (const Row& row : study.rows) j["rows"].push_back(row_json(row));
    if (with_fields && study.profile)
        j["profile"] = {{"axis", std::string(1, study.profile->axis)},
                        {"x", study.profile->x},
                        {"computed", study.profile->computed},
                        {"exact", study.profile->exact}};
    if (with_fields && study.map)
        j["error_map"] = {{"axes", study.map->axes},   {"nx", study.map->nx},         {"ny", study.map->ny},
                          {"width", study.map->width}, {"height", study.map->height}, {"error", study.map->error}};
    return j;
}

} // namespace

std::string json(const std::vector<Outcome>& outcomes, const Setting& setting, bool with_fields) {
    Json j{{"version", version_text()},
           {"backend", name_of(setting.device.backend)},
           {"device", setting.device.name},
           {"threads", setting.device.threads},
           {"precision", name_of(setting.precision)},
           {"thorough", setting.thorough}};
    bool all = true;
    for (const Outcome& o : outcomes) all = all && o.holds(setting.precision);
    j["verdict"] = all ? "holds" : "misses";
    j["cases"] = Json::array();
    for (const Outcome& o : outcomes) {
        const VerificationCase& c = *o.of;
        Json studies = Json::array();
        for (const Study& s : o.studies) studies.push_back(study_json(s, setting.precision, with_fields));
        j["cases"].push_back({{"name", c.name},
                              {"shows", c.shows},
                              {"problem", c.problem},
                              {"formula", c.formula},
                              {"source", c.source},
                              {"tolerance", c.tolerance},
                              {"verdict", o.holds(setting.precision) ? "holds" : "misses"},
                              {"seconds", o.seconds},
                              {"studies", studies}});
    }
    return j.dump(with_fields ? -1 : 1) + "\n"; // fields would take a line for every number
}

} // namespace isotherm::validate
