#include "app/progress.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include <unistd.h>

#include <fmt/format.h>

#include "app/console.hpp"
#include "solver/core/log.hpp"

namespace isotherm {

namespace {

constexpr double redraw_interval = 0.1; // [s]
constexpr std::string_view clear_line = "\r\033[K";

bool bar_stands = false;

void put(std::string_view text) {
    // A terminal that is gone must not end the run.
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}

void take_bar_away() {
    if (bar_stands) put(clear_line);
    bar_stands = false;
}

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

bool on_terminal() {
    const char* terminal = std::getenv("TERM");
    return ::isatty(STDERR_FILENO) != 0 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

std::size_t columns() { return columns_of(STDERR_FILENO, 80); }

std::string duration(double seconds) {
    if (!(seconds < 3.6e6)) return "long";
    const auto s = static_cast<long>(std::ceil(seconds));
    if (s < 60) return fmt::format("{} s", s);
    if (s < 3600) return fmt::format("{}:{:02d}", s / 60, s % 60);
    return fmt::format("{}:{:02d}:{:02d}", s / 3600, s / 60 % 60, s % 60);
}

/// 1.2k, 3.4M, 5.6G
std::string scaled(double value) {
    for (const auto& [unit, name] : {std::pair{1e9, "G"}, {1e6, "M"}, {1e3, "k"}})
        if (value >= unit) return fmt::format("{:.3g} {}", value / unit, name);
    return fmt::format("{:.3g} ", value);
}

} // namespace

std::string progress_text(double fraction, double time, double steps_per_s, double cells_per_s, double seconds_left) {
    return fmt::format("{:5.1f} %  t = {:.6g} s  {}steps/s  {}cells/s  {} left", 100 * fraction, time,
                       scaled(steps_per_s), scaled(cells_per_s), duration(seconds_left));
}

Progress::Mode Progress::mode_of(const std::string& name) {
    if (name == "none") return Mode::none;
    if (name == "bar") return Mode::bar;
    if (name == "plain") return Mode::plain;
    return on_terminal() ? Mode::bar : Mode::plain;
}

Progress::Progress(const std::string& mode, double t_end, index_t cells)
    : mode_(mode_of(mode)), colour_(::isatty(STDERR_FILENO) != 0 && !is_set("NO_COLOR")), t_end_(t_end),
      cells_(static_cast<double>(cells)) {
    if (mode_ == Mode::bar) log::set_line_clearer(take_bar_away);
}

Progress::~Progress() { finish(); }

void Progress::update(const Clock& clock, double wall_seconds) {
    if (mode_ == Mode::none) return;
    if (began_ < 0) {
        began_ = wall_seconds;
        first_step_ = clock.step;
        first_time_ = clock.time;
        return;
    }
    const double fraction = t_end_ > 0 ? std::clamp(clock.time / t_end_, 0.0, 1.0) : 1.0;
    const int tenths = static_cast<int>(10 * fraction);
    if (mode_ == Mode::plain && tenths <= tenths_) return;
    if (mode_ == Mode::bar && drawn_ >= 0 && wall_seconds - drawn_ < redraw_interval) return;
    tenths_ = tenths;
    drawn_ = wall_seconds;

    const double seconds = std::max(wall_seconds - began_, 1e-9);
    const double steps_per_s = static_cast<double>(clock.step - first_step_) / seconds;
    const double left = seconds * (t_end_ - clock.time) / std::max(clock.time - first_time_, 1e-300);
    const std::string text =
        progress_text(fraction, clock.time, steps_per_s, steps_per_s * cells_, std::max(left, 0.0));
    if (mode_ == Mode::plain) log::info(text);
    else draw(text, fraction);
}

void Progress::draw(const std::string& facts, double fraction) {
    const std::size_t width = columns() - 1; // the last column would wrap on some terminals
    std::string line(clear_line);
    if (width >= facts.size() + 14) {
        const std::size_t length = std::min<std::size_t>(width - facts.size() - 4, 40);
        const auto full = static_cast<std::size_t>(fraction * static_cast<double>(length));
        line += fmt::format("[{}{}{}{}] ", colour_ ? "\033[36m" : "", std::string(full, '='), colour_ ? "\033[0m" : "",
                            std::string(length - full, ' '));
    }
    put(line + facts.substr(0, width));
    bar_stands = true;
}

void Progress::finish() {
    if (mode_ != Mode::bar) return;
    take_bar_away();
    log::set_line_clearer(nullptr);
    mode_ = Mode::none;
}

} // namespace isotherm
