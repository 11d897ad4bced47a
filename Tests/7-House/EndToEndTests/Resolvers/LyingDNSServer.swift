import HoldfastAuthority
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastResolving
import HoldfastServing
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// A DNS server over HTTPS that answers what a test wants, and keeps what it was asked.
struct LyingDNSServer {
    static let host = "dns.holdfast.test"

    let seen = Notes<String>()
    let server: TLSServer
    let bench: Loopback

    /// - Parameter answer: given the query's message.
    init(
        _ bench: Loopback, names: [String] = [LyingDNSServer.host],
        _ answer: @escaping @Sendable ([UInt8]) -> ServerResponse = { Self.response(Self.message(to: $0)) }
    ) throws {
        self.bench = bench
        let identity = try bench.intermediate.issue(.server(names: names, at: bench.now))
        server = try TLSServer(TLSServerConfiguration(identity)) { [seen] request in
            let fields = request.fields.map { "\($0.name.lowercased())=\($0.value)" }.sorted()
            seen.add(
                "\(request.connection.number) \(request.method) \(request.target) \(fields.joined(separator: " "))")
            return answer(Self.query(request))
        }
    }

    func url(_ path: String = "/dns-query") throws -> HTTPSURL {
        try HTTPSURL("https://\(Self.host):\(server.port)\(path)")
    }

    func configuration() throws -> HTTPSSession.Configuration {
        bench.configuration([], policy: bench.trusting)
    }

    func resolver(
        _ method: DNSOverHTTPSResolver.Method = .get, path: String = "/dns-query",
        _ change: (inout HTTPSSession.Configuration) throws -> Void = { _ in }
    ) throws -> DNSOverHTTPSResolver {
        var configuration = try configuration()
        try change(&configuration)
        return try DNSOverHTTPSResolver(
            try url(path), method: method, bootstrap: [try #require(IPAddress("127.0.0.1"))],
            configuration: configuration)
    }

    /// The message of a request (RFC 8484 §4.1).
    static func query(_ request: ServerRequest) -> [UInt8] {
        guard request.method == "GET" else { return request.body }
        guard let mark = request.target.firstRange(of: "dns=") else { return [] }
        var text = String(request.target[mark.upperBound...].prefix { $0 != "&" })
        text = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        while !text.utf8.count.isMultiple(of: 4) { text += "=" }
        return Base64.decode(text) ?? []
    }

    /// An answer to a query: its question, and one address for it, or what is given instead.
    static func message(
        to query: [UInt8], flags: [UInt8] = [0x81, 0x80], time: UInt8 = 60, address: [UInt8] = [192, 0, 2, 1],
        count: UInt8 = 1, tail: [UInt8] = []
    ) -> [UInt8] {
        var end = 12
        while end < query.count, query[end] != 0 { end += Int(query[end]) + 1 }
        guard query.count >= end + 5 else { return [] }
        let type = query[(end + 1)...(end + 2)]
        let record = [0xc0, 12] + type + [0, 1, 0, 0, 0, time, 0, UInt8(address.count)] + address
        return [0, 0] + flags + [0, 1, 0, count, 0, 0, 0, 0] + query[12..<(end + 5)]
            + [[UInt8]](repeating: record, count: Int(count)).flatMap { $0 } + tail
    }

    static func response(
        _ message: [UInt8], status: Int = 200, type: String? = "application/dns-message", _ fields: [HTTPField] = []
    ) -> ServerResponse {
        let types = type.map { [HTTPField("Content-Type", $0)] } ?? []
        return ServerResponse(status: status, fields: types + fields, body: message)
    }
}

/// What a resolver says, in short.
func outcome(
    _ resolver: some Resolver, _ name: String = "www.example.com", _ kind: AddressKind = .ipv4,
    timeout: Duration = .seconds(900)
) async throws -> String {
    let query = ResolverQuery(try DNSName(name), kind, timeout: timeout)
    func time(_ duration: Duration?) -> String { duration.map { "\($0.components.seconds)" } ?? "-" }
    do throws(ResolverError) {
        let answer = try await resolver.resolve(query)
        #expect(answer.resolver == resolver.name)
        return answer.addresses.map { "\($0) " }.joined() + time(answer.timeToLive)
    } catch {
        #expect(error.resolver == resolver.name)
        switch error.reason {
        case .status(let status): return "status \(status)"
        case .tooLarge(let limit): return "tooLarge \(limit)"
        default: return error.code
        }
    }
}
