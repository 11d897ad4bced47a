import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastTracing
import HoldfastTransport
import HoldfastTrust

/// Where a server is traced: what the diagnostic client makes of `--connect-to`, `--resolve`, `-4` and `-6`.
struct TraceDial: Sendable {
    private let dial: DialOptions
    private let session: HTTPSSession

    /// - Parameter session: Knows the addresses of a server by the same options; nothing is sent with it.
    init(_ dial: DialOptions, session: HTTPSSession) {
        self.dial = dial
        self.session = session
    }

    init(_ dial: DialOptions) {
        self.init(dial, session: HTTPSSession(configuration: dial.configuration(at: nil)))
    }

    /// The server as the engine takes it. Its addresses are left to the engine, which measures the lookup, unless an
    /// option says something about them.
    func target(_ target: Target) async throws(AddressFailure) -> TraceTarget {
        let addresses =
            dial.saysAddresses ? try await TargetAddresses(dial, session: session).addresses(of: target) : []
        return self.target(target, at: addresses)
    }

    /// The server at these addresses.
    func target(_ target: Target, at addresses: [IPAddress]) -> TraceTarget {
        TraceTarget(
            host: Self.host(of: target), port: session.dialledPort(of: target.url), addresses: addresses,
            startTLS: target.startTLS)
    }

    /// The name in A-labels, or the address without brackets.
    private static func host(of target: Target) -> String {
        switch target.url.serverName {
        case .dns(let name): name.text
        case .ip(let address): address.description
        }
    }

    /// A trace that ended before it began, because the server has no address.
    static func failed(_ error: AddressFailure, _ target: Target) -> HandshakeTrace {
        let failure = error.report
        let phase: TraceError.Phase = failure.phase == .name ? .name : .connect
        return HandshakeTrace(
            target: TraceTarget(host: host(of: target), port: target.url.port, startTLS: target.startTLS),
            startedAt: SystemClock.now(),
            outcome: .failed(TraceError(phase, failure.code, failure.message, hint: failure.hint ?? "")))
    }
}
