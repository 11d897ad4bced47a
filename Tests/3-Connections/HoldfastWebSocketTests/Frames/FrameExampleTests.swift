import HoldfastWebSocket
import TestSupport
import Testing

/// RFC 6455 §5.7, "Examples", octet by octet, and the rules of §5.2 beside them.
@Suite("Frames of the RFC")
struct FrameExampleTests {
    @Test("the examples are heard as they are meant")
    func examples() {
        #expect(heard(hex("810548656c6c6f")) == "text:Hello")
        #expect(heard(hex("010348656c 80026c6f")) == "text:Hello")
        #expect(heard(hex("890548656c6c6f")) == "ping:Hello")
        #expect(heard(hex("827e0100") + [UInt8](repeating: 7, count: 256)) == "binary:256")
        #expect(heard(hex("827f0000000000010000") + [UInt8](repeating: 7, count: 65_536)) == "binary:65536")
    }

    @Test("a server takes the masked ones, and a client refuses them; the other way round as well")
    func masked() throws {
        var server = WebSocketReader(.server)
        server.add(hex("818537fa213d7f9f4d5158 8a8537fa213d7f9f4d5158"))
        #expect(try server.next() == .piece(MessagePiece(.text, Array("Hello".utf8), isLast: true)))
        #expect(try server.next() == .pong(Array("Hello".utf8)))
        #expect(heard(hex("818537fa213d7f9f4d5158")) == "!1002")
        var other = WebSocketReader(.server)
        other.add(hex("810548656c6c6f"))
        #expect(throws: WebSocketError(.protocolError, .notMasked)) { try other.next() }
    }

    /// §5.2: "the minimal number of bytes MUST be used to encode the length", "the most significant bit MUST be 0".
    @Test(
        "a length has one form",
        arguments: [
            "817e0005 48656c6c6f", "817e007d", "817f0000000000000005", "817f000000000000ffff", "817f8000000000000000",
            "817fffffffffffffffff",
        ])
    func lengths(frame: String) { #expect(heard(hex(frame)) == "!1002") }

    @Test("what is wrong is found with the octet that makes it so")
    func early() {
        for start in ["c100", "83", "09", "0000", "8000", "81fe", "897e", "817f80"] {
            #expect(heard(hex(start)) == "!1002", "\(start)")
        }
        for start in ["81", "817e", "817f00", "8102 48", "01"] { #expect(heard(hex(start)).isEmpty, "\(start)") }
    }

    @Test("a client masks what it sends with a key of its own each time, and nothing else changes", arguments: 0..<20)
    func masking(length: Int) throws {
        var writer = WebSocketWriter(.client)
        let payload = (0..<length).map { UInt8($0 &* 37 & 0xFF) }
        var keys: Set<[UInt8]> = []
        for _ in 0..<8 {
            var bytes: [UInt8] = []
            try writer.write(MessagePiece(.binary, payload, isLast: true), to: &bytes)
            #expect(bytes.prefix(2) == [0x82, 0x80 | UInt8(length)])
            let key = Array(bytes[2..<6])
            keys.insert(key)
            #expect(bytes.dropFirst(6).enumerated().map { $1 ^ key[$0 & 3] } == payload)
        }
        #expect(keys.count == 8)
    }

    @Test("a mask that begins anywhere is the same mask")
    func places() {
        let payload = (0..<100).map { UInt8($0) }
        var whole = payload
        FrameMask.apply(0x0403_0201, to: &whole, after: 0)
        for cut in 0..<20 {
            var (first, second) = (Array(payload.prefix(cut)), Array(payload.dropFirst(cut)))
            FrameMask.apply(0x0403_0201, to: &first, after: 0)
            FrameMask.apply(0x0403_0201, to: &second, after: 0, from: cut)
            #expect(first + second == whole, "\(cut)")
        }
    }

    @Test(
        "what is sent is heard as it was meant, in every form of the length", arguments: [0, 125, 126, 65_535, 65_536])
    func written(length: Int) throws {
        var writer = WebSocketWriter(.server)
        var bytes: [UInt8] = []
        try writer.write(MessagePiece(.text, AutobahnCase.stars(length), isLast: false), to: &bytes)
        try writer.write(.ping, [0x70], to: &bytes)
        try writer.write(MessagePiece(.text, AutobahnCase.stars(50), isLast: true), to: &bytes)
        try writer.write(.close, CloseStatus(1000, reason: "bye").payload, to: &bytes)
        #expect(heard(bytes, by: 999) == "ping:p text:\(length + 50) close:1000:bye")
    }

    @Test("a reason that is too long is cut behind a character")
    func longReason() throws {
        let payload = CloseStatus(1000, reason: String(repeating: "ß", count: 100)).payload
        #expect(payload.count == 124)
        #expect(heard(rawFrame(8, payload)) == "close:1000:\(String(repeating: "ß", count: 61))")
    }
}
