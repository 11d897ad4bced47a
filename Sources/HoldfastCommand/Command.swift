import HoldfastDiagnostics
import HoldfastTransport
import HoldfastJSON

/// One command: what it is called, what it takes, and what runs it.
struct Command: Sendable {
    let name: String
    /// The arguments after the options, as the help shows them.
    let operands: String
    /// The number of operands that the command takes.
    let operandCount: ClosedRange<Int>
    /// One line for the list of commands.
    let summary: String
    /// The paragraph of the help above the options.
    let text: String
    let options: [CommandOption]
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
    init(
        name: String, operands: String, operandCount: ClosedRange<Int>, summary: String, text: String,
        options: [CommandOption] = [], examples: [String], verbs: [Command] = [], exitCodes: [ExitCode] = [],
        takesLines: Bool = false,
        run: @escaping @Sendable (Invocation) async throws(CommandError) -> any ProcessEnd
    ) {
        self.name = name
        self.operands = operands
        self.operandCount = operandCount
        self.summary = summary
        self.text = text
        // One of a name: a command's own comes before the shared one, whose help is about less.
        var seen: Set<CommandOption> = []
        self.options = (options + Self.everywhere).filter { seen.insert($0).inserted }
        self.examples = examples
        self.verbs = verbs
        self.exitCodes = ExitCode.always + exitCodes
        self.takesLines = takesLines
        self.run = run
    }

    /// The options of every command.
    static let everywhere: [CommandOption] = [.errorLanguage, .colour, .help]

    /// All commands in the order of the help.
    static let all: [Command] = [
        .check, .evaluate, .inspect, .request, .lab, .trust, .create, .convert, .trace, .lesson, .imports, .pin,
        .policyFiles,
        .resolve, .ats, .deadlines, .explain, .credentials, .gate, .browse, .trustStore, .completions, .manual,
    ]

    static func named(_ name: String) throws(CommandError) -> Command {
        if let command = all.first(where: { $0.name == name }) { return command }
        if let arrival = VersionHint.arrival(ofCommand: name) {
            throw .usage(
                UsageSentence.comesLater(command: name, version: arrival),
                hint: UsageAdvice.listsWhatIsThere)
        }
        let near = Suggestion.closest(to: name, among: all.map(\.name))
        throw .usage(
            UsageSentence.unknownCommand(name: name),
            hint: near.map { UsageAdvice.didYouMean(word: "holdfast \($0)") } ?? .listsCommands)
    }

    /// Reads the arguments and runs the command, or prints its help.
    func callAsFunction(_ arguments: some Sequence<String>) async throws(CommandError) -> any ProcessEnd {
        guard verbs.isEmpty else { return try await callVerb(Array(arguments)) }
        let invocation = try Invocation(arguments, for: self)
        if invocation.has(.help) {
            Console.result(HelpText.of(self, width: HelpText.width))
            return ExitCode.success
        }
        try ColourChoice.take(from: invocation)
        _ = try LanguageOption.parse(invocation)
        guard invocation.operands.count >= operandCount.lowerBound else {
            throw .usage(
                UsageSentence.needs(option: name, needed: operands), hint: UsageAdvice.showsExamples(command: name))
        }
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

    /// Runs one of the verbs, or prints what there are.
    private func callVerb(_ arguments: [String]) async throws(CommandError) -> any ProcessEnd {
        guard let word = arguments.first else {
            throw .usage(
                UsageSentence.needs(option: name, needed: operands), hint: UsageAdvice.showsWhatItDoes(command: name))
        }
        if word == "--help" || word == "-h" {
            Console.result(HelpText.of(self, width: HelpText.width))
            return ExitCode.success
        }
        if word.hasPrefix("-") {
            if let error = CurlSpelling.error(about: word, for: self) { throw error }
            throw .usage(
                UsageSentence.needsBefore(command: name, operands: operands, option: word),
                hint: UsageAdvice.showsWhatItDoes(command: name))
        }
        let names = verbs.map { String($0.name.dropFirst(name.count + 1)) }
        guard let index = names.firstIndex(of: word) else {
            let near = Suggestion.closest(to: word, among: names)
            throw .usage(
                UsageSentence.noVerb(word: word, command: name),
                hint: near.map { UsageAdvice.didYouMean(word: "holdfast \(name) \($0)") }
                    ?? .verbs(names: names.joined(separator: ", ")))
        }
        return try await verbs[index](arguments.dropFirst())
    }
}
