import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import LoopbackSupport

@testable import HoldfastTracing

/// The diagnostic client's side: traces of the servers.
extension Loopback {
    /// The identity of a server with a key of that kind.
    func identity(_ kind: KeyKind) throws -> Identity { try identity(key: PrivateKey.generate(kind)) }

    func policy(trusting: Bool = true) throws -> TrustPolicy {
        var policy = TrustPolicy.ssl(try ServerName(host))
        policy.anchors = trusting ? anchors : .only([])
        return policy
    }

    func configuration(trusting: Bool = true) throws -> TraceConfiguration {
        var configuration = TraceConfiguration(policy: try policy(trusting: trusting))
        configuration.serverName = host
        // Only for a trace that hangs: a busy machine has time enough.
        configuration.timeout = .seconds(120)
        return configuration
    }

    func target(_ port: UInt16, _ startTLS: StartTLS? = nil) -> TraceTarget {
        TraceTarget(
            host: host, port: port, addresses: [IPAddress("127.0.0.1")].compactMap { $0 }, startTLS: startTLS)
    }

    /// Traces a server on loopback.
    func trace(
        _ port: UInt16, trusting: Bool = true, startTLS: StartTLS? = nil,
        _ change: (inout TraceConfiguration) throws -> Void = { _ in }
    ) async throws -> HandshakeTrace {
        var configuration = try configuration(trusting: trusting)
        try change(&configuration)
        return await TraceClient().trace(target(port, startTLS), configuration)
    }
}
