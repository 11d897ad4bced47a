/// The script by which bash completes command lines, made of the tables of commands and options.
enum BashCompletion {
    static var script: String {
        """
        # Completion of holdfast for bash; made by: holdfast completions bash
        _holdfast() {
            local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command= place
            local words= options= paths=
            COMPREPLY=()
            # bash takes --name=value apart at the sign.
            if [[ $word == = ]]; then
                word=
            elif [[ $previous == = ]]; then
                previous=${COMP_WORDS[COMP_CWORD - 2]}
            fi
            for ((place = 1; place < COMP_CWORD; place++)); do
                [[ ${COMP_WORDS[place]} != -* ]] || continue
                command+=${command:+ }${COMP_WORDS[place]}
                case $command in
                    \(groups)) ;;
                    *) break ;;
                esac
            done
            case $command in
                \(verbs)) ;;
                \(selfRunning)) command=${command%% *} ;;
            esac
            case $command in
                '')
                    words='\(Command.all.map(\.name).joined(separator: " ")) help'
                    options='--help -h --version'
                    ;;
                help)
                    words='\(Command.all.map(\.name).joined(separator: " "))'
                    ;;

        """
            + Command.all.flatMap { [$0] + $0.verbs }.map(part).joined() + """
                    esac
                    if [[ $word == -* ]]; then
                        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
                    else
                        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
                        [[ -z $paths ]] || _holdfast_paths
                    fi
                }
                # Files and folders, whatever characters are in their names.
                _holdfast_paths() {
                    compopt -o filenames 2>/dev/null
                    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$word")
                }
                complete -F _holdfast holdfast

                """
    }

    /// The pattern of commands that have verbs.
    private static var groups: String {
        Command.all.filter { !$0.verbs.isEmpty }.map(\.name).joined(separator: " | ")
    }

    /// The pattern of verbs.
    private static var verbs: String { Command.all.flatMap(\.verbs).map { "'\($0.name)'" }.joined(separator: " | ") }

    /// The pattern of commands that have verbs and do something without one, with an operand behind them.
    private static var selfRunning: String {
        Command.all.filter { $0.runsItself && !$0.verbs.isEmpty }.map { "'\($0.name) '*" }.joined(separator: " | ")
    }

    /// The part of the script about one command or verb.
    private static func part(_ command: Command) -> String {
        var values: [String] = []
        let paths = command.options.filter(\.isPath)
        if !paths.isEmpty { values.append("\(pattern(paths))) _holdfast_paths; return ;;") }
        for option in command.options where !option.choices.isEmpty {
            let words = option.choices.joined(separator: " ")
            values.append(
                "\(pattern([option]))) mapfile -t COMPREPLY < <(compgen -W '\(words)' -- \"$word\"); return ;;")
        }
        let others = command.options.filter { $0.takesValue && !$0.isPath && $0.choices.isEmpty }
        if !others.isEmpty { values.append("\(pattern(others))) return ;;") }
        var lines = ["'\(command.name)')"]
        if !values.isEmpty {
            lines += ["    case $previous in"] + values.map { "        \($0)" } + ["    esac"]
        }
        lines.append("    options='\(command.options.flatMap(spellings).joined(separator: " "))'")
        if !command.operandWords.isEmpty {
            lines.append("    words='\(command.operandWords.joined(separator: " "))'")
        }
        if command.takesPaths { lines.append("    paths=yes") }
        lines.append("    ;;")
        return lines.map { "        \($0)\n" }.joined()
    }

    private static func spellings(_ option: CommandOption) -> [String] {
        [option.name] + (option.letter.map { ["-\($0)"] } ?? [])
    }

    private static func pattern(_ options: [CommandOption]) -> String {
        options.flatMap(spellings).joined(separator: " | ")
    }
}
