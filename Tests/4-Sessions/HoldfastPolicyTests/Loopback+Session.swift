import HoldfastAuthority
import HoldfastHTTPS
import HoldfastResolving
import HoldfastTrust
import HoldfastX509
import LoopbackSupport

extension Loopback {
    /// An authority of the time at which the tests' clocks begin.
    static func ofTests() throws -> Loopback { try Loopback(at: UpdateBench.moment) }

    /// A server's identity that holds at every time that a test's clock shows.
    func lasting(_ name: String) throws -> Identity {
        try identity(name) { template, now in
            template.notBefore = now.advanced(byDays: -300)
            template.notAfter = now.advanced(byDays: 300)
        }
    }

    /// Sessions that trust this authority alone, by a test's clock.
    func configuration(
        _ servers: [(name: String, port: UInt16)], by hands: Hands, pins: TrustPins = .none
    ) -> HTTPSSession.Configuration {
        var configuration = HTTPSSession.Configuration()
        configuration.trust.policy = trusting(pins: pins)
        configuration.clock = { hands.now }
        // Only for a test that hangs: a busy machine has time enough.
        configuration.timeouts.request = .seconds(120)
        configuration.timeouts.idle = nil
        configuration.addresses.dial = servers.map { .loopback($0.port, host: $0.name) }
        return configuration
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
