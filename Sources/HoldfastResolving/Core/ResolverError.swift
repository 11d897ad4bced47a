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
        case unreachable(String)
        /// The resolver is not who it should be; with the verdict's words.
        case untrusted(String)
        /// A status of HTTP that is no answer.
        case status(Int)
        /// The provider refuses the account, the signature or the region; its own word.
        case unauthorized(String)
        /// The answer makes no sense; what is wrong with it.
        case malformed(String)
        /// The answer was cut off (RFC 1035 §4.1.1, TC).
        case truncated
        /// The answer is longer than may be.
        case tooLarge(limit: Int)
        /// The resolver cannot be asked that, by its own settings; with the reason.
        case unusable(String)
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

    /// The names of response codes in IANA's registry "DNS RCODEs", as of 2026-11-28.
    private static let responseCodeNames = [
        1: "FormErr", 2: "ServFail", 3: "NXDomain", 4: "NotImp", 5: "Refused", 6: "YXDomain", 7: "YXRRSet",
        8: "NXRRSet", 9: "NotAuth", 10: "NotZone", 11: "DSOTYPENI", 16: "BADVERS", 17: "BADKEY", 18: "BADTIME",
        19: "BADMODE", 20: "BADNAME", 21: "BADALG", 22: "BADTRUNC", 23: "BADCOOKIE",
    ]

    /// A response code by its name, where it has one, and by its number.
    package static func phrase(ofResponseCode code: Int) -> String {
        responseCodeNames[code].map { "\($0) (RCODE \(code))" } ?? "\(code) (RCODE)"
    }

    /// A clause, without a full stop.
    public var description: String {
        switch reason {
        case .noSuchName: "\(resolver): there is no such name"
        case .failed(let code): "\(resolver): the DNS answered with the error \(Self.phrase(ofResponseCode: code))"
        case .timedOut: "\(resolver): no answer in time"
        case .unreachable(let text): "\(resolver): \(text)"
        case .untrusted(let text): "\(resolver): it is not who it should be: \(text)"
        case .status(let status): "\(resolver): the HTTP status \(status) in place of an answer"
        case .unauthorized(let text): "\(resolver): it refuses the question: \(text)"
        case .malformed(let text): "\(resolver): an answer that makes no sense: \(text)"
        case .truncated: "\(resolver): the answer was cut off"
        case .tooLarge(let limit): "\(resolver): an answer of more than \(limit) bytes"
        case .unusable(let text): "\(resolver): \(text)"
        case .cancelled: "\(resolver): nobody waits for the answer any longer"
        }
    }
}
