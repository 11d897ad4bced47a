import HoldfastStatements

/// The script by which zsh completes command lines, made of the tables of commands and options (zshcompsys(1)).
enum ZshCompletion {
    static var script: String {
        let words = Command.all.map { "        \(quoted("\($0.name):\($0.summary.english)"))\n" }.joined()
        return """
            #compdef holdfast
            # Completion of holdfast for zsh; made by: holdfast completions zsh
            _holdfast_commands() {
                local -a commands=(

            """ + words + """
                    )
                    _describe -t commands command commands
                }
                _holdfast() {
                    local curcontext="$curcontext" command=$words[2]
                    if (( CURRENT == 2 )); then
                        _holdfast_commands
                        [[ $PREFIX != -* ]] ||
                        _arguments '(-h --help)'{-h,--help}'[print the help]' '--version[print the version]'
                        return
                    fi
                    if (( CURRENT > 3 )); then
                        case $command in
                            \(groups))
                                case "$command $words[3]" in
                                    \(verbs)) command="$command $words[3]"; shift words; (( CURRENT-- )) ;;
                                esac ;;
                        esac
                    fi
                    shift words
                    (( CURRENT-- ))
                    case $command in
                        help) _holdfast_commands ;;

                """
                + Command.all.flatMap { [$0] + $0.verbs }.map(part).joined() + """
                        esac
                    }
                    # Read as a file of fpath it is the function itself; by eval it is one to be registered.
                    if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
                        _holdfast "$@"
                    else
                        compdef _holdfast holdfast
                    fi

                    """
    }

    private static var groups: String {
        Command.all.filter { !$0.verbs.isEmpty }.map(\.name).joined(separator: " | ")
    }

    /// The pattern of verbs, each behind its command.
    private static var verbs: String { Command.all.flatMap(\.verbs).map { "'\($0.name)'" }.joined(separator: " | ") }

    private static func part(_ command: Command) -> String {
        let specifications = command.options.map(specification) + [operands(command)]
        return "        \(quoted(command.name)))\n            _arguments -s -S "
            + specifications.joined(separator: " \\\n                ") + "\n            ;;\n"
    }

    /// One option, in its spellings, with its help and its value.
    private static func specification(_ option: CommandOption) -> String {
        let help = escaped(option.help.english, "[]:\\")
        var value = ""
        if let placeholder = option.placeholder {
            value = ":\(escaped(placeholder, ":\\")):"
            if !option.choices.isEmpty {
                value += "(\(option.choices.joined(separator: " ")))"
            } else if option.isPath {
                value += "_files"
            }
        }
        let name = option.name + (option.takesValue ? "=" : "")
        guard let letter = option.letter else {
            return quoted("\(option.isRepeatable ? "*" : "")\(name)[\(help)]\(value)")
        }
        let excluded = option.isRepeatable ? "*" : "(-\(letter) \(option.name))"
        let short = "-\(letter)" + (option.takesValue ? "+" : "")
        return "\(quoted(excluded)){\(short),\(name)}\(quoted("[\(help)]\(value)"))"
    }

    private static func operands(_ command: Command) -> String {
        let name = escaped(command.operands, ":\\")
        let words = command.operandWords
        if words.isEmpty { return quoted("*:\(name):\(command.takesPaths ? "_files" : "")") }
        let choice = "(\(words.joined(separator: " ")))"
        return command.takesPaths
            ? quoted("1:\(name):\(choice)") + " " + quoted("*:\(name):_files") : quoted("*:\(name):\(choice)")
    }

    private static func escaped(_ text: String, _ special: String) -> String {
        text.map { special.contains($0) ? "\\\($0)" : String($0) }.joined()
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
