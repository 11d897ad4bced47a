import Glibc
import HoldfastHTTPS
import HoldfastResolving
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

/// Addresses of resolvers' own servers, and what becomes of addresses in another network.
@Suite("Bootstrap addresses, and sessions that follow the network", .hangLimit)
struct BootstrapTests {
    private let bench: Loopback

    init() throws { bench = try Loopback() }

    @Test("a first bootstrap address where nothing is answered: the next one is dialled beside it (RFC 8305 §5)")
    func dead() async throws {
        let server = try LyingDNSServer(bench)
        let dead = try DeadPort(.loopback(2, port: try server.url().port))
        defer { withExtendedLifetime(dead) {} }
        var configuration = try server.configuration()
        // Without the second one the first would be waited for to the end.
        configuration.timeouts.request = .seconds(120)
        let resolver = try DNSOverHTTPSResolver(
            server.url(), bootstrap: [Endpoint.loopback(2).address, Endpoint.loopback(1).address],
            configuration: configuration)
        #expect(try await outcome(resolver, timeout: .seconds(120)) == "192.0.2.1 60")
    }

    /// A network that changes when a test says so.
    private final class Changes: NetworkEvents {
        private let network = Mutex((number: 0, isEnded: false, isTold: true))

        func wait(atMost time: Duration?) -> NetworkWait {
            let begin = ContinuousClock.now
            while true {
                let wait = network.withLock { state -> NetworkWait? in
                    if state.isEnded { return .ended }
                    if !state.isTold {
                        state.isTold = true
                        return .event
                    }
                    return nil
                }
                if let wait { return wait }
                if let time, ContinuousClock.now - begin >= time { return .timedOut }
                usleep(1_000)
            }
        }

        func state() -> NetworkState { network.withLock { NetworkState(addresses: ["eth0 192.0.2.\($0.number)"]) } }

        func end() { network.withLock { $0.isEnded = true } }

        func happen() { network.withLock { ($0.number, $0.isTold) = ($0.number + 1, false) } }
    }

    @Test("a resolution that two sessions have is told of another network once; without them, no more")
    func followed() async throws {
        let events = Changes()
        let monitor = NetworkMonitor(events, quiet: .milliseconds(5))
        let history = AddressHistory()
        var configuration = HTTPSSession.Configuration()
        configuration.addresses.resolution = NameResolution([], systemFallback: .never, history: history)
        configuration.addresses.networkMonitor = monitor
        do {
            let sessions = [configuration, configuration].map { HTTPSSession(configuration: $0) }
            events.happen()
            try await eventually { history.statistics.networkChanges >= 1 }
            #expect(history.statistics.networkChanges == 1)
            withExtendedLifetime(sessions) {}
        }
        configuration.addresses.followsNetwork = false
        let deaf = HTTPSSession(configuration: configuration)
        let before = monitor.changes
        events.happen()
        try await eventually { monitor.changes > before }
        #expect(history.statistics.networkChanges == 1)
        withExtendedLifetime(deaf) {}
        monitor.stop()
    }
}
