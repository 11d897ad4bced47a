public import HoldfastStatements

/// An error for a question to which a resolver has no answer.
public struct ResolverError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// There is no such name (RFC 1035 §4.1.1, RCODE 3).
        case noSuchName
        /// The DNS answered with another RCODE.
        case failed(responseCode: Int)
        /// Nothing came in time.
        case timedOut
        /// The resolver could not be reached, or did not speak HTTP; with the reason.
        case unreachable(Statement)
        /// The resolver is not who it should be; with the verdict's words.
        case untrusted(Statement)
        /// A status of HTTP that is no answer.
        case status(Int)
        /// The provider refuses the account, the signature or the region; its own word.
        case unauthorized(Statement)
        /// The answer makes no sense; what is wrong with it.
        case malformed(Statement)
        /// The answer was cut off (RFC 1035 §4.1.1, TC).
        case truncated
        /// The answer is longer than may be.
        case tooLarge(limit: Int)
        /// The resolver cannot be asked that, by its own settings; with the reason.
        case unusable(Statement)
        /// The caller does not wait any longer.
        case cancelled
    }

    /// The name of the resolver.
    public let resolver: String
    public let reason: Reason
    /// The time for which the error may be kept (RFC 2308 §5); nil where the answer does not say, or there was none.
    public var timeToLive: Duration?

    public init(_ reason: Reason, from resolver: String, timeToLive: Duration? = nil) {
        self.resolver = resolver
        self.reason = reason
        self.timeToLive = timeToLive
    }

    /// A stable word for machines.
    public var code: String {
        switch reason {
        case .noSuchName: "noSuchName"
        case .failed: "failed"
        case .timedOut: "timedOut"
        case .unreachable: "unreachable"
        case .untrusted: "untrusted"
        case .status: "status"
        case .unauthorized: "unauthorized"
        case .malformed: "malformed"
        case .truncated: "truncated"
        case .tooLarge: "tooLarge"
        case .unusable: "unusable"
        case .cancelled: "cancelled"
        }
    }

    /// The resolver and the reason as a statement.
    public var statement: Statement { ResolverSentence.resolver(name: resolver, reason).statement }

    /// A clause, without a full stop.
    public var description: String { statement.english }
}

extension ResolverError.Reason {
    /// The case of the same name, with words of one's own.
    public static func unreachable(_ text: String) -> Self { .unreachable(Statement(verbatim: text)) }
    /// The case of the same name, with words of one's own.
    public static func untrusted(_ text: String) -> Self { .untrusted(Statement(verbatim: text)) }
    /// The case of the same name, with words of one's own.
    public static func unauthorized(_ text: String) -> Self { .unauthorized(Statement(verbatim: text)) }
    /// The case of the same name, with words of one's own.
    public static func malformed(_ text: String) -> Self { .malformed(Statement(verbatim: text)) }
    /// The case of the same name, with words of one's own.
    public static func unusable(_ text: String) -> Self { .unusable(Statement(verbatim: text)) }
}
