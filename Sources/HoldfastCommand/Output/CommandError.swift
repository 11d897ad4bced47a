import HoldfastDiagnostics
import HoldfastStatements
import HoldfastWords

/// The end of a command that cannot go on: one line, one hint, one exit code.
struct CommandError: Error, Sendable {
    var exitCode: ExitCode
    /// A stable word for programs; JSON output carries it.
    var code: String
    var message: String
    var hint: String?
    /// The language of ``message`` and ``hint``.
    var language = PageLanguage.english

    init(_ exitCode: ExitCode, code: String = "internal", _ message: String, hint: String? = nil) {
        self.exitCode = exitCode
        self.code = code
        self.message = message
        self.hint = hint
    }

    static func usage(_ message: String, code: String = "usage", hint: String? = nil) -> CommandError {
        CommandError(.usage, code: code, message, hint: hint)
    }
}

extension CommandError {
    /// The failure that kept a live target from its result.
    ///
    /// - Parameter options: those of the command, which its hints may name.
    init(
        _ failure: FailureReport, target: String, language: PageLanguage = .english,
        having options: [CommandOption] = CommandOption.connecting
    ) {
        let hint = failure.hint.map { FindingSentence.text(CommandHint.text(of: $0, having: options), in: language) }
        self.init(
            ExitCode(rawValue: failure.exitCode), code: failure.code,
            Self.message(FindingSentence.text(failure.message, in: language), about: target, in: language),
            hint: hint.map(Wording.clause))
        self.language = language
    }

    /// The message about a target, behind its name.
    static func message(_ text: String, about target: String, in language: PageLanguage) -> String {
        target + LocalizedText(": ", "：").text(in: language) + Wording.clause(text)
    }
}

/// Exit codes of the process; one table for every command. Those of verdicts and of TLS (4, 5, 20 to 32) come with the
/// report (``VerdictReport/exitCode``).
struct ExitCode: RawRepresentable, Hashable, Sendable {
    let rawValue: Int32

    static let success = ExitCode(rawValue: 0)
    /// Internal failure, or a file that could not be read or written.
    static let internalError = ExitCode(rawValue: 1)
    /// The command line asks for something that makes no sense.
    static let usage = ExitCode(rawValue: 2)
    /// The name was not found, or nobody answered at the address.
    static let connection = ExitCode(rawValue: 3)
    /// HTTP or the transfer failed.
    static let transfer = ExitCode(rawValue: 6)
    static let timedOut = ExitCode(rawValue: 7)
    static let workLimit = ExitCode(rawValue: 31)
    static let issuerNotFound = ExitCode(rawValue: 20)
    static let expired = ExitCode(rawValue: 21)
    static let pinMismatch = ExitCode(rawValue: 26)
    static let badSignature = ExitCode(rawValue: 29)
    static let malformedCertificate = ExitCode(rawValue: 30)
    /// Findings of a command that judges something else than one chain.
    static let findings = ExitCode(rawValue: 33)

    /// The codes of every command.
    static let always: [ExitCode] = [.success, .internalError, .usage]
    /// The codes of connections.
    static let connections: [ExitCode] = [3, 4, 5, 7].map(ExitCode.init(rawValue:))
    /// The codes of refused chains.
    static let refusals: [ExitCode] = (20...31).map(ExitCode.init(rawValue:))
    /// A certificate ends within the time that was asked for.
    static let expiresSoon = ExitCode(rawValue: 32)

    /// The rows of some codes.
    static func rows(of codes: [ExitCode]) -> [(code: String, meaning: String)] {
        table.filter { row in codes.contains { "\($0.rawValue)" == row.code } }
    }

    /// The lines of the table as `--help` prints them.
    static let table: [(code: String, meaning: String)] = [
        ("0", "trusted, or done"),
        ("1", "internal or I/O error, an unreadable file too"),
        ("2", "usage"),
        ("3", "name not found, or connection failed"),
        ("4", "TLS failed before a certificate was judged"),
        ("5", "TLS failed after the certificate was accepted"),
        ("6", "HTTP or the transfer failed"),
        ("7", "timed out"),
        ("20", "the issuer was not found"),
        ("21", "expired or not yet valid"),
        ("22", "self-signed, and not an anchor"),
        ("23", "the chain ends at a root that is no anchor"),
        ("24", "the name differs"),
        ("25", "revoked, or unknown where it must be known"),
        ("26", "pin mismatch"),
        ("27", "weak key or signature"),
        ("28", "another rule of the policy"),
        ("29", "a signature does not verify"),
        ("30", "malformed certificate"),
        ("31", "work limit"),
        ("32", "expires within the time asked for"),
        ("33", "findings, of commands that judge other things; of check --as, a client that does not get on"),
    ]
}
