import HoldfastAuthority
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastResolving
import HoldfastServing
import HoldfastSystem
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

/// Responders that attack whoever asks them: by what they lead to, and by how long they take.
@Suite("Hostile responders: networks, and time", .hangLimit)
struct HostileNetworkTests {
    private let service: RevocationService

    init() throws { service = try RevocationService() }

    private func request(_ place: String) throws -> EvidenceRequest {
        let identity = try service.bench.identity { template, _ in
            try? template.addInformationAccess(ocspResponders: [place])
        }
        return .ocspResponse(
            certificate: try Certificate(der: identity.certificate),
            issuer: try Certificate(der: service.bench.intermediate.certificate))
    }

    /// What came of one look at a place; nil for something of use.
    private func problem(
        of place: String, within limit: Duration = .seconds(120), _ fetcher: EvidenceFetcher
    ) async throws -> String? {
        let answers = await fetcher.evidence(for: [try request(place)], at: service.bench.now, within: limit)
        guard case .fetched(_, let fetches)? = answers.first, fetches.count == 1 else {
            Issue.record("\(answers)")
            return nil
        }
        return fetches[0].problem
    }

    // MARK: Networks

    /// RFC 6890 §2.2: "loopback", "private-use", "link local"; RFC 4291 §2.5.5.2: IPv4-mapped addresses. Other
    /// spellings of addresses are what C's `inet_aton` takes.
    @Test(
        "no spelling of an address leads to this host or its networks",
        arguments: [
            "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "0.0.0.0", "[::]", "2130706433",
            "0x7f000001", "0177.0.0.1", "127.1", "localhost", "169.254.169.254", "10.0.0.1", "192.168.0.1",
            "[fe80::1]", "[fd00::1]", "[64:ff9b::7f00:1]",
        ])
    func spellings(_ host: String) async throws {
        let server = try service.bench.server { $0.speaksPlainHTTP = true }
        let fetcher = EvidenceFetcher()
        let problem = try await problem(of: "http://\(host):\(server.port)/", within: .seconds(60), fetcher)
        #expect(problem != nil && problem != "it took too long", "\(problem ?? "answered")")
        #expect(server.counters.connections == 0)
    }

    /// A name whose addresses change from question to question.
    private final class Rebinding: Resolver {
        let name = "rebinding"
        let identifier = "rebinding"
        let isCacheable = false
        private let answers: [[String]]
        private let count = Mutex(0)

        init(_ answers: [String]...) { self.answers = answers }

        func resolve(_ query: ResolverQuery) async throws(ResolverError) -> ResolverAnswer {
            guard query.kind == .ipv4 else { return ResolverAnswer([], from: name) }
            let place = count.withLock { count in
                defer { count += 1 }
                return min(count, answers.count - 1)
            }
            return ResolverAnswer(answers[place].compactMap { IPAddress($0) }, from: name)
        }
    }

    private func fetcher(_ resolver: Rebinding) -> EvidenceFetcher {
        var configuration = EvidenceFetcher.Configuration()
        configuration.resolution = NameResolution([NameResolution.Source(resolver)], systemFallback: .never)
        // What stands for the public Internet here.
        configuration.isReachable = { $0 == IPAddress("127.0.0.1") }
        configuration.failureMemory = .zero
        return EvidenceFetcher(configuration: configuration)
    }

    @Test("DNS rebinding: a name that led to the Internet and now leads to this network is not dialled")
    func rebinding() async throws {
        let first = try service.bench.answering {
            $0.speaksPlainHTTP = true
        } _: { _ in
            ServerResponse(status: 503, fields: [HTTPField("Connection", "close")], body: [])
        }
        let second = try service.bench.server(on: .secondLoopback, port: first.port) { $0.speaksPlainHTTP = true }
        let place = "http://\(RevocationService.host):\(first.port)/"
        let fetcher = fetcher(Rebinding(["127.0.0.1"], ["127.0.0.2"]))
        #expect(try await problem(of: place, fetcher) == "it answered with 503")
        #expect(try await problem(of: place, fetcher)?.contains("127.0.0.2") == true)
        #expect(first.counters.connections == 1 && second.counters.connections == 0)
    }

    @Test("a name with an address of the Internet that is dead, and one of this network: neither is reached")
    func mixed() async throws {
        let second = try service.bench.server(on: .secondLoopback) { $0.speaksPlainHTTP = true }
        let place = "http://\(RevocationService.host):\(second.port)/"
        #expect(try await problem(of: place, fetcher(Rebinding(["127.0.0.1", "127.0.0.2"]))) != nil)
        #expect(second.counters.connections == 0)
    }

    // MARK: Time

    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: application/ocsp-response\r\n\r\n"

    /// The beginning of an element of 65,285 octets (X.690 §8.1.3), fewer than are taken of a response.
    private static let long: [UInt8] = [0x30, 0x83, 0x00, 0xFF, 0x00]

    /// Sends a piece of a body again and again, until the client is gone.
    private static func dripping(
        _ piece: [UInt8], after beginning: [UInt8] = [], every pause: UInt32
    ) throws -> RawServer {
        try RawServer { connection throws(ServingError) in
            _ = try connection.read(until: .after(.seconds(600)))
            try connection.write(Array(head.utf8) + beginning, until: .after(.seconds(600)))
            for _ in 0..<1_000_000 {
                try connection.write(piece, until: .after(.seconds(600)))
                if pause > 0 { Thread.pause(milliseconds: pause) }
            }
        }
    }

    private func fetcher(to port: UInt16, timeout: Duration = .seconds(60)) throws -> EvidenceFetcher {
        let rule = try DialRule(connectTo: Loopback.connectTo(port, host: RevocationService.host))
        return try service.fetcher { configuration in
            configuration.dial = [rule]
            configuration.timeout = timeout
        }
    }

    @Test("a body without an end is left at the limit, and its connection closed")
    func endless() async throws {
        let server = try Self.dripping([UInt8](repeating: 0x31, count: 1 << 14), every: 0)
        let place = "http://\(RevocationService.host):\(server.port)/"
        #expect(try await problem(of: place, try fetcher(to: server.port)) == "it sent more than 65536 bytes")
        try await eventually { server.counters.openConnections == 0 }
    }

    @Test("a body of a byte now and then ends with the time of the fetch, and its connection is closed")
    func slow() async throws {
        let server = try Self.dripping([0], after: Self.long, every: 20)
        let place = "http://\(RevocationService.host):\(server.port)/"
        let fetcher = try fetcher(to: server.port, timeout: .milliseconds(600))
        // It has not come to its end, which would be an answer that cannot be used.
        let problem = try #require(try await problem(of: place, fetcher))
        #expect(!problem.hasPrefix("its answer"), "\(problem)")
        try await eventually { server.counters.openConnections == 0 }
    }

    @Test("nothing else of the process is slowed while responders attack")
    func others() async throws {
        let attackers = try [5, 1].map { try Self.dripping([0], after: Self.long, every: $0) }
        let good = try service.bench.server()
        let session = service.session(to: good, mode: .off, fetcher: try service.fetcher())
        func longest(of count: Int) async throws -> Duration {
            var longest = Duration.zero
            for _ in 0..<count {
                let began = ContinuousClock.now
                _ = try await session.verify(try service.bench.url(good))
                longest = max(longest, ContinuousClock.now - began)
            }
            return longest
        }
        let quiet = try await longest(of: 10)
        let fetchers = try attackers.map { try fetcher(to: $0.port, timeout: .seconds(60)) }
        let attack = Task { [service] in
            await withTaskGroup(of: Void.self) { group in
                for (fetcher, server) in zip(fetchers, attackers) {
                    for number in 0..<20 {
                        let place = "http://\(RevocationService.host):\(server.port)/\(number)"
                        guard let request = try? request(place) else { continue }
                        group.addTask {
                            _ = await fetcher.evidence(for: [request], at: service.bench.now, within: .seconds(60))
                        }
                    }
                }
            }
        }
        // No more from one host at a time than the fetcher says.
        try await eventually { attackers.allSatisfy { $0.counters.openConnections == 4 } }
        // What else the machine has to do may hold one round up; the attack would hold up all of them.
        var attacked = try await longest(of: 10)
        for _ in 0..<20 where attacked >= quiet * 10 + .milliseconds(500) { attacked = try await longest(of: 10) }
        #expect(attacked < quiet * 10 + .milliseconds(500), "\(quiet) before, \(attacked) under attack")
        #expect(attackers.allSatisfy { $0.counters.connections == 4 })
        attack.cancel()
    }
}
