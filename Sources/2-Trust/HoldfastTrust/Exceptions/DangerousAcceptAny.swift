import HoldfastStatements
public import HoldfastX509

/// For tests: accepts whatever certificate a server presents, within a scope and until an end.
///
/// It overrides every finding but `malformedCertificate`, `pinMismatch` and `pinsExpired`. Every verdict that it
/// changed says so in a warning of its own and keeps what it overrode; each host is also said once a process on
/// ``DangerLog``. Whoever can reach the scope from the network can pass for the server.
public struct DangerousAcceptAny: Hashable, Sendable {
    /// The servers that any certificate is accepted from.
    public enum Scope: Hashable, Sendable {
        /// Connections whose other end is this machine, by the address that the socket is connected to
        /// (127.0.0.0/8, RFC 1122 §3.2.1.3; ::1, RFC 4291 §2.5.3). What a name claims counts for nothing, `localhost`
        /// included; nor does it apply where no address is known, as for a recorded chain.
        case loopback
        /// Servers of exactly these names or addresses, wherever they are. No wildcards.
        case hosts([String])
    }

    /// Days that it may last; 30, so that what was meant for a test is looked at once a month at least.
    public static let maximumDays: Int64 = 30

    /// The named servers; nil for loopback.
    public let hosts: Set<ServerName>?
    /// From when on it holds.
    public let from: Instant
    /// The first instant at which it no longer holds.
    public let until: Instant

    /// States where, and until when, any certificate is accepted.
    ///
    /// - Parameters:
    ///   - scope: loopback, or the servers.
    ///   - from: from when on; now, usually.
    ///   - until: the end, at most ``maximumDays`` later. Without one nothing is accepted.
    /// - Throws: ``DangerousAcceptAnyError`` without an end or a server, for an end out of bounds, and for a wildcard.
    public init(_ scope: Scope, from: Instant, until: Instant?) throws(DangerousAcceptAnyError) {
        guard let until else { throw .noEnd }
        guard until > from else { throw .endsBeforeItBegins(until) }
        let latest = from.advanced(byDays: Self.maximumDays)
        guard until <= latest else { throw .endsTooLate(until, latest: latest) }
        switch scope {
        case .loopback: hosts = nil
        case .hosts(let texts):
            guard !texts.isEmpty else { throw .noHosts }
            var hosts: Set<ServerName> = []
            for text in texts { hosts.insert(try Self.host(text)) }
            self.hosts = hosts
        }
        self.from = from
        self.until = until
    }

    private static func host(_ text: String) throws(DangerousAcceptAnyError) -> ServerName {
        guard !text.contains("*") else { throw .wildcard(text) }
        do throws(ServerNameError) {
            return try ServerName(text)
        } catch {
            throw .notAHost(error)
        }
    }

    /// Whether it applies to a server that was asked for under a policy, and really connected to at an address.
    func applies(to purpose: TrustPurpose, at address: IPAddress?, on instant: Instant) -> Bool {
        guard isInForce(at: instant), case .ssl(let name) = purpose else { return false }
        guard let hosts else { return address?.isLoopback == true }
        return hosts.contains(name)
    }

    /// Whether the instant lies between the beginning and the end.
    public func isInForce(at instant: Instant) -> Bool { from <= instant && instant < until }

    /// Whether it overrides findings of a code.
    static func overrides(_ code: FindingCode) -> Bool {
        ![.malformedCertificate, .pinMismatch, .pinsExpired].contains(code)
    }

    /// Everything that it depends on, for policy digests.
    var digestText: String {
        let scope = hosts.map { hosts in hosts.map { "\($0)" }.sorted().joined(separator: ",") } ?? "loopback"
        return "\(scope) \(from) \(until)"
    }

    /// As ``TrustExceptionSet/periodStates(of:at:)``.
    func periodState(at instant: Instant) -> String { instant < from ? "before" : instant < until ? "during" : "after" }

    /// The scope in words.
    var scopeStatement: Statement {
        hosts.map { hosts in Statement(verbatim: hosts.map { "\($0)" }.sorted().joined(separator: ", ")) }
            ?? UserTrustSentence.loopback.statement
    }
}

/// An error for a ``DangerousAcceptAny`` that is not bounded as it has to be.
public enum DangerousAcceptAnyError: Error, Hashable, Sendable {
    case noEnd
    case noHosts
    case endsBeforeItBegins(Instant)
    case endsTooLate(Instant, latest: Instant)
    case wildcard(String)
    case notAHost(ServerNameError)
}
