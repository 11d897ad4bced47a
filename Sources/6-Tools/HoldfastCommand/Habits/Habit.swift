import HoldfastFacts
import HoldfastStatements

/// A word of another program, and what it becomes on a command line here.
///
/// No word is taken for one of ours: it is a usage error, whose advice is the whole line to write.
struct Habit: Sendable {
    /// The answer to a word.
    enum Answer: Sendable {
        /// Options of ours, with `{…}` in the place of the word's value, of the command at hand; where another one is
        /// named, of that where the one at hand lacks them. `> {FILE}` at the end is the shell's.
        case options(String, of: String?)
        /// Another command of ours with its options, which does what the word asks for.
        case command(String)
        /// The value is the server, and there are options for it, or another command.
        case server(String)
        /// The value is the name that the certificate has to be for.
        case name
        /// The value is where to connect, instead of the addresses of the name.
        case address
        case port
        /// The value is a file with servers.
        case list
        /// The value is a file to look at.
        case file
        /// The value is a file for what is printed, or its form.
        case output
        /// The word asks for what would be done, without doing it.
        case trial
        /// The value is a file of intermediate certificates.
        case issuers
        /// The versions and suites of a server, of which one at a time can be tried.
        case scan
        /// The word is left out, which needs to be told; options may take its place.
        case advice(HabitAdvice, String)
        /// The word is left out: what it asks for is so by itself, or says nothing here.
        case nothing

        private static let plain: [String: Answer] = [
            "name": .name, "address": .address, "port": .port, "list": .list, "file": .file, "output": .output,
            "trial": .trial, "issuers": .issuers, "scan": .scan, "nothing": .nothing,
        ]

        /// Advice without values that rows of the table name.
        private static let told: [HabitAdvice] = [
            .alwaysJudged, .authForProxies, .compareRuns, .decompressed, .errorsAlwaysTold, .formIsFound, .http2,
            .metrics, .noProxyByItself, .noRetry, .nothingSwitchesOff, .oldVersionsAreNotSpoken, .passphraseFile,
            .proxyUser, .redirectsAreFollowed, .severalAtOnce, .userInURL, .version, .warnings,
        ]

        private static func advice(of fact: FactRow) -> HabitAdvice? {
            let words = (fact["words"] ?? "").replacing("=", with: "")
            let identifier = "\(HabitAdvice.topic).\(fact["advice"] ?? "")"
            return (told + [.leftOut(words: words)]).first { $0.statement.identifier == identifier }
        }

        fileprivate init?(_ fact: FactRow) {
            let (word, pattern) = (fact["answer"] ?? "", fact["pattern"] ?? "")
            switch word {
            case "options": self = .options(pattern, of: fact["of"])
            case "command": self = .command(pattern)
            case "server": self = .server(pattern)
            case "advice":
                guard let advice = Self.advice(of: fact) else { return nil }
                self = .advice(advice, pattern)
            default:
                guard let plain = Self.plain[word] else { return nil }
                self = plain
            }
        }
    }

    /// The program of the word; nil for one that many programs have.
    let tool: HabitTool?
    let spellings: [String]
    let answer: Answer
    /// Whether the word of the other program has a value.
    let takesValue: Bool

    /// Whether it holds on a whole line of its program alone, where it means something else, or nothing.
    private let isOfLine: Bool

    /// Reads a row of the table `habits`.
    private init(_ fact: FactRow) throws(FactError) {
        let source = fact["source"] ?? ""
        tool = HabitTool(rawValue: source)
        guard let words = fact["words"], let answer = Answer(fact), tool != nil || source == "any" else {
            throw FactError(line: fact.line, .badValue)
        }
        self.answer = answer
        isOfLine = fact["place"] == "line"
        let hasValue =
            switch answer {
            case .options(let pattern, _), .command(let pattern): pattern.contains("{")
            case .server, .name, .address, .port, .list, .file, .issuers, .output: true
            case .scan, .trial, .advice, .nothing: false
            }
        let isOption = words.hasPrefix("-")
        takesValue = isOption && (hasValue || words.hasSuffix("="))
        spellings =
            isOption
            ? words.split(separator: " ").map { String($0.hasSuffix("=") ? $0.dropLast() : $0) }
            : words.split(separator: ",").map { String($0.drop { $0 == " " }) }
    }

    /// The rows of the table `habits`, which is compiled in; a test reads it.
    static func builtIn() throws(FactError) -> [Habit] {
        try FactTable.builtIn("habits").rows.map { fact throws(FactError) in try Habit(fact) }
    }

    private static let rows = (try? builtIn()) ?? []
    /// The words that mean the same wherever they stand.
    static let all = rows.filter { !$0.isOfLine }
    /// Words that mean something else, or nothing, on a whole line of their own program.
    static let lines = rows.filter(\.isOfLine)

    /// The row of an option.
    ///
    /// - Parameter tool: the program whose whole line it stands on, whose own words come first; nil for a line of ours.
    static func row(of option: String, on tool: HabitTool?) -> Habit? {
        let has = { (habit: Habit) in habit.spellings.contains(option) }
        guard let tool else { return all.first(where: has) }
        return lines.first { $0.tool == tool && has($0) } ?? all.first { $0.tool == tool && has($0) }
            ?? all.first { $0.tool == nil && has($0) }
    }

    /// The row of a word in the place of a command: of two words where there is such a row, else of the first.
    ///
    /// - Returns: the row, and the words that it is called by; nil where it is nobody's.
    static func row(ofCommand words: [String]) -> (habit: Habit, words: [String])? {
        for count in [2, 1] where words.count >= count {
            let word = words.prefix(count).joined(separator: " ")
            if let habit = all.first(where: { $0.spellings.contains(word) }) {
                return (habit, Array(words.prefix(count)))
            }
        }
        return nil
    }

    /// Whether the value of the word stands on the line that the answer leads to.
    var usesValue: Bool {
        switch answer {
        case .options(let pattern, _), .command(let pattern): pattern.contains("{")
        case .scan, .trial, .advice, .nothing: false
        default: true
        }
    }

    /// Whether the answer is one for a command: it has the options, or it takes servers.
    func fits(_ command: Command) -> Bool {
        if case .output = answer { return command.has("--json") }
        guard case .options(let pattern, _) = answer else { return command.takesServers }
        return pattern.split(separator: " ").filter { $0.hasPrefix("--") }
            .allSatisfy { name in command.options.contains { $0.name == name } }
    }
}

extension Command {
    /// Whether its operands are servers, or may be.
    var takesServers: Bool { ["SERVER", "URL"].contains { operands.contains($0) } }
    /// Whether its operands are files, or may be.
    var takesFiles: Bool { ["FILE", "CHAIN", "CA.pem"].contains { operands.contains($0) } }

    /// Every command that runs: those without verbs, and the verbs of the others.
    static let running: [Command] = all.flatMap { ($0.runsItself ? [$0] : []) + $0.verbs }

    /// The command at the beginning of a pattern, the longest name first, and what follows it.
    static func leading(_ pattern: String) -> (command: Command, rest: String)? {
        let found = running.filter { pattern == $0.name || pattern.hasPrefix("\($0.name) ") }
        guard let command = found.max(by: { $0.name.count < $1.name.count }) else { return nil }
        return (command, String(pattern.dropFirst(command.name.count).drop { $0 == " " }))
    }
}
