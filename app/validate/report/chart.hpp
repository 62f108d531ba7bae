#pragma once

/// Charts as inline SVG. Colours of axes and text are the page's (currentColor), so that they follow light, dark and
/// print; colours of data are classes s0 .. s7 of the page's style.

#include <string>
#include <vector>

namespace isotherm::validate {

struct Curve {
    std::string label;
    std::vector<double> x, y;
    bool line = true, dots = false, dashed = false;
    int colour = 0; ///< class s0 .. s7; negative: the text's colour
};

struct Chart {
    std::string title, x_label, y_label;
    bool log_x = false, log_y = false;
    std::vector<Curve> curves;
};

/// Values that cannot be shown on a logarithmic axis are left out.
std::string svg(const Chart& chart);

/// A value against its bound, one line each, on a logarithmic axis.
struct Bar {
    std::string label;
    double value = 0, bound = 0;
    bool holds = true;
};
std::string svg_of_bounds(const std::string& title, const std::vector<Bar>& bars);

/// A field on a plane, x to the right and y up, coloured from -max|value| (blue) to max|value| (red).
std::string svg_of_map(const std::string& title, const std::vector<double>& values, long nx, long ny, double width,
                       double height);

/// Text for HTML and SVG: &, < and > escaped.
std::string escaped(const std::string& text);

} // namespace isotherm::validate
