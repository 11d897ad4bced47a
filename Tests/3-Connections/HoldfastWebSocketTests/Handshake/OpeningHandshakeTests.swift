import HoldfastHTTP
import HoldfastStatements
import HoldfastWebSocket
import Testing

/// RFC 6455 §4.1, "The client MUST validate the server's response as follows", and RFC 7692 §7.1.
@Suite("The opening handshake")
struct OpeningHandshakeTests {
    /// RFC 6455 §1.3: its own example.
    private static let key = "dGhlIHNhbXBsZSBub25jZQ=="
    private static let accept = HTTPField("Sec-WebSocket-Accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    private static let good = [
        HTTPField("Upgrade", "WebSocket"), HTTPField("Connection", "keep-alive, Upgrade"), accept,
    ]

    private func outcome(
        _ fields: [HTTPField], status: Int = 101, offering protocols: [String] = [], _ offer: DeflateOffer? = nil
    ) -> String {
        do throws(WebSocketError) {
            let agreement = try OpeningHandshake(key: Self.key, offering: protocols, offer).check(
                status: status, fields)
            return "\(agreement.subprotocol ?? "-") \(agreement.deflate.map(Self.words) ?? "-")"
        } catch {
            return error.statement.identifier ?? "?"
        }
    }

    private static func words(_ parameters: DeflateParameters) -> String {
        "\(parameters.serverWindowBits)\(parameters.serverKeepsContext ? "k" : "") "
            + "\(parameters.clientWindowBits)\(parameters.clientKeepsContext ? "k" : "")"
    }

    @Test("the example of the RFC is taken")
    func example() {
        #expect(OpeningHandshake.accept(for: Self.key) == Self.accept.value)
        #expect(outcome(Self.good) == "- -")
    }

    @Test("each field has to be there, once, and to say what was asked for")
    func fields() {
        #expect(outcome(Self.good, status: 200) == "webSocketFault.status")
        for place in 0..<2 {
            var fields = Self.good
            fields.remove(at: place)
            #expect(outcome(fields) == "webSocketFault.noUpgrade")
        }
        #expect(outcome([HTTPField("Upgrade", "websocket, x")] + Self.good.dropFirst()) == "webSocketFault.noUpgrade")
        #expect(outcome(Array(Self.good.dropLast())) == "webSocketFault.accept")
        #expect(outcome(Self.good + [Self.accept]) == "webSocketFault.accept")
        let other = HTTPField("Sec-WebSocket-Accept", OpeningHandshake.accept(for: "x"))
        #expect(outcome(Self.good.dropLast() + [other]) == "webSocketFault.accept")
    }

    @Test("a subprotocol has to be one that was offered")
    func subprotocols() {
        let chat = HTTPField("Sec-WebSocket-Protocol", "chat")
        #expect(outcome(Self.good + [chat], offering: ["v2.chat", "chat"]) == "chat -")
        #expect(outcome(Self.good, offering: ["chat"]) == "- -")
        #expect(outcome(Self.good + [chat]) == "webSocketFault.unaskedProtocol")
        #expect(outcome(Self.good + [chat], offering: ["Chat"]) == "webSocketFault.unaskedProtocol")
        #expect(outcome(Self.good + [chat, chat], offering: ["chat"]) == "webSocketFault.unaskedProtocol")
        #expect(OpeningHandshake.areProtocols(["a", "b"]))
        #expect(!OpeningHandshake.areProtocols(["a", "a"]) && !OpeningHandshake.areProtocols(["a b"]))
        #expect(!OpeningHandshake.areProtocols([""]))
    }

    @Test(
        "compression has to be what was offered, with parameters that are there once and make sense",
        arguments: [
            ("permessage-deflate", "- 15k 15k"), ("permessage-deflate; server_no_context_takeover", "- 15 15k"),
            ("permessage-deflate; client_no_context_takeover", "- 15k 15"),
            ("permessage-deflate; server_max_window_bits=10; client_max_window_bits=9", "- 10k 9k"),
            (#"permessage-deflate; server_max_window_bits="8""#, "- 8k 15k"),
            ("permessage-deflate; server_max_window_bits", nil), ("permessage-deflate; client_max_window_bits", nil),
            ("permessage-deflate; server_max_window_bits=7", nil),
            ("permessage-deflate; server_max_window_bits=16", nil),
            ("permessage-deflate; server_max_window_bits=09", nil),
            ("permessage-deflate; server_no_context_takeover=1", nil),
            ("permessage-deflate; server_no_context_takeover; server_no_context_takeover", nil),
            ("permessage-deflate; x", nil), ("permessage-deflate, permessage-deflate", nil), ("x", nil),
            ("permessage-deflate;", nil), ("permessage deflate", nil),
        ] as [(String, String?)])
    func compression(value: String, expected: String?) {
        let fields = Self.good + [HTTPField("Sec-WebSocket-Extensions", value)]
        #expect(outcome(fields, DeflateOffer()) == expected ?? "webSocketFault.extensions", "\(value)")
        #expect(outcome(fields) == "webSocketFault.extensions", "nobody had offered it")
    }

    @Test("what was asked of the server has to be granted")
    func granted() {
        var offer = DeflateOffer()
        (offer.serverNoContextTakeover, offer.serverMaxWindowBits, offer.letsServerChooseWindow) = (true, 10, false)
        func outcome(_ value: String) -> String {
            self.outcome(Self.good + [HTTPField("Sec-WebSocket-Extensions", value)], offer)
        }
        let asked = "permessage-deflate; server_no_context_takeover; server_max_window_bits="
        #expect(outcome(asked + "10") == "- 10 15k" && outcome(asked + "9") == "- 9 15k")
        for refused in [
            "permessage-deflate", asked + "11", "permessage-deflate; server_no_context_takeover",
            "permessage-deflate; server_max_window_bits=10", asked + "10; client_max_window_bits=10",
        ] {
            #expect(outcome(refused) == "webSocketFault.extensions", "\(refused)")
        }
    }

    @Test("what a client says, a server understands, and the client its answer")
    func bothSides() throws {
        let handshake = try OpeningHandshake(offering: ["a", "b"], DeflateOffer())
        let head = RequestHead(
            method: "GET", target: "/",
            fields: [HTTPField("Connection", "Upgrade"), HTTPField("Upgrade", "websocket")] + handshake.fields)
        let answer = try #require(HandshakeAnswer(to: head, speaking: ["b"]))
        let agreement = try handshake.check(status: 101, answer.fields)
        #expect(agreement.subprotocol == "b" && agreement.deflate == answer.deflate)
        #expect((agreement.deflate != nil) == MessageInflater.isHere)
        #expect(try OpeningHandshake().key != OpeningHandshake().key)
        var post = head
        post.method = "POST"
        #expect(HandshakeAnswer(to: post) == nil)
    }

    @Test("RFC 8441 §5: over HTTP/2 a 2xx opens it, with no key and no proof of one, and offers are checked as ever")
    func overHTTP2() throws {
        let handshake = try OpeningHandshake(offering: ["a", "b"], DeflateOffer())
        #expect(!handshake.commonFields.contains { $0.isNamed("Sec-WebSocket-Key") })
        var head = RequestHead(method: "CONNECT", target: "/", fields: handshake.commonFields)
        let answer = try #require(HandshakeAnswer(to: head, speaking: ["b"], isHTTP2: true))
        #expect(!answer.fields.contains { $0.isNamed("Upgrade") || $0.isNamed("Sec-WebSocket-Accept") })
        let agreement = try handshake.check(status: 200, answer.fields, isHTTP2: true)
        #expect(agreement.subprotocol == "b" && agreement.deflate == answer.deflate)
        #expect(throws: Never.self) { try handshake.check(status: 204, [], isHTTP2: true) }
        for status in [101, 199, 300, 401, 501] {
            #expect(throws: WebSocketError.self) { try handshake.check(status: status, answer.fields, isHTTP2: true) }
        }
        let chat = HTTPField("Sec-WebSocket-Protocol", "chat")
        #expect(throws: WebSocketError.self) { try handshake.check(status: 200, [chat], isHTTP2: true) }
        #expect(throws: WebSocketError.self) { try handshake.check(status: 200, answer.fields) }
        head.fields.removeAll { $0.isNamed("Sec-WebSocket-Version") }
        #expect(HandshakeAnswer(to: head, isHTTP2: true) == nil)
    }
}
