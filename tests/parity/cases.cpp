/// Cases drawn at random for comparisons of kernels.

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "tests/parity/problem.hpp"

namespace isotherm::parity {

std::string Case::text() const {
    std::ostringstream out;
    out << "dim " << dim << ", order " << order << ", " << n[0] << " x " << n[1] << " x " << n[2] << " cells, "
        << (equal_spacing ? "equal" : "unequal") << " spacing, " << n_terms << " stage terms, " << steps
        << (heun ? " steps of Heun, blocking " : " steps, blocking ") << blocking.depth << " x " << blocking.width
        << ", seed " << seed;
    if (made_side >= 0)
        out << ", at " << side_names[made_side] << " rows of kind " << make.kind << (make.per_cell ? " per cell" : "")
            << (make.classes ? "'s class" : "") << (make.per_step ? " per step" : "");
    return out.str();
}

Case random_case(int dim, unsigned seed) {
    static constexpr index_t awkward[] = {1, 2, 3, 4, 5, 7, 8, 13, 16, 17, 31, 32, 33, 64, 67, 127, 128, 130, 257};
    std::mt19937_64 random(seed);
    Case c;
    c.dim = dim;
    c.seed = seed;
    c.order = static_cast<int>(2 * pick(random, 1, 3));
    c.equal_spacing = dim == 1 || pick(random, 0, 1) == 0;
    c.n_terms = static_cast<int>(std::max<index_t>(0, pick(random, -3, 3)));
    c.steps = c.n_terms > 0 ? 1 : pick(random, 1, 3);
    const index_t most_cells = 40'000;
    index_t cells = 1;
    for (int d = 0; d < dim; ++d) {
        c.n[d] = awkward[pick(random, 0, std::size(awkward) - 1)];
        if (cells * c.n[d] > most_cells) c.n[d] = std::max<index_t>(3, most_cells / cells);
        cells *= c.n[d];
    }
    return c;
}

Case random_tiles_case(unsigned seed) {
    std::mt19937_64 random(seed);
    Case c;
    c.seed = seed;
    c.n[0] = pick(random, 64, 290), c.n[1] = pick(random, 64, 170), c.n[2] = pick(random, 4, 40);
    if (pick(random, 0, 1) == 0) c.n[0] = (c.n[0] + 3) / 4 * 4;
    c.equal_spacing = pick(random, 0, 1) == 0;
    c.steps = pick(random, 4, 13);
    return c;
}

Case random_wide_tiles_case(unsigned seed) {
    Case c = random_tiles_case(seed);
    std::mt19937_64 random(seed + 1000);
    c.order = 4;
    c.heun = pick(random, 0, 1) == 0;
    c.steps = pick(random, 2, 7);
    return c;
}

Case random_strips_case(unsigned seed) {
    std::mt19937_64 random(seed);
    Case c;
    c.seed = seed;
    c.dim = 2;
    c.order = pick(random, 0, 1) == 0 ? 2 : 4;
    c.n[0] = pick(random, 256, 700), c.n[1] = pick(random, 32, 150);
    if (pick(random, 0, 5) > 0) c.n[0] = c.n[0] / 4 * 4;
    c.equal_spacing = pick(random, 0, 1) == 0;
    c.steps = pick(random, 4, 25);
    return c;
}

std::vector<Case> cases_with_made_walls(int dim, int order, bool heun) {
    static constexpr WallMake makes[] = {{false, true, false, radiating},
                                         {true, true, true, convecting},
                                         {true, true, true, radiating},
                                         {true, true, false, convecting},
                                         {true, true, false, radiating}};
    Case c;
    c.dim = dim, c.order = order, c.heun = heun;
    if (dim == 3) c.n[0] = 132, c.n[1] = 70, c.n[2] = 13, c.steps = heun ? 2 : order == 2 ? 5 : 3;
    else c.n[0] = 520, c.n[1] = 70, c.steps = order == 2 ? 9 : 5;
    std::vector<Case> cases;
    for (c.made_side = 0; c.made_side < 2 * dim; ++c.made_side)
        for (const WallMake& make : makes) {
            c.make = make, c.equal_spacing = ++c.seed % 4 != 0;
            cases.push_back(c);
        }
    return cases;
}

unsigned random_cases() {
    const char* const cases = std::getenv("ISOTHERM_PARITY_CASES");
    return cases == nullptr ? 60U : static_cast<unsigned>(std::atoi(cases));
}

} // namespace isotherm::parity
