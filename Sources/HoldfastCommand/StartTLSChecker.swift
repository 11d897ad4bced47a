import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastTracing
import HoldfastTrust

/// Judges servers that change to TLS when they are asked to, through the diagnostic client: sessions speak HTTPS only.
struct StartTLSChecker: Sendable {
    let trust: TrustOptions
    let dial: DialOptions
    let identity: IdentityOptions?
    let session: HTTPSSession
    private let client: TraceClient

    init(trust: TrustOptions, dial: DialOptions, identity: IdentityOptions?, session: HTTPSSession) {
        self.trust = trust
        self.dial = dial
        self.identity = identity
        self.session = session
        client = TraceClient(engine: session.configuration.engine)
    }

    /// - Parameter address: Where to connect; nil for wherever the options lead.
    func report(on target: Target, at address: IPAddress? = nil) async -> VerdictReport {
        let policy = trust.policy(for: target.url.serverName)
        let settings = trust.settings(for: target.url.serverName)
        let places = TraceDial(dial.adding(settings), session: session)
        let trace: HandshakeTrace
        do throws(AddressFailure) {
            let place =
                if let address { places.target(target, at: [address]) } else { try await places.target(target) }
            trace = await client.trace(place, configuration(policy, for: target))
        } catch {
            trace = TraceDial.failed(error, target)
        }
        return VerdictReport(
            trace, target: target.text, policy: policy, at: trust.at ?? SystemClock.now(), ofServerAlone: true)
    }

    /// As `check` goes about HTTPS: not a byte of the protocol after the handshake, none at all after a refusal.
    private func configuration(_ policy: TrustPolicy, for target: Target) -> TraceConfiguration {
        var configuration = TraceConfiguration(policy: policy)
        configuration.judgedAt = trust.at
        configuration.stopsOnRefusal = true
        configuration.applicationProtocols = []
        configuration.clientIdentity = identity?.forTracing
        configuration.ticketWait = .zero
        configuration.timeout = dial.timeout
        configuration.idleTimeout = min(configuration.idleTimeout, dial.timeout)
        if case .dns(let name) = target.url.serverName { configuration.serverName = name.text }
        if !dial.sendsServerName { configuration.serverName = nil }
        configuration.bound(by: trust.settings(for: target.url.serverName))
        return configuration
    }
}
