#include "solver/core/log.hpp"

#include <cstdlib>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>

#include "kernels/base/error.hpp"

namespace isotherm::log {

namespace {

using spdlog::level::level_enum;

constexpr level_enum level_of(Level level) {
    switch (level) {
    case Level::error: return spdlog::level::err;
    case Level::warning: return spdlog::level::warn;
    case Level::info: return spdlog::level::info;
    case Level::detail: return spdlog::level::debug;
    }
    return spdlog::level::info;
}

/// "error: " and "warning: " before a message; information speaks for itself.
class Prefix : public spdlog::custom_flag_formatter {
public:
    void format(const spdlog::details::log_msg& msg, const std::tm&, spdlog::memory_buf_t& dest) override {
        const std::string_view text = msg.level == spdlog::level::err    ? "error: "
                                      : msg.level == spdlog::level::warn ? "warning: "
                                                                         : "";
        dest.append(text.data(), text.data() + text.size());
    }
    [[nodiscard]] std::unique_ptr<custom_flag_formatter> clone() const override { return std::make_unique<Prefix>(); }
};

std::unique_ptr<spdlog::formatter> formatter(const char* pattern) {
    auto f = std::make_unique<spdlog::pattern_formatter>();
    f->add_flag<Prefix>('*').set_pattern(pattern);
    return f;
}

bool colour_wanted() {
    const char* no_color = std::getenv("NO_COLOR"); // no-color.org: any value but an empty one
    return no_color == nullptr || *no_color == '\0';
}

/// The two places a message goes to. Early messages are kept until the file is there, so that it tells the whole story.
class Journal {
public:
    Journal() {
        const auto mode = colour_wanted() ? spdlog::color_mode::automatic : spdlog::color_mode::never;
        console_ = std::make_shared<spdlog::sinks::stderr_color_sink_mt>(mode);
        console_->set_formatter(formatter("%^%*%$%v"));
        console_->set_level(spdlog::level::info);
    }

    void write(Level level, std::string_view text) {
        const std::lock_guard lock(mutex_);
        const level_enum l = level_of(level);
        if (clear_line_ != nullptr && console_->should_log(l)) clear_line_();
        put(*console_, l, text);
        keep(l, text);
    }

    void write_file(Level level, std::string_view text) {
        const std::lock_guard lock(mutex_);
        keep(level_of(level), text);
    }

    void open_file(const std::string& path) {
        const std::lock_guard lock(mutex_);
        try {
            file_ = std::make_shared<spdlog::sinks::basic_file_sink_mt>(path);
        } catch (const spdlog::spdlog_ex& e) {
            throw IoError("cannot open the log " + path + ": " + e.what());
        }
        file_->set_formatter(formatter("%Y-%m-%d %H:%M:%S  %*%v"));
        for (const auto& [level, text] : early_) put(*file_, level, text);
        early_.clear();
    }

    void close_file() {
        const std::lock_guard lock(mutex_);
        file_.reset();
    }
    void set_console_level(Level level) { console_->set_level(level_of(level)); }
    void set_line_clearer(void (*clear)()) {
        const std::lock_guard lock(mutex_);
        clear_line_ = clear;
    }

private:
    static constexpr std::size_t max_early = 1000;

    void keep(level_enum l, std::string_view text) {
        if (file_) put(*file_, l, text);
        else if (early_.size() < max_early) early_.emplace_back(l, text);
    }

    /// A log that cannot be written (disk full) must not end the run: its results are reported by those who write them.
    static void put(spdlog::sinks::sink& sink, level_enum level, std::string_view text) noexcept {
        if (!sink.should_log(level)) return;
        try {
            sink.log(spdlog::details::log_msg("", level, {text.data(), text.size()}));
            sink.flush();
        } catch (...) {}
    }

    std::mutex mutex_;
    std::shared_ptr<spdlog::sinks::stderr_color_sink_mt> console_;
    std::shared_ptr<spdlog::sinks::basic_file_sink_mt> file_;
    std::vector<std::pair<level_enum, std::string>> early_;
    void (*clear_line_)() = nullptr;
};

Journal& journal() {
    static Journal it;
    return it;
}

} // namespace

void set_console_level(Level level) { journal().set_console_level(level); }
void open_file(const std::string& path) { journal().open_file(path); }
void close_file() { journal().close_file(); }
void to_file(Level level, std::string_view text) { journal().write_file(level, text); }
void error(std::string_view text) { journal().write(Level::error, text); }
void warning(std::string_view text) { journal().write(Level::warning, text); }
void info(std::string_view text) { journal().write(Level::info, text); }
void detail(std::string_view text) { journal().write(Level::detail, text); }
void set_line_clearer(void (*clear)()) { journal().set_line_clearer(clear); }

} // namespace isotherm::log
