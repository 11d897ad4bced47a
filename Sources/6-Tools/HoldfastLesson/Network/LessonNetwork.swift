import HoldfastAuthority
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastResolving
import HoldfastServing
import HoldfastTracing
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// An authority with servers on loopback and clients that trust it, for the chapters in which something connects.
///
/// Names are dialled at 127.0.0.1 whatever they are, and nobody is asked for them: nothing leaves the machine.
struct LessonNetwork: Sendable {
    let materials: LessonMaterials
    let root: CertificateAuthority
    let intermediate: CertificateAuthority

    init(_ materials: LessonMaterials) throws {
        self.materials = materials
        root = try .root(name: "Lesson Root", at: materials.at, key: materials.key(.p256))
        intermediate = try root.intermediate(
            name: "Lesson Intermediate", at: materials.at, key: materials.key(.p256))
    }

    /// A server's identity, issued by the intermediate authority.
    ///
    /// - Parameters:
    ///   - name: the host name in its certificate.
    ///   - key: the server's key; nil for a new one.
    func identity(_ name: String = LessonHost.name, key: PrivateKey? = nil) throws -> Identity {
        try intermediate.issue(
            .server(names: [name], at: materials.at), key: try key ?? materials.key(.p256))
    }

    /// An identity that nobody vouches for: somebody else's, who writes any name that he likes.
    func impostor(_ name: String = LessonHost.name) throws -> Identity {
        try Identity.selfSigned(.server(names: [name], at: materials.at), key: try materials.key(.p256))
    }

    /// A server on loopback.
    ///
    /// - Parameters:
    ///   - identity: what it presents.
    ///   - address: where it listens.
    ///   - port: 0 for one that is free.
    func server(
        _ identity: Identity, on address: IPAddress = .loopback, port: UInt16 = 0,
        answer: @escaping @Sendable (ServerRequest) -> ServerResponse = { _ in ServerResponse(text: "hello\n") },
        change: (inout TLSServerConfiguration) -> Void = { _ in }
    ) throws -> TLSServer {
        var configuration = TLSServerConfiguration(identity)
        configuration.handshakeTimeout = Self.patience
        configuration.idleTimeout = Self.patience
        change(&configuration)
        return try TLSServer(configuration, on: address, port: port, handler: answer)
    }

    /// A session that trusts the root and nobody else.
    func session(_ change: (inout HTTPSSession.Configuration) -> Void = { _ in }) throws -> HTTPSSession {
        var configuration = HTTPSSession.Configuration()
        let at = materials.at
        configuration.clock = { at }
        configuration.trust.policy = try policies()
        configuration.addresses.dial = [DialRule(nil, to: [DialRule.Target(IPAddress.loopback)])]
        configuration.addresses.followsNetwork = false
        configuration.timeouts.request = Self.patience
        // Every handshake of a lesson is a whole one.
        configuration.trust.resumesSessions = false
        change(&configuration)
        return HTTPSSession(configuration: configuration)
    }

    /// The policies of such a session.
    ///
    /// - Parameters:
    ///   - more: anchors beside the root, DER.
    ///   - pins: the pins of every server.
    func policies(
        with more: [[UInt8]] = [], pins: TrustPins = .none
    ) throws -> @Sendable (ServerName) -> TrustPolicy {
        let anchors = TrustAnchors.only(try ([root.certificate] + more).map { try Certificate(der: $0) })
        return { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = anchors
            policy.pins = pins
            return policy
        }
    }

    /// The URL of a server on this machine.
    func url(_ server: TLSServer, _ target: String = "/", host: String = LessonHost.name) throws -> HTTPSURL {
        try HTTPSURL("https://\(host):\(server.port)\(target)")
    }

    /// A handshake with a server, record by record, and a request after it.
    func trace(
        _ server: TLSServer, host: String = LessonHost.name,
        _ change: (inout TraceConfiguration) -> Void = { _ in }
    ) async throws -> HandshakeTrace {
        var configuration = TraceConfiguration(policy: try policies()(try ServerName(host)))
        configuration.judgedAt = materials.at
        configuration.serverName = host
        configuration.request = TraceConfiguration.httpHead(host: host)
        configuration.timeout = Self.patience
        change(&configuration)
        let target = TraceTarget(host: host, port: server.port, addresses: [.loopback])
        return await TraceClient().trace(target, configuration)
    }

    /// The longest that anything may take between two ends of one machine: only what hangs reaches it, where a machine
    /// is busy with other work too.
    static let patience = Duration.seconds(300)
}
