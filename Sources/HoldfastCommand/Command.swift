/// One command: what it is called, what it takes, and what runs it.
struct Command: Sendable {
    let name: String
    /// What stands after the options, as the help shows it.
    let operands: String
    /// How many operands it takes.
    let operandCount: ClosedRange<Int>
    /// One line for the list of commands.
    let summary: String
    /// What the help says above the options.
    let text: String
    let options: [CommandOption]
    /// Command lines that work as they stand.
    let examples: [String]
    let run: @Sendable (Invocation) async throws(CommandFailure) -> ExitCode

    /// All commands in the order of the help.
    static let all: [Command] = [
        .check, .evaluate, .inspect, .request, .lab, .trust, .create, .convert, .trace, .lesson, .imports,
    ]

    static func named(_ name: String) throws(CommandFailure) -> Command {
        if let command = all.first(where: { $0.name == name }) { return command }
        if let arrival = LaterVersions.arrival(ofCommand: name) {
            throw .usage(
                "command \(name) is not in this version: it comes with \(arrival)",
                hint: "holdfast --help lists what is there")
        }
        let near = Suggestion.closest(to: name, among: all.map(\.name))
        throw .usage(
            "unknown command '\(name)'",
            hint: near.map { "did you mean holdfast \($0)?" } ?? "holdfast --help lists the commands")
    }

    /// Reads the arguments and runs the command, or prints its help.
    func callAsFunction(_ arguments: some Sequence<String>) async throws(CommandFailure) -> ExitCode {
        let invocation = try Invocation(arguments, for: self)
        if invocation.has(.help) {
            Console.result(HelpText.of(self))
            return .success
        }
        guard invocation.operands.count >= operandCount.lowerBound else {
            throw .usage("\(name) needs \(operands)", hint: "holdfast \(name) --help shows examples")
        }
        guard invocation.operands.count <= operandCount.upperBound else {
            throw .usage(
                "too many arguments: '\(invocation.operands[operandCount.upperBound])'",
                hint: "holdfast \(name) takes \(operands)")
        }
        return try await run(invocation)
    }
}
