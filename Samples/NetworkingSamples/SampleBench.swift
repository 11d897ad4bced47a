import HoldfastAuthority
import HoldfastCrypto
import HoldfastNetworking
import HoldfastServing
import HoldfastX509

/// A private authority, and servers on loopback for the samples to talk to.
struct SampleBench {
    static let host = "www.holdfast.test"

    let now = SystemClock.now()
    let root: CertificateAuthority

    init() throws { root = try CertificateAuthority.root(name: "Sample Root", at: now) }

    /// A server's key and certificate; with a key, of that one.
    func identity(_ name: String = Self.host, key: PrivateKey? = nil) throws -> Identity {
        try root.issue(.server(names: [name], at: now), key: key)
    }

    func server(
        _ identity: Identity, _ change: (inout TLSServerConfiguration) -> Void = { _ in },
        _ answer: @escaping @Sendable (ServerRequest) -> ServerResponse = { _ in ServerResponse(text: "here") }
    ) throws -> TLSServer {
        var configuration = TLSServerConfiguration(identity)
        change(&configuration)
        return try TLSServer(configuration, handler: answer)
    }

    /// A configuration that leads the name to the servers on loopback, in the place of the system's resolver.
    func configuration(_ servers: TLSServer..., name: String = Self.host) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.connectTo = servers.map { "\(name):\($0.port):127.0.0.1:\($0.port)" }
        // Only against waiting for ever: a busy machine takes its time.
        configuration.timeoutIntervalForRequest = 900
        return configuration
    }

    func url(_ server: TLSServer, scheme: String = "https", host: String = Self.host, _ path: String = "/") throws
        -> URL
    {
        guard let url = URL(string: "\(scheme)://\(host):\(server.port)\(path)") else { throw URLError(.badURL) }
        return url
    }

    func certificate(_ der: [UInt8]) throws -> SecCertificate {
        guard let made = SecCertificateCreateWithData(nil, Data(der) as CFData) else {
            throw URLError(.cannotParseResponse)
        }
        return made
    }

    func anchor() throws -> SecCertificate { try certificate(root.certificate) }

    /// The name (DER) of the authority, as servers list it for clients.
    var authorityName: Data { Data(root.identity.subject.bytes) }
}
