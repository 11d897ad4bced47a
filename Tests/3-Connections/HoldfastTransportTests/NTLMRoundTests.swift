import HoldfastCredentials
import HoldfastHTTP
import HoldfastServing
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastTransport

/// The rounds of a login by NTLM over connections of our own (MS-NTHT §1.3): what goes out in each, and what follows
/// where the server answers otherwise.
@Suite("Rounds of NTLM", .enabled(if: NTLMExchange.obstacle == nil, "gss-ntlmssp is not installed (make setup)"))
struct NTLMRoundTests {
    private static let length = 4
    private let world: Loopback
    private let engine: TransportEngine
    /// Each request: its connection, the type of its message, and the octets of its content.
    private let seen = Notes<String>()

    init() throws {
        world = try Loopback(host: "example.test", hasIntermediate: false)
        engine = try TransportEngine()
    }

    private static func refusal(_ value: String = "NTLM", closes: Bool = false) -> ServerResponse {
        ServerResponse(
            status: 401, fields: [HTTPField("WWW-Authenticate", value)], body: Array("who is there?".utf8),
            closesConnection: closes)
    }

    private static var challenge: ServerResponse { refusal("NTLM \(NTLMAnswerTests.challenge())") }

    /// The message of NTLM's that a request has; nil where it has none.
    private static func message(of request: ServerRequest) -> [UInt8]? {
        request["Authorization"].flatMap { $0.hasPrefix("NTLM ") ? Base64.decode($0.dropFirst(5)) : nil }
    }

    /// A server that answers by the type of the message: 0 for none.
    private func server(
        _ answer: @escaping @Sendable (ServerRequest, _ type: Int) -> ServerResponse
    ) throws -> TLSServer {
        try world.answering { [seen] request in
            let type = Self.message(of: request).map { Int($0[8]) } ?? 0
            seen.add("\(request.connection.number): \(type), \(request.body.count)")
            return answer(request, type)
        }
    }

    private func request(_ server: TLSServer, _ method: String = "POST") -> TransportRequest {
        var request = world.request(port: server.port)
        request.message.method = method
        if method == "POST" { request.message.body = [UInt8](repeating: 1, count: Self.length) }
        request.connection.versions = .http11
        request.connection.ntlm = try? NTLMCredential(
            user: #"DOMAIN\alice"#, password: "secret", owner: ConnectionOwner())
        return request
    }

    private func perform(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        try await engine.perform(request, judge: world.trusting())
    }

    @Test("the content goes with the answer to the challenge, and later ones need none", arguments: [false, true])
    func content(isUpload: Bool) async throws {
        let known = Notes<Int>()
        let server = try server { request, type in
            if type == 3 { known.add(request.connection.number) }
            return known.all.contains(request.connection.number)
                ? ServerResponse(text: "welcome") : type == 1 ? Self.challenge : Self.refusal()
        }
        var request = request(server)
        if isUpload {
            let bytes = request.message.body ?? []
            request.message.body = nil
            request.message.upload = UploadBody(bytes)
        }
        for number in 0..<2 {
            let response = try await perform(request)
            #expect(response.text == "welcome" && response.isReusedConnection == (number == 1))
        }
        #expect(seen.lines == ["1: 1, 0", "1: 3, 4", "1: 0, 4"])
    }

    @Test("a response that is read in pieces is the last one alone")
    func pieces() async throws {
        let server = try server { _, type in type == 3 ? ServerResponse(text: "welcome") : Self.challenge }
        let stream = try await engine.open(request(server), judge: world.trusting())
        #expect(stream.head.status == 200)
        var body: [UInt8] = []
        while let piece = try await stream.next() { body += piece }
        #expect(String(decoding: body, as: UTF8.self) == "welcome")
        #expect(seen.lines == ["1: 1, 0", "1: 3, 4"])
    }

    @Test("a server that asks for nobody gets the content that was held back", arguments: [false, true])
    func unasked(closes: Bool) async throws {
        let server = try server { request, _ in
            var response = ServerResponse(text: "\(request.body.count)")
            response.closesConnection = closes
            return response
        }
        #expect(try await perform(request(server)).text == "4")
        #expect(seen.lines == ["1: 1, 0", closes ? "2: 0, 4" : "1: 0, 4"])
        #expect(try await perform(request(server, "GET")).text == "0")
    }

    @Test("a server that has forgotten whom it knew is told once more", arguments: ["POST", "GET"])
    func forgotten(method: String) async throws {
        let server = try server { _, type in
            type == 1 ? Self.challenge : type == 0 ? Self.refusal() : ServerResponse(text: "welcome")
        }
        let request = request(server, method)
        for _ in 0..<2 { #expect(try await perform(request).text == "welcome") }
        let count = method == "POST" ? 4 : 0
        #expect(seen.lines == ["1: 1, 0", "1: 3, \(count)", "1: 0, \(count)", "1: 1, 0", "1: 3, \(count)"])
    }

    @Test("a challenge behind which the connection ends is answered on no other one")
    func closing() async throws {
        let server = try server { _, _ in
            var response = Self.challenge
            response.closesConnection = true
            return response
        }
        #expect(try await perform(request(server)).status == 401)
        #expect(seen.lines == ["1: 1, 0"])
    }

    @Test("whoever is refused has a connection that serves nobody")
    func refused() async throws {
        let server = try server { _, type in type == 1 ? Self.challenge : Self.refusal() }
        let request = request(server)
        for _ in 0..<2 { #expect(try await perform(request).status == 401) }
        #expect(seen.lines == ["1: 1, 0", "1: 3, 4", "2: 1, 0", "2: 3, 4"])
    }

    /// RFC 5929 §4; MS-NLMP §2.2.2.1: MsvAvChannelBindings, the MD5 of a gss_channel_bindings_struct, in the
    /// AUTHENTICATE_MESSAGE's description of the server, which its proof covers.
    @Test("the login is tied to the certificate of the server")
    func binding() async throws {
        let bindings = Notes<[UInt8]>()
        for _ in 0..<2 {
            let world = try Loopback(host: "example.test", hasIntermediate: false)
            let server = try world.answering { request in
                guard let message = Self.message(of: request), message[8] == 3 else { return Self.challenge }
                bindings.add(Self.channelBinding(in: message) ?? [])
                return ServerResponse(text: "welcome")
            }
            var request = world.request(port: server.port)
            request.connection.versions = .http11
            request.connection.ntlm = try NTLMCredential(user: "alice", password: "secret", owner: ConnectionOwner())
            for _ in 0..<2 {
                request.connection.sharing = .never
                _ = try await engine.perform(request, judge: world.trusting())
            }
        }
        let all = bindings.all
        #expect(all.count == 4 && all.allSatisfy { $0.count == 16 && $0.contains { $0 != 0 } })
        #expect(all[0] == all[1] && all[2] == all[3] && all[0] != all[2])
    }

    private static func channelBinding(in message: [UInt8]) -> [UInt8]? {
        func number(_ place: Int) -> Int { Int(message[place]) | Int(message[place + 1]) << 8 }
        // NTLMv2_RESPONSE: 16 octets of proof, 28 of what is proven, then the description.
        var place = number(24) + 16 + 28
        let end = number(24) + number(20)
        while place + 4 <= end {
            let (name, length) = (number(place), number(place + 2))
            if name == 10 { return Array(message[(place + 4)..<(place + 4 + length)]) }
            guard name != 0 else { return nil }
            place += 4 + length
        }
        return nil
    }
}
