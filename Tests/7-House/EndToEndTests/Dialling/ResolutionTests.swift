import HoldfastHTTPS
import HoldfastResolving
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@Suite("Addresses from resolvers", .hangLimit)
struct ResolutionTests {
    let site: DialSite

    init() throws { site = try DialSite() }

    private func session(_ resolution: NameResolution) throws -> HTTPSSession {
        var configuration = try site.configuration()
        configuration.addresses.resolution = resolution
        // A source that is waited for in vain is waited for so long.
        configuration.timeouts.request = .seconds(120)
        return HTTPSSession(configuration: configuration)
    }

    @Test("a source whose address cannot prove the name: the next one is asked, and the record tells it")
    func nextSource() async throws {
        let good = try site.server(site.own, on: .loopback)
        let lying = try site.server(site.foreign, on: .secondLoopback, port: good.port)
        let (liar, honest) = (CountingResolver("liar", [.loopback(2)]), CountingResolver("honest", [.loopback(1)]))
        let session = try session(NameResolution([.init(liar), .init(honest)], systemFallback: .never))
        let response = try await session.data(for: HTTPSRequest(try site.url(good.port, "/x")))
        let dial = try #require(response.connection.dial)
        #expect(dial.source == "honest" && dial.attempts.map(\.source) == ["liar", "honest"])
        #expect(dial.poisoned.map(\.endpoint) == [.loopback(2, port: good.port)])
        #expect(lying.counters.applicationBytesReceived == 0 && good.counters.requestsReceived == 1)
        // Each kind of address once; the second source only when the first had failed.
        #expect(liar.asked == 2 && honest.asked == 2)
        _ = try await session.verify(site.url(good.port))
        #expect(lying.counters.connections == 1)
    }

    @Test("the system, where it is poisoned: after all others, beside the first, or not at all")
    func fallback() async throws {
        let good = try site.server(site.own, on: .loopback)
        let lying = try site.server(site.foreign, on: .secondLoopback, port: good.port)
        for fallback in NameResolution.SystemFallback.allCases {
            let (system, honest) = (CountingResolver("system", [.loopback(2)]), CountingResolver("doh", [.loopback(1)]))
            var resolution = NameResolution([.init(honest)], systemFallback: fallback)
            resolution.system = system
            let record = try await session(resolution).verify(site.url(good.port))
            #expect(record.dial?.source == "doh")
            if fallback != .parallel { #expect(system.asked == 0) }
            if fallback == .parallel { #expect(system.asked == 2) }
        }
        _ = lying
    }

    /// Names one address, and never says whether there are any of the other kind.
    private struct HalfSilent: Resolver {
        let name = "liar"
        let identifier = "liar"
        let isCacheable = false

        func resolve(_ query: ResolverQuery) async throws(ResolverError) -> ResolverAnswer {
            if query.kind == .ipv4 { return ResolverAnswer([Endpoint.loopback(2).address], from: name) }
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(900)) }
            throw ResolverError(.cancelled, from: name)
        }
    }

    @Test("what somebody who named a poisoned address has yet to say is not waited for")
    func silentLiar() async throws {
        let good = try site.server(site.own, on: .loopback)
        let lying = try site.server(site.foreign, on: .secondLoopback, port: good.port)
        let honest = CountingResolver("honest", [.loopback(1)])
        let session = try session(
            NameResolution([.init(HalfSilent(), timeout: .seconds(900)), .init(honest)], systemFallback: .never))
        let record = try await session.verify(site.url(good.port))
        #expect(record.dial?.source == "honest" && record.dial?.poisoned.map(\.source) == ["liar"])
        #expect(lying.counters.connections == 1)
    }

    @Test("a kind of address that this machine has no way to comes last")
    func unreachableKind() async throws {
        let server = try site.server(site.own, on: .loopback)
        let sixth = Endpoint(try #require(IPAddress("::1")), port: 0)
        for (isReachable, expected) in [(false, ["127.0.0.1"]), (true, ["::1", "127.0.0.1"])] {
            var resolution = NameResolution(
                [.init(CountingResolver("both", [sixth, .loopback(1)]))], systemFallback: .never)
            resolution.sourceAddress = { $0.bytes.count == 4 || isReachable ? $0 : nil }
            // No test is about how busy the machine is: the second address is not dialled beside the first one.
            resolution.attemptDelay = .seconds(600)
            // Nobody listens on the port of ::1: it refuses.
            let record = try await session(resolution).verify(site.url(server.port))
            #expect(record.dial?.attempts.map(\.endpoint.address.description) == expected)
        }
    }

    /// Answers when a test says so.
    private struct Late: Resolver {
        let name = "late"
        let identifier = "late"
        let isCacheable = false
        let isTime: @Sendable () -> Bool

        func resolve(_ query: ResolverQuery) async throws(ResolverError) -> ResolverAnswer {
            while !isTime(), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
            guard !Task.isCancelled else { throw ResolverError(.cancelled, from: name) }
            return ResolverAnswer(query.kind == .ipv4 ? [Endpoint.loopback(1).address] : [], from: name)
        }
    }

    @Test("a poisoned answer that comes before a good one beside it is given up, and the good one is waited for")
    func parallel() async throws {
        let good = try site.server(site.own, on: .loopback)
        let lying = try site.server(site.foreign, on: .secondLoopback, port: good.port)
        // The system has lied, and its address was refused, before the other one says a word.
        let late = Late { lying.counters.alertsReceived.isEmpty == false }
        var resolution = NameResolution([.init(late, timeout: .seconds(600))], systemFallback: .parallel)
        resolution.system = CountingResolver("system", [.loopback(2)])
        let record = try await session(resolution).verify(site.url(good.port))
        #expect(record.dial?.source == "late" && record.dial?.poisoned.map(\.source) == ["system"])
        #expect(lying.counters.applicationBytesReceived == 0)
    }

    @Test("a name that nobody knows")
    func unknown() async throws {
        let nobody = CountingResolver("nobody", [])
        let session = try session(NameResolution([.init(nobody)], systemFallback: .never))
        let error = await #expect(throws: HTTPSError.self) { _ = try await session.verify(site.url(443)) }
        #expect(error?.code == .couldNotResolveHost && error?.phase == .name)
    }

    @Test("sources are asked for their domains only")
    func domains() async throws {
        let good = try site.server(site.own, on: .loopback)
        let (other, own) = (CountingResolver("other", [.loopback(2)]), CountingResolver("own", [.loopback(1)]))
        let elsewhere = try HostPattern("**.elsewhere.test", publicSuffixes: nil)
        let session = try session(
            NameResolution([.init(other, domains: [elsewhere]), .init(own)], systemFallback: .never))
        #expect(try await session.verify(site.url(good.port)).dial?.source == "own")
        #expect(other.asked == 0)
    }

    @Test("a pooled connection to an address that is poisoned now is closed, and serves nobody")
    func pool() async throws {
        let first = try site.server(site.own, on: .loopback)
        let second = try site.server(site.own, on: .secondLoopback, port: first.port)
        let history = AddressHistory()
        let session = try session(
            NameResolution(
                [.init(CountingResolver("both", [.loopback(1), .loopback(2)]))], systemFallback: .never,
                history: history))
        let request = HTTPSRequest(try site.url(first.port))
        #expect(try await session.data(for: request).connection.remoteAddress == "127.0.0.1")
        #expect(try await session.data(for: request).isReusedConnection)
        // Another session has found it out.
        history.note(.poisoned, of: .loopback(1, port: first.port), for: site.name)
        #expect(await first.becomesIdle(afterAtLeast: 1))
        let response = try await session.data(for: request)
        #expect(!response.isReusedConnection && response.connection.remoteAddress == "127.0.0.2")
        #expect(first.counters.requestsReceived == 2 && second.counters.requestsReceived == 1)
    }

    @Test("all addresses of all sources, for whoever looks at each of them")
    func list() async throws {
        let (one, two) = (
            CountingResolver("one", [.loopback(1)]), CountingResolver("two", [.loopback(2), .loopback(1)])
        )
        let session = try session(NameResolution([.init(one), .init(two)], systemFallback: .never))
        let addresses = try await session.addresses(of: site.url(443))
        #expect(addresses.map(\.description) == ["127.0.0.1", "127.0.0.2"])
    }
}
