import FoundationEssentials
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastResolving
import HoldfastServing
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@Suite("Providers over HTTPS")
struct ProviderSessionTests {
    private static let secret = "a-secret/that nobody sees"
    private static let host = "httpdns.holdfast.test"
    private let bench: Loopback
    private let seen = Notes<String>()

    init() throws { bench = try Loopback() }

    private func server(
        plain: Bool = false, _ answer: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) throws -> TLSServer {
        var configuration = TLSServerConfiguration(try bench.identity(Self.host))
        configuration.speaksPlainHTTP = plain
        return try TLSServer(configuration) { [seen] request in
            seen.add(request.target)
            return answer(request)
        }
    }

    private func resolver(
        _ port: UInt16, _ description: ProviderDescription = .alibabaHTTPDNSSigned,
        account: ProviderAccount = ProviderAccount("139450", secret: ProviderSessionTests.secret)
    ) throws -> ProviderResolver {
        try ProviderResolver(
            description, server: try ServerName(Self.host), port: port, account: account,
            bootstrap: [try #require(IPAddress("127.0.0.1"))],
            configuration: bench.configuration([], policy: bench.trusting))
    }

    private static func answer(_ json: String, status: Int = 200) -> ServerResponse {
        ServerResponse(
            status: status, fields: [HTTPField("Content-Type", "application/json"), HTTPField("Age", "7")],
            body: Array(json.utf8))
    }

    @Test("a signed question and its answer")
    func signed() async throws {
        let server = try server { _ in
            Self.answer(#"{"host":"www.example.com","ips":["192.0.2.7"],"ipsv6":["2001:db8::7"],"ttl":57}"#)
        }
        let resolver = try resolver(server.port)
        #expect(try await outcome(resolver) == "192.0.2.7 50")
        #expect(try await outcome(resolver, "www.example.com", .ipv6) == "2001:db8::7 50")
        #expect(seen.lines.first?.hasPrefix("/139450/sign_d?host=www.example.com&t=") == true)
        #expect(seen.lines.allSatisfy { !$0.contains("secret") })
        #expect(resolver.identifier == "provider alibaba-httpdns-signed https://\(Self.host):\(server.port)/ 139450  ")
    }

    @Test("what a provider refuses, and what it must not send")
    func refusals() async throws {
        let bodies = [
            (403, #"{"code":"InvalidSignature"}"#, "unauthorized"), (403, "no", "unauthorized"),
            (500, #"{"code":"InternalError"}"#, "status 500"), (200, "[]", "malformed"),
            (200, #"{"host":"www.example.org","ips":["192.0.2.7"]}"#, "malformed"),
            (200, String(repeating: " ", count: ProviderResolver.maximumAnswerBytes + 1), "tooLarge 32768"),
        ]
        let server = try server { request in
            let index = Int(request.target.split(separator: "=")[1].prefix { $0.isNumber }) ?? 0
            return Self.answer(bodies[index].1, status: bodies[index].0)
        }
        let resolver = try resolver(server.port)
        for (index, body) in bodies.enumerated() {
            #expect(try await outcome(resolver, "\(index).example.com") == body.2)
        }
    }

    @Test("the secret, and what is signed with it, are in no text of the resolver and its errors")
    func secrets() async throws {
        let token = ProviderAccount(secret: Self.secret)
        let server = try server { _ in ServerResponse(status: 400, text: "no") }
        let refusing = try resolver(server.port, .tencentHTTPDNS, account: token)
        let nobody = try resolver(1, .tencentHTTPDNS, account: token)
        let query = ResolverQuery(try DNSName("www.example.com"), .ipv4, timeout: .seconds(900))
        for resolver in [refusing, nobody, try self.resolver(1)] {
            var text = resolver.identifier + resolver.name + "\(resolver)" + "\(token)" + String(reflecting: token)
            dump(token, to: &text)
            dump(resolver, to: &text, maxDepth: 4)
            let error = await #expect(throws: ResolverError.self) { try await resolver.resolve(query) }
            text += error.map { "\($0) \(String(reflecting: $0))" } ?? ""
            #expect(!text.contains("nobody") && !text.contains("a-secret"))
        }
        // It was sent, to the provider alone.
        #expect(seen.lines == ["/d?dn=www.example.com&token=a-secret%2Fthat%20nobody%20sees&ttl=1"])
    }

    @Test("without encryption it is asked only by that name, and never with the secret")
    func plain() async throws {
        let server = try server(plain: true) { _ in
            Self.answer(#"{"host":"www.example.com","ips":["192.0.2.7"],"ttl":57}"#)
        }
        func make(_ description: ProviderDescription, _ account: ProviderAccount) throws -> ProviderResolver {
            try ProviderResolver.dangerouslyWithoutEncryption(
                description, server: try ServerName(Self.host), port: server.port, account: account,
                bootstrap: [try #require(IPAddress("127.0.0.1"))],
                configuration: bench.configuration([], policy: bench.trusting))
        }
        #expect(try await outcome(try make(.alibabaHTTPDNS, ProviderAccount("139450"))) == "192.0.2.7 50")
        #expect(seen.lines == ["/139450/d?host=www.example.com&query=4"])
        let error = #expect(throws: ResolverError.self) {
            try make(.tencentHTTPDNS, ProviderAccount(secret: Self.secret))
        }
        #expect(error?.code == "unusable")
    }

    @Test("a server that is not who it should be is asked nothing; its own name is never asked for")
    func untrusted() async throws {
        let server = try bench.answering(as: bench.identity("other.test")) { [seen] request in
            seen.add(request.target)
            return Self.answer("{}")
        }
        let resolver = try resolver(server.port)
        #expect(try await outcome(resolver) == "untrusted")
        #expect(try await outcome(resolver, Self.host) == "unusable")
        #expect(seen.lines.isEmpty)
    }
}
