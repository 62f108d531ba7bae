#pragma once

#include <string>
#include <string_view>

namespace isotherm::log {

/// What a person reads: standard error, and run.log once a run has a folder. -q shows errors only, -v details too.
enum class Level { error, warning, info, detail };

void set_console_level(Level level);
/// From here on every message (details too) also goes to this file. Throws IoError.
void open_file(const std::string& path);
void close_file();

/// Only to the file: what the terminal is told by other means.
void to_file(Level level, std::string_view text);

void error(std::string_view text);
void warning(std::string_view text);
void info(std::string_view text);
void detail(std::string_view text);

/// While a progress bar stands on the terminal, messages clear it first: called before every console message.
void set_line_clearer(void (*clear)());

} // namespace isotherm::log
