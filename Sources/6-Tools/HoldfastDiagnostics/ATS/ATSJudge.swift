import HoldfastCrypto
import HoldfastStatements
public import HoldfastTracing
public import HoldfastTrust
public import HoldfastX509

/// Judge of a server by App Transport Security: tries the settings of `nscurl --ats-diagnostics` by handshakes.
///
/// ```swift
/// let client = TraceClient()
/// let server = TraceTarget(host: "www.example.com", port: 443)
/// let judge = ATSJudge(of: try ServerName("www.example.com"), anchors: .system) { configuration, _ in
///     await client.trace(server, configuration)
/// }
/// print(await judge.report(on: "www.example.com").text())
/// ```
///
/// Nothing is sent after a handshake: where `nscurl` loads the page, a row passes here when the handshake was done with
/// what the row offers, and the certificate accepted under the profile `apple` and by what the row demands of it.
public struct ATSJudge: Sendable {
    /// Makes one connection to the server with a configuration, whose policy, offer and time are the judge's, at the
    /// address of the connection before; nil for the first one.
    public typealias Tracer = @Sendable (TraceConfiguration, IPAddress?) async -> HandshakeTrace

    private let name: ServerName
    private let audience: ATSAudience
    private let policy: TrustPolicy
    private let at: Instant?
    private let timeout: Duration
    private let trace: Tracer

    /// Makes the judge of one server.
    ///
    /// - Parameters:
    ///   - name: the name or address that the server has to prove.
    ///   - audience: by whose demands: those of apps, or of the system's own processes.
    ///   - anchors: whom to trust. A system's own are those of its distribution, which are nearly Apple's.
    ///   - transparency: what is asked of timestamps: ``TransparencyPolicy/apple``'s rules with the logs that Apple
    ///     knows, under public anchors, which is where Apple asks. Nil, or a demand without logs, checks nothing, and
    ///     the report says so; by rules that are not Apple's it claims nothing about what iOS makes of timestamps.
    ///   - revocation: whether revocation is looked at, which App Transport Security by itself does not ask for.
    ///   - fetching: what may be fetched for it; the tracer names who fetches.
    ///   - publicSuffixes: the names under which everybody may register, for wildcards; nil where they are not known.
    ///   - at: the time to judge for; nil for the real one.
    ///   - timeout: the longest that a handshake may take. All of them together take twice as long at most.
    ///   - trace: makes a connection. Exceptions of the user's, pins and other rules have no say.
    public init(
        of name: ServerName, for audience: ATSAudience = .apps, anchors: TrustAnchors,
        transparency: TransparencyRequirement? = nil,
        revocation: RevocationChecking = .off, fetching: EvidenceFetching = .none,
        publicSuffixes: PublicSuffixes? = nil, at: Instant? = nil, timeout: Duration = .seconds(30),
        trace: @escaping Tracer
    ) {
        self.name = name
        self.audience = audience
        var policy = TrustPolicy.ssl(name)
        policy.profile = .apple
        policy.anchors = anchors
        policy.publicSuffixes = publicSuffixes
        if let transparency { policy.transparency = .required(transparency) }
        policy.revocation = revocation
        policy.fetching = fetching
        self.policy = policy
        self.at = at
        self.timeout = timeout
        self.trace = trace
    }

    /// Tries every row, one connection for each distinct offer, one after the other.
    ///
    /// A server that does not answer the first handshake at all is asked no second time.
    ///
    /// - Parameter target: the server as the user named it.
    public func report(on target: String) async -> ATSReport {
        let end = ContinuousClock.now.advanced(by: timeout * 2)
        var traces: [ATSOffer: HandshakeTrace] = [:]
        var omissions = Omissions()
        var first = await handshake(standard, omissions, at: nil, within: timeout)
        while let (next, again) = await omitting(omissions, after: first, until: end) {
            (omissions, first) = (next, again)
        }
        traces[standard] = first
        if first.leavesOthersToAsk {
            for offer in ATSOffer.all(of: audience.rows) where traces[offer] == nil {
                let left = ContinuousClock.now.duration(to: end)
                // What is left of the time is no time to connect in.
                guard left > .milliseconds(1), !Task.isCancelled else { break }
                traces[offer] = await handshake(offer, omissions, at: first.address, within: min(timeout, left))
            }
        }
        return ATSReport(
            target: target, for: audience, policy: policy, at: at ?? SystemClock.now(), standard: first,
            results: results(traces))
    }

    /// The offer of the row that decides, whose handshake is the first.
    private var standard: ATSOffer { ATSOffer(audience.standard) }

    private func results(_ traces: [ATSOffer: HandshakeTrace]) -> [ATSResult] {
        let failure = traces[standard].flatMap { $0.leavesOthersToAsk ? nil : FailureReport($0) } ?? .noTime
        return audience.rows.map { row in
            traces[ATSOffer(row)].map { ATSResult(row, $0) } ?? ATSResult(row, unanswered: failure)
        }
    }

    /// Questions of the ClientHello that are no part of any row, and that the server does not bear.
    private struct Omissions {
        /// No ALPN: "no_application_protocol" refuses whoever offers none of the server's (RFC 7301 §3.2).
        var protocols = false
        /// No question for a stapled response (RFC 6066 §8), with which some servers end the connection.
        var staple = false
    }

    /// Another first handshake with one question less, where that gets on; nil where nothing is to be left out.
    private func omitting(
        _ omissions: Omissions, after trace: HandshakeTrace, until end: ContinuousClock.Instant
    ) async -> (Omissions, HandshakeTrace)? {
        var next = omissions
        if trace.refusedProtocols, !next.protocols {
            next.protocols = true
        } else if trace.endedUnanswered, !next.staple {
            next.staple = true
        } else {
            return nil
        }
        let left = ContinuousClock.now.duration(to: end)
        guard left > .milliseconds(1), !Task.isCancelled else { return nil }
        let again = await handshake(standard, next, at: trace.address, within: min(timeout, left))
        return next.staple != omissions.staple && again.endedUnanswered ? nil : (next, again)
    }

    private func handshake(
        _ offer: ATSOffer, _ omissions: Omissions, at address: IPAddress?, within time: Duration
    ) async -> HandshakeTrace {
        var configuration = TraceConfiguration(policy: policy)
        configuration.judgedAt = at
        offer.apply(to: &configuration)
        // Names of servers go out as Apple's systems send them; an address is none (RFC 6066 §3).
        if case .dns(let name) = name { configuration.serverName = name.text }
        // As URLSession does: a server may have HTTP/2 alone.
        configuration.applicationProtocols = omissions.protocols ? [] : ["h2", "http/1.1"]
        if omissions.staple { configuration.requestsOCSP = false }
        configuration.timeout = time
        configuration.idleTimeout = min(configuration.idleTimeout, time)
        return await trace(configuration, address)
    }
}

extension FailureReport {
    /// The failure of a handshake that was not begun, since the others took all the time.
    fileprivate static let noTime = FailureReport(
        phase: .tls, Code(trace: .timedOut), HandshakeEndSentence.noTimeLeft.statement,
        advice: HandshakeEndAdvice.allowMoreTime.statement, exitCode: 7)
}
