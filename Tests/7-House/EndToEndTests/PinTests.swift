import HoldfastAuthority
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

/// Pins of a session: judged in the handshake, and replaced while connections are open.
@Suite("Pins of a session", .hangLimit)
struct PinTests {
    let bench: Loopback
    private let root: Certificate
    private let intermediate: Certificate
    private let host: HostPattern

    init() throws {
        bench = try Loopback()
        root = try Certificate(der: bench.root.certificate)
        intermediate = try Certificate(der: bench.intermediate.certificate)
        host = try HostPattern(Loopback.host, publicSuffixes: nil)
    }

    private func hosts(_ pin: Pin, _ enforcement: PinSet.Enforcement = .enforce) throws -> PinnedHosts {
        try PinnedHosts([host: .pinned(PinSet(anywhere: [pin], enforcement: enforcement, backup: .waived))])
    }

    private func other() throws -> Pin {
        try Pin(subject: .publicKey, algorithm: .sha256, digest: Array(repeating: 7, count: 32))
    }

    private func policy(_ pins: TrustPins) throws -> @Sendable (ServerName) -> TrustPolicy {
        let trusting = bench.trusting
        return { name in
            var policy = trusting(name)
            policy.pins = pins
            return policy
        }
    }

    /// A session with a pin that another takes the place of while a handshake waits for its handler.
    private func replacing(
        _ pin: Pin, with next: Pin, at server: TLSServer
    ) throws -> (session: HTTPSSession, handler: TLSHandler) {
        let pins = TrustPins(try hosts(pin))
        let others = try hosts(next)
        let handler = TLSHandler { _ in
            pins.replace(with: others)
            await Task.yield()
            return .performDefaultHandling
        }
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: try policy(pins))
        configuration.credentials.handler = handler
        return (HTTPSSession(configuration: configuration), handler)
    }

    @Test("pins that match let the request out, others nothing at all")
    func judged() async throws {
        let server = try bench.server()
        let pins = TrustPins(try hosts(Pin(root)))
        let session = bench.session(server, policy: try policy(pins))
        let response = try await session.data(for: HTTPSRequest(try bench.url(server)))
        #expect(response.connection.evaluation?.pins.name == "matched")
        let refusing = bench.session(server, policy: try policy(TrustPins(try hosts(other()))))
        let error = await #expect(throws: HTTPSError.self) {
            _ = try await refusing.data(for: HTTPSRequest(try bench.url(server)))
        }
        #expect(error?.trustFailure?.cause.code == .pinMismatch)
        // What to pin instead is said, and once.
        #expect(error?.description.ranges(of: Pin(root).description).count == 1)
        #expect(server.counters.requestsReceived == 1)
    }

    @Test("a handler's own proof does not take the place of pins", arguments: [false, true])
    func handler(_ isReportOnly: Bool) async throws {
        let server = try bench.server()
        let trusting = bench.trusting
        let now = bench.now
        let handler = TLSHandler { challenge in
            guard let trust = challenge.protectionSpace.serverTrust, let name = try? ServerName(Loopback.host),
                let proof = try? TrustEngine().evaluate(trust, with: trusting(name), at: now)
            else { return .performDefaultHandling }
            return .useCredential(Credential(trust: proof))
        }
        let pins = TrustPins(try hosts(other(), isReportOnly ? .reportOnly : .enforce))
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: try policy(pins))
        configuration.credentials.handler = handler
        let session = HTTPSSession(configuration: configuration)
        let request = HTTPSRequest(try bench.url(server))
        if isReportOnly {
            #expect(try await session.data(for: request).status == 200)
        } else {
            let error = await #expect(throws: HTTPSError.self) { _ = try await session.data(for: request) }
            #expect(error?.trustFailure?.cause.code == .pinMismatch)
        }
        #expect(server.counters.requestsReceived == (isReportOnly ? 1 : 0))
    }

    @Test("after the pins were replaced a pooled connection serves no more, and a new one is judged by them")
    func pooled() async throws {
        let server = try bench.server()
        let pins = TrustPins(try hosts(Pin(root)))
        let session = bench.session(server, policy: try policy(pins))
        let request = HTTPSRequest(try bench.url(server))
        for _ in 0..<3 { _ = try await session.data(for: request) }
        #expect(session.statistics.connectionsOpened == 1)
        pins.replace(with: try hosts(other()))
        let error = await #expect(throws: HTTPSError.self) { _ = try await session.data(for: request) }
        #expect(error?.trustFailure?.cause.code == .pinMismatch)
        pins.replace(with: try hosts(Pin(intermediate)))
        #expect(try await session.data(for: request).status == 200)
        #expect(server.counters.requestsReceived == 4)
        #expect(session.statistics.verifications == 3)
    }

    /// The request is prepared under the old pins and waits for a decision when they are replaced.
    @Test("pins that are replaced while a handshake waits count for the request that opened it")
    func inFlight() async throws {
        let server = try bench.server()
        let pins = TrustPins(try hosts(Pin(root)))
        let waiting = Assembly(2)
        let goOn = Assembly(2)
        let first = Mutex(true)
        let handler = TLSHandler { _ in
            if first.withLock({ isFirst in
                defer { isFirst = false }
                return isFirst
            }) {
                await waiting.arrive()
                await goOn.arrive()
            }
            return .performDefaultHandling
        }
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: try policy(pins))
        configuration.credentials.handler = handler
        let session = HTTPSSession(configuration: configuration)
        let url = try bench.url(server)
        let answer = Task { try await session.data(for: HTTPSRequest(url)) }
        await waiting.arrive()
        pins.replace(with: try hosts(other()))
        await goOn.arrive()
        let error = await #expect(throws: HTTPSError.self) { _ = try await answer.value }
        #expect(error?.trustFailure?.cause.code == .pinMismatch, "nothing goes out on what the new pins refuse")
        #expect(server.counters.requestsReceived == 0)
    }

    @Test("replaced by others that match, the waiting request is prepared anew and answered")
    func inFlightMatching() async throws {
        let server = try bench.server()
        let (session, handler) = try replacing(Pin(root), with: Pin(intermediate), at: server)
        let request = HTTPSRequest(try bench.url(server), method: "POST", body: Array("four".utf8))
        #expect(try await session.data(for: request).status == 200)
        #expect(server.counters.requestsReceived == 1)
        #expect(handler.asked.count == 2)
    }

    @Test("a handshake alone is begun anew likewise")
    func verifying() async throws {
        let server = try bench.server()
        let (session, handler) = try replacing(Pin(root), with: Pin(intermediate), at: server)
        let record = try await session.verify(try bench.url(server))
        guard case .matched(let duty, _)? = record.evaluation?.pins else {
            Issue.record("\(record)")
            return
        }
        #expect(duty.set.all == [Pin(intermediate)] && handler.asked.count == 2)
    }

    @Test("a server that offers sessions to be resumed is judged anew all the same", arguments: [false, true])
    func resumption(_ mayResume: Bool) async throws {
        let server = try bench.server { $0.resumesSessions = mayResume }
        let pins = TrustPins(try hosts(Pin(root)))
        let session = bench.session(server, policy: try policy(pins))
        let url = try bench.url(server)
        _ = try await session.data(for: HTTPSRequest(url))
        pins.replace(with: try hosts(other()))
        let error = await #expect(throws: HTTPSError.self) { _ = try await session.verify(url) }
        #expect(error?.trustFailure?.cause.code == .pinMismatch)
        #expect(session.statistics.connectionsResumed == 0)
    }

    @Test("a remembered decision is forgotten with the pins that it was made by")
    func remembered() async throws {
        let server = try bench.server()
        let pins = TrustPins(try hosts(Pin(root)))
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: try policy(pins))
        configuration.credentials.handler = TLSHandler { _ in .performDefaultHandling }
        configuration.trust.challenges = .rememberedForSession
        let session = HTTPSSession(configuration: configuration)
        let url = try bench.url(server)
        for _ in 0..<2 { _ = try await session.verify(url) }
        #expect(session.statistics.rememberedVerifications == 1)
        pins.replace(with: try hosts(other()))
        let error = await #expect(throws: HTTPSError.self) { _ = try await session.verify(url) }
        #expect(error?.trustFailure?.cause.code == .pinMismatch)
    }
}
