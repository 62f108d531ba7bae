#include "app/console.hpp"

#include <cstdio>
#include <cstdlib>

#include <sys/ioctl.h>
#include <unistd.h>

namespace isotherm {

bool colour_wanted(int stream) {
    const char* no_color = std::getenv("NO_COLOR");
    return isatty(stream) != 0 && (no_color == nullptr || *no_color == '\0');
}

std::size_t columns_of(int stream, std::size_t otherwise) {
    winsize size{};
    return ::ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : otherwise;
}

void print_error(const std::string& text) {
    std::string shown = text.find(" error:") == std::string::npos ? "isotherm: error: " + text : text;
    if (shown.back() != '\n') shown += '\n';
    const std::string red = " \033[1;31merror:\033[0m";
    if (colour_wanted(STDERR_FILENO))
        for (std::size_t at = 0; (at = shown.find(" error:", at)) != std::string::npos; at += red.size())
            shown.replace(at, 7, red);
    std::fputs(shown.c_str(), stderr);
}

} // namespace isotherm
