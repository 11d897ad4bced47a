import HoldfastDiagnostics
import HoldfastFiles
import HoldfastLibC
import HoldfastTransport
import HoldfastStatements
import HoldfastWeb

// The manners of this command-line tool.
//
// - Results go to standard output, everything else to standard error: `holdfast … > file` holds results alone.
// - A refused certificate is a result. What kept a command from its result is an error.
// - An error is one line, `holdfast: what is wrong`, in lower case and without a full stop; then, where there is
//   something to do about it, one line `hint: what to do`. A refusal, and an error of a connection, end with a line
//   that names `holdfast explain CODE`.
// - Several targets are worked on at once and reported in the order of the arguments, whatever finishes first. The exit
//   code of `check` is the worst of them; among equals, and elsewhere, the first in that order that did not succeed
//   counts.
// - Progress goes to standard error, and only where that is a terminal, for more than one target, or for a single one
//   that takes long: logs and mails have results and errors alone.
// - `--quiet` leaves out what is written for people about a result, and progress: errors and the exit code stay, and so
//   does `--json`, which was asked for by name.
// - A file that is asked for beside the output is known to be writable before the network is used, and is replaced as a
//   whole at the end: whoever reads it finds the old one or the new one.
// - Colour appears on a terminal only, and never where NO_COLOR is set or TERM is `dumb`; CLICOLOR_FORCE and `--color`
//   say otherwise (ColourChoice). A terminal's width folds the help; without one it has 80 columns.
// - User and password of a URL are shown nowhere, in no output and no file: an ellipsis stands in their place.
// - What a stranger wrote (names in certificates, header fields, file names) is shown with control characters and
//   changes of writing direction escaped: a certificate cannot move the cursor of whoever looks at it. The body that
//   `request` fetches is handed on as it is.
// - Nothing is read from standard input unless an argument is `-`. `lab` watches it, to learn when to stop; `lesson`
//   waits there for Enter between its chapters, and with `--steps` for an answer at each step, where both it and the
//   output are a terminal.
// - A reader that goes away (`holdfast … | head -1`) ends the command quietly, with exit code 1.

/// The two ways out of the process.
enum Console {
    /// Writes a result. A reader that has gone ends the process; so does a full disk, which says so.
    static func result(_ text: String) {
        result(bytes: Array(text.utf8))
    }

    static func result(bytes: [UInt8]) {
        let error = Descriptor.write(bytes, to: STDOUT_FILENO)
        if error == 0 { return }
        if error != EPIPE {
            complain(UsageSentence.cannotPrint(fault: SystemText.clause(error)))
        }
        exit(ExitCode.internalError.rawValue)
    }

    /// A line about what is going on; not part of any result.
    static func note(_ line: String) {
        _ = Descriptor.write(Array((ShownURL.line(line) + "\n").utf8), to: STDERR_FILENO)
    }

    /// A line about what is going on, in the language of this process's errors.
    static func note(_ sentence: any Sentence) {
        note(Wording.line(sentence.words.text(in: LanguageOption.spoken)))
    }

    /// Advice on a line of its own, where nothing has failed.
    static func advise(_ sentence: any Sentence) {
        let words = sentence.words
        note(LocalizedText("hint: \(words.english)", "提示：\(words.chinese)").text(in: LanguageOption.spoken))
    }

    /// A piece of a line that is overwritten later.
    static func progress(_ text: String) {
        _ = Descriptor.write(Array(text.utf8), to: STDERR_FILENO)
    }

    /// An error, then a hint.
    static func complain(_ statement: Statement, hint: Statement?) {
        let language = LanguageOption.spoken
        var text = "holdfast: \(Wording.line(ShownURL.line(statement.text(in: language))))\n"
        let label = LocalizedText("hint: ", "提示：").text(in: language)
        if let hint { text += "\(label)\(Wording.line(ShownURL.line(hint.text(in: language))))\n" }
        _ = Descriptor.write(Array(text.utf8), to: STDERR_FILENO)
    }

    static func complain(_ sentence: any Sentence, hint: (any Sentence)? = nil) {
        complain(Statement(sentence), hint: hint.map(Statement.init))
    }

    static func complain(_ failure: CommandError) {
        complain(failure.statement, hint: failure.adviceStatement)
        // Of what kept a server from its answer; arguments and files are the user's own.
        guard failure.exitCode.rawValue >= ExitCode.connection.rawValue,
            let line = ExplainLine.note(failure.code.rawValue, language: LanguageOption.spoken)
        else { return }
        note(line)
    }

    /// The last lines of a result that refuses: where its causes are explained, each once; empty where none is.
    static func explanation(of causes: [String?], _ language: PageLanguage) -> String {
        var seen: Set<String> = []
        return causes.compactMap(\.self).filter { seen.insert($0).inserted }
            .compactMap { ExplainLine.row($0, resultStyle, language: language) }.map { $0 + "\n" }.joined()
    }

    /// Style of results: with or without colours.
    static var resultStyle: TextStyle {
        ColourChoice.allows(STDOUT_FILENO) ? .coloured : .plain
    }
}

/// The shape of lines for people.
enum Wording {
    /// An argument or what stands in its place, between quotes: it may be a URL, also where none is wanted.
    static func quoted(_ written: some StringProtocol) -> String { "'\(ShownURL.text(of: written))'" }

    /// A text on one line that moves no cursor.
    static func line(_ text: String) -> String { SafeText.line(text) }

    /// A library's words as part of a line of ours: lower case at their start, no full stop at their end.
    static func clause(_ text: String) -> String {
        var clause = text
        while clause.hasSuffix(".") && !clause.hasSuffix("..") { clause.removeLast() }
        // An abbreviation keeps its capitals: `TLS failed`, `I/O error`.
        guard let first = clause.first, first.isUppercase, let second = clause.dropFirst().first,
            second.isLowercase || second == " "
        else { return clause }
        return first.lowercased() + clause.dropFirst()
    }
}

/// A statement as reports have it that hold its English alone.
struct EnglishText: Encodable {
    let statement: Statement

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(statement.english)
    }
}

/// A member of a report that JSON has as null where it has no value.
///
/// What Swift encodes by itself leaves such a member out, and a schema whose members are all there could not hold.
@propertyWrapper
struct Nullable<Value: Encodable>: Encodable {
    var wrappedValue: Value?

    init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension Nullable: Sendable where Value: Sendable {}
