import HoldfastHTTP
import HoldfastServing
import HoldfastSystem
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import Synchronization
import Testing

@testable import HoldfastTransport

/// What is answered by NTLM, of a server and of a proxy: NTLMv2, or nothing.
@Suite("What is answered by NTLM")
struct NTLMAnswerTests {
    /// The messages that came, by their type and the length of the NT response: 24 octets are NTLMv1's (MS-NLMP
    /// §2.2.2.6, `NTLM_RESPONSE`).
    final class Seen: Sendable {
        private let messages = Mutex<[(type: UInt8, response: Int)]>([])
        var types: [UInt8] { messages.withLock { $0.map(\.type) } }
        var responses: [Int] { messages.withLock { $0.filter { $0.type == 3 }.map(\.response) } }

        /// The type of the message in a field; nil where there is none.
        func take(_ value: String?) -> UInt8? {
            guard let value, value.hasPrefix("NTLM "), let message = Base64.decode(value.dropFirst(5)),
                message.count > 22
            else { return nil }
            messages.withLock { $0.append((message[8], Int(message[20]) | Int(message[21]) << 8)) }
            return message[8]
        }
    }

    /// A challenge of MS-NLMP §4.2.4.3 with other flags.
    static func challenge(_ flags: UInt32? = nil) -> String {
        var bytes = HexString.decode(NTLMTests.described) ?? []
        if let flags {
            for index in 0..<4 { bytes[20 + index] = UInt8(truncatingIfNeeded: flags >> (8 * UInt32(index))) }
        }
        return Base64.encode(bytes)
    }

    /// MS-NLMP §2.2.2.5: `NTLMSSP_NEGOTIATE_TARGET_INFO` without `…_EXTENDED_SESSIONSECURITY` (0x00080000).
    private static let weak = challenge(0x0080_8203)

    struct Field: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What stands behind the field's name and its colon.
        let value: String
        /// A field in front of it, which may hold the line itself.
        var name: String?
    }

    private static let refused = [
        Field(testDescription: "no extended session security", value: "NTLM \(weak)"),
        Field(
            testDescription: "the example's flags without it",
            value: "NTLM \(challenge(0xe28a_8233 & ~0x0008_0000))"),
        Field(testDescription: "no description", value: "NTLM \(challenge(0xe20a_8233))"),
        Field(testDescription: "behind a vertical tab", value: "NTLM\u{0B}\(weak)"),
        Field(testDescription: "behind a form feed", value: "NTLM\u{0C}\(weak)"),
        Field(testDescription: "in front of the scheme", value: "\u{0B}NTLM \(weak)"),
        Field(testDescription: "in front of the second scheme", value: "Basic,\u{0C}NTLM \(weak)"),
        Field(testDescription: "a sound one behind a control octet", value: "NTLM\u{0B}\(challenge())"),
        Field(testDescription: "behind a mark that belongs to the colon", value: "\u{0301}, NTLM \(weak)", name: ":"),
        Field(testDescription: "on a line of its own", value: "NTLM\r\n \(weak)"),
    ]

    private static func fields(_ name: String, _ field: Field) -> [HTTPField] {
        // Without the space that is written after a field's colon.
        field.name == nil
            ? [HTTPField(name, field.value)] : [HTTPField("X-First", "1\r\n\(name):\(field.value)")]
    }

    @Test("a server gets nothing else than NTLMv2", arguments: refused)
    func server(field: Field) async throws {
        let seen = Seen()
        let (error, response) = try await askServer(seen, Self.fields("WWW-Authenticate", field))
        #expect(seen.types == [1] && response == nil)
        #expect(error?.code == .weakNTLM, "\(error as Any)")
    }

    @Test("nor does a proxy, nor whoever stands on the way to it", arguments: refused)
    func proxy(field: Field) async throws {
        let seen = Seen()
        let (error, response) = try await askProxy(seen, Self.fields("Proxy-Authenticate", field))
        #expect(seen.types == [1] && response == nil)
        #expect(error?.code == .weakNTLM, "\(error as Any)")
    }

    @Test("what NTLMv2 answers is answered by it")
    func sound() async throws {
        for ask in [askServer, askProxy] {
            let seen = Seen()
            let fields = ["WWW-Authenticate", "Proxy-Authenticate"].map { HTTPField($0, "NTLM \(Self.challenge())") }
            let (error, response) = try await ask(seen, fields)
            #expect(response?.status == 200, "\(error as Any)")
            #expect(seen.types == [1, 3])
            // MS-NLMP §3.3.2: 16 octets of proof before what is proven.
            #expect(seen.responses.allSatisfy { $0 > 24 + 16 })
        }
    }

    /// RFC 9110 §11.6.1, §11.7.1.
    @Test("a challenge in a field that asks nobody is no challenge, nor is one of the other party's")
    func otherFields() async throws {
        let good = "NTLM \(Self.challenge())"
        for name in ["X-Any", "Set-Cookie", "Location", "WWW-Authenticate", "Proxy-Authenticate"] {
            if name != "WWW-Authenticate" {
                let seen = Seen()
                let (error, response) = try await askServer(seen, [HTTPField(name, good)])
                #expect(seen.types == [1] && response?.status == 401, "\(name) \(error as Any)")
            }
            if name != "Proxy-Authenticate" {
                let seen = Seen()
                let (error, response) = try await askProxy(seen, [HTTPField(name, good)])
                #expect(seen.types == [1] && error?.code == .proxyRefused && response == nil, "\(name) \(error as Any)")
            }
        }
    }

    @Test("a proxy's weak challenge ends the request under any status", arguments: [100, 103, 200])
    func besides(status: Int) async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let proxy = try RawServer { connection throws(ServingError) in
            var head = ""
            while !head.contains("\r\n\r\n") {
                let bytes = try connection.read(until: .after(.seconds(180)))
                guard !bytes.isEmpty else { return }
                head += String(decoding: bytes, as: UTF8.self)
            }
            let last = status == 200 ? "" : "HTTP/1.1 200 OK\r\n\r\n"
            let answer = "HTTP/1.1 \(status) X\r\nProxy-Authenticate: NTLM \(Self.weak)\r\n\r\n\(last)"
            try connection.write(Array(answer.utf8), until: .after(.seconds(180)))
            try connection.finish()
        }
        var request = world.request(port: 443)
        request.connection.dial = DialTargets()
        request.connection.proxy = ProxyTarget(kind: .http, host: "127.0.0.1", port: proxy.port)
        request.connection.versions = .http11
        request.connection.proxyNTLM = Self.credential()
        let (error, _) = await Self.answer(request, world)
        #expect(error?.code == .weakNTLM, "\(error as Any)")
    }

    @Test("a proxy that speaks in the server's place is not taken for it")
    func inTheServersPlace() async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let server = try world.server()
        let proxy = try Self.proxy(to: server) { _ in
            ServerResponse(status: 401, fields: [HTTPField("WWW-Authenticate", "NTLM \(Self.weak)")])
        }
        var request = Self.request(world, server, through: proxy)
        request.connection.ntlm = Self.credential()
        let error = await failure { () throws(TransportError) in
            try await TransportEngine().perform(request, judge: world.trusting())
        }
        #expect(error?.code == .weakNTLM, "\(error as Any)")
        #expect(server.counters.connections == 0)
    }

    // MARK: Parts

    private static func credential() -> NTLMCredential? {
        try? NTLMCredential(user: #"DOMAIN\alice"#, password: "secret", owner: ConnectionOwner())
    }

    private static func proxy(
        to server: TLSServer, _ refusal: @escaping @Sendable (ServerRequest) -> ServerResponse?
    ) throws -> ProxyServer {
        var configuration = ProxyConfiguration(.http, routes: ["example.test:\(server.port)": server.port])
        configuration.refusal = refusal
        return try ProxyServer(configuration)
    }

    private static func request(_ world: Loopback, _ server: TLSServer, through proxy: ProxyServer) -> TransportRequest
    {
        var request = world.request(port: server.port)
        request.connection.dial = DialTargets()
        request.connection.proxy = ProxyTarget(kind: .http, host: "127.0.0.1", port: proxy.port)
        request.connection.versions = .http11
        return request
    }

    private static func answer(
        _ request: TransportRequest, _ world: Loopback
    ) async -> (TransportError?, TransportResponse?) {
        do throws(TransportError) {
            return (nil, try await TransportEngine().perform(request, judge: world.trusting()))
        } catch {
            return (error, nil)
        }
    }

    private func askServer(
        _ seen: Seen, _ challenge: [HTTPField]
    ) async throws -> (TransportError?, TransportResponse?) {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let server = try world.answering { request in
            guard let type = seen.take(request["Authorization"]) else { return ServerResponse(status: 500) }
            return type == 3 ? ServerResponse(text: "welcome") : ServerResponse(status: 401, fields: challenge)
        }
        var request = world.request(port: server.port)
        request.connection.versions = .http11
        request.connection.ntlm = Self.credential()
        return await Self.answer(request, world)
    }

    private func askProxy(
        _ seen: Seen, _ challenge: [HTTPField]
    ) async throws -> (TransportError?, TransportResponse?) {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let server = try world.server()
        let proxy = try Self.proxy(to: server) { request in
            let type = seen.take(request["Proxy-Authorization"])
            return type == 3 ? nil : ServerResponse(status: type == nil ? 500 : 407, fields: challenge)
        }
        var request = Self.request(world, server, through: proxy)
        request.connection.proxyNTLM = Self.credential()
        return await Self.answer(request, world)
    }
}
