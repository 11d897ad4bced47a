import HoldfastAuthority
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastX509

/// An authority, servers of it on loopback, and sessions that trust it or do not.
struct Bench {
    static let host = "www.holdfast.test"

    let now = SystemClock.now()
    let root: CertificateAuthority
    let intermediate: CertificateAuthority

    init() throws {
        root = try CertificateAuthority.root(name: "End-to-end Root", at: now)
        intermediate = try root.intermediate(name: "End-to-end Intermediate", at: now)
    }

    func identity(_ names: String...) throws -> Identity {
        try intermediate.issue(.server(names: names.isEmpty ? [Self.host] : names, at: now))
    }

    /// A server that answers every request with its path.
    func server(
        _ identity: Identity? = nil, _ change: (inout TLSServerConfiguration) -> Void = { _ in }
    ) throws -> TLSServer {
        var configuration = TLSServerConfiguration(try identity ?? self.identity())
        change(&configuration)
        return try TLSServer(configuration) { request in
            ServerResponse(text: "\(request.method) \(request.target)")
        }
    }

    /// A server that says what it likes after the handshake.
    func conversation(
        _ conversation: @escaping @Sendable (TLSConversation) throws(ServingError) -> Void
    ) throws -> TLSServer {
        try server { $0.conversation = conversation }
    }

    /// A policy that accepts what this bench's root issued.
    func trusting() throws -> @Sendable (ServerName) -> TrustPolicy {
        let anchors = TrustAnchors.only([try Certificate(der: root.certificate)])
        return { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = anchors
            return policy
        }
    }

    /// A policy under which every chain is refused, whatever it is.
    func refusing() throws -> @Sendable (ServerName) -> TrustPolicy {
        let trusting = try trusting()
        return { name in
            var policy = trusting(name)
            policy.rules = [RefuseAll()]
            return policy
        }
    }

    func configuration(
        _ servers: [(host: String, port: UInt16)], policy: @escaping @Sendable (ServerName) -> TrustPolicy
    ) -> HTTPSSession.Configuration {
        var configuration = HTTPSSession.Configuration()
        configuration.policy = policy
        // Only for a test that hangs: other tests may hold the machine's few threads for a while.
        configuration.timeout = .seconds(900)
        configuration.idleTimeout = nil
        configuration.challengeTimeout = .seconds(900)
        configuration.connectTo = servers.map { "\($0.host):\($0.port):127.0.0.1:\($0.port)" }
        return configuration
    }

    func session(_ server: TLSServer, policy: @escaping @Sendable (ServerName) -> TrustPolicy) -> HTTPSSession {
        HTTPSSession(configuration: configuration([(Self.host, server.port)], policy: policy))
    }

    func url(_ server: TLSServer, _ path: String = "/", host: String = Bench.host) throws -> HTTPSURL {
        try HTTPSURL("https://\(host):\(server.port)\(path)")
    }
}

/// A rule that no chain meets.
struct RefuseAll: TrustRule {
    static let requirement = Requirement(
        "refuseAll.never", FindingCode(custom: "refuse-all"), source: "test", advice: "none")
    var cacheKey: [UInt8]? { Array("refuse all".utf8) }
    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        judgement.report(
            Self.requirement, at: .chain, seen: "a chain", expected: "none", message: "every chain is refused")
    }
}
