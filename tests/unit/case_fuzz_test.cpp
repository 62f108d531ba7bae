/// Damaged case files: whatever the damage, the answer is a case or a list of errors, never a crash.

#include <cstdlib>
#include <iostream>
#include <random>

#include <gtest/gtest.h>

#include "app/starters.hpp"
#include "tests/unit/case_texts.hpp"

namespace isotherm {
namespace {

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
}

/// One damage: a byte replaced, inserted or deleted, a stretch deleted, doubled, or moved.
void damage(std::string& text, Random& random) {
    static const std::string likely = "{}[]:,-&*!|>'\"%@`#?~ \t\n0123456789.eE+<=abc\xff\0";
    if (text.empty()) text = "a";
    const std::size_t at = below(random, text.size()),
                      length = 1 + below(random, std::min<std::size_t>(40, text.size() - at));
    const char byte = likely[below(random, likely.size())];
    switch (below(random, 6)) {
    case 0: text[at] = byte; break;
    case 1: text.insert(at, 1, byte); break;
    case 2: text.erase(at, 1); break;
    case 3: text.erase(at, length); break;
    case 4: text.insert(at, text.substr(at, length)); break;
    default: text.insert(below(random, text.size()), text.substr(at, length)); break;
    }
}

unsigned long seed() {
    const char* given = std::getenv("ISOTHERM_SEED");
    return given != nullptr ? std::strtoul(given, nullptr, 10) : std::random_device{}();
}

TEST(CaseFuzz, DamagedFilesNeverCrash) {
    const unsigned long start = seed();
    std::cout << "ISOTHERM_SEED=" << start << "\n";
    Random random(start);
    int right = 0, wrong = 0;
    for (int trial = 0; trial < 1500; ++trial) {
        const auto all = starters();
        std::string text(all[below(random, all.size())].text);
        for (std::size_t n = 1 + below(random, 6); n > 0; --n) damage(text, random);
        try {
            test::load(text);
            ++right;
        } catch (const ConfigError& error) {
            ++wrong;
            EXPECT_FALSE(error.findings().empty());
        } catch (const std::exception& error) {
            ADD_FAILURE() << "trial " << trial << ": " << error.what() << "\n" << text;
        }
    }
    EXPECT_GT(right, 0);
    EXPECT_GT(wrong, 0);
}

TEST(CaseFuzz, DamagedSettingsNeverCrash) {
    const unsigned long start = seed();
    std::cout << "ISOTHERM_SEED=" << start << "\n";
    Random random(start);
    for (int trial = 0; trial < 1000; ++trial) {
        std::string text = trial % 2 == 0 ? "probes[0].at=[0.01, 0.02]" : "boundary.x_lo={type: dirichlet, value: 5}";
        for (std::size_t n = 1 + below(random, 4); n > 0; --n) damage(text, random);
        try {
            test::load(test::plain_case + "probes: [{name: p, at: [0, 0]}]\n", {text});
        } catch (const Error&) { // ConfigError, or UsageError where no `=` is left
        } catch (const std::exception& error) {
            ADD_FAILURE() << text << ": " << error.what();
        }
    }
}

} // namespace
} // namespace isotherm
