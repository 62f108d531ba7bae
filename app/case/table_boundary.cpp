#include "app/case/nearest.hpp"
#include "app/case/tables.hpp"

#include "kernels/boundary/wall_row.hpp"

namespace isotherm {
namespace {

/// The walls as they are written, from general to special.
struct Boundary {
    std::optional<WallSpec> all;
    std::array<std::optional<WallSpec>, 3> axis;
    std::array<std::optional<WallSpec>, 6> side;
};

constexpr const char* axis_names[] = {"x", "y", "z"};

Table<NeumannWall> neumann_table() {
    const auto given = [](NeumannWall::Given kind) {
        return [kind](NeumannWall& wall, Value v) { wall = {kind, std::move(v)}; };
    };
    return Table<NeumannWall>("The heat through the wall is given.",
                              {key_set<NeumannWall>("flux", value("W/m^2"), given(NeumannWall::Given::flux))
                                   .doc("Heat into the domain per area.")
                                   .example("500"),
                               key_set<NeumannWall>("power", value("W", {}, "t"), given(NeumannWall::Given::power))
                                   .doc("Heat into the domain over the whole wall.")
                                   .example("20"),
                               key_set<NeumannWall>("gradient", value("K/m"), given(NeumannWall::Given::gradient))
                                   .doc("dT/dn with n out of the domain.")
                                   .example("100")})
        .exclusive({{"flux"}, {"power"}, {"gradient"}}, true);
}

Codec<WallSpec> wall() {
    const Table<InsulatedWall> insulated{"No heat passes.", {}};
    const Table<PeriodicWall> periodic{
        "What leaves through one side comes in through the other; on both sides of an axis.", {}};
    const Table<DirichletWall> dirichlet{"The wall's temperature is given.",
                                         {key("value", &DirichletWall::value, value("temperature"))
                                              .required()
                                              .doc("Temperature of the wall.")
                                              .example("100")}};
    const Table<ConvectionWall> convection{
        "Newton's law of cooling, -kappa dT/dn = h (T - ambient), n out of the domain.",
        {key("h", &ConvectionWall::h, value("W/(m^2 K)", at_least(0)))
             .required()
             .doc("Heat transfer coefficient.")
             .example("25"),
         key("ambient", &ConvectionWall::ambient, value("temperature"))
             .required()
             .doc("Temperature of what flows past.")
             .example("20")}};
    return tagged<WallSpec>({type_of<WallSpec>("insulated", insulated, true),
                             type_of<WallSpec>("periodic", periodic, true), type_of<WallSpec>("dirichlet", dirichlet),
                             type_of<WallSpec>("neumann", neumann_table()),
                             type_of<WallSpec>("convection", convection)})
        .later({"radiation", "patches", "rest"});
}

Table<Boundary> boundary_table() {
    std::vector<Key<Boundary>> keys;
    keys.push_back(
        key("all", &Boundary::all, wall()).doc("Every wall that no other entry names.").example("insulated"));
    for (std::size_t d = 0; d < 3; ++d)
        keys.push_back(
            key_set<Boundary>(axis_names[d], wall(), [d](Boundary& b, WallSpec w) { b.axis[d] = std::move(w); })
                .doc(std::string("Both walls of the ") + axis_names[d] + " axis.")
                .example("periodic"));
    for (std::size_t s = 0; s < 6; ++s)
        keys.push_back(
            key_set<Boundary>(side_names[s], wall(), [s](Boundary& b, WallSpec w) { b.side[s] = std::move(w); })
                .doc(std::string("The wall at the ") + (s % 2 == 0 ? "lower" : "upper") + " end of the " +
                     axis_names[s / 2] + " axis.")
                .example("{type: dirichlet, value: 100}"));
    return {"Every wall of the grid must be named by some entry.", std::move(keys)};
}

/// Which entry of the file decides about a side, the most special one.
const Member* entry_of(const Node& map, std::size_t side) {
    for (const char* name : {side_names[side], axis_names[side / 2], "all"})
        if (const Member* member = map.find(name)) return member;
    return nullptr;
}

void refuse_absent_axes(Reader& reader, const Node& map, int dim) {
    for (const Member& member : map.members) {
        const bool axis = member.key.size() == 1 || (member.key.size() == 4 && member.key[1] == '_');
        if (axis && member.key[0] >= 'x' && member.key[0] <= 'z' && member.key[0] - 'x' >= dim)
            reader.fail_key(member.key, member.mark, std::string("the grid has no ") + member.key[0] + " axis",
                            "grid.cells has " + std::to_string(dim) + (dim == 1 ? " entry" : " entries"));
    }
}

void refuse_unnamed_walls(Reader& reader, const Node& map, int dim) {
    std::vector<std::string> unnamed;
    for (std::size_t s = 0; s < 2 * static_cast<std::size_t>(dim); ++s)
        if (entry_of(map, s) == nullptr) unnamed.push_back(side_names[s]);
    if (!unnamed.empty())
        reader.fail(reader.here(), "no entry names " + listed(unnamed),
                    "a wall has no default: add it, or `all: insulated` for every wall that is not named");
}

void refuse_half_periodic(Reader& reader, const Node& map, const std::array<std::optional<WallSpec>, 6>& walls,
                          int dim) {
    for (std::size_t d = 0; d < static_cast<std::size_t>(dim); ++d) {
        const auto& lo = walls[2 * d];
        const auto& hi = walls[2 * d + 1];
        if (!lo || !hi || std::holds_alternative<PeriodicWall>(*lo) == std::holds_alternative<PeriodicWall>(*hi))
            continue;
        const std::size_t side = 2 * d + (std::holds_alternative<PeriodicWall>(*lo) ? 0 : 1);
        const Member& entry = *entry_of(map, side);
        reader.fail_key(entry.key, entry.mark,
                        std::string(side_names[side]) + " is periodic but " + side_names[side ^ 1] + " is not",
                        std::string("periodic joins both sides: write `") + axis_names[d] + ": periodic` alone");
    }
}

} // namespace

Codec<std::array<WallSpec, 6>> boundary_section() {
    const Codec<Boundary> plain = section(boundary_table());
    return {
        plain.form, [plain](Reader& reader, const Node& node, const Form&) -> std::optional<std::array<WallSpec, 6>> {
            const std::optional<Boundary> read = plain.read(reader, node);
            if (!read) return std::nullopt;
            std::array<std::optional<WallSpec>, 6> named;
            std::array<WallSpec, 6> walls{};
            for (std::size_t s = 0; s < 6; ++s) {
                const Member* entry = entry_of(node, s);
                if (entry == nullptr) continue;
                named[s] = entry->key == "all" ? read->all : entry->key.size() == 1 ? read->axis[s / 2] : read->side[s];
                walls[s] = named[s].value_or(WallSpec{InsulatedWall{}});
            }
            if (reader.dim) {
                refuse_absent_axes(reader, node, *reader.dim);
                refuse_unnamed_walls(reader, node, *reader.dim);
                refuse_half_periodic(reader, node, named, *reader.dim);
            }
            return walls;
        }};
}

} // namespace isotherm
