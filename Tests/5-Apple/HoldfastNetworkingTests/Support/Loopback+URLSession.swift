import HoldfastAuthority
import HoldfastNetworking
import HoldfastServing
import HoldfastTrust
import LoopbackSupport
import Testing

/// URLSession's side: configurations that reach the servers, and trust them or do not.
extension Loopback {
    /// A configuration that leads the servers' names to them.
    func configuration(_ servers: TLSServer..., names: [String] = [Self.host]) -> URLSessionConfiguration {
        leading(servers, names)
    }

    private func leading(_ servers: [TLSServer], _ names: [String]) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.connectTo = servers.flatMap { server in
            names.map { Self.connectTo(server.port, host: $0) }
        }
        // Only for a test that hangs: a busy machine has time enough.
        configuration.timeoutIntervalForRequest = 120
        return configuration
    }

    /// The same, trusting the root without a delegate.
    func trusting(_ servers: TLSServer..., names: [String] = [Self.host]) -> URLSessionConfiguration {
        let configuration = leading(servers, names)
        configuration.serverTrustPolicy = trusting
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
