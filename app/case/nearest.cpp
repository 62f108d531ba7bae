#include "app/case/nearest.hpp"

#include <algorithm>
#include <cctype>

namespace isotherm {
namespace {

/// Insertions, deletions, replacements and swaps of neighbours (Damerau 1964, restricted form).
std::size_t edit_distance(std::string_view a, std::string_view b) {
    const auto low = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i)
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = low(a[i - 1]) == low(b[j - 1]) ? 0 : 1;
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + change});
            if (i > 1 && j > 1 && low(a[i - 1]) == low(b[j - 2]) && low(a[i - 2]) == low(b[j - 1]))
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[a.size()][b.size()];
}

} // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& names) {
    if (word.size() > 64) return ""; // no typing mistake, and the table grows with the square
    std::string best;
    std::size_t least = std::min(word.size(), std::max<std::size_t>(1, word.size() / 3) + 1);
    for (const std::string& name : names) {
        const std::size_t distance = edit_distance(word, name);
        if (distance < least) least = distance, best = name;
    }
    return best;
}

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

} // namespace isotherm
