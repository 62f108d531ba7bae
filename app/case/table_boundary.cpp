#include "app/case/nearest.hpp"
#include "app/case/tables.hpp"

#include "kernels/boundary/wall_row.hpp"

namespace isotherm {
namespace {

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

/// The laws that a wall or a patch of one may have; `whole`: a wall, which may be periodic.
Codec<WallSpec> law(bool whole) {
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
    const Table<RadiationWall> radiation{"Grey radiation, -kappa dT/dn = emissivity sigma (T^4 - ambient^4), n out of "
                                         "the domain, T of the wall itself; in "
                                         "kelvin, or converted where units.temperature is C.",
                                         {key("emissivity", &RadiationWall::emissivity, value("", between(0, 1)))
                                              .required()
                                              .doc("Emissivity, which is absorptivity too.")
                                              .example("0.9"),
                                          key("ambient", &RadiationWall::ambient, value("temperature"))
                                              .required()
                                              .doc("Temperature of what it exchanges radiation with.")
                                              .example("300")}};
    std::vector<TypeOf<WallSpec>> types{
        type_of<WallSpec>("insulated", insulated, true), type_of<WallSpec>("dirichlet", dirichlet),
        type_of<WallSpec>("neumann", neumann_table()), type_of<WallSpec>("convection", convection),
        type_of<WallSpec>("radiation", radiation)};
    if (whole) types.insert(types.begin() + 1, type_of<WallSpec>("periodic", periodic, true));
    return tagged<WallSpec>(types);
}

/// A wall as it is written: one law, or patches and the rest.
struct WallText {
    WallSpec wall = InsulatedWall{};
    std::vector<WallPatch> patches;
};

/// A law with a shape beside its own keys.
Codec<WallPatch> patch() {
    const Codec<WallSpec> laws = law(false);
    const Codec<Shape> place = flat_shape();
    Form form = laws.form;
    for (Alternative& type : form.alternatives) {
        auto with_shape = std::make_shared<Section>(*type.section);
        with_shape->keys.insert(with_shape->keys.begin(), {.name = "shape",
                                                           .form = place.form,
                                                           .required = true,
                                                           .doc = "Where it is, in the wall's own axes.",
                                                           .example = "{type: box, lo: [0], hi: [0.05]}"});
        type.section = with_shape;
        type.shorthand = false;
    }
    return {form, [laws, place](Reader& reader, const Node& node, const Form& whole) -> std::optional<WallPatch> {
                if (!reader.expect_map(node, whole)) return std::nullopt;
                Node rest = node; // the law reads what is left
                std::erase_if(rest.members, [](const Member& m) { return m.key == "shape"; });
                const Member* member = node.find("shape");
                std::optional<Shape> where;
                if (member == nullptr) {
                    reader.fail_key("shape", reader.here(), "required key is missing",
                                    "add `shape: {type: box, ...}` (" + describe(place.form) + ")");
                } else {
                    const Reader::Scope scope = reader.enter_key(*member);
                    where = place.read(reader, member->value);
                }
                const std::optional<WallSpec> wall = laws.read(reader, rest);
                if (!where || !wall) return std::nullopt;
                return WallPatch{*where, *wall};
            }};
}

struct PatchedText {
    std::vector<WallPatch> patches;
    WallSpec rest = InsulatedWall{};
};

Codec<WallText> wall() {
    const Codec<WallSpec> whole = law(true);
    const Codec<PatchedText> patched = section(Table<PatchedText>(
        "A wall in parts.", {key("patches", &PatchedText::patches, list(patch(), 1))
                                 .required()
                                 .doc("Parts of the wall with a law of their own; the first that matches wins.")
                                 .example("[{shape: {type: box, lo: [0], hi: [0.05]}, type: dirichlet, value: 50}]"),
                             key("rest", &PatchedText::rest, law(false))
                                 .required()
                                 .doc("The law of everything else.")
                                 .example("insulated")}));
    Form form{.kind = Form::Kind::any, .parts = {whole.form, patched.form}};
    return {form, [whole, patched](Reader& reader, const Node& node, const Form&) -> std::optional<WallText> {
                if (node.find("patches") != nullptr || node.find("rest") != nullptr) {
                    const auto read = patched.read(reader, node);
                    return read ? std::optional(WallText{read->rest, read->patches}) : std::nullopt;
                }
                const auto read = whole.read(reader, node);
                return read ? std::optional(WallText{*read, {}}) : std::nullopt;
            }};
}

/// The walls as they are written, from general to special.
struct Boundary {
    std::optional<WallText> all;
    std::array<std::optional<WallText>, 3> axis;
    std::array<std::optional<WallText>, 6> side;
};

Table<Boundary> boundary_table() {
    std::vector<Key<Boundary>> keys;
    keys.push_back(
        key("all", &Boundary::all, wall()).doc("Every wall that no other entry names.").example("insulated"));
    for (std::size_t d = 0; d < 3; ++d)
        keys.push_back(
            key_set<Boundary>(axis_names[d], wall(), [d](Boundary& b, WallText w) { b.axis[d] = std::move(w); })
                .doc(std::string("Both walls of the ") + axis_names[d] + " axis.")
                .example("periodic"));
    for (std::size_t s = 0; s < 6; ++s)
        keys.push_back(
            key_set<Boundary>(side_names[s], wall(), [s](Boundary& b, WallText w) { b.side[s] = std::move(w); })
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

void refuse_half_periodic(Reader& reader, const Node& map, const std::array<std::optional<WallText>, 6>& walls,
                          int dim) {
    const auto periodic = [](const std::optional<WallText>& w) {
        return std::holds_alternative<PeriodicWall>(w->wall);
    };
    for (std::size_t d = 0; d < static_cast<std::size_t>(dim); ++d) {
        const auto& lo = walls[2 * d];
        const auto& hi = walls[2 * d + 1];
        if (!lo || !hi || periodic(lo) == periodic(hi)) continue;
        const std::size_t side = 2 * d + (periodic(lo) ? 0 : 1);
        const Member& entry = *entry_of(map, side);
        reader.fail_key(entry.key, entry.mark,
                        std::string(side_names[side]) + " is periodic but " + side_names[side ^ 1] + " is not",
                        std::string("periodic joins both sides: write `") + axis_names[d] + ": periodic` alone");
    }
}

} // namespace

Codec<BoundarySpec> boundary_section() {
    const Codec<Boundary> plain = section(boundary_table());
    return {
        plain.form, [plain](Reader& reader, const Node& node, const Form&) -> std::optional<BoundarySpec> {
            const std::optional<Boundary> read = plain.read(reader, node);
            if (!read) return std::nullopt;
            std::array<std::optional<WallText>, 6> named;
            BoundarySpec boundary;
            for (std::size_t s = 0; s < 6; ++s) {
                const Member* entry = entry_of(node, s);
                if (entry == nullptr) continue;
                named[s] = entry->key == "all" ? read->all : entry->key.size() == 1 ? read->axis[s / 2] : read->side[s];
                const WallText text = named[s].value_or(WallText{});
                boundary.walls[s] = text.wall;
                boundary.patches[s] = text.patches;
            }
            if (reader.dim) {
                refuse_absent_axes(reader, node, *reader.dim);
                refuse_unnamed_walls(reader, node, *reader.dim);
                refuse_half_periodic(reader, node, named, *reader.dim);
            }
            return boundary;
        }};
}

} // namespace isotherm
