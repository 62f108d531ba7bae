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

/// A file as it is written.
struct FileText {
    FileField file;
    bool has_range = false;
};
Table<FileText> file_table() {
    return {
        "A field from a file of the grid's shape, (nz, ny, nx) or fewer axes accordingly; a snapshot of isotherm may "
        "be of another grid.",
        {key_set<FileText>("path", text("the path of a .npy, .csv, .png, .h5 or .vtkhdf", "[^\\0]+"),
                           [](FileText& f, std::string path) { f.file.path = std::move(path); })
             .required()
             .doc("The file, relative to the case file; the first row of a picture or table lies at y_lo.")
             .example("start.npy"),
         key_set<FileText>("dataset", text("the name of a dataset", "[^\\0]+"),
                           [](FileText& f, std::string name) { f.file.dataset = std::move(name); })
             .doc("Of an HDF5 file; without it the temperature of a snapshot.")
             .example("/fields/T"),
         key_set<FileText>("range", list(number("temperature"), 2, 2),
                           [](FileText& f, const std::vector<double>& range) {
                               f.has_range = true;
                               f.file.black = range[0], f.file.white = range[1];
                           })
             .doc("What black and white of a .png stand for.")
             .example("[20, 100]")}};
}

using FieldType = std::variant<ExpressionField, SineMode, Gaussian, Linear, FileText>;

FieldSpec to_field(const FieldType& type) {
    if (const auto* e = std::get_if<ExpressionField>(&type)) return e->value;
    if (const auto* s = std::get_if<SineMode>(&type)) return Profile(*s);
    if (const auto* g = std::get_if<Gaussian>(&type)) return Profile(*g);
    if (const auto* f = std::get_if<FileText>(&type)) return f->file;
    return Profile(std::get<Linear>(type));
}

struct FlatBox {
    std::vector<double> lo, hi;
};
struct FlatCircle {
    std::vector<double> centre;
    double radius = 0;
};
struct FlatPolygon {
    std::vector<std::array<double, 2>> points;
};
using FlatShape = std::variant<FlatBox, FlatCircle, FlatPolygon, LabelShape>;

Table<LabelShape> label_table(bool needs_value) {
    Key<LabelShape> value =
        key_set<LabelShape>("value", number(""), [](LabelShape& l, double v) { l.value = v; })
            .doc(needs_value ? "The label that is meant." : "The value that is meant; without it all but 0.")
            .example("1");
    if (needs_value) value = std::move(value).required();
    return {"The cells at which a file of the same shape holds a value: a label map, or the mask of a wall.",
            {key("file", &LabelShape::file, text("the path of a .npy, .csv, .png or .h5", "[^\\0]+"))
                 .required()
                 .doc("The file, relative to the case file.")
                 .example("labels.npy"),
             key("dataset", &LabelShape::dataset, text("the name of a dataset", "[^\\0]+"))
                 .doc("Of an HDF5 file.")
                 .example("/labels"),
             std::move(value)}};
}

/// A shape on a wall, which has one axis fewer than the grid.
std::optional<Shape> to_shape(Reader& reader, const Node& node, const FlatShape& flat) {
    const std::size_t axes = static_cast<std::size_t>(reader.dim.value_or(3)) - 1;
    const auto point = [&](const std::vector<double>& p) -> std::optional<std::array<double, 3>> {
        if (p.size() == axes) return std::array<double, 3>{p.empty() ? 0 : p[0], p.size() > 1 ? p[1] : 0, 0};
        reader.fail(node.mark,
                    "a place on a wall of this grid has " + std::to_string(axes) +
                        (axes == 1 ? " coordinate" : " coordinates"),
                    "those of the axes that are left, in the order x, y, z");
        return std::nullopt;
    };
    if (const auto* box = std::get_if<FlatBox>(&flat)) {
        const auto lo = point(box->lo), hi = lo ? point(box->hi) : std::nullopt;
        return hi ? std::optional<Shape>(BoxShape{*lo, *hi}) : std::nullopt;
    }
    if (const auto* circle = std::get_if<FlatCircle>(&flat)) {
        const auto centre = point(circle->centre);
        return centre ? std::optional<Shape>(SphereShape{*centre, circle->radius}) : std::nullopt;
    }
    if (const auto* mask = std::get_if<LabelShape>(&flat)) return *mask;
    if (axes < 2) return reader.fail(node.mark, "a polygon needs a wall of two axes", "use a box"), std::nullopt;
    PolygonShape polygon;
    polygon.points = std::get<FlatPolygon>(flat).points;
    return polygon;
}

Codec<Shape> make_shape(bool flat) {
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
    const auto corner = converted<std::array<double, 2>>(list(number("m"), 2, 2), [](const std::vector<double>& p) {
        return std::array<double, 2>{p[0], p[1]};
    });
    const Table<PolygonShape> polygon{
        "A polygon, extruded along an axis in 3-D; its edges may not cross.",
        {key("points", &PolygonShape::points, list(corner, 3))
             .required()
             .doc("Corners in order, in the two other axes in the order x, y, z.")
             .example("[[0.01, 0.01], [0.05, 0.01], [0.03, 0.08]]"),
         key("axis", &PolygonShape::axis,
             word_for<int>(
                 {{{"x", "points are (y, z)"}, 0}, {{"y", "points are (x, z)"}, 1}, {{"z", "points are (x, y)"}, 2}}))
             .preset("z")
             .doc("Axis of the extrusion in 3-D.")
             .example("y"),
         key("from", &PolygonShape::from, number("m"))
             .doc("Begin of the extrusion; without it the lower wall.")
             .example("0.01"),
         key("to", &PolygonShape::to, number("m"))
             .doc("End of the extrusion; without it the upper wall.")
             .example("0.02")}};
    if (flat) {
        const Table<FlatBox> rectangle{
            "A rectangle along the axes of the wall.",
            {key("lo", &FlatBox::lo, list(number("m"), 1, 2)).required().doc("Lower corner.").example("[0]"),
             key("hi", &FlatBox::hi, list(number("m"), 1, 2)).required().doc("Upper corner.").example("[0.05]")}};
        const Table<FlatCircle> circle{
            "A circle on the wall.",
            {key("centre", &FlatCircle::centre, list(number("m"), 1, 2)).required().doc("Centre.").example("[0.05]"),
             key("radius", &FlatCircle::radius, number("m", above(0))).required().doc("Radius.").example("0.02")}};
        const Table<FlatPolygon> outline{"A polygon on the wall; its edges may not cross.",
                                         {key("points", &FlatPolygon::points, list(corner, 3))
                                              .required()
                                              .doc("Corners in order, in the wall's two axes in the order x, y, z.")
                                              .example("[[0.01, 0.01], [0.05, 0.01], [0.03, 0.08]]")}};
        const Codec<FlatShape> any =
            tagged<FlatShape>({type_of<FlatShape>("box", rectangle), type_of<FlatShape>("circle", circle),
                               type_of<FlatShape>("polygon", outline), type_of<FlatShape>("mask", label_table(false))});
        return {any.form, [any](Reader& reader, const Node& node, const Form&) -> std::optional<Shape> {
                    const auto read = any.read(reader, node);
                    return read ? to_shape(reader, node, *read) : std::nullopt;
                }};
    }
    return tagged<Shape>({type_of<Shape>("box", box), type_of<Shape>("sphere", sphere),
                          type_of<Shape>("cylinder", cylinder), type_of<Shape>("half_space", half_space),
                          type_of<Shape>("polygon", polygon), type_of<Shape>("labels", label_table(true))});
}

} // namespace

Codec<Shape> shape() { return make_shape(false); }
Codec<Shape> flat_shape() { return make_shape(true); }

Codec<FieldSpec> field(const std::string& variables) {
    std::vector<TypeOf<FieldType>> all{type_of<FieldType>("expression", expression_table(variables)),
                                       type_of<FieldType>("sine_mode", sine_mode_table()),
                                       type_of<FieldType>("gaussian", gaussian_table()),
                                       type_of<FieldType>("linear", linear_table())};
    if (variables.find('t') == std::string::npos) all.push_back(type_of<FieldType>("file", file_table()));
    const Codec<FieldType> types = tagged<FieldType>(all);
    const Codec<double> constant = number("temperature");
    const Codec<ExpressionText> formula = expression(variables);
    Form form{.kind = Form::Kind::any, .parts = {constant.form, formula.form, types.form}};
    return {
        form,
        [types, constant, formula](Reader& reader, const Node& node, const Form& whole) -> std::optional<FieldSpec> {
            if (node.kind == Node::Kind::map) {
                const std::optional<FieldType> type = types.read(reader, node);
                const auto* file = type ? std::get_if<FileText>(&*type) : nullptr;
                if (file != nullptr && file->file.path.ends_with(".png") != file->has_range)
                    reader.fail_key("range", node.mark,
                                    file->has_range ? "only a picture has a range" : "a picture needs a range",
                                    "add `range: [20, 100]`, what black and white stand for; or leave it out");
                return type ? std::optional(to_field(*type)) : std::nullopt;
            }
            if (node.kind != Node::Kind::scalar) return reader.expect_map(node, whole), std::nullopt;
            if (decimal(node.text) && !node.quoted) return constant.read(reader, node);
            return formula.read(reader, node);
        }};
}

Codec<std::vector<RegionSpec>> region_list() {
    const Table<RegionSpec> table = Table<RegionSpec>(
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
             .example("80"),
         key("material", &RegionSpec::material, material_section())
             .doc("What it is made of, given in the same way as the case's material; without it as elsewhere.")
             .example("{conductivity: 0.2, density: 1200, specific_heat: 1500}"),
         key("source", &RegionSpec::source, value("W/m^3"))
             .doc("Heat source there (only diffusivity given: K/s), beside those of `source`.")
             .example("1e6")});
    return list(section(table), 0);
}

Codec<std::vector<InterfaceSpec>> interface_list() {
    const auto names = converted<std::array<std::string, 2>>(list(text("the name of a region, or default"), 2, 2),
                                                             [](const std::vector<std::string>& n) {
                                                                 return std::array<std::string, 2>{n[0], n[1]};
                                                             });
    return list(
        section(Table<InterfaceSpec>("A contact resistance where two regions touch.",
                                     {key("between", &InterfaceSpec::between, names)
                                          .required()
                                          .doc("Names of the two regions; `default` is what no region covers.")
                                          .example("[r, default]"),
                                      key("resistance", &InterfaceSpec::resistance, number("m^2 K/W", at_least(0)))
                                          .required()
                                          .doc("Temperature drop per heat flux across the contact.")
                                          .example("1e-4")})),
        0);
}

} // namespace isotherm
