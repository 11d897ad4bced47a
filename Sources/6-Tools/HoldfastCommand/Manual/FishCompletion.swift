import HoldfastStatements

/// The script by which fish completes command lines, made of the tables of commands and options (complete(1)).
enum FishCompletion {
    static var script: String {
        let commands = Command.all.map(\.name).joined(separator: " ")
        var lines = [
            "# Completion of holdfast for fish; made by: holdfast completions fish",
            "function __holdfast_at --description 'Whether a command or verb has been given'",
            "    set -l words (commandline -opc)",
            "    set -l given (string match -v -- '-*' $words[2..-1])",
            "    set -l last (count $argv)",
            "    test \"$given[1..$last]\" = \"$argv\"",
            "end",
            "function __holdfast_verbless --description 'Whether a command waits for its verb'",
            "    set -l words (commandline -opc)",
            "    test (count $words) -eq 2; and test \"$words[2]\" = \"$argv\"",
            "end",
            "complete -c holdfast -f",
            "complete -c holdfast -n __fish_use_subcommand -s h -l help -d 'print the help'",
            "complete -c holdfast -n __fish_use_subcommand -l version -d 'print the version'",
            "complete -c holdfast -n __fish_use_subcommand -a help -d 'explain a command'",
            "complete -c holdfast -n '__holdfast_verbless help' -a \(quoted(commands))",
        ]
        for command in Command.all {
            lines.append(
                "complete -c holdfast -n __fish_use_subcommand -a \(command.name) -d "
                    + "\(quoted(command.summary.english))"
            )
            for verb in command.verbs {
                lines.append(
                    "complete -c holdfast -n '__holdfast_verbless \(command.name)' "
                        + "-a \(verb.name.dropFirst(command.name.count + 1)) -d \(quoted(verb.summary.english))")
                lines += part(verb)
            }
            if command.runsItself { lines += part(command) }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The lines about one command or verb.
    private static func part(_ command: Command) -> [String] {
        let start = "complete -c holdfast -n '__holdfast_at \(command.name)'"
        var lines = command.options.map { option in
            let letter = option.letter.map { " -s \($0)" } ?? ""
            var value = ""
            if !option.choices.isEmpty {
                value = " -x -a \(quoted(option.choices.joined(separator: " ")))"
            } else if option.takesValue {
                value = option.isPath ? " -r -F" : " -x"
            }
            return "\(start)\(letter) -l \(option.name.dropFirst(2))\(value) -d \(quoted(option.help.english))"
        }
        if !command.operandWords.isEmpty {
            lines.append("\(start) -a \(quoted(command.operandWords.joined(separator: " ")))")
        }
        if command.takesPaths { lines.append("\(start) -F") }
        return lines
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.map { "'\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
    }
}
