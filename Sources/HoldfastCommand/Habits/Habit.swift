/// A word of another program, and the command line that does here what it does there.
///
/// No word is taken for one of ours: it is a usage error, whose advice is the line to write.
struct Habit: Sendable {
    /// The answer to a word.
    enum Answer: Sendable {
        /// Options of ours, for the command at hand where it has them, else for the one that is named.
        case options(String, of: String = "check")
        /// A whole command line, without the program's name.
        case line(String)
        /// Advice about a word without a command line here: it is left out, or there is nothing like it.
        case advice(HabitAdvice)
    }

    /// The program of the word; nil for one that many programs have.
    let tool: HabitTool?
    let spellings: [String]
    let answer: Answer

    /// Makes a row of the table.
    ///
    /// - Parameter spellings: options with their dashes, between blanks; commands, a comma before each next one.
    init(_ tool: HabitTool?, _ spellings: String, _ answer: Answer) {
        self.tool = tool
        self.spellings =
            spellings.hasPrefix("-")
            ? spellings.split(separator: " ").map(String.init)
            : spellings.split(separator: ",").map { String($0.drop { $0 == " " }) }
        self.answer = answer
    }

    static let all: [Habit] = openSSL + scanners + clients + anyProgram

    /// The usage error about an option that a command lacks; nil where the spelling is nobody's.
    ///
    /// - Parameters:
    ///   - command: the command that lacks it; nil where it stands before any.
    ///   - arguments: the whole command line, whose servers and files the advice names.
    static func error(
        about spelling: String, for command: Command? = nil, among arguments: [String] = []
    ) -> CommandError? {
        if let error = CurlSpelling.error(about: spelling, for: command) { return error }
        let name = String(spelling.prefix { $0 != "=" })
        guard let habit = all.first(where: { $0.spellings.contains(name) }) else { return nil }
        let isOurs = isOurs(name)
        if let command, isOurs, !habit.fits(command) { return nil }
        let filler = HabitLine(arguments, spelling: habit.takesValue ? name : nil, command: command)
        let sentence: UsageSentence =
            if let tool = habit.tool {
                .foreignOption(name: name, tool: tool.rawValue)
            } else if let command, isOurs {
                .doesNotApply(option: name, command: command.name)
            } else {
                .unknownOption(option: name)
            }
        return .usage(sentence, hint: habit.advice(filler))
    }

    /// The usage error about a word of several letters behind one dash, as openssl has them; nil where it is none.
    static func error(
        aboutWord argument: String, for command: Command, among arguments: [String]
    ) -> CommandError? {
        let name = argument.prefix { $0 != "=" }
        return name.count > 2 ? error(about: String(name), for: command, among: arguments) : nil
    }

    /// The usage error about a word in the place of a command, or of a verb behind one; nil where it is nobody's.
    static func error(aboutCommand name: String, _ arguments: [String]) -> CommandError? {
        let next = arguments.first.map { "\(name) \($0)" } ?? name
        let word = all.contains { $0.spellings.contains(next) } ? next : name
        guard let habit = all.first(where: { $0.spellings.contains(word) }) else {
            // The program's own name before its words.
            guard isTool(name) || name == "curl" || name == "testssl", let first = arguments.first, !isTool(first)
            else { return nil }
            let rest = Array(arguments.dropFirst())
            let known = first.hasPrefix("-") ? error(about: first, among: arguments) : error(aboutCommand: first, rest)
            if let known, name != "curl" { return known }
            // A server among its words is one to check.
            let line = HabitLine(arguments, spelling: nil, command: nil)
            guard line.hasServer else { return known }
            return .usage(
                UsageSentence.unknownCommand(name: name),
                hint: HabitAdvice.write(line: line.filled("holdfast check [HOST]")))
        }
        let filler = HabitLine(Array(arguments.dropFirst(word == name ? 0 : 1)), spelling: nil, command: nil)
        let tool = habit.tool.flatMap { $0.rawValue == word ? nil : $0.rawValue }
        let sentence: UsageSentence =
            tool.map { .foreignCommand(name: word, tool: $0) } ?? .unknownCommand(name: word)
        return .usage(sentence, hint: habit.advice(filler))
    }

    /// Whether another command has an option of that spelling, which is to be told then.
    private static func isOurs(_ spelling: String) -> Bool {
        Command.all.contains { ($0.options + $0.verbs.flatMap(\.options)).contains { $0.isCalled(spelling) } }
    }

    /// Whether the answer is one for a command: it has the options, or it takes servers.
    private func fits(_ command: Command) -> Bool {
        guard case .options(let pattern, _) = answer else {
            return ["SERVER", "URL"].contains { command.operands.contains($0) }
        }
        return pattern.split(separator: " ").filter { $0.hasPrefix("--") }
            .allSatisfy { name in command.options.contains { $0.name == name } }
    }

    private static func isTool(_ word: String) -> Bool { HabitTool(rawValue: word) != nil }

    /// Whether what follows the word is its value, as far as the answer goes on with it.
    private var takesValue: Bool {
        switch answer {
        case .options(let pattern, _), .line(let pattern): pattern.contains("{")
        case .advice(let advice): advice == .verifyOption
        }
    }

    private func advice(_ filler: HabitLine) -> HabitAdvice {
        switch answer {
        case .options(let options, let command): .write(line: filler.line(of: options, default: command))
        case .line(let line): .write(line: filler.filled("holdfast " + line))
        case .advice(.scanComes(let line)): .scanComes(line: filler.filled("holdfast " + line))
        case .advice(.verifyOption) where filler.isOff: .nothingSwitchesOff
        case .advice(.verifyOption): .write(line: filler.line(of: "--anchors-only {FILE}", default: "request"))
        case .advice(let advice): advice
        }
    }
}
