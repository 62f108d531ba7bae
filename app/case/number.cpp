#include "app/case/number.hpp"

#include <cctype>
#include <charconv>
#include <cmath>
#include <regex>

#include <fmt/format.h>

namespace isotherm {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Length of the longest [-+]? ( \.[0-9]+ | [0-9]+ (\.[0-9]*)? ) ([eE][-+]?[0-9]+)? at the beginning; 0: none.
std::size_t number_length(std::string_view s) {
    std::size_t i = 0;
    const auto digits = [&] {
        const std::size_t begin = i;
        while (i < s.size() && is_digit(s[i])) ++i;
        return i - begin;
    };
    if (i < s.size() && (s[i] == '-' || s[i] == '+')) ++i;
    const std::size_t whole = digits();
    if (i < s.size() && s[i] == '.') {
        ++i;
        if (digits() + whole == 0) return 0;
    } else if (whole == 0) {
        return 0;
    }
    if (i < s.size() && (s[i] == 'e' || s[i] == 'E')) {
        const std::size_t mantissa_end = i++;
        if (i < s.size() && (s[i] == '-' || s[i] == '+')) ++i;
        if (digits() == 0) return mantissa_end;
    }
    return i;
}

/// 010: ten in YAML 1.2, eight in YAML 1.1 and many programs.
bool has_leading_zero(std::string_view s) {
    if (!s.empty() && (s[0] == '-' || s[0] == '+')) s.remove_prefix(1);
    return s.size() > 1 && s[0] == '0' && is_digit(s[1]);
}

double to_double(std::string_view s) {
    if (!s.empty() && s[0] == '+') s.remove_prefix(1); // from_chars takes no plus
    double value = 0;
    const auto [end, fault] = std::from_chars(s.data(), s.data() + s.size(), value);
    if (fault == std::errc::result_out_of_range) {
        const std::size_t e = s.find_first_of("eE");
        const bool tiny = e != std::string_view::npos && e + 1 < s.size() && s[e + 1] == '-';
        return tiny ? 0.0 : HUGE_VAL;
    }
    return value;
}

std::string without_leading_zeros(std::string_view s) {
    std::string sign;
    if (s[0] == '-' || s[0] == '+') sign = s[0], s.remove_prefix(1);
    while (s.size() > 1 && s[0] == '0' && is_digit(s[1])) s.remove_prefix(1);
    return (sign == "-" ? sign : "") + std::string(s);
}

} // namespace

std::optional<double> decimal(std::string_view text) {
    if (text.empty() || number_length(text) != text.size() || has_leading_zero(text)) return std::nullopt;
    const double value = to_double(text);
    if (!std::isfinite(value)) return std::nullopt;
    return value;
}

std::string number_trap(std::string_view text) {
    const std::size_t length = number_length(text);
    const std::string whole(text.substr(0, 64));
    static const std::regex not_finite("[-+]?\\.?(nan|inf|infinity)", std::regex::icase);
    static const std::regex other_base("[-+]?0([xX][0-9a-fA-F]+|[oO][0-7]+|[bB][01]+)");
    static const std::regex unit("\\s*[A-Za-z%\\x80-\\xff][A-Za-z0-9/^. \\x80-\\xff]*");
    static const std::regex grouped("[-+]?[0-9]+([_,'][0-9]+)+(\\.[0-9]*)?");
    if (std::regex_match(whole, not_finite)) return "not a finite number";
    if (std::regex_match(whole, other_base))
        return "hexadecimal, octal and binary numbers are not read: write it in decimal";
    if (std::regex_match(whole, grouped))
        return "not a number: use a point for decimals and nothing between groups of digits";
    if (length == 0) return "";
    if (length == text.size()) {
        if (has_leading_zero(text))
            return "leading zeros are not read, some programs take them for octal: write " +
                   without_leading_zeros(text);
        return std::isfinite(to_double(text)) ? "" : "too large for a number";
    }
    const std::string rest(text.substr(length, 64));
    if (std::regex_match(rest, unit)) {
        const std::size_t word = rest.find_first_not_of(" \t");
        return "text after a number: write " + std::string(text.substr(0, length)) + " alone, in SI units, without '" +
               rest.substr(word) + "'";
    }
    return "";
}

std::string number_text(double value) {
    if (value == 0) return "0";
    return fmt::format("{}", value);
}

} // namespace isotherm
