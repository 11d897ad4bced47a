public import FoundationEssentials
package import HoldfastHTTPS
package import HoldfastStatements
public import HoldfastTracing
import HoldfastTransport

/// The failure that kept a target from getting a verdict, or from answering after one.
public struct FailureReport: Hashable, Sendable, Encodable {
    /// The phase that the connection had come to.
    package enum Phase: String, Hashable, Sendable, Encodable {
        case name, connect, tls, request, transfer, `internal`
    }

    package let phase: Phase
    /// A stable word for programs, such as `connectionRefused`.
    public let code: String
    /// The reason as a value.
    package let statement: Statement
    /// The advice on mending it as a value, where there is any.
    package let adviceStatement: Statement?
    /// The reason in English: one line for people.
    public var message: String { statement.description }
    /// The advice in English, where there is any.
    public var hint: String? { adviceStatement?.description }
    /// The process's exit code for it, 1-7.
    package let exitCode: Int32
    /// The messages of the libraries below, the innermost first.
    package let librarySays: [String]

    /// A failure whose words are no statements: those of a rendered line.
    package init(
        phase: Phase, code: String, message: String, hint: String?, exitCode: Int32, librarySays: [String] = []
    ) {
        self.init(
            phase: phase, code: code, Statement(verbatim: message), advice: hint.map { Statement(verbatim: $0) },
            exitCode: exitCode, librarySays: librarySays)
    }

    package init(
        phase: Phase, code: String, _ statement: Statement, advice: Statement?, exitCode: Int32,
        librarySays: [String] = []
    ) {
        self.phase = phase
        self.code = code
        self.statement = statement
        adviceStatement = advice
        self.exitCode = exitCode
        self.librarySays = librarySays
    }

    private enum CodingKeys: String, CodingKey {
        case phase, code, message, hint, statement, adviceStatement, librarySays
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(phase, forKey: .phase)
        try container.encode(code, forKey: .code)
        try container.encode(message, forKey: .message)
        try container.encode(hint, forKey: .hint)
        try container.encode(StatementReport(statement), forKey: .statement)
        try container.encode(adviceStatement.map(StatementReport.init), forKey: .adviceStatement)
        if !librarySays.isEmpty { try container.encode(librarySays, forKey: .librarySays) }
    }
}

extension FailureReport {
    /// The report of a session's error, with the exit code of its phase.
    ///
    /// For errors that are no verdict; where the server was refused, report its `trustFailure`.
    package init(_ error: HTTPSError) {
        self.init(
            phase: Phase(error.phase), code: error.code.rawValue, error.statement,
            advice: error.adviceStatement, exitCode: Self.exitCode(of: error),
            librarySays: error.librarySays)
    }

    private static func exitCode(of error: HTTPSError) -> Int32 {
        if error.isTimeout { return 7 }
        return switch error.phase {
        case .name, .connect: 3
        case .tls: error.certificateWasAccepted ? 5 : 4
        case .request, .transfer: 6
        case .internal: 1
        }
    }
}

extension FailureReport.Phase {
    init(_ phase: HTTPSError.Phase) {
        self =
            switch phase {
            case .name: .name
            case .connect: .connect
            case .tls: .tls
            case .request: .request
            case .transfer: .transfer
            case .internal: .internal
            }
    }
}

extension TraceError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { message }
    /// The advice, in English; nil where there is none.
    public var recoverySuggestion: String? { hint.isEmpty ? nil : hint }
}
