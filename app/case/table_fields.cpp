/// Initial and exact fields, and the regions that override the initial one.

#include "app/case/number.hpp"
#include "app/case/tables.hpp"

namespace isotherm {
namespace {

struct ExpressionField {
    ExpressionText value;
};

Table<SineMode> sine_mode_table() {
    const std::vector<std::pair<Word, SineMode::Wave>> waves{
        {{"sine", "sin(m pi x/L), fixed temperature on both walls"}, SineMode::Wave::sine},
        {{"cosine", "cos(m pi x/L), insulated on both walls"}, SineMode::Wave::cosine},
        {{"quarter", "sin((m - 1/2) pi x/L), fixed below and insulated above"}, SineMode::Wave::quarter},
        {{"periodic", "sin(2 m pi x/L), periodic"}, SineMode::Wave::periodic},
        {{"uniform", "does not vary along the axis"}, SineMode::Wave::uniform}};
    const auto whole = converted<double>(integer(at_least(0)), [](index_t m) { return static_cast<double>(m); });
    return {"A product of waves along the axes that keeps its shape and decays.",
            {key("amplitude", &SineMode::amplitude, number("temperature"))
                 .required()
                 .doc("Height of the wave at t = 0.")
                 .example("100"),
             key("offset", &SineMode::offset, number("temperature"))
                 .preset("0")
                 .doc("Temperature that the wave swings about.")
                 .example("300"),
             key("mode", &SineMode::mode, one_or_per_axis(whole, 1.0))
                 .preset("1")
                 .doc("Number m of half waves (periodic: waves) per axis.")
                 .example("2"),
             key("wave", &SineMode::wave, one_or_per_axis(word_for<SineMode::Wave>(waves), SineMode::Wave::sine))
                 .preset("sine")
                 .doc("Kind of wave per axis; it must fit the walls to be exact.")
                 .example("periodic")}};
}

Table<Gaussian> gaussian_table() {
    return {"A Gaussian that spreads as in free space; exact while the walls are far away.",
            {key("amplitude", &Gaussian::amplitude, number("temperature"))
                 .required()
                 .doc("Height above the offset at the centre at t = 0.")
                 .example("100"),
             key("offset", &Gaussian::offset, number("temperature"))
                 .preset("0")
                 .doc("Temperature far away.")
                 .example("300"),
             key("centre", &Gaussian::centre, per_axis(number("m"), 0.0))
                 .required()
                 .doc("Place of the maximum.")
                 .example("[0.05, 0.05]"),
             key("sigma", &Gaussian::sigma, one_or_per_axis(number("m", above(0)), 1.0))
                 .required()
                 .doc("Standard deviation at t = 0, one for all axes or one per axis.")
                 .example("0.01")}};
}

Table<Linear> linear_table() {
    return {"A constant gradient: the steady state between walls that fit it.",
            {key("value", &Linear::value, number("temperature"))
                 .required()
                 .doc("Temperature at the lower corner of the domain.")
                 .example("20"),
             key("gradient", &Linear::gradient, per_axis(number("K/m"), 0.0))
                 .required()
                 .doc("Change per metre along each axis.")
                 .example("[100, 0]")}};
}

Table<ExpressionField> expression_table(const std::string& variables) {
    return {"A formula.",
            {key("value", &ExpressionField::value, expression(variables))
                 .required()
                 .doc("The formula; muParser's functions and pi.")
                 .example("\"100*sin(pi*x/0.1)\"")}};
}

using FieldType = std::variant<ExpressionField, SineMode, Gaussian, Linear>;

FieldSpec to_field(const FieldType& type) {
    if (const auto* e = std::get_if<ExpressionField>(&type)) return e->value;
    if (const auto* s = std::get_if<SineMode>(&type)) return Profile(*s);
    if (const auto* g = std::get_if<Gaussian>(&type)) return Profile(*g);
    return Profile(std::get<Linear>(type));
}

Codec<Shape> shape() {
    const auto point = per_axis(number("m"), 0.0);
    const Table<BoxShape> box{
        "A box along the axes.",
        {key("lo", &BoxShape::lo, point).required().doc("Lower corner.").example("[0, 0]"),
         key("hi", &BoxShape::hi, point).required().doc("Upper corner.").example("[0.05, 0.05]")}};
    const Table<SphereShape> sphere{
        "A ball; a disc in 2-D.",
        {key("centre", &SphereShape::centre, point).required().doc("Centre.").example("[0.05, 0.05]"),
         key("radius", &SphereShape::radius, number("m", above(0))).required().doc("Radius.").example("0.02")}};
    const Table<CylinderShape> cylinder{
        "A cylinder between the two ends of its axis.",
        {key("from", &CylinderShape::from, point).required().doc("One end of the axis.").example("[0.02, 0.05]"),
         key("to", &CylinderShape::to, point).required().doc("The other end of the axis.").example("[0.08, 0.05]"),
         key("radius", &CylinderShape::radius, number("m", above(0))).required().doc("Radius.").example("0.02")}};
    const Table<HalfSpaceShape> half_space{
        "Everything on one side of a plane.",
        {key("point", &HalfSpaceShape::point, point).required().doc("A point of the plane.").example("[0.05, 0.05]"),
         key("normal", &HalfSpaceShape::normal, per_axis(number(""), 0.0))
             .required()
             .doc("Points out of the half space; its length does not matter.")
             .example("[1, 0]")}};
    return tagged<Shape>({type_of<Shape>("box", box), type_of<Shape>("sphere", sphere),
                          type_of<Shape>("cylinder", cylinder), type_of<Shape>("half_space", half_space)})
        .later({"labels"});
}

} // namespace

Codec<FieldSpec> field(const std::string& variables) {
    const Codec<FieldType> types = tagged<FieldType>({type_of<FieldType>("expression", expression_table(variables)),
                                                      type_of<FieldType>("sine_mode", sine_mode_table()),
                                                      type_of<FieldType>("gaussian", gaussian_table()),
                                                      type_of<FieldType>("linear", linear_table())})
                                       .later({"file"});
    const Codec<double> constant = number("temperature");
    const Codec<ExpressionText> formula = expression(variables);
    Form form{.kind = Form::Kind::any, .parts = {constant.form, formula.form, types.form}};
    return {
        form,
        [types, constant, formula](Reader& reader, const Node& node, const Form& whole) -> std::optional<FieldSpec> {
            if (node.kind == Node::Kind::map) {
                const std::optional<FieldType> type = types.read(reader, node);
                return type ? std::optional(to_field(*type)) : std::nullopt;
            }
            if (node.kind != Node::Kind::scalar) return reader.expect_map(node, whole), std::nullopt;
            if (decimal(node.text) && !node.quoted) return constant.read(reader, node);
            return formula.read(reader, node);
        }};
}

Codec<std::vector<RegionSpec>> region_list() {
    const Table<RegionSpec> table =
        Table<RegionSpec>(
            "A part of the domain; a cell belongs if its centre is inside the shape or on its surface.",
            {key("name", &RegionSpec::name, text("a name of letters, digits, '.', '_' and '-'", "[A-Za-z0-9._-]+"))
                 .required()
                 .doc("Name of the region; no two alike, not `default`.")
                 .example("spot"),
             key("shape", &RegionSpec::shape, shape())
                 .required()
                 .doc("Where it is.")
                 .example("{type: half_space, point: [0.05, 0.05], normal: [1, 0]}"),
             key("initial", &RegionSpec::initial, field("xyz"))

                 .doc("The temperature there at t = 0; without it as elsewhere.")
                 .example("80")})
            .later({"material", "source"});
    return list(section(table), 0);
}

} // namespace isotherm
