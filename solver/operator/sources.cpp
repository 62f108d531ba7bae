#include "solver/operator/sources.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "kernels/base/error.hpp"
#include "kernels/reduce/fixed_sum.hpp"
#include "solver/core/parallel.hpp"

namespace isotherm {
namespace {

constexpr index_t parts_budget = index_t{20} << 20; ///< bytes, if spots reached all cells
constexpr index_t most_places = 5;                  ///< of a spot in a step, usually
const std::string variables = "xyzt";

std::vector<Spot> spots_of(const CaseSpec& spec, const Grid& grid) {
    std::vector<Spot> spots;
    for (const SourceSpec& source : spec.sources) {
        if (const auto* gaussian = std::get_if<GaussianSource>(&source)) spots.emplace_back(*gaussian, grid);
        if (const auto* beam = std::get_if<BeamSource>(&source)) spots.emplace_back(*beam, grid);
    }
    return spots;
}

} // namespace

void require_heated_cells(const CaseSpec& spec, const Media& media) {
    const auto require = [&](const std::string& key, const std::string& region, auto&& heats) {
        for (int m = 0; m < media.count(); ++m)
            if (heats(media.kind(m)) && media.cells(m) > 0) return;
        throw UsageError(fmt::format("{}: later regions cover every cell of '{}', so this source heats nothing; change "
                                     "the order or the shapes of the regions, or leave the source out",
                                     key, region));
    };
    for (std::size_t i = 0; i < spec.sources.size(); ++i) {
        const auto* uniform = std::get_if<UniformSource>(&spec.sources[i]);
        if (uniform == nullptr || uniform->region.empty()) continue;
        const int region = find_region(spec, uniform->region);
        require(fmt::format("source[{}].region", i), uniform->region,
                [region](const CellOwners& kind) { return region < 0 ? kind.any < 0 : kind.source == region; });
    }
    for (std::size_t r = 0; r < spec.regions.size(); ++r)
        if (spec.regions[r].source)
            require(fmt::format("regions[{}].source", r), spec.regions[r].name,
                    [r](const CellOwners& kind) { return kind.source == static_cast<int>(r); });
}

std::vector<double> source_kinks(const CaseSpec& spec, const Grid& grid) {
    std::vector<double> all;
    const auto add = [&](const std::vector<double>& times) { all.insert(all.end(), times.begin(), times.end()); };
    for (const SourceSpec& source : spec.sources)
        if (const auto* uniform = std::get_if<UniformSource>(&source))
            add(ValueFunction(uniform->value, variables).kinks());
    for (const RegionSpec& region : spec.regions)
        if (region.source) add(ValueFunction(*region.source, variables).kinks());
    for (const Spot& spot : spots_of(spec, grid)) add(spot.kinks());
    return all;
}

Sources::Sources(const CaseSpec& spec, const Grid& grid, const Media& media, const Device& device)
    : spec_(spec), grid_(grid), media_(media), device_(device), precision_(spec.compute.precision),
      spots_(spots_of(spec, grid)), graded_(is_graded(spec)) {
    require_heated_cells(spec, media);
    for (const SourceSpec& source : spec.sources)
        if (const auto* uniform = std::get_if<UniformSource>(&source))
            add_law(uniform->value, find_region(spec, uniform->region), uniform->region == "default", uniform->given);
    for (std::size_t r = 0; r < spec.regions.size(); ++r)
        if (spec.regions[r].source)
            add_law(*spec.regions[r].source, static_cast<int>(r), false, UniformSource::Given::density);
    for (const Spot& spot : spots_) in_time_ = in_time_ || spot.varies_in_time();
    const index_t size = size_of(precision_), count = media.count();
    if (!spots_.empty())
        capacity_ = std::clamp<index_t>(parts_budget / (size * most_places * (grid.n[0] + grid.n[1] + grid.n[2]) *
                                                        static_cast<index_t>(spots_.size())),
                                        4, capacity_);
    const index_t rows = in_time_ ? capacity_ : 1;
    table_ = Memory(device, rows * count * size, "the sources");
    if (field_in_time_) make_programs();
    if (!field_laws_.empty()) field_ = Field(grid, precision_, device, "the field of sources");
}

void Sources::add_law(const Value& value, int region, bool of_default, const UniformSource::Given given) {
    Law law{ValueFunction(value, variables), region, of_default, 1};
    if (given == UniformSource::Given::power) {
        index_t cells = 0;
        for (int m = 0; m < media_.count(); ++m)
            if (law.heats(media_.kind(m))) cells += media_.cells(m);
        law.per_value = 1 / (static_cast<double>(cells) * grid_.cell_volume()); // some: require_heated_cells
    }
    const bool in_time = law.value.varies_in_time(), by_cell = graded_ || law.value.varies_in_space();
    in_time_ = in_time_ || in_time;
    field_in_time_ = field_in_time_ || (in_time && by_cell);
    (by_cell ? field_laws_ : laws_).push_back(std::move(law));
}

void Sources::make_programs() {
    std::vector<HeatingPrograms::Law> laws;
    for (const Law& law : field_laws_)
        laws.push_back({law.value, law.per_value, [&](int medium) { return law.heats(media_.kind(medium)); }});
    programs_ = HeatingPrograms(laws, media_, device_);
}

void Sources::evaluate(std::span<const SourceMoment> moments) {
    if (filled_ && !in_time_) return;
    if (!in_time_) moments = moments.first(1);
    rows_.assign(moments.size(), {});
    times_.clear();
    for (const SourceMoment& m : moments) times_.push_back(m.t);
    fill_table(moments);
    index_t parts = 0;
    for (std::size_t r = 0; r < moments.size(); ++r)
        for (const Spot& spot : spots_) {
            std::vector<Placed>& pieces = rows_[r].spots.emplace_back();
            for (Spot::Now& now : spot.over(moments[r])) {
                rows_[r].power += now.power * now.inside;
                rows_[r].missed += now.power * (1 - now.inside);
                pieces.push_back({std::move(now), parts});
                for (const std::vector<double>& along : pieces.back().now.parts) parts += std::ssize(along);
            }
        }
    if (precision_ == Precision::fp32) upload_spots<float>(parts);
    else upload_spots<double>(parts);
    if (!field_laws_.empty() && !field_in_time_ && !filled_) field_power_ = fill_field(moments[0].t);
    filled_ = true;
}

void Sources::fill_table(std::span<const SourceMoment> moments) {
    const auto count = static_cast<std::size_t>(media_.count());
    std::vector<double> table(moments.size() * count, 0.0);
    for (std::size_t r = 0; r < moments.size(); ++r)
        for (const Law& law : laws_) {
            const double q = law.per_value * law.value({0, 0, 0}, moments[r].t);
            for (std::size_t m = 0; m < count; ++m) {
                const int medium = static_cast<int>(m);
                if (!law.heats(media_.kind(medium))) continue;
                table[r * count + m] += q / media_.material(medium).volumetric_heat;
                rows_[r].power += q * static_cast<double>(media_.cells(medium)) * grid_.cell_volume();
            }
        }
    if (precision_ == Precision::fp32) upload_table<float>(table);
    else upload_table<double>(table);
}

template <class Real>
void Sources::upload_table(const std::vector<double>& table) {
    const std::vector<Real> values(table.begin(), table.end());
    table_.upload(values.data(), static_cast<index_t>(values.size() * sizeof(Real)));
}

template <class Real>
void Sources::upload_spots(index_t parts) {
    const index_t bytes = parts * index_t{sizeof(Real)};
    if (bytes > parts_.bytes()) parts_ = Memory(device_, bytes, "the sources");
    std::vector<Real> all;
    all.reserve(static_cast<std::size_t>(parts));
    for (const Row& row : rows_)
        for (const std::vector<Placed>& pieces : row.spots)
            for (const Placed& piece : pieces)
                for (const std::vector<double>& along : piece.now.parts)
                    for (const double part : along) all.push_back(static_cast<Real>(part));
    parts_.upload(all.data(), bytes);
}

double Sources::fill_field(double t) {
    double power = 0;
    std::vector<double> values, sums;
    for (const CellBox& box : slabs(grid_, index_t{1} << 20)) {
        values.assign(static_cast<std::size_t>(box.cells()), 0.0);
        const index_t nx = box.n(0), rows = box.n(1) * box.n(2);
        sums.assign(static_cast<std::size_t>(rows), 0.0);
        struct Own {
            std::vector<Law> laws;
            MaterialLaws materials;
            std::vector<CellOwners> line;
            std::vector<double> heat;
        };
        const auto make_own = [&] {
            return Own{field_laws_, media_.laws(), std::vector<CellOwners>(static_cast<std::size_t>(nx)),
                       std::vector<double>(static_cast<std::size_t>(nx))};
        };
        parallel_for_each(rows, device_.threads, make_own, [&](Own& own, index_t row) {
            const index_t j = box.lo[1] + row % box.n(1), k = box.lo[2] + row / box.n(1);
            media_.regions().row(box.lo[0], box.hi[0], j, k, own.line.data());
            for (index_t i = 0; i < nx; ++i) {
                const auto at = static_cast<std::size_t>(i);
                const auto x = grid_.centre(box.lo[0] + i, j, k);
                double q = 0;
                for (const Law& law : own.laws)
                    if (law.heats(own.line[at])) q += law.per_value * law.value(x, t);
                own.heat[at] = q;
                values[static_cast<std::size_t>(row * nx + i)] = q / own.materials.heat(own.line[at].material, x);
            }
            sums[static_cast<std::size_t>(row)] = fixed_sum(own.heat.data(), nx);
        });
        power += fixed_sum(sums.data(), rows);
        write_cells(field_, 0.0, box, values.data());
    }
    return power * grid_.cell_volume();
}

template <class Real>
void Sources::set(Medium<Real>& medium) const {
    medium.heating = laws_.empty() ? nullptr : table_.as<Real>();
    medium.heating_stride = in_time_ ? media_.count() : 0;
    medium.heating_field = field_laws_.empty() ? nullptr : field_.memory().as<Real>();
}
template void Sources::set(Medium<float>&) const;
template void Sources::set(Medium<double>&) const;

void Sources::make_field(index_t row, double weight) {
    if (!field_in_time_) return;
    const double t = times_[static_cast<std::size_t>(row_of(row))];
    if (programs_.complete()) programs_.fill(field_, cells_, t, weight);
    else field_power_ = fill_field(t);
}

double Sources::heat() const { return heat_ + (programs_.complete() ? programs_.heat() : 0.0); }

void Sources::forget_heat() {
    heat_ = missed_ = 0;
    if (programs_.complete()) programs_.forget_heat();
}

template <class Real>
void Sources::deposit_spots(const FieldView<Real>& out, const Part& part, index_t row, double dt_stage,
                            const Device& device) const {
    const auto r = static_cast<std::size_t>(row_of(row));
    for (const std::vector<Placed>& pieces : rows_[r].spots)
        for (const auto& [now, parts] : pieces) {
            if (now.power == 0 || now.box.cells() == 0 || !contains(part.heated, now.box)) continue;
            Deposit<Real> d;
            d.part[0] = parts_.as<Real>() + parts;
            d.places = now.n_places;
            for (int axis = 0; axis < 3; ++axis) {
                d.lo[axis] = now.box.lo[static_cast<std::size_t>(axis)] - part.box.lo[static_cast<std::size_t>(axis)];
                d.n[axis] = now.box.n(axis);
                if (axis > 0) d.part[axis] = d.part[axis - 1] + d.places * d.n[axis - 1];
            }
            d.amplitude = static_cast<Real>(dt_stage * now.power / grid_.cell_volume());
            d.index = graded_ ? nullptr : part.cells.index;
            d.capacity = part.cells.capacities;
            deposit(d, out, device);
        }
}
template void Sources::deposit_spots(const FieldView<float>&, const Part&, index_t, double, const Device&) const;
template void Sources::deposit_spots(const FieldView<double>&, const Part&, index_t, double, const Device&) const;

std::vector<CellBox> Sources::reached(index_t row, index_t steps) const {
    std::vector<CellBox> boxes;
    for (std::size_t s = 0; s < spots_.size(); ++s) {
        CellBox box{{0, 0, 0}, {0, 0, 0}};
        for (index_t step = 0; step < steps; ++step) {
            for (const auto& [now, parts] : rows_[static_cast<std::size_t>(row_of(row + step))].spots[s])
                if (now.power != 0 && now.box.cells() > 0) box = box.cells() > 0 ? hull(box, now.box) : now.box;
        }
        if (box.cells() > 0) boxes.push_back(box);
    }
    return boxes;
}

void Sources::book(index_t row, index_t steps, double weight) {
    if (rows_.empty()) return;
    for (index_t step = 0; step < steps; ++step) {
        const Row& r = rows_[static_cast<std::size_t>(row_of(row + step))];
        heat_ += weight * (r.power + field_power_);
        missed_ += weight * r.missed;
    }
}

double Sources::surface_flux(int side, const std::array<index_t, 3>& cell, double t) const {
    double flux = 0;
    for (const Spot& spot : spots_)
        if (spot.side() == side) flux += spot.at(t).in_cell(cell) / grid_.face_area(side / 2);
    return flux;
}

void Sources::density(const CellBox& box, double t, double* to) const {
    const index_t nx = box.n(0);
    std::vector<CellOwners> line(static_cast<std::size_t>(nx));
    std::vector<Spot::Now> spots;
    for (const Spot& spot : spots_) spots.push_back(spot.at(t));
    for (index_t row = 0; row < box.n(1) * box.n(2); ++row) {
        const index_t j = box.lo[1] + row % box.n(1), k = box.lo[2] + row / box.n(1);
        media_.regions().row(box.lo[0], box.hi[0], j, k, line.data());
        for (index_t i = 0; i < nx; ++i) {
            double q = 0;
            for (const auto* laws : {&laws_, &field_laws_})
                for (const Law& law : *laws)
                    if (law.heats(media_.kind_of(line[static_cast<std::size_t>(i)])))
                        q += law.per_value * law.value(grid_.centre(box.lo[0] + i, j, k), t);
            const std::array<index_t, 3> cell{box.lo[0] + i, j, k};
            for (const Spot::Now& now : spots) q += now.in_cell(cell) / grid_.cell_volume();
            to[row * nx + i] = q;
        }
    }
}

} // namespace isotherm
