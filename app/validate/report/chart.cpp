#include "app/validate/report/chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace isotherm::validate {
namespace {

constexpr double width = 440, height = 300;
constexpr double left = 68, right = 14, top = 30, bottom = 46; // margins

/// One axis: values to positions in [0, 1], and where ticks go.
class Axis {
public:
    explicit Axis(bool logarithmic) : log_(logarithmic) {}
    void add(double v) {
        if (log_ && !(v > 0)) return;
        const double p = log_ ? std::log10(v) : v;
        if (std::isfinite(p)) lo_ = std::min(lo_, p), hi_ = std::max(hi_, p);
    }
    /// To be called when everything was added: a margin around the values.
    void close() {
        if (lo_ > hi_) lo_ = 0, hi_ = 1;
        if (hi_ - lo_ < 1e-12 * std::max(1.0, std::abs(hi_))) lo_ -= 0.5, hi_ += 0.5;
        const double margin = 0.05 * (hi_ - lo_);
        lo_ -= margin, hi_ += margin;
    }
    [[nodiscard]] bool shows(double v) const { return std::isfinite(v) && (!log_ || v > 0); }
    [[nodiscard]] double at(double v) const { return ((log_ ? std::log10(v) : v) - lo_) / (hi_ - lo_); }

    [[nodiscard]] std::vector<double> ticks() const {
        std::vector<double> all;
        if (log_) {
            const double step = std::max(1.0, std::ceil((hi_ - lo_) / 7));
            for (double e = std::ceil(lo_); e <= hi_; e += step) all.push_back(std::pow(10, e));
            if (all.size() < 2)
                for (const double m : {1.0, 2.0, 5.0})
                    for (double e = std::floor(lo_); e <= hi_; ++e) {
                        const double v = m * std::pow(10, e);
                        if (std::log10(v) >= lo_ && std::log10(v) <= hi_ && m > 1) all.push_back(v);
                    }
            return all;
        }
        const double rough = (hi_ - lo_) / 5, unit = std::pow(10, std::floor(std::log10(rough)));
        const double step = unit * (rough / unit < 1.5 ? 1 : rough / unit < 3.5 ? 2 : rough / unit < 7.5 ? 5 : 10);
        for (double k = std::ceil(lo_ / step); k * step <= hi_; ++k) all.push_back(k == 0 ? 0.0 : k * step);
        return all;
    }
    [[nodiscard]] std::string tick_text(double v) const {
        const double e = std::log10(v);
        if (log_ && std::abs(e - std::round(e)) < 1e-9 && std::abs(e) >= 2)
            return fmt::format("10<tspan dy=\"-5\" font-size=\"8\">{}</tspan>", std::lround(e));
        return fmt::format("{:.3g}", v);
    }

private:
    bool log_;
    double lo_ = std::numeric_limits<double>::infinity(), hi_ = -lo_;
};

std::string open(const std::string& title, double h = height) {
    return fmt::format("<svg class=\"chart\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">"
                       "<text class=\"title\" x=\"{}\" y=\"16\" text-anchor=\"middle\">{}</text>",
                       width, h, escaped(title), width / 2, escaped(title));
}

double px(const Axis& axis, double v) { return left + axis.at(v) * (width - left - right); }
double py(const Axis& axis, double v) { return height - bottom - axis.at(v) * (height - top - bottom); }

std::string frame(const Chart& chart, const Axis& x, const Axis& y) {
    std::string s = fmt::format("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>", left, top,
                                width - left - right, height - top - bottom);
    for (const double v : x.ticks())
        s += fmt::format("<path class=\"grid\" d=\"M{0:.1f} {1}V{2}\"/><text x=\"{0:.1f}\" y=\"{3}\" "
                         "text-anchor=\"middle\">{4}</text>",
                         px(x, v), top, height - bottom, height - bottom + 15, x.tick_text(v));
    for (const double v : y.ticks())
        s += fmt::format("<path class=\"grid\" d=\"M{1} {0:.1f}H{2}\"/><text x=\"{3}\" y=\"{4:.1f}\" "
                         "text-anchor=\"end\">{5}</text>",
                         py(y, v), left, width - right, left - 6, py(y, v) + 4, y.tick_text(v));
    s += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>", (left + width - right) / 2,
                     height - 12, escaped(chart.x_label));
    s += fmt::format("<text transform=\"translate(13 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
                     (top + height - bottom) / 2, escaped(chart.y_label));
    return s;
}

std::string drawn(const Curve& curve, const Axis& x, const Axis& y) {
    const std::string colour = curve.colour < 0 ? "ink" : fmt::format("s{}", curve.colour % 8);
    std::string path, dots;
    bool pen = false;
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
        if (!x.shows(curve.x[i]) || !y.shows(curve.y[i])) {
            pen = false;
            continue;
        }
        path += fmt::format("{}{:.1f} {:.1f}", pen ? "L" : "M", px(x, curve.x[i]), py(y, curve.y[i]));
        pen = true;
        if (curve.dots)
            dots += fmt::format("<circle class=\"dot {}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>", colour,
                                px(x, curve.x[i]), py(y, curve.y[i]));
    }
    std::string s;
    if (curve.line)
        s = fmt::format("<path class=\"line {}{}\" d=\"{}\"/>", colour, curve.dashed ? " dashed" : "", path);
    return s + dots;
}

/// Below the axes, two columns.
std::string legend(const std::vector<Curve>& curves, double& bottom_edge) {
    std::string s;
    std::size_t n = 0;
    for (const Curve& c : curves) {
        if (c.label.empty()) continue;
        const std::string colour = c.colour < 0 ? "ink" : fmt::format("s{}", c.colour % 8);
        const double x = n % 2 == 0 ? left : (left + width) / 2, y = height + 4 + 15 * static_cast<double>(n / 2);
        if (c.line)
            s += fmt::format("<path class=\"line {}{}\" d=\"M{:.1f} {:.1f}h20\"/>", colour, c.dashed ? " dashed" : "",
                             x, y - 4);
        if (c.dots)
            s += fmt::format("<circle class=\"dot {}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>", colour, x + 10, y - 4);
        s += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", x + 26, y, escaped(c.label));
        bottom_edge = y + 8;
        ++n;
    }
    return s;
}

} // namespace

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '&') out += "&amp;";
        else if (c == '<') out += "&lt;";
        else if (c == '>') out += "&gt;";
        else if (c == '"') out += "&quot;";
        else out += c;
    }
    return out;
}

std::string svg(const Chart& chart) {
    Axis x(chart.log_x), y(chart.log_y);
    for (const Curve& c : chart.curves) {
        for (const double v : c.x) x.add(v);
        for (const double v : c.y) y.add(v);
    }
    x.close(), y.close();
    double bottom_edge = height;
    const std::string explained = legend(chart.curves, bottom_edge);
    std::string s = open(chart.title, bottom_edge) + frame(chart, x, y);
    for (const Curve& c : chart.curves) s += drawn(c, x, y);
    return s + explained + "</svg>\n";
}

std::string svg_of_bounds(const std::string& title, const std::vector<Bar>& bars) {
    constexpr double row = 17, text = 190, floor = 1e-17;
    const double h = top + row * static_cast<double>(bars.size()) + 30;
    Axis axis(true);
    for (const Bar& b : bars) axis.add(std::max(b.value, floor)), axis.add(std::max(b.bound, floor));
    axis.close();
    const auto at = [&](double v) { return text + axis.at(std::max(v, floor)) * (width - text - right); };
    std::string s = open(title, h);
    for (const double v : axis.ticks())
        s += fmt::format("<path class=\"grid\" d=\"M{0:.1f} {1}V{2}\"/><text x=\"{0:.1f}\" y=\"{3}\" "
                         "text-anchor=\"middle\">{4}</text>",
                         at(v), top, h - 26, h - 10, axis.tick_text(v));
    double y = top + 12;
    for (const Bar& b : bars) {
        s += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>", text - 8, y, escaped(b.label));
        s += fmt::format("<path class=\"line ink\" d=\"M{0:.1f} {1:.1f}v12\"/>", at(b.bound), y - 10);
        s += fmt::format("<circle class=\"dot {}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\"/>", b.holds ? "s0" : "s1",
                         at(b.value), y - 4);
        y += row;
    }
    return s + "</svg>\n";
}

std::string svg_of_map(const std::string& title, const std::vector<double>& values, long nx, long ny, double w,
                       double h) {
    constexpr long most = 48; // blocks per axis: the page stays small
    double limit = 0;
    for (const double v : values) limit = std::max(limit, std::abs(v));
    const double room = std::min((width - left - 90) / w, (height - top - bottom) / h);
    const double shown_w = room * w, shown_h = room * h, x0 = left, y0 = top;
    const long bx = std::min(nx, most), by = std::min(ny, most);
    const auto colour = [](double v) { // -1 .. 1: blue, white, red
        const double a = std::pow(std::abs(v), 0.8);
        const auto mix = [&](double end) { return std::lround(255 + a * (end - 255)); };
        return v < 0 ? fmt::format("#{:02x}{:02x}{:02x}", mix(33), mix(102), mix(172))
                     : fmt::format("#{:02x}{:02x}{:02x}", mix(178), mix(24), mix(43));
    };
    std::string s = open(title);
    for (long j = 0; j < by; ++j)
        for (long i = 0; i < bx; ++i) {
            const double v =
                values[static_cast<std::size_t>((2 * i + 1) * nx / (2 * bx) + nx * ((2 * j + 1) * ny / (2 * by)))];
            s += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\"/>",
                             x0 + shown_w * static_cast<double>(i) / static_cast<double>(bx),
                             y0 + shown_h * static_cast<double>(by - 1 - j) / static_cast<double>(by),
                             shown_w / static_cast<double>(bx) + 0.3, shown_h / static_cast<double>(by) + 0.3,
                             colour(limit > 0 ? v / limit : 0));
        }
    s += fmt::format("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"{:.1f}\"/>", x0, y0, shown_w,
                     shown_h);
    s += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">x, {:g} m</text>", x0 + shown_w / 2,
                     y0 + shown_h + 16, w);
    s += fmt::format("<text transform=\"translate({} {:.1f}) rotate(-90)\" text-anchor=\"middle\">y, {:g} m</text>",
                     x0 - 8, y0 + shown_h / 2, h);
    const double bar = x0 + shown_w + 16;
    for (int k = 0; k < 32; ++k)
        s += fmt::format("<rect x=\"{:.1f}\" y=\"{:.2f}\" width=\"14\" height=\"{:.2f}\" fill=\"{}\"/>", bar,
                         y0 + shown_h * k / 32, shown_h / 32 + 0.3, colour(1 - 2 * (k + 0.5) / 32));
    for (const int end : {1, 0, -1})
        s += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{:.1e}</text>", bar + 19, y0 + shown_h * (1 - end) / 2 + 4,
                         end * limit);
    return s + "</svg>\n";
}

} // namespace isotherm::validate
