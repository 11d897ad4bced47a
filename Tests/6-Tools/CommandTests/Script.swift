import Foundation
import Testing

/// Command lines with what they have to say, as text.
///
///     $ holdfast evaluate nope.pem
///     ! holdfast: 'nope.pem': no such file or directory
///     ! hint: …
///     = 1
///
/// `$` a command line (words in single quotes stay together), `<` a line of standard input, `>` a line of standard
/// output, `!` a line of standard error, `=` the exit code, `#` a remark. All lines are compared, those that are not
/// written are not expected. `…` in a line stands for any text, a line of `…` alone for any lines.
struct Script {
    private struct Step {
        let line: Int
        let words: [String]
        var input: [String] = []
        var output: [String] = []
        var errors: [String] = []
        var exitCode: Int32 = 0
    }

    private var steps: [Step] = []

    init(_ text: String) throws {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let mark = line.first, mark != "#" else { continue }
            let rest = String(line.dropFirst(2))
            if mark == "$" {
                steps.append(Step(line: index + 1, words: Self.words(rest)))
                continue
            }
            let last = try #require(steps.indices.last, "line \(index + 1) comes before any command")
            switch mark {
            case "<": steps[last].input.append(rest)
            case ">": steps[last].output.append(rest)
            case "!": steps[last].errors.append(rest)
            case "=": steps[last].exitCode = try #require(Int32(rest), "line \(index + 1)")
            default: Issue.record("line \(index + 1) of the script: '\(line)'")
            }
        }
    }

    /// Runs every step in the folder and compares.
    func run(in folder: Folder, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(!steps.isEmpty, sourceLocation: sourceLocation)
        for step in steps {
            let input = step.input.map { $0 + "\n" }.joined()
            let run = try CommandRun(step.words[0], Array(step.words.dropFirst()), in: folder, input: input)
            let name = "line \(step.line): \(step.words.joined(separator: " "))"
            #expect(run.exitCode == step.exitCode, "\(name)\n\(run.errors)", sourceLocation: sourceLocation)
            for (title, seen, expected) in [("stdout", run.output, step.output), ("stderr", run.errors, step.errors)] {
                var lines = seen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                if lines.last == "" { lines.removeLast() }
                #expect(
                    Self.matches(lines[...], expected[...]), "\(name), \(title)\n\(lines.joined(separator: "\n"))",
                    sourceLocation: sourceLocation)
            }
        }
    }

    private static func matches(_ seen: ArraySlice<String>, _ expected: ArraySlice<String>) -> Bool {
        guard let first = expected.first else { return seen.isEmpty }
        if first == "…" {
            return matches(seen, expected.dropFirst())
                || (!seen.isEmpty && matches(seen.dropFirst(), expected))
        }
        guard let line = seen.first, matches(line: line, first) else { return false }
        return matches(seen.dropFirst(), expected.dropFirst())
    }

    static func matches(line: String, _ pattern: String) -> Bool {
        let parts = pattern.components(separatedBy: "…")
        guard parts.count > 1 else { return line == pattern }
        guard line.hasPrefix(parts[0]) else { return false }
        var rest = line.dropFirst(parts[0].count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.range(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(parts[parts.count - 1])
    }

    private static func words(_ line: String) -> [String] {
        var words: [String] = []
        var isQuoted = false
        var current: String?
        for character in line {
            if character == "'" {
                isQuoted.toggle()
                current = current ?? ""
            } else if character == " ", !isQuoted {
                if let word = current { words.append(word) }
                current = nil
            } else {
                current = (current ?? "") + String(character)
            }
        }
        return words + (current.map { [$0] } ?? [])
    }
}
