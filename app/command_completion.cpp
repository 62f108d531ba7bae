/// `isotherm completion`: what shells need to complete commands, options and names, made from the command line itself.

#include <cstdio>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/case/tables.hpp"
#include "app/commands.hpp"
#include "app/starters.hpp"
#include "app/validate/registry.hpp"

namespace isotherm {
namespace {

using Words = std::vector<std::string>;

/// The words of the set that an option allows, from its own text "{a,b,c}"; none where it takes any value.
Words values_of(const CLI::Option& option) {
    const std::string text = option.get_type_name();
    const std::size_t begin = text.find('{'), end = text.find('}');
    if (option.check_lname("backend")) return {"auto", "cpu", "cuda"}; // some are checked later, with the case
    if (option.check_lname("precision")) return {"fp32", "fp64"};
    if (begin == std::string::npos || end == std::string::npos) return {};
    Words words;
    std::string word;
    for (const char c : text.substr(begin + 1, end - begin - 1))
        if (c == ',') words.push_back(word), word.clear();
        else word += c;
    words.push_back(word);
    return words;
}

/// Names that a command's arguments may have beside files.
Words names_of(const std::string& command) {
    Words names;
    if (command == "validate")
        for (const auto& c : validate::registry()) names.push_back(c.name);
    if (command == "explain") names = case_table().section()->names();
    if (command == "init")
        for (const auto& s : starters()) names.emplace_back(s.name);
    if (command == "completion") names = {"bash", "zsh", "fish"};
    return names;
}

struct Described {
    std::string name, what;
    Words options, names;
    std::vector<std::pair<std::string, Words>> values; ///< option, what it may be
};

std::vector<Described> describe(const CLI::App& program) {
    std::vector<Described> all;
    for (const CLI::App* command : program.get_subcommands({})) {
        Described d{command->get_name(), command->get_description(), {}, names_of(command->get_name()), {}};
        for (const CLI::Option* option : command->get_options()) {
            for (const std::string& name : option->get_lnames()) {
                d.options.push_back("--" + name);
                if (const Words values = values_of(*option); !values.empty())
                    d.values.emplace_back("--" + name, values);
            }
            for (const std::string& name : option->get_snames()) d.options.push_back("-" + name);
        }
        all.push_back(std::move(d));
    }
    return all;
}

std::string bash(const std::vector<Described>& commands) {
    Words names;
    for (const Described& d : commands) names.push_back(d.name);
    std::string s =
        "# Completion of isotherm for bash. Put into ~/.bashrc: source <(isotherm completion bash)\n"
        "_isotherm() {\n    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=\n";
    s += fmt::format("    if [ \"$COMP_CWORD\" -eq 1 ]; then COMPREPLY=($(compgen -W \"{} --help --version\" -- "
                     "\"$word\")); return; fi\n",
                     fmt::join(names, " "));
    s += "    case ${COMP_WORDS[1]} in\n";
    for (const Described& d : commands) {
        s += fmt::format("    {})\n        case $before in\n", d.name);
        for (const auto& [option, values] : d.values)
            s += fmt::format("        {}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n", option,
                             fmt::join(values, " "));
        s += fmt::format("        esac\n        case $word in -*) words=\"{}\" ;; *) words=\"{}\" ;; esac ;;\n",
                         fmt::join(d.options, " "), fmt::join(d.names, " "));
    }
    return s + "    esac\n    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
               "    [[ $word == -* || -n $words ]] || COMPREPLY+=($(compgen -f -- \"$word\"))\n}\n"
               "complete -o filenames -F _isotherm isotherm\n";
}

std::string fish(const std::vector<Described>& commands) {
    std::string s = "# Completion of isotherm for fish. Put it into ~/.config/fish/completions/isotherm.fish\n";
    const auto quoted = [](std::string text) {
        for (std::size_t at = 0; (at = text.find('\'', at)) != std::string::npos; at += 2) text.replace(at, 1, "\\'");
        return "'" + text + "'";
    };
    for (const Described& d : commands) {
        s += fmt::format("complete -c isotherm -n __fish_use_subcommand -f -a {} -d {}\n", d.name, quoted(d.what));
        const std::string here = fmt::format("complete -c isotherm -n '__fish_seen_subcommand_from {}'", d.name);
        if (!d.names.empty()) s += fmt::format("{} -a '{}'\n", here, fmt::join(d.names, " "));
        for (const std::string& option : d.options) {
            const auto values =
                std::find_if(d.values.begin(), d.values.end(), [&](const auto& v) { return v.first == option; });
            const std::string words =
                values == d.values.end() ? "" : fmt::format(" -x -a '{}'", fmt::join(values->second, " "));
            const bool is_long = option.size() > 2;
            s += fmt::format("{} -{} {}{}\n", here, is_long ? "l" : "s", option.substr(is_long ? 2 : 1), words);
        }
    }
    return s;
}

} // namespace

std::function<int()> add_completion(CLI::App& app) {
    const auto shell = std::make_shared<std::string>("bash");
    app.add_option("SHELL", *shell, "bash, zsh or fish")->check(CLI::IsMember({"bash", "zsh", "fish"}));
    return [shell, &app] {
        const std::vector<Described> commands = describe(*app.get_parent());
        if (*shell == "zsh") std::fputs("autoload -U +X bashcompinit && bashcompinit\n", stdout); // then as bash
        std::fputs((*shell == "fish" ? fish(commands) : bash(commands)).c_str(), stdout);
        return 0;
    };
}

} // namespace isotherm
