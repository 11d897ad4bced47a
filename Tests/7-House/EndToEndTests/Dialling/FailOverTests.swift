import HoldfastHTTPS
import HoldfastResolving
import HoldfastServing
import HoldfastSystem
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// Another address in the same request, before anything of it was sent.
@Suite("Fail-over between addresses", .hangLimit)
struct FailOverTests {
    let site: DialSite

    init() throws { site = try DialSite() }

    private func outcomes(_ record: ConnectionRecord) -> [String] {
        record.dial?.attempts.map { "\($0.endpoint.address) \($0.outcome.code)" } ?? []
    }

    @Test("an address that refuses")
    func refusing() async throws {
        let server = try site.server(site.own, on: .loopback)
        var configuration = try site.configuration()
        configuration.addresses.dial = [try site.rule([2, 1], port: server.port)]
        let session = HTTPSSession(configuration: configuration)
        let response = try await session.data(for: HTTPSRequest(try site.url(server.port, "/a")))
        #expect(response.status == 200 && response.connection.host == Loopback.host)
        #expect(outcomes(response.connection) == ["127.0.0.2 refused", "127.0.0.1 connected"])
        let dial = try #require(response.connection.dial)
        #expect(dial.source == "rule" && dial.rank == 2 && dial.endpoint == .loopback(1, port: server.port))
        #expect(response.connection.remoteAddress == "127.0.0.1")
        // The next one knows better.
        let next = try await session.verify(site.url(server.port))
        #expect(outcomes(next) == ["127.0.0.1 connected"])
    }

    @Test("an address where nothing is answered: the next one begins beside it")
    func dead() async throws {
        let server = try site.server(site.own, on: .loopback)
        let dead = try DeadPort(.loopback(2, port: server.port))
        defer { withExtendedLifetime(dead) {} }
        var configuration = try site.configuration()
        var resolution = NameResolution([])
        resolution.stallTimeout = .seconds(900)
        configuration.addresses.resolution = resolution
        // Without the second one the first would be waited for to the end.
        configuration.timeouts.request = .seconds(120)
        configuration.addresses.dial = [try site.rule([2, 1], port: server.port)]
        let session = HTTPSSession(configuration: configuration)
        let began = ContinuousClock.now
        let record = try await session.verify(site.url(server.port))
        print("a dead first address: done after \((ContinuousClock.now - began) / .milliseconds(1)) ms")
        #expect(outcomes(record) == ["127.0.0.2 overtaken", "127.0.0.1 connected"])
    }

    @Test("an address that is connected and says nothing in TLS", arguments: [false, true])
    func stalling(_ isLast: Bool) async throws {
        // This one first: on its address every other test's ports are taken.
        let silent = try RawServer { connection throws(ServingError) in
            try connection.readToEnd(until: .after(.seconds(900)))
        }
        let server = try site.server(site.own, on: .secondLoopback, port: silent.port)
        var configuration = try site.configuration()
        var resolution = NameResolution([])
        resolution.stallTimeout = .milliseconds(300)
        configuration.addresses.resolution = resolution
        configuration.addresses.dial = [try site.rule(isLast ? [1] : [1, 2], port: server.port)]
        configuration.timeouts.request = isLast ? .seconds(2) : .seconds(120)
        let session = HTTPSSession(configuration: configuration)
        let request = HTTPSRequest(try site.url(server.port))
        if isLast {
            // What is the only one may take all the time there is.
            let error = await #expect(throws: HTTPSError.self) { _ = try await session.data(for: request) }
            #expect(error?.code == .timedOut && error?.message.contains("within 2 s") == true)
        } else {
            let response = try await session.data(for: request)
            #expect(outcomes(response.connection) == ["127.0.0.1 stalled", "127.0.0.2 connected"])
            #expect(silent.counters.connections == 1)
        }
    }

    @Test("an address whose certificate is another's: poisoned, and left alone from then on")
    func poisoned() async throws {
        let good = try site.server(site.own, on: .loopback)
        let lying = try site.server(site.foreign, on: .secondLoopback, port: good.port)
        var configuration = try site.configuration()
        configuration.addresses.dial = [try site.rule([2, 1], port: good.port)]
        let history = AddressHistory()
        configuration.addresses.resolution = NameResolution([], systemFallback: .never, history: history)
        let session = HTTPSSession(configuration: configuration)
        let response = try await session.data(for: HTTPSRequest(try site.url(good.port, "/secret")))
        #expect(outcomes(response.connection) == ["127.0.0.2 poisoned", "127.0.0.1 connected"])
        let poisoned = try #require(response.connection.dial?.poisoned.first)
        #expect(poisoned.outcome.reason?.contains("wrong.test") == true)
        #expect(history.isPoisoned(.loopback(2, port: good.port), for: site.name))
        let record = try await session.verify(site.url(good.port))
        #expect(outcomes(record) == ["127.0.0.1 connected"])
        #expect(lying.counters.connections == 1 && lying.counters.applicationBytesReceived == 0)
        #expect(good.counters.requestsReceived == 1)
    }

    @Test("where all addresses are poisoned each is judged anew, and the first verdict is the error")
    func allPoisoned() async throws {
        let first = try site.server(site.foreign, on: .loopback)
        let second = try site.server(try site.bench.identity("another.test"), on: .secondLoopback, port: first.port)
        var configuration = try site.configuration()
        configuration.addresses.dial = [try site.rule([2, 1], port: first.port)]
        let session = HTTPSSession(configuration: configuration)
        for round in 1...2 {
            let error = await #expect(throws: HTTPSError.self) {
                _ = try await session.data(for: HTTPSRequest(try site.url(first.port)))
            }
            #expect(error?.trustFailure?.cause.code == .hostMismatch)
            #expect(error?.attempts.map(\.outcome.code) == ["poisoned", "poisoned"])
            #expect(first.counters.connections == round && second.counters.connections == round)
        }
        #expect(first.counters.applicationBytesReceived + second.counters.applicationBytesReceived == 0)
    }

    @Test("an address that was poisoned and is mended: tried when nothing else is left, and good from then on")
    func mended() async throws {
        let server = try site.server(site.own, on: .loopback)
        let history = AddressHistory()
        let endpoint = Endpoint.loopback(1, port: server.port)
        history.note(.poisoned, of: endpoint, for: site.name)
        var configuration = try site.configuration()
        configuration.addresses.dial = [try site.rule([1], port: server.port)]
        configuration.addresses.resolution = NameResolution([], systemFallback: .never, history: history)
        let session = HTTPSSession(configuration: configuration)
        #expect(try await session.data(for: HTTPSRequest(try site.url(server.port))).status == 200)
        #expect(!history.isPoisoned(endpoint, for: site.name))
        #expect(try await session.data(for: HTTPSRequest(try site.url(server.port))).isReusedConnection)
    }

    @Test("a certificate that is refused after all does not end at another address what was sent")
    func afterSending() async throws {
        let first = try site.server(site.own, on: .loopback) {
            $0.conversation = { conversation throws(ServingError) in _ = try conversation.read() }
        }
        let second = try site.server(site.own, on: .secondLoopback, port: first.port)
        var configuration = try site.configuration()
        configuration.addresses.dial = [try site.rule([1, 2], port: first.port)]
        let session = HTTPSSession(configuration: configuration)
        let error = await #expect(throws: HTTPSError.self) {
            _ = try await session.data(for: HTTPSRequest(try site.url(first.port), method: "POST", body: [1]))
        }
        #expect(error?.code == .emptyReply && second.counters.connections == 0)
    }

    @Test("no address at all: what was tried stands in the error")
    func nothing() async throws {
        let free = try site.server(site.own, on: .loopback).port
        var configuration = try site.configuration()
        configuration.addresses.dial = [try site.rule([2, 3], port: free)]
        let session = HTTPSSession(configuration: configuration)
        let error = await #expect(throws: HTTPSError.self) { _ = try await session.verify(site.url(free)) }
        #expect(error?.code == .connectionRefused)
        #expect(error?.attempts.map(\.endpoint.address.description) == ["127.0.0.2", "127.0.0.3"])
    }
}
