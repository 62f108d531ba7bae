/// Cells of one class have the coefficients of the definition on all sides, whatever the media and the walls.

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "kernels/stencil/variable/face_classes.hpp"

namespace isotherm::parity {
namespace {

struct Media {
    index_t n[3], pitch;
    std::vector<std::uint8_t> index;
    std::vector<double> pairs;
    int count;
};

Media random_media(unsigned seed, int count) {
    std::mt19937_64 random(seed);
    const auto pick = [&](index_t lo, index_t hi) { return std::uniform_int_distribution<index_t>(lo, hi)(random); };
    Media m{{pick(1, 40), pick(1, 12), pick(1, 9)}, 0, {}, {}, count};
    m.pitch = m.n[0] + pick(0, 9);
    m.index.resize(static_cast<std::size_t>(m.pitch * m.n[1] * m.n[2]));
    for (auto& medium : m.index) medium = static_cast<std::uint8_t>(pick(0, count - 1));
    m.pairs.resize(static_cast<std::size_t>(3 * count * count));
    for (auto& a : m.pairs) a = std::uniform_real_distribution<double>(0.1, 3)(random);
    return m;
}

/// The sweep that the definition looks at, and the classes that should say the same.
void expect_the_definition(const Media& m, int dim, const bool (&periodic)[3]) {
    VariableSweep<double> s;
    s.in = {nullptr, {m.n[0], m.n[1], m.n[2]}, m.pitch, m.pitch * m.n[1]};
    s.dim = dim;
    s.medium.index = m.index.data(), s.medium.pairs = m.pairs.data(), s.medium.count = m.count;
    for (int side = 0; side < 6; ++side) s.walls[side].periodic = periodic[side / 2];
    const FaceClasses classes({m.index.data(), {m.n[0], m.n[1], m.n[2]}, m.pitch, m.pitch * m.n[1]}, dim, periodic, 2);
    std::vector<std::uint16_t> class_of(m.index.size());
    classes.fill(class_of.data());
    const std::vector<double> lines = classes.coefficients(m.pairs.data(), m.count);
    for (index_t k = 0; k < m.n[2]; ++k)
        for (index_t j = 0; j < m.n[1]; ++j)
            for (index_t i = 0; i < m.n[0]; ++i) {
                const index_t at = i + m.pitch * (j + m.n[1] * k);
                const auto c = static_cast<std::size_t>(class_of[static_cast<std::size_t>(at)]);
                ASSERT_LT(c, lines.size() / class_length);
                for (int side = 0; side < 2 * dim; ++side)
                    ASSERT_EQ(lines[class_length * c + static_cast<std::size_t>(side)],
                              coefficient_of(s, side, m.index[static_cast<std::size_t>(at)], i, j, k))
                        << "cell " << i << ", " << j << ", " << k << ", side " << side;
            }
}

TEST(FaceClasses, have_the_coefficients_of_the_definition) {
    for (unsigned seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        const int dim = 1 + static_cast<int>(seed % 3);
        Media m = random_media(seed, 1 + static_cast<int>(seed % 6));
        for (int axis = dim; axis < 3; ++axis) m.n[axis] = 1;
        const bool periodic[3] = {seed % 2 == 0, dim > 1 && seed % 4 < 2, dim > 2 && seed % 8 < 4};
        ASSERT_NO_FATAL_FAILURE(expect_the_definition(m, dim, periodic));
    }
}

TEST(FaceClasses, more_than_there_are_numbers_are_said_so) {
    Media m = random_media(7, 200);
    m.n[0] = 400, m.n[1] = 200, m.n[2] = 2, m.pitch = 400; // noise: hardly two cells see the same
    std::mt19937_64 random(7);
    m.index.resize(160'000);
    for (auto& medium : m.index) medium = static_cast<std::uint8_t>(random() % 200);
    const FaceClasses classes({m.index.data(), {400, 200, 2}, 400, 80'000}, 3, {false, false, false}, 2);
    std::vector<std::uint16_t> class_of(m.index.size());
    classes.fill(class_of.data());
    EXPECT_EQ(classes.coefficients(m.pairs.data(), m.count).size(), std::size_t{class_length} * most_classes);
    const auto unnumbered = std::count(class_of.begin(), class_of.end(), no_class);
    EXPECT_NEAR(static_cast<double>(unnumbered), 160'000.0 - most_classes, 1000.0);
    EXPECT_EQ(std::count(class_of.begin(), class_of.end(), most_classes), 0);
}

} // namespace
} // namespace isotherm::parity
