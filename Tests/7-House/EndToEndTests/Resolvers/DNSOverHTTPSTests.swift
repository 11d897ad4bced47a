import FoundationEssentials
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastResolving
import HoldfastServing
import HoldfastStatements
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@Suite("DNS over HTTPS")
struct DNSOverHTTPSTests {
    private typealias Server = LyingDNSServer
    let bench: Loopback

    init() throws { bench = try Loopback() }

    @Test("what the server sees: the padded query, its media type, and nothing else of ours", arguments: [true, false])
    func wire(isGET: Bool) async throws {
        let query = DNSMessage.query(ResolverQuery(try DNSName("www.example.com"), .ipv6))
        let server = try LyingDNSServer(bench) { message in
            #expect(message == query)
            return Server.response(Server.message(to: message, address: [UInt8](repeating: 0x20, count: 16)))
        }
        let resolver = try server.resolver(isGET ? .get : .post)
        for _ in 0..<3 {
            #expect(
                try await outcome(resolver, "WWW.example.com", .ipv6) == "2020:2020:2020:2020:2020:2020:2020:2020 60")
        }
        #expect(Set(server.seen.lines).count == 1, "one connection, and no request differs from another")
        let line = try #require(server.seen.lines.first)
        #expect(
            line.hasPrefix(
                isGET ? "1 GET /dns-query?dns=AAABAAABAAAAAAABA3d3dwdleGFtcGxlA2NvbQAAHAAB" : "1 POST /dns-query "))
        #expect(line.contains("accept=application/dns-message"))
        #expect(line.contains("content-type=application/dns-message") == !isGET)
        for word in ["cookie", "authorization", "referer"] { #expect(!line.contains(word)) }
        #expect(resolver.identifier == "doh:\(isGET ? "GET" : "POST"):\(try server.url())")
        #expect(resolver.name == Server.host)
        #expect(resolver.isCacheable)
    }

    @Test("the name of RFC 8484 §4.1.1 that tells base64url from Base64")
    func base64url() async throws {
        let server = try LyingDNSServer(bench)
        let name = "a.62characterlabel-makes-base64url-distinct-from-standard-base64.example.com"
        #expect(try await outcome(try server.resolver(), name) == "192.0.2.1 60")
        // The RFC's own query has no additional record, which its twelfth octet counts.
        let expected =
            "AAABAAABAAAAAAABAWE-NjJjaGFyYWN0ZXJsYWJlbC1tYWtlcy1iYXNlNjR1cmwtZGlzdGluY3QtZnJvbS1zdGFuZGFyZC1i"
            + "YXNlNjQHZXhhbXBsZQNjb20AAAEAA"
        #expect(server.seen.lines.first?.contains("?dns=" + expected) == true)
        #expect(server.seen.lines.first?.contains("== ") == false)
    }

    @Test("a URL's own query stays, and the media type may have a parameter and any case")
    func spelling() async throws {
        let server = try LyingDNSServer(bench) {
            Server.response(Server.message(to: $0), type: "Application/DNS-Message; charset=none")
        }
        #expect(try await outcome(try server.resolver(path: "/q?key=value")) == "192.0.2.1 60")
        #expect(server.seen.lines.first?.contains("/q?key=value&dns=AAAB") == true)
    }

    @Test(
        "the time that an answer was in caches is no part of its time to live (RFC 8484 §5.1)",
        arguments: [
            (["0"], "60"), (["20"], "40"), (["60"], "0"), (["61"], "0"), (["99999999999999999999"], "0"),
            (["-1"], "60"), (["ten"], "60"), ([""], "60"), (["10", "50"], "50"),
        ] as [([String], String)])
    func age(_ values: [String], _ left: String) async throws {
        let fields = values.map { HTTPField("Age", $0) }
        let server = try LyingDNSServer(bench) { Server.response(Server.message(to: $0), fields) }
        #expect(try await outcome(try server.resolver()) == "192.0.2.1 \(left)")
    }

    struct Lie: Sendable, CustomStringConvertible {
        let description: String
        let expected: String
        let answer: @Sendable ([UInt8]) -> ServerResponse
    }

    static let lies: [Lie] = [
        Lie(description: "another media type", expected: "malformed") {
            Server.response(Server.message(to: $0), type: "application/octet-stream")
        },
        Lie(description: "no media type", expected: "malformed") {
            Server.response(Server.message(to: $0), type: nil)
        },
        Lie(description: "two media types", expected: "malformed") {
            Server.response(Server.message(to: $0), [HTTPField("Content-Type", "text/html")])
        },
        Lie(description: "a page", expected: "malformed") { _ in
            Server.response(Array("<html>".utf8), type: "text/html")
        },
        Lie(description: "an error", expected: "status 500") { Server.response(Server.message(to: $0), status: 500) },
        Lie(description: "not there", expected: "status 404") { Server.response(Server.message(to: $0), status: 404) },
        Lie(description: "asks for a password", expected: "status 401") {
            Server.response(
                Server.message(to: $0), status: 401, [HTTPField("WWW-Authenticate", "Basic realm=\"dns\"")])
        },
        Lie(description: "nothing", expected: "malformed") { _ in Server.response([]) },
        Lie(description: "not modified", expected: "status 304") { _ in Server.response([], status: 304) },
        Lie(description: "half a message", expected: "malformed") {
            Server.response(Array(Server.message(to: $0).dropLast(3)))
        },
        Lie(description: "more than a message", expected: "malformed") {
            Server.response(Server.message(to: $0, tail: [0]))
        },
        Lie(description: "cut off", expected: "truncated") {
            Server.response(Server.message(to: $0, flags: [0x83, 0x80], count: 0))
        },
        Lie(description: "an answer to another question", expected: "malformed") {
            var query = $0
            if query.count > 13 { query[13] ^= 1 }
            return Server.response(Server.message(to: query))
        },
        Lie(description: "a query", expected: "malformed") { Server.response($0) },
        Lie(description: "as long as may be", expected: "malformed") { _ in
            Server.response([UInt8](repeating: 0, count: 65_535))
        },
        Lie(description: "too long", expected: "tooLarge 65535") { _ in
            Server.response([UInt8](repeating: 0, count: 65_536))
        },
        Lie(description: "no such name", expected: "noSuchName") {
            Server.response(Server.message(to: $0, flags: [0x81, 0x83], count: 0))
        },
        Lie(description: "a failure of its own", expected: "failed") {
            Server.response(Server.message(to: $0, flags: [0x81, 0x82], count: 0))
        },
        Lie(description: "no address of the kind", expected: "-") { Server.response(Server.message(to: $0, count: 0)) },
    ]

    @Test("a server that lies is found out, whatever it says", arguments: lies)
    func liar(_ lie: Lie) async throws {
        let server = try LyingDNSServer(bench, lie.answer)
        let resolver = try server.resolver(.post)
        #expect(try await outcome(resolver) == lie.expected)
        #expect(server.seen.lines.count == 1, "it is not asked again")
    }

    @Test("a server that does not answer in time")
    func slow() async throws {
        let release = Gate()
        let server = try LyingDNSServer(bench) { _ in
            release.holdThread()
            return Server.response([])
        }
        // A server that goes first waits ten seconds for its thread.
        defer { withExtendedLifetime(server) { release.open() } }
        #expect(try await outcome(try server.resolver(), timeout: .milliseconds(300)) == "timedOut")
    }

    @Test("an answer that nobody waits for any longer")
    func cancelled() async throws {
        let release = Gate()
        let server = try LyingDNSServer(bench) { _ in
            release.holdThread()
            return Server.response([])
        }
        // A server that goes first waits ten seconds for its thread.
        defer { withExtendedLifetime(server) { release.open() } }
        let resolver = try server.resolver()
        let task = Task { try await outcome(resolver) }
        try await eventually("a question") { !server.seen.lines.isEmpty }
        task.cancel()
        #expect(try await task.value == "cancelled")
    }

    @Test("a redirect is followed on the server itself, and nowhere else")
    func redirects() async throws {
        let other = try LyingDNSServer(bench)
        let elsewhere = try other.url().description
        let asked = Notes<String>()
        let server = try LyingDNSServer(bench) { query in
            asked.add("asked")
            if asked.lines.count == 1 { return ServerResponse.redirect(to: "/other", status: 307) }
            if asked.lines.count == 2 { return Server.response(Server.message(to: query)) }
            return ServerResponse.redirect(to: elsewhere, status: 307)
        }
        let resolver = try server.resolver(.post) {
            $0.addresses.dial.append(.loopback(other.server.port, host: Server.host))
        }
        #expect(try await outcome(resolver) == "192.0.2.1 60")
        #expect(try await outcome(resolver) == "status 307")
        #expect(other.seen.lines.isEmpty)
    }

    @Test("no cookie is kept")
    func cookies() async throws {
        let server = try LyingDNSServer(bench) {
            Server.response(Server.message(to: $0), [HTTPField("Set-Cookie", "a=b; Path=/; Secure")])
        }
        let resolver = try server.resolver { $0.cookies.handling = .ofSession }
        for _ in 0..<2 { #expect(try await outcome(resolver) == "192.0.2.1 60") }
        #expect(server.seen.lines.count == 2)
        #expect(!server.seen.lines.contains { $0.contains("cookie=") })
    }

    @Test("a server that is not who it should be is asked nothing, and the verdict's words say why")
    func untrusted() async throws {
        let server = try LyingDNSServer(bench, names: ["other.holdfast.test"])
        let query = ResolverQuery(try DNSName("www.example.com"), .ipv4, timeout: .seconds(900))
        let resolver = try server.resolver()
        let error = await #expect(throws: ResolverError.self) { try await resolver.resolve(query) }
        guard case .untrusted(let words) = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(words.description.hasPrefix("hostMismatch: "))
        #expect(server.seen.lines.isEmpty)
        let refused = try LyingDNSServer(bench)
        #expect(
            try await outcome(try refused.resolver { $0.trust.policy = bench.refusing }) == "untrusted")
        #expect(refused.seen.lines.isEmpty)
    }

    @Test("nobody there: a word that says so")
    func unreachable() async throws {
        let server = try LyingDNSServer(bench)
        let resolver = try DNSOverHTTPSResolver(
            try HTTPSURL("https://\(Server.host):1/dns-query"), bootstrap: [try #require(IPAddress("127.0.0.1"))],
            configuration: try server.configuration())
        #expect(try await outcome(resolver) == "unreachable")
    }

    @Test("it cannot lead back to itself, and has no URL without a certificate or with a password")
    func unusable() async throws {
        let server = try LyingDNSServer(bench)
        let resolver = try server.resolver()
        #expect(try await outcome(resolver, "DNS.holdfast.test.") == "unusable")
        #expect(throws: ResolverError.self) {
            try server.resolver { $0.addresses.resolution = NameResolution([.init(resolver)]) }
        }
        for url in [
            try HTTPSURL(dangerouslyAllowingPlainHTTP: "http://dns.example/"),
            try HTTPSURL("https://user:secret@dns.example/"),
        ] {
            let error = #expect(throws: ResolverError.self) { try DNSOverHTTPSResolver(url) }
            #expect(error?.code == "unusable")
            #expect(error?.description.contains("secret") == false)
        }
        #expect(server.seen.lines.isEmpty)
    }
}
