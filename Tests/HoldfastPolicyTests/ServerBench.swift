import HoldfastAuthority
import HoldfastHTTPS
import HoldfastServing
import HoldfastTrust
import HoldfastX509
import Synchronization

/// An authority of tests, servers of it on loopback, and sessions that trust it.
struct ServerBench {
    let now = UpdateBench.moment
    let root: CertificateAuthority
    let intermediate: CertificateAuthority
    let hands: Hands

    init(_ hands: Hands = Hands()) throws {
        self.hands = hands
        root = try CertificateAuthority.root(name: "Policy Root", at: now)
        intermediate = try root.intermediate(name: "Policy Intermediate", at: now)
    }

    /// A server's identity that holds at every time that a test's clock shows.
    func identity(_ name: String) throws -> Identity {
        var template = CertificateTemplate.server(names: [name], at: now)
        template.notBefore = now.advanced(byDays: -300)
        template.notAfter = now.advanced(byDays: 300)
        return try intermediate.issue(template)
    }

    func server(
        _ name: String, handler: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) throws -> TLSServer {
        try TLSServer(TLSServerConfiguration(try identity(name)), handler: handler)
    }

    /// Sessions that trust this authority alone.
    func configuration(
        _ servers: [(name: String, port: UInt16)], pins: TrustPins = .none
    ) throws -> HTTPSSession.Configuration {
        let anchors = TrustAnchors.only([try Certificate(der: root.certificate)])
        var configuration = HTTPSSession.Configuration()
        configuration.policy = { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = anchors
            policy.pins = pins
            return policy
        }
        let hands = hands
        configuration.clock = { hands.now }
        // Only for a test that hangs: other tests may hold the machine's few threads for a while.
        configuration.timeout = .seconds(900)
        configuration.idleTimeout = nil
        configuration.connectTo = servers.map { "\($0.name):\($0.port):127.0.0.1:\($0.port)" }
        return configuration
    }
}
