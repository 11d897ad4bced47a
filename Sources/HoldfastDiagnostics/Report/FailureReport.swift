/// What kept a target from getting a verdict, or from answering after one.
public struct FailureReport: Hashable, Sendable, Encodable {
    /// How far things had come.
    public enum Phase: String, Hashable, Sendable, Encodable {
        case name, connect, tls, request, transfer, `internal`
    }

    public let phase: Phase
    /// A stable word for programs, such as `connectionRefused`.
    public let code: String
    /// One line for people.
    public let message: String
    /// What to do about it, where there is something.
    public let hint: String?
    /// The process's exit code for it, 1-7.
    public let exitCode: Int32
    /// What the libraries below said, the innermost first.
    public let librarySays: [String]

    public init(
        phase: Phase, code: String, message: String, hint: String?, exitCode: Int32, librarySays: [String] = []
    ) {
        self.phase = phase
        self.code = code
        self.message = message
        self.hint = hint
        self.exitCode = exitCode
        self.librarySays = librarySays
    }

    private enum CodingKeys: String, CodingKey {
        case phase, code, message, hint, librarySays
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(phase, forKey: .phase)
        try container.encode(code, forKey: .code)
        try container.encode(message, forKey: .message)
        try container.encode(hint, forKey: .hint)
        if !librarySays.isEmpty { try container.encode(librarySays, forKey: .librarySays) }
    }
}
