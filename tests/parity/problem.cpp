#include "tests/parity/problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "kernels/stencil/variable/face_classes.hpp"
#include "kernels/stencil/variable/media_runs.hpp"

namespace isotherm::parity {
namespace {

template <class Real>
Real uniform(std::mt19937_64& random, double lo, double hi) {
    return static_cast<Real>(std::uniform_real_distribution<double>(lo, hi)(random));
}

/// What added to its fields gives kelvin.
constexpr double kelvin = 300;

template <class T>
Memory on_device(const Device& device, const std::vector<T>& values) {
    Memory memory(device, static_cast<index_t>(values.size() * sizeof(T)), "a parity test");
    memory.upload(values.data(), memory.bytes());
    return memory;
}

template <class T>
std::vector<T> on_host(const Memory& memory) {
    std::vector<T> values(static_cast<std::size_t>(memory.bytes()) / sizeof(T));
    memory.download(values.data(), memory.bytes());
    return values;
}

} // namespace

template <class Real>
Problem<Real>::Problem(const Case& c) : case_(c), random_(c.seed) {
    const index_t per_line = 64 / static_cast<index_t>(sizeof(Real));
    const index_t ghosts = pick(random_, 0, 2) > 0 ? c.order : 0; // room that some kernels take
    pitch_ = (c.n[0] + ghosts + per_line - 1) / per_line * per_line;
    if (pick(random_, 0, 5) == 0 && c.made_side < 0) pitch_ = c.n[0] + pick(random_, 0, 3); // rows that no vector fits
    const auto field = [&] {
        std::vector<Real> values(static_cast<std::size_t>(pitch_ * c.n[1] * c.n[2]),
                                 std::numeric_limits<Real>::quiet_NaN());
        for (index_t row = 0; row < c.n[1] * c.n[2]; ++row)
            for (index_t i = 0; i < c.n[0]; ++i)
                values[static_cast<std::size_t>(row * pitch_ + i)] = uniform<Real>(random_, -1, 3);
        return values;
    };
    in_ = field();
    for (int t = 0; t < c.n_terms; ++t) {
        terms_.push_back(field());
        weights_[t] = uniform<Real>(random_, -1, 1);
    }
    out_is_term_ = c.n_terms > 0 && pick(random_, 0, 1) == 0;
    const double stable = 0.1 / stencil_divisor(c.order); // nothing grows over many steps
    for (int d = 0; d < c.dim; ++d)
        r_[d] = d > 0 && c.equal_spacing ? r_[0] : uniform<Real>(random_, 0.1 * stable, stable);
    for (int side = 0; side < (c.made_side < 0 ? 0 : 2 * c.dim); ++side)
        walls_[side] = wall_of(side / 2, side == c.made_side ? c.make : WallMake{});
    for (int axis = 0; axis < (c.made_side < 0 ? c.dim : 0); ++axis) {
        const bool may_close = axis == 0 || !c.closed_in_x_alone;
        const bool periodic = c.n[axis] < c.order / 2 || (pick(random_, 0, 3) == 0 && may_close);
        for (const bool high : {false, true}) walls_[side_of(axis, high)] = random_wall(axis, periodic);
    }
}

template <class Real>
typename Problem<Real>::Wall Problem<Real>::random_wall(int axis, bool periodic) {
    if (periodic) {
        Wall wall;
        wall.periodic = true;
        return wall;
    }
    WallMake make;
    make.per_cell = pick(random_, 0, 1) == 0, make.per_step = pick(random_, 0, 1) == 0;
    make.classes = make.per_cell && pick(random_, 0, 1) == 0;
    return wall_of(axis, make);
}

template <class Real>
typename Problem<Real>::Wall Problem<Real>::wall_of(int axis, const WallMake& make) {
    Wall wall;
    const index_t layers = case_.order / 2, stages = case_.steps * (case_.heun ? 2 : 1);
    wall.cells = case_.n[0] * case_.n[1] * case_.n[2] / case_.n[axis];
    index_t entries = make.per_cell ? wall.cells : 1;
    if (make.classes) {
        entries = pick(random_, 1, 5);
        const index_t blob = pick(random_, 1, 40);
        for (index_t cell = 0; cell < wall.cells; ++cell)
            wall.classes.push_back(cell % blob == 0 ? static_cast<std::uint16_t>(pick(random_, 0, entries - 1))
                                                    : wall.classes.back());
    }
    wall.cell_stride = make.per_cell ? layers : 0;
    wall.step_stride = make.per_step ? layers * entries : 0;
    const index_t kind = make.kind >= 0 ? make.kind : pick(random_, 0, 4);
    for (index_t row = layers * entries * (make.per_step ? stages + 1 : 1); row > 0; --row)
        wall.rows.push_back(random_row(kind));
    wall.radiates = kind == radiating;
    wall.books = pick(random_, 0, 3) > 0;
    if (wall.books) {
        wall.heat.resize(static_cast<std::size_t>(wall.cells));
        for (double& heat : wall.heat) heat = uniform<double>(random_, -1, 1);
    }
    return wall;
}

template <class Real>
WallRow<Real> Problem<Real>::random_row(index_t kind) {
    switch (kind) {
    case 0: return {Real(2), uniform<Real>(random_, -1, 3), Real(0)};                               // dirichlet
    case 1: return {Real(0), Real(0), uniform<Real>(random_, -1, 1)};                               // flux
    case convecting: return {uniform<Real>(random_, 0, 2), uniform<Real>(random_, -1, 3), Real(0)}; // convection
    case 3: return {};                                                                              // insulated
    default: break;
    }
    if (pick(random_, 0, 2) == 0) return random_row(convecting);
    return {uniform<Real>(random_, -5e-8, -1e-8), uniform<Real>(random_, 0, 400), uniform<Real>(random_, 2, 200)};
}

template <class Real>
StencilTraits Problem<Real>::traits() const {
    StencilTraits traits{case_.dim, case_.order, case_.equal_spacing, {case_.n[0], case_.n[1], case_.n[2]}};
    traits.precision = sizeof(Real) == 4 ? Precision::fp32 : Precision::fp64;
    traits.n_terms = case_.n_terms;
    for (int axis = 0; axis < 3; ++axis) traits.periodic[axis] = walls_[side_of(axis, false)].periodic;
    return traits;
}

template <class Real>
template <class AdvanceSweep>
typename Problem<Real>::Result Problem<Real>::run_with(const Device& device, AdvanceSweep&& advance,
                                                       const Leeway& leeway) const {
    const index_t* n = case_.n;
    const index_t plane = leeway.plane(pitch_, n[1]);
    const std::vector<Real> poison(static_cast<std::size_t>(leeway.size(plane, n[2])),
                                   std::numeric_limits<Real>::quiet_NaN());
    const auto row_of = [&](auto begin, index_t row) {
        return begin + leeway.start(pitch_, plane) + row / n[1] * plane + row % n[1] * pitch_;
    };
    std::vector<Real> start = poison;
    for (index_t row = 0; row < n[1] * n[2]; ++row)
        std::copy_n(in_.begin() + row * pitch_, pitch_, row_of(start.begin(), row));
    const Memory in = on_device(device, start), spare = on_device(device, poison);
    std::vector<Memory> terms, rows, classes, heat;
    for (const std::vector<Real>& term : terms_) terms.push_back(on_device(device, term));

    Sweep<Real> s;
    s.in = {in.as<Real>() + leeway.start(pitch_, plane), {n[0], n[1], n[2]}, pitch_, plane};
    s.out = {(out_is_term_ ? terms[0] : spare).template as<Real>(), {n[0], n[1], n[2]}, pitch_, plane};
    s.n_terms = case_.n_terms;
    for (int t = 0; t < s.n_terms; ++t) {
        s.terms[t] = terms[static_cast<std::size_t>(t)].template as<Real>();
        s.term_weights[t] = weights_[t];
    }
    s.dim = case_.dim;
    s.order = case_.order;
    s.equal_spacing = case_.equal_spacing;
    std::copy(r_, r_ + 3, s.r);
    s.wall_step = 1;
    s.heat_weight = 0.37;
    for (int side = 0; side < 2 * case_.dim; ++side) {
        const Wall& wall = walls_[side];
        rows.push_back(on_device(device, wall.rows));
        heat.push_back(on_device(device, wall.heat));
        WallView<Real>& view = s.walls[side];
        view = {wall.periodic, rows.back().template as<WallRow<Real>>() - wall.step_stride, wall.step_stride,
                wall.cell_stride, wall.books ? heat.back().template as<double>() : nullptr};
        view.radiates = wall.radiates;
        view.kelvin = kelvin;
        if (wall.classes.empty()) continue;
        classes.push_back(on_device(device, wall.classes));
        view.classes = classes.back().template as<std::uint16_t>();
    }
    const bool in_out = advance(s);

    Result result;
    const std::vector<Real> padded = on_host<Real>(in_out ? (out_is_term_ ? terms[0] : spare) : in);
    for (index_t row = 0; row < n[1] * n[2]; ++row)
        result.field.insert(result.field.end(), row_of(padded.begin(), row), row_of(padded.begin(), row) + n[0]);
    for (const Memory& h : heat) {
        const std::vector<double> values = on_host<double>(h);
        result.heat.insert(result.heat.end(), values.begin(), values.end());
    }
    return result;
}

template <class Real>
typename Problem<Real>::Result Problem<Real>::run_in_place(const StencilVariant& variant, const Device& device) const {
    Leeway leeway = variant.leeway(traits());
    leeway.down = case_.seed % (leeway.steps + 1); // anywhere
    const auto advance = [&](const Sweep<Real>& s) {
        Advance<Real> a{s, 0, case_.blocking, device.threads, device.stream};
        a.in_place = true;
        const auto place = [&] { return leeway.start(s.in.pitch, s.in.plane); };
        for (index_t left = case_.steps; left > 0; left -= a.steps) {
            const index_t from = place();
            a.steps = leeway.take(left, case_.blocking.depth);
            a.sweep.out = {const_cast<Real*>(a.sweep.in.data) + (place() - from),
                           {s.in.n[0], s.in.n[1], s.in.n[2]},
                           s.in.pitch,
                           s.in.plane};
            if constexpr (sizeof(Real) == 4) variant.advance_fp32(a);
            else variant.advance_fp64(a);
            exchange(a.sweep);
            a.sweep.wall_step += a.steps;
        }
        return false;
    };
    return run_with(device, advance, leeway);
}

template <class Real>
typename Problem<Real>::Result Problem<Real>::run(const StencilVariant& variant, const Device& device) const {
    if (variant.leeway != nullptr) return run_in_place(variant, device);
    return run_with(device, [&](const Sweep<Real>& s) {
        const Advance<Real> a{s, case_.steps, case_.blocking, device.threads, device.stream, case_.heun};
        if constexpr (sizeof(Real) == 4) return variant.advance_fp32(a);
        else return variant.advance_fp64(a);
    });
}

/// Random graded cells: with p, or with their faces as the definition makes them from p.
template <class Real>
class Problem<Real>::GradedCells {
public:
    GradedCells(const Problem& problem, std::mt19937_64& random)
        : problem_(problem), harmonic_(pick(random, 0, 2) > 0), faces_(pick(random, 0, 2) > 0) {
        part_ = numbers(random, 0.2, 3), per_capacity_ = numbers(random, 0.3, 2);
        for (Real& w : weight_) w = uniform<Real>(random, 0.2, 0.6);
    }

    /// `before_rows`: whether a kernel may look for the first faces of rows before them.
    void set(VariableSweep<Real>& s, const Device& device, bool before_rows, std::vector<Memory>& kept) const {
        Medium<Real>& m = s.medium;
        const auto keep = [&](const std::vector<Real>& values) {
            kept.push_back(on_device(device, values));
            return kept.back().template as<Real>();
        };
        m.harmonic = harmonic_;
        std::copy(weight_, weight_ + 3, m.weight);
        m.per_capacity = keep(per_capacity_);
        if (!faces_) {
            m.part = keep(part_);
            return;
        }
        VariableSweep<Real> definition = s;
        definition.medium.part = part_.data();
        const index_t* n = s.in.n;
        for (int axis = 0; axis < s.dim; ++axis) {
            std::vector<Real> face(front + part_.size()), first(static_cast<std::size_t>(s.in.cells() / n[axis]));
            for (index_t k = 0; k < n[2]; ++k)
                for (index_t j = 0; j < n[1]; ++j)
                    for (index_t i = 0; i < n[0]; ++i) {
                        const auto at = front + static_cast<std::size_t>(i + j * s.in.pitch + k * s.in.plane);
                        face[at] = conductance_of(definition, 2 * axis + 1, i, j, k);
                        if ((axis == 0 ? i : axis == 1 ? j : k) > 0) continue;
                        Real& low = first[static_cast<std::size_t>(face_cell(n, axis, i, j, k))];
                        low = conductance_of(definition, 2 * axis, i, j, k);
                        if (axis > 0 || s.in.pitch == n[0]) continue;
                        face[at - 1] = before_rows ? low : std::numeric_limits<Real>::quiet_NaN();
                    }
            m.face[axis] = keep(face) + front;
            m.first[axis] = keep(first);
        }
    }

private:
    std::vector<Real> numbers(std::mt19937_64& random, double lo, double hi) const {
        std::vector<Real> values(problem_.in_.size());
        for (Real& v : values) v = uniform<Real>(random, lo, hi);
        return values;
    }

    static constexpr std::size_t front = 16; ///< before the first row
    const Problem& problem_;
    bool harmonic_, faces_;
    Real weight_[3];
    std::vector<Real> part_, per_capacity_;
};

template <class Real>
std::vector<std::uint16_t> Problem<Real>::runs_of(const std::vector<std::uint8_t>& index) const {
    const index_t *const n = case_.n, plane = pitch_ * n[1];
    bool periodic[3];
    for (int d = 0; d < 3; ++d) periodic[d] = walls_[side_of(d, false)].periodic;
    MediaRuns runs({n[0], n[1], n[2]}, periodic, cells_of_piece<Real>());
    const auto at = [&](index_t k) { return index.data() + (k + n[2]) % n[2] * plane; };
    for (index_t k = 0; k < n[2]; ++k) runs.add_plane(k, at(k - 1), at(k), at(k + 1), pitch_, 1);
    return runs.entries();
}

template <class Real>
typename Problem<Real>::Result Problem<Real>::run_stages(const StencilVariant& variant, const Device& device) const {
    if (!case_.heun) return run(variant, device);
    return run_with(device, [&](const Sweep<Real>& s) {
        const auto advance = [&](const Sweep<Real>& one) {
            const Advance<Real> a{one, 1, {}, device.threads, device.stream};
            if constexpr (sizeof(Real) == 4) return variant.advance_fp32(a);
            else return variant.advance_fp64(a);
        };
        Sweep<Real> first = s;
        for (index_t step = 0; step < case_.steps; ++step, first.wall_step += 2) {
            advance(first);
            Sweep<Real> second = first;
            exchange(second);
            ++second.wall_step;
            advance(heun_stage(second, first.in.data));
        }
        return false;
    });
}

template <class Real>
typename Problem<Real>::Result Problem<Real>::run(const VariableVariant& variant, const Device& device) const {
    std::mt19937_64 random(case_.seed + 77);
    const auto size = in_.size();
    const index_t count = pick(random, 1, 6), blob = pick(random, 1, 200);
    std::vector<std::uint8_t> index(size);
    const bool layers = pick(random, 0, 1) == 0; // pieces of rows of one medium, with single cells of another
    for (std::size_t c = 0; c < size; ++c)
        index[c] = c % static_cast<std::size_t>(blob) == 0 || c == 0
                       ? static_cast<std::uint8_t>(pick(random, 0, count - 1))
                       : index[c - 1];
    if (layers) {
        const auto rows = static_cast<std::size_t>(pitch_ * pick(random, 1, 2 * case_.n[1]));
        for (std::size_t c = 0; c < size; ++c)
            index[c] = static_cast<std::uint8_t>(c / rows % 2 % static_cast<std::size_t>(count));
        for (int single = 0; single < 6; ++single) { // anywhere, or just beyond a piece
            const index_t row = pick(random, 0, case_.n[1] * case_.n[2] - 1), edge = cells_of_piece<Real>();
            const index_t i =
                single % 2 == 0 && edge < case_.n[0] ? edge - pick(random, 0, 1) : pick(random, 0, case_.n[0] - 1);
            index[static_cast<std::size_t>(row * pitch_ + i)] = 0;
        }
    }
    const auto numbers = [&](std::size_t many, double lo, double hi) {
        std::vector<Real> values(many);
        for (Real& v : values) v = uniform<Real>(random, lo, hi);
        return values;
    };
    const Memory media = on_device(device, index);
    const Memory pairs = on_device(device, numbers(static_cast<std::size_t>(3 * count * count), 0.1, 3));
    const Memory heating = on_device(device, numbers(static_cast<std::size_t>(count * (case_.steps + 1)), -2, 2));
    const Memory field = on_device(device, numbers(size, -2, 2));
    const bool graded = pick(random, 0, 2) == 0, by_medium = pick(random, 0, 1) == 0, by_cell = pick(random, 0, 2) == 0;
    const GradedCells cells(*this, random);
    std::vector<Memory> kept;
    return run_with(device, [&](const Sweep<Real>& plain) {
        VariableAdvance<Real> a{{plain, {}}, case_.steps, case_.blocking, device.threads, device.stream};
        Medium<Real>& m = a.sweep.medium;
        a.sweep.order = 2;
        a.sweep.r[0] = Real(0.05);
        m.count = static_cast<int>(count);
        if (graded) cells.set(a.sweep, device, variant.name != "march", kept);
        else m.index = media.as<std::uint8_t>(), m.pairs = pairs.as<Real>();
        std::vector<std::uint16_t> class_of(size);
        std::vector<Real> classes;
        if (!graded && device.backend == Backend::cpu && case_.seed % 4 != 0) { // without them: cell by cell
            bool periodic[3] = {};
            for (int d = 0; d < case_.dim; ++d) periodic[d] = walls_[side_of(d, false)].periodic;
            const FaceClasses faces({m.index, {case_.n[0], case_.n[1], case_.n[2]}, pitch_, pitch_ * case_.n[1]},
                                    case_.dim, periodic, 1);
            faces.fill(class_of.data());
            classes = faces.coefficients(m.pairs, m.count);
            if (case_.seed % 4 == 1) // as if they were too many
                for (auto& c : class_of) c = c > 40 ? no_class : c;
            m.class_of = class_of.data(), m.classes = classes.data();
        }
        const std::vector<std::uint16_t> entries = runs_of(index);
        Memory runs;
        if (case_.dim == 3 && case_.seed % 3 != 0) // without them nothing is known of the media
            runs = on_device(device, entries), m.runs = runs.as<std::uint16_t>();
        if (by_medium) m.heating = heating.as<Real>(), m.heating_stride = count;
        if (by_cell) m.heating_field = field.as<Real>();
        if constexpr (sizeof(Real) == 4) return variant.advance_fp32(a);
        else return variant.advance_fp64(a);
    });
}

template <class Real>
std::string first_difference(const typename Problem<Real>::Result& expected,
                             const typename Problem<Real>::Result& got) {
    const auto compare = [](const auto& a, const auto& b, const char* what) -> std::string {
        for (std::size_t i = 0; i < a.size(); ++i)
            if (std::isnan(b[i]) || std::memcmp(&a[i], &b[i], sizeof a[i]) != 0) {
                std::ostringstream out;
                out.precision(17);
                out << what << " " << i << " is " << b[i] << " instead of " << a[i];
                return out.str();
            }
        return {};
    };
    const std::string field = compare(expected.field, got.field, "cell");
    return field.empty() ? compare(expected.heat, got.heat, "heat of face cell") : field;
}

template class Problem<float>;
template class Problem<double>;
template std::string first_difference<float>(const Problem<float>::Result&, const Problem<float>::Result&);
template std::string first_difference<double>(const Problem<double>::Result&, const Problem<double>::Result&);

} // namespace isotherm::parity
