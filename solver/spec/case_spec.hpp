#pragma once

/// A case as plain typed values: what the case file says, with every default filled in, and nothing of YAML. SI units.
/// Arrays of three run along x, y, z; entries of absent axes are not used.

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "kernels/base/device.hpp"
#include "kernels/base/view.hpp"
#include "kernels/conv2d/padding.hpp"
#include "kernels/profiles/profile.hpp"

namespace isotherm {

/// An expression of muParser in x, y, z [m] and t [s] (and T where the place allows it).
struct ExpressionText {
    std::string text;
    std::string key{}; ///< where it stands in the case, for errors; makes no difference otherwise
    bool operator==(const ExpressionText& other) const { return text == other.text; }
};

/// Linear between its rows (t, value), constant outside; times strictly increase.
struct TimeTable {
    std::vector<std::array<double, 2>> rows;
    bool operator==(const TimeTable&) const = default;
};

/// What may stand where the case file takes "a value".
using Value = std::variant<double, ExpressionText, TimeTable>;

struct GridSpec {
    int dim = 3; ///< number of axes, 1 .. 3
    std::array<index_t, 3> cells{1, 1, 1};
    std::array<double, 3> spacing{1, 1, 1}; ///< [m]; 1 on an absent axis
    std::array<double, 3> origin{0, 0, 0};  ///< [m] lower corner
    bool operator==(const GridSpec&) const = default;
};

struct MaterialSpec {
    double diffusivity = 0;  ///< [m^2/s], always set (conductivity / (density * specific_heat) where those are given)
    bool thermal = false;    ///< conductivity, density and specific heat were given
    double conductivity = 0; ///< [W/(m K)]; only diffusivity given: equals diffusivity, so that rho c = 1
    double volumetric_heat = 1; ///< rho c [J/(m^3 K)]; 1 where only diffusivity was given
    /// Conductivity per axis where it was given so; `conductivity` and `diffusivity` are those of the best axis then.
    std::optional<std::array<double, 3>> per_axis{};

    /// Conductivity [W/(m K)] and rho c [J/(m^3 K)] as expressions of place, where they are; the numbers above are 1
    /// then (or what the other one is).
    std::optional<ExpressionText> kappa_of_place{}, heat_of_place{};
    [[nodiscard]] bool graded() const { return kappa_of_place || heat_of_place; }

    [[nodiscard]] double kappa(int axis) const {
        return per_axis ? (*per_axis)[static_cast<std::size_t>(axis)] : conductivity;
    }
    bool operator==(const MaterialSpec&) const = default;
};

/// Shapes; a cell belongs if its centre is inside or on the surface.
struct BoxShape {
    std::array<double, 3> lo{}, hi{};
    bool operator==(const BoxShape&) const = default;
};
struct SphereShape {
    std::array<double, 3> centre{};
    double radius = 0;
    bool operator==(const SphereShape&) const = default;
};
/// Between the two ends of its axis line, ends included.
struct CylinderShape {
    std::array<double, 3> from{}, to{};
    double radius = 0;
    bool operator==(const CylinderShape&) const = default;
};
/// The side of the plane through `point` that `normal` points away from, the plane included.
struct HalfSpaceShape {
    std::array<double, 3> point{}, normal{};
    bool operator==(const HalfSpaceShape&) const = default;
};
/// A polygon extruded along `axis` between two planes; in 2-D the polygon itself, in x and y.
struct PolygonShape {
    std::vector<std::array<double, 2>> points; ///< [m] in the two other axes in the order x, y, z
    int axis = 2;
    double from = -std::numeric_limits<double>::infinity(), to = std::numeric_limits<double>::infinity();
    bool operator==(const PolygonShape&) const = default;
};
/// The cells at which a label map, a file of the grid's shape, holds `value`; none: what is not 0.
struct LabelShape {
    std::string file, dataset; ///< absolute; dataset: of an HDF5 file
    std::optional<double> value{};
    bool operator==(const LabelShape&) const = default;
};
using Shape = std::variant<BoxShape, SphereShape, CylinderShape, HalfSpaceShape, PolygonShape, LabelShape>;

/// A field from a file: .npy, HDF5, .csv, .png (2-D). A snapshot may be of another grid: averaged over the cells.
struct FileField {
    std::string path, dataset;   ///< absolute; dataset: of HDF5
    double black = 0, white = 1; ///< what the darkest and the brightest value of a picture stand for
    bool operator==(const FileField&) const = default;
};

/// An initial or exact field: a number, an expression, a profile of kernels/profiles, or a file.
using FieldSpec = std::variant<double, ExpressionText, Profile, FileField>;

struct RegionSpec {
    std::string name;
    Shape shape;
    std::optional<FieldSpec> initial;
    std::optional<MaterialSpec> material{};
    std::optional<Value> source{}; ///< [W/m^3]; only diffusivity given: [K/s]
    bool operator==(const RegionSpec&) const = default;
};

/// Heating of the whole domain or of a region: per volume, or a power that is spread evenly.
struct UniformSource {
    enum class Given { density, power } given = Given::density;
    Value value;        ///< [W/m^3] or [W]; only diffusivity given: [K/s]
    std::string region; ///< empty: everywhere
    bool operator==(const UniformSource&) const = default;
};

/// When a source is on: within one of the windows, or always.
using Windows = std::vector<std::array<double, 2>>;

/// P / prod_d (sqrt(2 pi) sigma_d) exp(-r_d^2 / (2 sigma_d^2)) per volume.
struct GaussianSource {
    Value power; ///< [W] of t
    std::array<double, 3> sigma{1, 1, 1};
    std::vector<std::array<double, 4>>
        path; ///< rows t, x, y, z; linear between, standing still outside; one row: stands
    Windows windows;
    bool operator==(const GaussianSource&) const = default;
};

/// Intensity 2 P / (pi w^2) exp(-2 r^2 / w^2) on a wall, absorbed in the cells next to it.
struct BeamSource {
    int side = 0;
    Value power; ///< [W] of t
    double absorptivity = 1;
    double radius = 1;                       ///< w [m], where the intensity is 1/e^2 of that of the centre
    std::vector<std::array<double, 4>> path; ///< rows t, x, y, z; the coordinate across the wall is not used
    Windows windows;
    bool operator==(const BeamSource&) const = default;
};
using SourceSpec = std::variant<UniformSource, GaussianSource, BeamSource>;

/// A contact resistance between two regions; `default` is what no region covers.
struct InterfaceSpec {
    std::array<std::string, 2> between;
    double resistance = 0; ///< [m^2 K/W]
    bool operator==(const InterfaceSpec&) const = default;
};

/// How the conductivity of a face follows from its two cells.
enum class FaceMean { harmonic, arithmetic };

struct PeriodicWall {
    bool operator==(const PeriodicWall&) const = default;
};
struct InsulatedWall {
    bool operator==(const InsulatedWall&) const = default;
};
struct DirichletWall {
    Value value;
    bool operator==(const DirichletWall&) const = default;
};
/// Exactly one of the three kinds of neumann: flux [W/m^2], power [W over the wall], gradient [K/m], all into the
/// domain.
struct NeumannWall {
    enum class Given { flux, power, gradient } given = Given::flux;
    Value value;
    bool operator==(const NeumannWall&) const = default;
};
struct ConvectionWall {
    Value h, ambient;
    bool operator==(const ConvectionWall&) const = default;
};
struct RadiationWall {
    Value emissivity, ambient;
    bool operator==(const RadiationWall&) const = default;
};
using WallSpec = std::variant<PeriodicWall, InsulatedWall, DirichletWall, NeumannWall, ConvectionWall, RadiationWall>;

/// A part of a wall with a law of its own; `shape` in the one or two remaining axes, in their order. The first match
/// wins, before the wall itself.
struct WallPatch {
    Shape shape;
    WallSpec wall;
    bool operator==(const WallPatch&) const = default;
};

struct TimeSpec {
    double end = 0;                  ///< [s]
    std::string integrator = "auto"; ///< a name of the steppers table, or auto
    std::optional<double> step;      ///< [s]; none: auto
    double safety = 0.9;             ///< of the automatic step
    bool operator==(const TimeSpec&) const = default;
};

/// When something happens: exactly one of the three, or none of them (first and last only).
struct Cadence {
    std::optional<double> every;  ///< [s] of simulated time
    std::optional<index_t> steps; ///< every N steps; cuts segments but never changes dt
    std::vector<double> times;    ///< [s]
    bool operator==(const Cadence&) const = default;
};

/// The part of the grid that an output holds: per axis a range of cell centres [m], or the one cell at a place.
struct OutputRegion {
    std::array<std::optional<std::array<double, 2>>, 3> range{};
    std::array<std::optional<double>, 3> at{};
    std::array<index_t, 3> stride{1, 1, 1}; ///< every n-th cell
    bool operator==(const OutputRegion&) const = default;
};

struct OutputSpec {
    std::string directory; ///< absolute
    Cadence cadence;
    std::vector<std::string> fields{"temperature"}; ///< what a snapshot holds
    std::optional<Precision> precision;             ///< none: the run's
    int deflate = 0;                                ///< 0: none; 1 .. 9
    std::optional<Cadence> diagnostics;             ///< none: at every snapshot
    std::string name{};                             ///< of one of several outputs; empty: the only or first one
    OutputRegion region{};
    bool operator==(const OutputSpec&) const = default;
};

/// Kernels of the smoothing filter; arrays run along x, y.
struct GaussianKernel {
    std::array<double, 3> sigma{}; ///< in cells, or in m
    bool metres = false;
    double truncate = 4; ///< half-width in sigma
    bool operator==(const GaussianKernel&) const = default;
};
struct BoxKernel {
    std::array<index_t, 3> size{1, 1, 1}; ///< cells
    bool operator==(const BoxKernel&) const = default;
};
struct CustomKernel {
    std::vector<std::vector<double>> weights; ///< rows along y, each along x
    bool normalise = false;
    bool operator==(const CustomKernel&) const = default;
};
struct FileKernel {
    std::string path; ///< .npy or .csv
    bool normalise = false;
    bool operator==(const FileKernel&) const = default;
};
using KernelSpec = std::variant<GaussianKernel, BoxKernel, CustomKernel, FileKernel>;

struct FilterSpec {
    KernelSpec kernel;
    index_t every_steps = 0; ///< > 0: the field itself, every that many steps
    bool snapshots = false;  ///< what snapshots show; neither: the initial field
    std::array<Padding, 3> padding{Padding::reflect, Padding::reflect, Padding::reflect};
    bool flip = false;           ///< true convolution
    std::string method = "auto"; ///< a name of the table of filter kernels
    bool operator==(const FilterSpec&) const = default;
};

struct ProbeSpec {
    enum class Kind { point, line, plane, mean, max, min, integral, heat, flux };
    std::string name;
    std::array<double, 3> at{}; ///< [m] a point, the begin of a line
    Cadence cadence;            ///< neither every nor steps nor times: at every snapshot
    Kind kind = Kind::point;
    std::array<double, 3> to{}; ///< [m] end of a line
    index_t points = 2;         ///< of a line
    int axis = -1, side = -1;   ///< of a plane; of a flux through a wall
    double position = 0;        ///< [m] of a plane along its axis
    std::string region{};       ///< of a mean, max, min, integral or heat; empty: everything
    bool operator==(const ProbeSpec&) const = default;
};

struct StopSpec {
    std::optional<double> steady;          ///< [1/s] max|dT|/dt over the range of initial and wall data
    std::optional<double> wall_clock;      ///< [s]
    std::optional<double> max_temperature; ///< stops when the hottest cell reaches it
    bool operator==(const StopSpec&) const = default;
};

struct ComputeSpec {
    std::string backend = "auto"; ///< auto, cpu, cuda
    Precision precision = Precision::fp64;
    std::string kernel = "auto";
    int threads = 0;                 ///< 0: auto
    std::optional<double> reference; ///< T_0 that fields are stored relative to; none: auto
    bool allow_reduced_order = false;
    bool tune = true; ///< try ways to cut the grid during the first steps
    FaceMean face_mean = FaceMean::harmonic;
    bool operator==(const ComputeSpec&) const = default;
};

struct CaseSpec {
    std::string title;
    std::string name;           ///< the case file's name without ending; names the snapshots
    std::string source_path;    ///< the case file, absolute
    std::string effective_yaml; ///< the case after --set, paths absolute: goes to case.yaml and every snapshot
    GridSpec grid;
    MaterialSpec material;
    FieldSpec initial;
    std::vector<RegionSpec> regions;
    std::vector<InterfaceSpec> interfaces;
    std::vector<SourceSpec> sources;
    std::array<WallSpec, 6> walls{};               ///< x_lo, x_hi, y_lo, ...; only those of present axes are used
    std::array<std::vector<WallPatch>, 6> patches; ///< before the walls, which are the rest then
    TimeSpec time;
    int order = 2;
    OutputSpec output;
    std::vector<OutputSpec>
        more_outputs; ///< of a list of outputs all but the first; their directory is that of the first
    std::vector<ProbeSpec> probes;
    std::optional<FilterSpec> filter;
    StopSpec stop;
    ComputeSpec compute;
    std::string temperature_unit = "K"; ///< K or C: goes to the units attribute
    bool unit_given = false;            ///< the case says so itself
    std::optional<FieldSpec> exact;
    bool operator==(const CaseSpec&) const = default;
};

/// One thing that is wrong with a case although each value is legal by itself. `key` is a path as in
/// "boundary.x_lo.value" or "probes[1].at"; the app finds line and column for it.
struct SpecFinding {
    std::string key;
    std::string message; ///< what is wrong
    std::string help;    ///< the way out
    bool warning = false;
};

/// The cross-field rules: everything that can be known without allocating a field. Errors first. `unread` names
/// top-level sections of which parts could not be read: rules that need them from elsewhere are left out.
std::vector<SpecFinding> check_spec(const CaseSpec& spec, const std::vector<std::string>& unread = {});

} // namespace isotherm
