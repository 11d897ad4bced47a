import HoldfastHTTP
import HoldfastWebSocket
import TestSupport
import Testing

/// RFC 7692, by the cases of Autobahn: a server sends messages, and its client sends them back.
@Suite("Autobahn's cases of compression", .enabled(if: MessageInflater.isHere))
struct AutobahnCompressionTests {
    /// Octets of a case's messages; the list has up to 131 MB.
    private static let most = 16 << 10

    private struct End {
        var writer: WebSocketWriter
        var reader: WebSocketReader
        let length: Int

        init(_ role: EndpointRole, _ agreed: DeflateParameters, fragment length: Int) {
            let (deflater, inflater) = (agreed.deflater(for: role), agreed.inflater(for: role))
            #expect(deflater != nil && inflater != nil)
            writer = WebSocketWriter(role, deflater: deflater)
            reader = WebSocketReader(role, inflater: inflater)
            self.length = length
        }

        mutating func say(_ kind: MessageKind, _ message: [UInt8]) throws -> [UInt8] {
            var sent: [UInt8] = []
            var rest = message[...]
            repeat {
                let octets = Array(rest.prefix(length))
                rest = rest.dropFirst(length)
                try writer.write(MessagePiece(kind, octets, isLast: rest.isEmpty), to: &sent)
            } while !rest.isEmpty
            return sent
        }

        mutating func hear(_ octets: [UInt8]) throws -> (MessageKind, [UInt8])? {
            reader.add(octets)
            var message: [UInt8] = []
            while case .piece(let piece)? = try reader.next() {
                message += piece.octets
                if piece.isLast { return (piece.kind, message) }
            }
            return nil
        }
    }

    @Test("different payloads, and different parameters", arguments: AutobahnCompression.all(dividedBy: 4))
    func echo(row: AutobahnCompression) throws {
        let kind: MessageKind = row.payload.isText ? .text : .binary
        let isPlain = row.asked.count == 1 && !row.asked[0].noContextTakeover && row.asked[0].windowBits == 0
        for agreed in isPlain ? [try offered(row)] : [try offered(row), try demanded(row)] {
            var server = End(.server, agreed, fragment: row.fragment)
            var client = End(.client, agreed, fragment: row.fragment)
            for number in 0..<row.count(within: Self.most) {
                let message = row.payload.octets(row.length, from: number &* row.length)
                let sent = try server.say(kind, message)
                if row.payload.isRepetitive, row.length >= 1_024 {
                    #expect(sent.count < message.count, "\(row.number)")
                }
                let heard = try #require(try client.hear(sent), "\(row.number)")
                #expect(heard.0 == kind && heard.1 == message, "\(row.number)")
                let back = try #require(try server.hear(try client.say(kind, heard.1)), "\(row.number)")
                #expect(back.0 == kind && back.1 == message, "\(row.number)")
            }
        }
    }

    /// The client asks, and the server grants its first offer.
    private func offered(_ row: AutobahnCompression) throws -> DeflateParameters {
        let offers = row.asked.map { asked in
            "permessage-deflate; client_max_window_bits"
                + (asked.noContextTakeover ? "; server_no_context_takeover" : "")
                + (asked.windowBits > 0 ? "; server_max_window_bits=\(asked.windowBits)" : "")
        }
        let fields =
            try OpeningHandshake().fields + [
                HTTPField("Connection", "Upgrade"), HTTPField("Upgrade", "websocket"),
                HTTPField("Sec-WebSocket-Extensions", offers.joined(separator: ", ")),
            ]
        let answer = try #require(HandshakeAnswer(to: RequestHead(method: "GET", target: "/", fields: fields)))
        let (agreed, asked) = (try #require(answer.deflate), row.asked[0])
        #expect(agreed.serverKeepsContext != asked.noContextTakeover, "\(row.number)")
        #expect(agreed.serverWindowBits == (asked.windowBits == 0 ? 15 : asked.windowBits), "\(row.number)")
        return agreed
    }

    /// The server asks, and the client grants it.
    private func demanded(_ row: AutobahnCompression) throws -> DeflateParameters {
        let (handshake, asked) = (try OpeningHandshake(offering: [], DeflateOffer()), row.asked[0])
        let value =
            "permessage-deflate" + (asked.noContextTakeover ? "; client_no_context_takeover" : "")
            + (asked.windowBits > 0 ? "; client_max_window_bits=\(asked.windowBits)" : "")
        let agreement = try handshake.check(
            status: 101,
            [
                HTTPField("Connection", "Upgrade"), HTTPField("Upgrade", "websocket"),
                HTTPField("Sec-WebSocket-Accept", OpeningHandshake.accept(for: handshake.key)),
                HTTPField("Sec-WebSocket-Extensions", value),
            ])
        let agreed = try #require(agreement.deflate)
        #expect(agreed.clientKeepsContext != asked.noContextTakeover, "\(row.number)")
        #expect(agreed.clientWindowBits == (asked.windowBits == 0 ? 15 : asked.windowBits), "\(row.number)")
        return agreed
    }
}
