#include <array>
#include <cctype>

#include "app/validate/report/chart.hpp"
#include "app/validate/report/page.hpp"

namespace isotherm::validate {
namespace {

constexpr std::array<std::array<const char*, 2>, 15> words{{{"alpha", "α"},
                                                            {"kappa", "κ"},
                                                            {"lambda", "λ"},
                                                            {"theta", "θ"},
                                                            {"omega", "ω"},
                                                            {"rho", "ρ"},
                                                            {"pi", "π"},
                                                            {"sum", "Σ"},
                                                            {"prod", "Π"},
                                                            {"sqrt", "√"},
                                                            {"lap", "∇²"},
                                                            {"lap_h", "∇²<sub>h</sub>"},
                                                            {"prod_d", "Π<sub>d</sub>"},
                                                            {"sum_d", "Σ<sub>d</sub>"},
                                                            {"sum_images", "Σ<sub>images</sub>"}}};

bool of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// dT/dx and the like are partial derivatives; T_n has an index.
std::string word_of(const std::string& word) {
    for (const auto& [from, to] : words)
        if (word == from) return to;
    if (word == "dT" || word == "dt" || word == "dx" || word == "dn") return "∂" + word.substr(1);
    if (word == "d2T") return "∂²T";
    if (word == "dx2") return "∂x²";
    const std::size_t index = word.find('_');
    if (index == 1 || index == 5) // T_n, c_n; theta_d
        return word_of(word.substr(0, index)) + "<sub>" + word.substr(index + 1) + "</sub>";
    return word;
}

} // namespace

std::string typeset(const std::string& text) {
    const std::string s = escaped(text);
    std::string out;
    for (std::size_t i = 0; i < s.size();) {
        std::size_t end = i;
        while (end < s.size() && of_word(s[end])) ++end;
        if (end > i) {
            const std::string word = s.substr(i, end - i);
            const bool step = word == "dt" && (i == 0 || s[i - 1] != '/'); // "dt ~ h^2"
            out += step ? word : word_of(word);
            i = end;
        } else if (s[i] == '^') {
            end = i + 1;
            if (end < s.size() && s[end] == '-') ++end;
            while (end < s.size() && std::isalnum(static_cast<unsigned char>(s[end])) != 0) ++end;
            out += "<sup>" + s.substr(i + 1, end - i - 1) + "</sup>";
            i = end;
        } else {
            out += s[i++];
        }
    }
    return out;
}

} // namespace isotherm::validate
