/// A word of another program, and what it becomes on a command line here.
///
/// No word is taken for one of ours: it is a usage error, whose advice is the whole line to write.
struct Habit: Sendable {
    /// The answer to a word.
    enum Answer: Sendable {
        /// Options of ours, with `{…}` in the place of the word's value, of the command at hand; where another one is
        /// named, of that where the one at hand lacks them. `> {FILE}` at the end is the shell's.
        case options(String, of: String? = nil)
        /// Another command of ours with its options, which does what the word asks for.
        case command(String)
        /// The value is the server, and there are options for it, or another command.
        case server(String = "")
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
        case advice(HabitAdvice, String = "")
        /// The word is left out: what it asks for is so by itself, or says nothing here.
        case nothing
    }

    /// The program of the word; nil for one that many programs have.
    let tool: HabitTool?
    let spellings: [String]
    let answer: Answer
    /// Whether the word of the other program has a value.
    let takesValue: Bool

    /// Makes a row of the table.
    ///
    /// - Parameter spellings: options with their dashes, between blanks, one with a value that the answer has no use
    ///   for with `=` behind it; commands, a comma before each next one.
    init(_ tool: HabitTool?, _ spellings: String, _ answer: Answer) {
        self.tool = tool
        self.answer = answer
        let hasValue =
            switch answer {
            case .options(let pattern, _), .command(let pattern): pattern.contains("{")
            case .server, .name, .address, .port, .list, .file, .issuers, .output: true
            case .scan, .trial, .advice, .nothing: false
            }
        let isOption = spellings.hasPrefix("-")
        takesValue = isOption && (hasValue || spellings.hasSuffix("="))
        self.spellings =
            isOption
            ? spellings.split(separator: " ").map { String($0.hasSuffix("=") ? $0.dropLast() : $0) }
            : spellings.split(separator: ",").map { String($0.drop { $0 == " " }) }
    }

    /// The words that mean the same wherever they stand.
    static let all: [Habit] = curl + openSSL + scanners + clients + anyProgram + verbs

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
    static let running: [Command] = all.flatMap { $0.verbs.isEmpty ? [$0] : $0.verbs }

    /// The command at the beginning of a pattern, the longest name first, and what follows it.
    static func leading(_ pattern: String) -> (command: Command, rest: String)? {
        let found = running.filter { pattern == $0.name || pattern.hasPrefix("\($0.name) ") }
        guard let command = found.max(by: { $0.name.count < $1.name.count }) else { return nil }
        return (command, String(pattern.dropFirst(command.name.count).drop { $0 == " " }))
    }
}
