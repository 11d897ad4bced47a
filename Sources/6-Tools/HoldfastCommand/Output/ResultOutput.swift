import HoldfastDiagnostics
import HoldfastStatements

/// The results of a command as they are asked for: words for people, JSON for machines, or errors alone.
struct ResultOutput: Sendable {
    let language: PageLanguage
    let isJSON: Bool
    let isQuiet: Bool

    /// Whether results are told in words.
    var hasWords: Bool { !isJSON && !isQuiet }

    /// Reads `--language`, `--json` and `--quiet`, those of them that the command has.
    init(_ invocation: Invocation) throws(CommandError) {
        language = try LanguageOption.parse(invocation)
        isJSON = invocation.has(.json)
        isQuiet = invocation.has(.quiet)
    }

    /// Prints a report: its JSON, or its words in the language that was asked for.
    func show(_ report: some Encodable, _ words: (PageLanguage) -> String) { show(lines: [report], words) }

    /// Prints reports, each as a line of JSON, or what they are together in words.
    func show(lines: [some Encodable], _ words: (PageLanguage) -> String) {
        if isJSON { for line in lines { Output.line(of: line) } }
        if hasWords { Console.result(words(language)) }
    }
}

/// Prints results for machines on standard output.
enum Output {
    /// Any value as one line of JSON.
    static func line(of value: some Encodable) {
        do {
            Console.result(bytes: try JSONLine.bytes(of: value) + [UInt8(ascii: "\n")])
        } catch {
            // Our values hold texts and numbers only, which JSON has a form for.
            Console.complain(UsageSentence.cannotWriteJSON(fault: "\(error)"))
        }
    }
}
