import HoldfastAuthority
import HoldfastCrypto
import HoldfastNetworking
import HoldfastServing
import HoldfastTrust
import HoldfastX509
import Testing

/// An authority, servers of it on loopback, and configurations that reach and trust them.
struct NetworkBench {
    static let host = "www.holdfast.test"

    let now = SystemClock.now()
    let root: CertificateAuthority

    init() throws { root = try CertificateAuthority.root(name: "Networking Root", at: now) }

    func server(
        names: [String] = [Self.host], _ change: (inout TLSServerConfiguration) -> Void = { _ in },
        _ answer: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) throws -> TLSServer {
        var configuration = TLSServerConfiguration(try root.issue(.server(names: names, at: now)))
        change(&configuration)
        return try TLSServer(configuration, handler: answer)
    }

    /// One that answers with what it was asked for.
    func echo() throws -> TLSServer {
        try server { request in ServerResponse(text: "\(request.method) \(request.target)") }
    }

    /// A server that is written out.
    func conversing(
        _ conversation: @escaping @Sendable (TLSConversation) throws(ServingError) -> Void
    ) throws -> TLSServer {
        try server({ $0.conversation = conversation }) { _ in ServerResponse() }
    }

    /// A configuration that leads the servers' names to them.
    func configuration(_ servers: TLSServer..., names: [String] = [Self.host]) throws -> URLSessionConfiguration {
        leading(servers, names)
    }

    private func leading(_ servers: [TLSServer], _ names: [String]) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.connectTo = servers.flatMap { server in
            names.map { "\($0):\(server.port):127.0.0.1:\(server.port)" }
        }
        // Only for a test that hangs: other tests may hold the machine's few threads for a while.
        configuration.timeoutIntervalForRequest = 900
        return configuration
    }

    /// The same, trusting the bench's root without a delegate.
    func trusting(_ servers: TLSServer..., names: [String] = [Self.host]) throws -> URLSessionConfiguration {
        let configuration = leading(servers, names)
        let anchors = TrustAnchors.only([try Certificate(der: root.certificate)])
        configuration.serverTrustPolicy = { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = anchors
            return policy
        }
        return configuration
    }

    func url(_ server: TLSServer, _ path: String = "/", host: String = Self.host) throws -> URL {
        try #require(URL(string: "https://\(host):\(server.port)\(path)"))
    }

    /// The root as the Security framework's names have it.
    func anchor() throws -> SecCertificate {
        try #require(SecCertificateCreateWithData(nil, Data(root.certificate) as NSData))
    }
}
