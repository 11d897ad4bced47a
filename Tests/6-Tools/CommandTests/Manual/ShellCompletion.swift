import Foundation
import Testing

/// The words to which a shell completes command lines, by what `holdfast completions` prints for it.
struct ShellCompletion {
    let shell: String
    let folder: Folder

    /// The words for each line, in the order of the alphabet, each once.
    func words(_ lines: [String]) throws -> [[String]] {
        let script: String
        switch shell {
        case "bash": script = Self.bash
        case "fish": script = Self.fish
        default: script = Self.zsh
        }
        try folder.write("complete", script)
        let quoted = lines.map { "'\($0)'" }.joined(separator: " ")
        let run = try CommandRun(
            shell:
                "\"$holdfast\" completions \(shell) >completions && \(Self.program[shell] ?? shell) complete \(quoted)",
            in: folder)
        try #require(run.exitCode == 0, "\(run.output)\(run.errors)")
        let said = run.output.components(separatedBy: "end of line\n").map { part in
            Set(part.split(whereSeparator: \.isNewline).map(String.init)).sorted()
        }
        return Array(said.prefix(lines.count))
    }

    private static let program = ["zsh": "zsh -f", "fish": "fish --no-config"]

    /// bash hands its words over taken apart at blanks and at the sign of `--name=value`.
    private static let bash = """
        . ./completions
        for line in "$@"; do
            COMP_WORDS=()
            read -r -a words <<<"${line//=/ = }"
            COMP_WORDS=("${words[@]}")
            [[ $line != *' ' && $line != *= ]] || COMP_WORDS+=('')
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _holdfast
            printf '%s\\n' "${COMPREPLY[@]}" 'end of line'
        done
        """

    private static let fish = """
        source ./completions
        for line in $argv
            complete -C $line | string split -f 1 \\t
            echo end of line
        end
        """

    /// zsh completes in its editor alone: one is started on a terminal of its own, in which `compadd` tells its words.
    private static let zsh = """
        zmodload zsh/zpty
        zpty shell zsh -f -i
        send() { zpty -w shell "$1" }
        await() { local tries=600; until grep -qx "$1" out || (( --tries == 0 )); do sleep 0.1; done }
        : >out
        send 'PS1=; autoload -Uz compinit; compinit -u -D; source ./completions'
        send 'tell() { local -a found; builtin compadd -A found "$@"; print -lr -- $found >>out; builtin compadd "$@" }'
        send 'compadd() { tell "$@" }'
        send "told() { _main_complete }; zle -C told complete-word told; bindkey '^T' told; print ready >>out"
        await ready
        : >out
        local number=0
        for line in "$@"; do
            (( ++number ))
            sleep 0.3
            zpty -w -n shell "$line"$'\\x14\\x15'"print end of line >>out; print $number >>ends"$'\\n'
            local tries=600; until grep -qx "$number" ends 2>/dev/null || (( --tries == 0 )); do sleep 0.1; done
        done
        zpty -d shell
        cat out
        """
}
