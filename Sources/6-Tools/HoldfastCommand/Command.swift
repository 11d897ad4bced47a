import HoldfastDiagnostics
import HoldfastTransport
import HoldfastJSON
import HoldfastStatements

/// One command: what it is called, what it takes, and what runs it.
struct Command: Sendable {
    let name: String
    /// The arguments after the options, as the help shows them.
    let operands: String
    /// The number of operands that the command takes.
    let operandCount: ClosedRange<Int>
    /// One line for the list of commands.
    let summary: LocalizedText
    /// The meaning of its operands in a sentence; nil where their names say it.
    let meaning: LocalizedText?
    /// The paragraphs of the whole help above the options.
    let text: LocalizedText
    let options: [CommandOption]
    /// The options that most people need, which the help on one screen shows in this order.
    let common: [CommandOption]
    /// Command lines that work as they stand.
    let examples: [String]
    /// The subcommands, where there are several: each a command of its own behind this one's name.
    let verbs: [Command]
    /// The exit codes that it can end with, in the order of the table.
    let exitCodes: [ExitCode]
    /// Whether an operand may be a number below zero, or a line that begins with a dash and a space.
    let takesLines: Bool
    let run: @Sendable (Invocation) async throws(CommandError) -> any ProcessEnd

    /// Makes a command; the options of every command and the exit codes of all come by themselves.
    ///
    /// - Parameter common: the options of the help on one screen; all of its own unless given.
    init(
        name: String, operands: String, operandCount: ClosedRange<Int>, summary: LocalizedText,
        meaning: LocalizedText? = nil, text: LocalizedText,
        options: [CommandOption] = [], common: [CommandOption]? = nil, examples: [String], verbs: [Command] = [],
        exitCodes: [ExitCode] = [], takesLines: Bool = false,
        run: @escaping @Sendable (Invocation) async throws(CommandError) -> any ProcessEnd
    ) {
        self.name = name
        self.operands = operands
        self.operandCount = operandCount
        self.summary = summary
        self.meaning = meaning
        self.text = text
        // One of a name: a command's own comes before the shared one, whose help is about less.
        var seen: Set<CommandOption> = []
        self.options = (options + Self.everywhere).filter { seen.insert($0).inserted }
        self.common = common ?? options
        self.examples = examples
        self.verbs = verbs
        self.exitCodes = ExitCode.always + exitCodes
        self.takesLines = takesLines
        self.run = run
    }

    /// The options of every command.
    static let everywhere: [CommandOption] = [.errorLanguage, .colour, .help]

    /// The options by their groups, in the order of the help.
    var groups: [(group: OptionGroup, options: [CommandOption])] {
        OptionGroup.allCases.map { group in (group, options.filter { $0.group == group }) }
            .filter { !$0.options.isEmpty }
    }

    /// All commands in the order of the help.
    static let all: [Command] = [
        .check, .scan, .evaluate, .inspect, .request, .lab, .trust, .create, .convert, .trace, .lesson, .imports, .pin,
        .policyFiles,
        .resolve, .ats, .deadlines, .explain, .credentials, .gate, .browse, .trustStore, .completions, .manual,
    ]

    /// Commands by other names, as other tools have them.
    private static let aliases: [String: Command] = ["completion": .completions, "man": .man]

    /// The command of a name.
    ///
    /// - Parameter arguments: what follows it on the command line, for the error's advice.
    static func named(_ name: String, _ arguments: [String] = []) throws(CommandError) -> Command {
        if let command = all.first(where: { $0.name == name }) ?? aliases[name] { return command }
        if let error = Habit.error(aboutCommand: name, arguments) { throw error }
        let near = Suggestion.closest(to: name, among: all.map(\.name))
        throw .usage(
            UsageSentence.unknownCommand(name: name),
            hint: near.map { UsageAdvice.didYouMean(word: "holdfast \($0)") }
                ?? MissingCommand.line(for: name).map { .didYouMean(word: $0) } ?? .listsCommands)
    }

    /// Reads the arguments and runs the command, or prints its help.
    func callAsFunction(_ arguments: some Sequence<String>) async throws(CommandError) -> any ProcessEnd {
        if !verbs.isEmpty {
            let first = arguments.first { _ in true }
            // A file that is called as a verb is, is written ./show.
            guard runsItself, !verbs.contains(where: { $0.name == "\(name) \(first ?? "")" }) else {
                return try await callVerb(Array(arguments))
            }
        }
        try JSONBody.refuse(in: Array(arguments), of: self)
        let invocation = try Invocation(arguments, for: self)
        if invocation.has(.help) {
            return HelpText.show(self, asAskedIn: arguments)
        }
        try ColourChoice.take(from: invocation)
        _ = try LanguageOption.parse(invocation)
        try MissingCommand.refuseServerAsValue(in: Array(arguments), invocation, of: self)
        guard invocation.operands.count >= operandCount.lowerBound else {
            throw .usage(
                UsageSentence.needs(option: name, needed: operands),
                hint: MissingCommand.authority(for: self) ?? UsageAdvice.showsExamples(command: name))
        }
        try MissingCommand.refusePortApart(in: invocation.operands, of: self)
        guard invocation.operands.count <= operandCount.upperBound else {
            throw .usage(
                UsageSentence.tooManyArguments(word: invocation.operands[operandCount.upperBound]),
                hint: operands.isEmpty
                    ? UsageAdvice.takesNoArgument(command: name)
                    : .takes(command: "holdfast \(name)", operands: operands))
        }
        // What a variable without a value leaves behind.
        if let place = invocation.operands.firstIndex(of: "") {
            throw .usage(
                invocation.operands.count == 1
                    ? UsageSentence.emptyArgument(command: name) : .emptyArgumentAt(command: name, number: place + 1),
                hint: UsageAdvice.lookAtQuotes(command: name, operands: operands))
        }
        return try await run(invocation)
    }

    /// Whether it does something without a verb: those that have none, and those that take operands besides.
    var runsItself: Bool { verbs.isEmpty || operandCount.upperBound > 0 }

    /// Runs one of the verbs, or prints what there are.
    private func callVerb(_ arguments: [String]) async throws(CommandError) -> any ProcessEnd {
        guard let word = arguments.first else {
            throw .usage(
                UsageSentence.needs(option: name, needed: operands), hint: UsageAdvice.showsWhatItDoes(command: name))
        }
        if word == "--help" || word == "-h" {
            return HelpText.show(self, asAskedIn: arguments)
        }
        if word.hasPrefix("-") {
            if let error = Habit.error(about: word, for: self, among: arguments) { throw error }
            throw .usage(
                UsageSentence.needsBefore(command: name, operands: operands, option: word),
                hint: UsageAdvice.showsWhatItDoes(command: name))
        }
        let names = verbs.map { String($0.name.dropFirst(name.count + 1)) }
        guard let index = names.firstIndex(of: word) else {
            if let error = Habit.error(aboutCommand: name, arguments) { throw error }
            throw MissingCommand.noVerb(word, arguments, of: self, verbs: names)
        }
        return try await verbs[index](arguments.dropFirst())
    }
}
