import HoldfastDiagnostics
import HoldfastTransport

/// Why a command stops: one line, one hint, one exit code.
struct CommandError: Error, Sendable {
    var exitCode: ExitCode
    /// A stable word for programs; JSON output carries it.
    var code: String
    var message: String
    var hint: String?

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
    init(_ failure: FailureReport, target: String) {
        self.init(
            ExitCode(rawValue: failure.exitCode), code: failure.code, "\(target): \(Wording.clause(failure.message))",
            hint: failure.code == TransportError.Code.clientCertificateRequired.rawValue
                ? "show one with --cert FILE, and --key FILE where its key is in another file"
                : failure.hint.map(Wording.clause))
    }
}
