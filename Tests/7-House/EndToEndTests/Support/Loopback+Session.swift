import HoldfastHTTPS
import HoldfastResolving
import HoldfastServing
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport

extension Loopback {
    /// A policy under which every chain is refused, whatever it is.
    var refusing: @Sendable (ServerName) -> TrustPolicy {
        { [trusting] name in
            var policy = trusting(name)
            policy.rules = [RefuseAll()]
            return policy
        }
    }

    func configuration(
        _ servers: [(host: String, port: UInt16)], policy: @escaping @Sendable (ServerName) -> TrustPolicy
    ) -> HTTPSSession.Configuration {
        var configuration = HTTPSSession.Configuration()
        configuration.trust.policy = policy
        // Only for a test that hangs: a busy machine has time enough.
        configuration.timeouts.request = .seconds(120)
        configuration.timeouts.idle = nil
        configuration.timeouts.challenge = .seconds(120)
        configuration.addresses.dial = servers.map { .loopback($0.port, host: $0.host) }
        return configuration
    }

    func session(_ server: TLSServer, policy: @escaping @Sendable (ServerName) -> TrustPolicy) -> HTTPSSession {
        HTTPSSession(configuration: configuration([(Self.host, server.port)], policy: policy))
    }

    func url(_ server: TLSServer, _ path: String = "/", host: String = Self.host) throws -> HTTPSURL {
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

extension DialRule {
    /// Leads a name and a port to that port of this machine.
    static func loopback(_ port: UInt16, host: String = Loopback.host) -> DialRule {
        guard let name = try? ServerName(host), let address = IPAddress("127.0.0.1") else {
            preconditionFailure("\(host) is no host")
        }
        return DialRule(name, port: port, to: [Target(address, port: port)])
    }
}
