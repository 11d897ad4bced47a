import HoldfastGate
import HoldfastHTTPS
import HoldfastServing
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport

/// The gate; `TestSupport` has something else of the name.
typealias FrontGate = HoldfastGate.Gate

/// A gate that runs, with a server behind it and clients in front.
final class GateSite: Sendable {
    let bench: Loopback
    let server: TLSServer
    let gate: FrontGate
    let events = Notes<GateEvent>()
    private let running: Task<Void, Never>

    /// Starts a gate that judges by the bench's authority.
    init(
        _ bench: Loopback, _ server: TLSServer, _ change: (inout FrontGate.Configuration) throws -> Void = { _ in }
    ) throws {
        self.bench = bench
        self.server = server
        var configuration = FrontGate.Configuration()
        configuration.session = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.report = { [events] in events.add($0) }
        try change(&configuration)
        let gate = try FrontGate(configuration)
        self.gate = gate
        running = Task { await gate.run() }
    }

    deinit {
        gate.stop()
        server.stop()
    }

    /// A session of a client that knows of this run's authority alone, and goes through the gate.
    ///
    /// - Parameter credentials: nil for those of the run.
    func client(http2: Bool = false, proxy: String? = nil) throws -> HTTPSSession {
        var configuration = HTTPSSession.Configuration()
        let anchor = try Certificate(der: gate.authorityCertificate)
        configuration.trust.policy = { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = .only([anchor])
            return policy
        }
        configuration.offersHTTP2 = http2
        configuration.proxy = try Proxy(proxy ?? gate.proxyURL)
        // Beside all other tests, under a sanitizer, a turn can be minutes away.
        (configuration.timeouts.request, configuration.timeouts.idle) = (.seconds(600), .seconds(600))
        return HTTPSSession(configuration: configuration)
    }

    func request(_ path: String = "/", method: String = "GET") throws -> HTTPSRequest {
        HTTPSRequest(try bench.url(server, path), method: method)
    }

    func kinds() -> [GateEvent.Kind] { events.all.map(\.kind) }
}
