public import FoundationEssentials
package import HoldfastHTTPS
public import HoldfastStatements
public import HoldfastTracing
package import HoldfastTransport

/// The failure that kept a target from getting a verdict, or from answering after one.
public struct FailureReport: Hashable, Sendable, Encodable, JSONReport {
    /// The phase that the connection had come to.
    package enum Phase: String, Hashable, Sendable, Encodable {
        case name, connect, tls, request, transfer, `internal`
    }

    /// The kind of failure: a session's, a trace's, or one of a report's own.
    package struct Code: RawRepresentable, Hashable, Sendable {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }
        package init(_ code: TransportError.Code) { self.init(rawValue: code.rawValue) }
        package init(trace code: TraceError.Code) { self.init(rawValue: code.rawValue) }

        /// The server ended the connection with an alert.
        static let alert = Code(rawValue: "alert")
        /// Nothing was there that could be judged.
        static let notJudged = Code(rawValue: "notJudged")
        /// A connection without a verdict, which sessions do not return.
        static let unjudged = Code(rawValue: "unjudged")
    }

    package let phase: Phase
    package let kind: Code
    /// A stable word for programs, such as `connectionRefused`.
    public var code: String { kind.rawValue }
    /// The reason as a value.
    public let statement: Statement
    /// The advice on mending it as a value, where there is any.
    public let adviceStatement: Statement?
    /// One line for people, in English.
    public var message: String { statement.description }
    /// The advice on mending it in English, where there is any.
    public var hint: String? { adviceStatement?.description }
    /// The process's exit code for it, 1-7.
    package let exitCode: Int32
    /// The messages of the libraries below, the innermost first.
    package let librarySays: [String]

    package init(
        phase: Phase, _ kind: Code, _ statement: Statement, advice: Statement?, exitCode: Int32,
        librarySays: [String] = []
    ) {
        self.phase = phase
        self.kind = kind
        self.statement = statement
        adviceStatement = advice
        self.exitCode = exitCode
        self.librarySays = librarySays
    }

    package var json: JSONObject {
        JSONObject(
            [
                "phase": phase, "code": code, "message": message, "hint": hint,
                "statement": StatementReport(statement), "adviceStatement": adviceStatement.map(StatementReport.init),
            ], unlessNone: ["librarySays": librarySays.isEmpty ? nil : librarySays])
    }
}

extension FailureReport {
    /// The report of a session's error, with the exit code of its phase.
    ///
    /// For errors that are no verdict; where the server was refused, report its `trustFailure`.
    package init(_ error: HTTPSError) {
        self.init(
            phase: Phase(error.phase), Code(error.code), error.statement,
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

extension FailureReport {
    /// The failure as a headline; by the code where it is known, else by how far things had come.
    package var words: LocalizedText {
        FailureWords.of(TransportError.Code(rawValue: code))?.headline ?? ExitCode(rawValue: exitCode)?.meaning
            ?? LocalizedText("failed", "失败")
    }

    /// The consequence of the failure: nothing was judged, or the verdict is of no use.
    package var meaning: LocalizedText {
        switch ExitCode(rawValue: exitCode) {
        case .handshakeAfterVerdict:
            LocalizedText(
                "The certificate was accepted, but the encrypted connection did not come about: there is nobody to "
                    + "trust.",
                "证书已通过验证，但加密连接最终没有建立，因此没有可以信任的对端。")
        case .transfer:
            LocalizedText(
                "The certificate was judged; the exchange that followed failed.",
                "证书已完成判定，但随后的数据交换失败。")
        default:
            LocalizedText(
                "No certificate was judged, so nothing is known about who the server is.",
                "没有对证书作出判定，因此无从得知服务器的身份。")
        }
    }
}

extension TraceError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { message }
    /// The advice, in English; nil where there is none.
    public var recoverySuggestion: String? { hint.isEmpty ? nil : hint }
}
