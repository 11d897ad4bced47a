import HoldfastCredentials
import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastResolving
import HoldfastStatements
import HoldfastTracing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// Servers as the diagnostic client reaches them: by the options of every other way, and by the same bounds.
extension LiveServer {
    /// Traces a connection.
    ///
    /// - Parameters:
    ///   - wanted: what the trace offers and where it stops; policy, time, limits, server name, bounds, identity
    ///     and evidence follow from the options.
    ///   - address: where to connect; nil for wherever the options lead.
    ///   - time: the longest that it may take; nil for the options' own.
    func trace(
        _ target: Target, _ wanted: TraceConfiguration, at address: IPAddress? = nil, within time: Duration? = nil
    ) async -> HandshakeTrace {
        let configuration = prepared(wanted, for: target, within: time)
        do throws(HTTPSError) {
            return await client.trace(try await place(of: target, at: address), configuration)
        } catch {
            return Self.failed(error, target)
        }
    }

    /// The configuration of the diagnostic client: what is wanted, and what follows from the options.
    func prepared(
        _ wanted: TraceConfiguration, for target: Target, within time: Duration?
    ) -> TraceConfiguration {
        var configuration = wanted
        configuration.judgedAt = trust?.at
        configuration.supplied = session.configuration.trust.supplied
        configuration.evidence = session.configuration.trust.evidence ?? EvidenceFetcher.shared
        configuration.timeout = time ?? dial.timeout
        configuration.idleTimeout = min(configuration.idleTimeout, configuration.timeout)
        configuration.clientIdentity = identity?.forTracing
        configuration.groups = (dial.supportedGroups ?? settings(for: target).supportedGroups)?.forTracing
        if case .dns(let name) = target.url.serverName, dial.sendsServerName { configuration.serverName = name.text }
        return configuration
    }

    /// The verdict about a server that changes to TLS when it is asked to, as ``report(on:at:)`` gives it of HTTPS: not
    /// a byte of the protocol after the handshake, none at all after a refusal.
    func report(on target: Target, speaking kind: StartTLS, at address: IPAddress?) async -> VerdictReport {
        let trace = await handshake(withStartTLSOf: target, at: address)
        var report = VerdictReport(
            trace, target: target.text, policy: policy(for: target), at: now, ofServerAlone: true,
            engine: session.configuration.trust.engine)
        if let failure = report.failure, trace.endedUnanswered {
            report.failure = await advisedOfStaple(failure, on: target, at: address, within: dial.timeout)
        } else if let failure = report.failure, failure.isNothingInCommon {
            let left = dial.timeout - trace.timing.total
            report.failure = await advisedOfNegotiation(failure, on: target, at: address, within: left)
        }
        return report.inCommandWords()
    }

    /// The handshake alone with a server that changes to TLS when it is asked to, broken off where it is refused.
    func handshake(withStartTLSOf target: Target, at address: IPAddress? = nil) async -> HandshakeTrace {
        // A session proves the name, whatever a report is about; only what has proven it is shown an identity.
        var configuration = TraceConfiguration(policy: session.configuration.trust.policy(target.url.serverName))
        configuration.stopsOnRefusal = true
        configuration.applicationProtocols = target.startTLS?.applicationProtocols ?? []
        configuration.ticketWait = .zero
        configuration.requestsOCSP = configuration.policy.revocation != .off
        configuration.bound(by: settings(for: target))
        return await trace(target, configuration, at: address)
    }

    /// The failure with the way out, where the server ends the connection with whoever asks for a stapled OCSP response
    /// (RFC 6066 §8): it gets on with the diagnostic client, which does not ask then. Unchanged for any other failure.
    func advisedOfStaple(
        _ failure: FailureReport, on target: Target, at address: IPAddress? = nil, within time: Duration
    ) async -> FailureReport {
        let policy = session.configuration.trust.policy(target.url.serverName)
        guard failure.isEndUnanswered, policy.revocation != .off, dial.proxy?.kind != .https, time > .zero else {
            return failure
        }
        var configuration = TraceConfiguration(policy: policy)
        configuration.stopsOnRefusal = true
        configuration.requestsOCSP = false
        configuration.applicationProtocols = target.startTLS?.applicationProtocols ?? []
        configuration.ticketWait = .zero
        configuration.bound(by: settings(for: target))
        let trace = await trace(target, configuration, at: address, within: time)
        return trace.negotiated.version == nil ? failure : failure.namingStapleQuestion()
    }

    /// The failure, with what a server that found nothing in common would have taken: asked by ClientHellos of which
    /// none becomes a handshake. Unchanged where that shows nothing.
    func advisedOfNegotiation(
        _ failure: FailureReport, on target: Target, at address: IPAddress?, within time: Duration
    ) async -> FailureReport {
        guard dial.proxy?.kind != .https, time > .zero,
            let place = try? await place(of: target, at: address),
            let advice = await client.advice(
                about: place, offering: dial.supportedGroups ?? settings(for: target).supportedGroups,
                naming: dial.sendsServerName ? target.url.serverName : nil, within: time)
        else { return failure }
        return failure.advising(advice)
    }

    /// The failure, with the advice to ask for TLS first where the server speaks a protocol that wants that.
    ///
    /// A session does not tell what a server sent in the place of TLS: where the port says nothing, the diagnostic
    /// client looks.
    func advised(
        _ failure: FailureReport, on target: Target, at address: IPAddress?, within time: Duration
    ) async -> FailureReport {
        let port = target.url.port
        let failure = await advisedOfStaple(failure, on: target, at: address, within: time)
        if failure.isNothingInCommon {
            return await advisedOfNegotiation(failure, on: target, at: address, within: time)
        }
        guard failure.code == TransportError.Code.notTLS.rawValue, StartTLS(usuallyAt: port) == nil, dial.proxy == nil,
            time > .zero
        else { return failure.advisingStartTLS(greeting: nil, port: port) }
        var configuration = TraceConfiguration(policy: policy(for: target))
        configuration.stopsOnRefusal = true
        let trace = await trace(target, configuration, at: address, within: time)
        return failure.advisingStartTLS(greeting: trace.greeting, port: port)
    }

    /// The server as the diagnostic client takes it. Its addresses are left to that, which measures the lookup, unless
    /// an option says something about them.
    func place(of target: Target, at address: IPAddress?) async throws(HTTPSError) -> TraceTarget {
        if let proxy = dial.proxy { return try await place(of: target, at: address, behind: proxy) }
        let isSaid = dial.saysAddresses || !settings(for: target).dial.isEmpty
        let addresses =
            if let address { [address] } else if isSaid { try await addresses(of: target) } else { [IPAddress]() }
        return TraceTarget(
            host: Self.host(of: target), port: session.dialledPort(of: target.url), addresses: addresses,
            startTLS: target.startTLS)
    }

    /// The server behind a proxy, which resolves its name, unless a rule or the caller leads to an address. What the
    /// options say of addresses otherwise is about the proxy's own name, as sessions have it.
    private func place(
        of target: Target, at address: IPAddress?, behind proxy: Proxy
    ) async throws(HTTPSError) -> TraceTarget {
        let rules = dial.rules + settings(for: target).dial
        let plan = DialPlan(target.url.serverName, port: target.url.port, by: rules)
        var place = TraceTarget(host: Self.host(of: target), port: plan.port, startTLS: target.startTLS)
        var tunnel = TraceProxy(
            proxy.kind == .socks5 ? .socks5 : .http, host: proxy.host, port: proxy.port,
            user: proxy.credential?.user, password: proxy.credential?.password)
        tunnel.destination = address?.description ?? Self.text(of: plan.host)
        if dial.saysAddresses, case .dns = proxy.serverName,
            let url = try? HTTPSURL("https://\(proxy.host):\(proxy.port)")
        {
            tunnel.addresses = try await session.addresses(of: url)
        }
        place.proxy = tunnel
        return place
    }

    private static func host(of target: Target) -> String { text(of: target.url.serverName) }

    /// The name in A-labels, or the address without brackets.
    private static func text(of name: ServerName) -> String {
        switch name {
        case .dns(let name): name.text
        case .ip(let address): address.description
        }
    }

    /// A trace that ended before it began, because the server has no address.
    private static func failed(_ error: HTTPSError, _ target: Target) -> HandshakeTrace {
        let phase: TraceError.Phase = error.phase == .name ? .name : .connect
        return HandshakeTrace(
            target: TraceTarget(host: host(of: target), port: target.url.port, startTLS: target.startTLS),
            startedAt: SystemClock.now(),
            outcome: .failed(
                TraceError(
                    phase, TraceError.Code(error.code), error.statement, advice: error.adviceStatement)))
    }
}
