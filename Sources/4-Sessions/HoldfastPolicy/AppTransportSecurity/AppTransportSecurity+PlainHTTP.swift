public import HoldfastPins
public import HoldfastStatements
import HoldfastTrust

extension AppTransportSecurity {
    /// Whether a request without TLS may go to a host.
    ///
    /// - Parameter host: a name of A-labels or an address, as a URL has it.
    public func allowsPlainHTTP(host: String) -> Bool { refusal(host: host) == nil }

    /// The reason why no request without TLS may go to a host; nil if it may.
    ///
    /// What decides is told at ``requirements(for:on:)``; what is no host is refused.
    public func refusal(host: String) -> PlainHTTPError? {
        let host = Self.canonical(host)
        let bare = host.hasSuffix(".") ? String(host.dropLast()) : host
        guard let name = try? ServerName(bare) else { return PlainHTTPError(host: host, reason: .noHost) }
        let requirements = requirements(for: host)
        guard !requirements.allowsInsecureHTTP else { return nil }
        if case .exception(let key) = requirements.source { return PlainHTTPError(host: host, reason: .exception(key)) }
        if case .ip = name { return PlainHTTPError(host: host, reason: .address) }
        return PlainHTTPError(host: host, reason: allowsArbitraryLoads ? .arbitraryLoadsIgnored : .noException)
    }
}

/// An error for a host to which App Transport Security lets no request without TLS go.
public struct PlainHTTPError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// No key lets it through.
        case noException
        /// An exception is there, which does not let it through; its key.
        case exception(String)
        /// The host is an address.
        case address
        /// `NSAllowsArbitraryLoads` is true, and a finer key beside it.
        case arbitraryLoadsIgnored
        /// The host is neither a name nor an address.
        case noHost
        /// Nobody knows what the Info.plist says.
        case undecided(AppTransportSecurityError)
    }

    public let host: String
    public let reason: Reason

    package init(host: String, reason: Reason) {
        self.host = host
        self.reason = reason
    }

    /// The refusal, and the key of the Info.plist that would change it, as a statement without a full stop.
    public var statement: Statement { PlainHTTPSentence.refused(host: host, reason).statement }

    /// The refusal, and the key of the Info.plist that would change it, in one sentence.
    public var description: String { statement.english + "." }
}
