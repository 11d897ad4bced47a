import HoldfastStatements

/// A file that a report is written to as a whole when all is done, or standard output.
struct ReportFile: Sendable {
    /// The file; nil for standard output.
    private let file: ReplacedFile?

    /// Reads an option that names the file; nil where it is not given.
    ///
    /// - Parameters:
    ///   - needsQuiet: whether standard output has something else but for `--quiet`.
    ///   - refusal: the error where standard output has something else, JSON or not.
    init?(
        _ option: CommandOption, _ invocation: Invocation, needsQuiet: Bool = true,
        or refusal: (_ hasJSON: Bool) -> CommandError
    ) throws(CommandError) {
        guard let path = invocation.value(option) else { return nil }
        guard path == "-" else {
            file = try ReplacedFile(path)
            return
        }
        guard !invocation.has(.json), invocation.has(.quiet) || !needsQuiet else {
            throw refusal(invocation.has(.json))
        }
        file = nil
    }

    /// Reads `--report` of a command that prints a table otherwise.
    init?(page invocation: Invocation) throws(CommandError) {
        try self.init(.report, invocation) { hasJSON in
            .usage(
                hasJSON
                    ? UsageSentence.standardOutputHasJSON(option: "--report")
                    : .standardOutputHasTable(option: "--report"), hint: TraceCommandAdvice.quietAlone)
        }
    }

    func write(_ text: String) throws(CommandError) {
        guard let file else { return Console.result(text) }
        try file.write(Array(text.utf8))
    }

    /// Writes pieces one after the other.
    ///
    /// - Parameter next: gives the next piece; nil behind the last one.
    func write(_ next: () throws(CommandError) -> [UInt8]?) throws(CommandError) {
        guard let file else {
            while let piece = try next() { Console.result(bytes: piece) }
            return
        }
        try file.write(next)
    }
}
