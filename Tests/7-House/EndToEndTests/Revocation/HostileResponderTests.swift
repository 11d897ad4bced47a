import HoldfastAuthority
import HoldfastHTTPS
import HoldfastResolving
import HoldfastServing
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// Places that certificates name, and what is there instead of an answer: none of it is believed, kept or followed, and
/// none delays a verdict for longer than the policy allows.
@Suite("Hostile responders", .hangLimit)
struct HostileResponderTests {
    private let service: RevocationService

    init() throws { service = try RevocationService() }

    /// What came of one look at a place.
    private func problem(
        of path: String, within limit: Duration = RevocationService.patience, _ fetcher: EvidenceFetcher? = nil
    ) async throws -> String? {
        let identity = try service.identity(ocsp: [path])
        return try await fetch(
            .ocspResponse(
                certificate: Certificate(der: identity.certificate),
                issuer: Certificate(der: service.bench.intermediate.certificate)),
            by: fetcher ?? service.fetcher(), within: limit)
    }

    private func fetch(
        _ request: EvidenceRequest, by fetcher: EvidenceFetcher, within limit: Duration
    ) async throws -> String? {
        let answers = await fetcher.evidence(for: [request], at: service.bench.now, within: limit)
        guard case .fetched(request, let fetches)? = answers.first, answers.count == 1, fetches.count == 1 else {
            Issue.record("\(answers)")
            return nil
        }
        return fetches[0].problem
    }

    /// A place that pours out octets, and does not say how many.
    private func pouring(_ bytes: [UInt8], times: Int) throws -> TLSServer {
        try service.bench.server { configuration in
            configuration.speaksPlainHTTP = true
            configuration.conversation = { conversation throws(ServingError) in
                _ = try conversation.readHead()
                try conversation.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
                for _ in 0..<times { try conversation.write(bytes) }
            }
        }
    }

    @Test("a body of 10 MB is refused by what its server announces")
    func large() async throws {
        service.serve("/large", [UInt8](repeating: 0x30, count: 10 << 20))
        #expect(try await problem(of: "/large") == "it announces 10485760 bytes, and 65536 are taken")
    }

    @Test(
        "a body without an end, and one that says of itself that it is long, are not read to their ends",
        arguments: [
            ([UInt8](repeating: 0, count: 1 << 16), "it sent more than 65536 bytes"),
            (
                [0x30, 0x84, 0x01, 0, 0, 0] + [UInt8](repeating: 0, count: 1 << 16),
                "its answer has 16777222 bytes, and 65536 are taken"
            ),
            ([0x30, 0x01, 0, 0], "it sent more than the 3 bytes of its answer"),
        ] as [([UInt8], String)])
    func endless(_ bytes: [UInt8], _ expected: String) async throws {
        let server = try pouring(bytes, times: 1_000)
        let identity = try service.bench.identity { template, _ in
            try? template.addInformationAccess(
                ocspResponders: ["http://\(RevocationService.host):\(server.port)/"])
        }
        let fetcher = try service.fetcher { configuration in
            let rule = try? DialRule(connectTo: Loopback.connectTo(server.port, host: RevocationService.host))
            configuration.dial += [rule].compactMap(\.self)
        }
        let request = EvidenceRequest.ocspResponse(
            certificate: try Certificate(der: identity.certificate),
            issuer: try Certificate(der: service.bench.intermediate.certificate))
        #expect(try await fetch(request, by: fetcher, within: RevocationService.patience) == expected)
    }

    @Test("one host is asked as often as the fetcher allows in one round, whatever a certificate names")
    func manyPlaces() async throws {
        let identity = try service.identity(ocsp: ["/a", "/b", "/c", "/d"])
        let fetcher = try service.fetcher { $0.questionsPerHost = 2 }
        let request = EvidenceRequest.ocspResponse(
            certificate: try Certificate(der: identity.certificate),
            issuer: try Certificate(der: service.bench.intermediate.certificate))
        let answers = await fetcher.evidence(for: [request], at: service.bench.now, within: RevocationService.patience)
        guard case .fetched(_, let fetches)? = answers.first else {
            Issue.record("\(answers)")
            return
        }
        let refused = "too many places of its host are named"
        #expect(fetches.map(\.problem) == ["it answered with 404", "it answered with 404", refused, refused])
        // Each by GET and, that being refused, by POST.
        #expect(service.asked.lines.count == 4)
    }

    @Test("what is no answer says so", arguments: ["/page", "/nothing", "/tryLater", "/list"])
    func wrong(_ path: String) async throws {
        service.serve("/page", Array("<html><body>Sign in to the network</body></html>".utf8), type: "text/html")
        service.serve("/nothing", [])
        service.serve("/tryLater", OCSPResponse(.tryLater).der)
        service.serve("/list", try service.list())
        let problem = try #require(try await problem(of: path))
        #expect(problem.hasPrefix("its answer cannot be used"), "\(problem)")
    }

    @Test("a slow place is waited for as long as the policy allows, and no longer")
    func slow() async throws {
        let gate = Gate()
        defer { gate.open() }
        service.serve("/slow") { _ in
            gate.holdThread()
            return ServerResponse(text: "late")
        }
        let patient = try service.fetcher { $0.timeout = .seconds(36_000) }
        #expect(try await problem(of: "/slow", within: .milliseconds(300), patient) == "it took too long")
    }

    @Test("redirects lead to plain HTTP of the public Internet alone, and not far")
    func redirects() async throws {
        let other = try service.bench.server(on: .secondLoopback) { $0.speaksPlainHTTP = true }
        service.serve("/home") { _ in .redirect(to: "http://127.0.0.2:\(other.port)/") }
        service.serve("/tls") { [service] _ in .redirect(to: "https://\(RevocationService.host)/\(service.url("/"))") }
        service.serve("/loop") { [service] _ in .redirect(to: service.url("/loop")) }
        let fetcher = try service.fetcher { configuration in
            configuration.dangerouslyAllowsPrivateNetworks = false
            configuration.isReachable = { $0 == IPAddress("127.0.0.1") }
        }
        #expect(try await problem(of: "/home", fetcher) == "it answered with 302")
        #expect(try await problem(of: "/tls", fetcher) == "it answered with 302")
        #expect(try await problem(of: "/loop", fetcher)?.contains("redirect") == true)
        #expect(other.counters.connections == 0)
    }

    @Test("a name that leads to a private network when it is dialled is not dialled; nor is such an address")
    func privateNetworks() async throws {
        let fetcher = try service.fetcher { $0.dangerouslyAllowsPrivateNetworks = false }
        #expect(try await problem(of: "/", fetcher)?.contains("127.0.0.1") == true)
        #expect(service.asked.lines.isEmpty)
    }
}
