import HoldfastWebSocket
import TestSupport
import Testing

/// RFC 7692 §7.2.3, example by example, and what it says of limits.
@Suite("Decompressed messages", .enabled(if: MessageInflater.isHere))
struct MessageInflaterTests {
    private func inflater(keepsContext: Bool = true) throws -> MessageInflater {
        try #require(MessageInflater(windowBits: 15, keepsContext: keepsContext))
    }

    @Test(
        "the examples of the RFC",
        arguments: [
            ("c107f248cdc9c90700", "text:Hello"), ("4103f248cd8004c9c90700", "text:Hello"),
            ("c107f248cdc9c90700c107f248cdc9c90700", "text:Hello text:Hello"),
            ("c107f248cdc9c90700c105f200110000", "text:Hello text:Hello"),
            ("c10b00050 0faff48656c6c6f00", "text:Hello"), ("c108f348cdc9c9070000", "text:Hello"),
            ("c10df248050000 00ffffcac9c90700", "text:Hello"), ("c10100", "text:"), ("8105 48656c6c6f", "text:Hello"),
        ])
    func examples(frames: String, expected: String) throws {
        #expect(heard(hex(frames), inflater: try inflater()) == expected)
        #expect(heard(hex(frames), by: 1, inflater: try inflater()) == expected, "by octets")
    }

    /// §7.2.3.4: a block that is the last one of its message is none of the conversation's.
    @Test("behind a block that says that it is the last one, messages go on in the same window")
    func finalBlock() throws {
        let frames = hex("c108f348cdc9c9070000 c105f200110000")
        #expect(heard(frames, inflater: try inflater()) == "text:Hello text:Hello")
        // Blocks without compression (RFC 1951 §3.2.4) that make as much as is made at once, to the octet.
        let zeros = [UInt8](repeating: 0, count: 65_535)
        let full = hex("00 0100feff 00 01 ffff0000") + zeros + [0x00]
        let both = rawFrame(2, full, reserved: 4) + hex("c107f248cdc9c90700")
        #expect(heard(both, inflater: try inflater()) == "binary:65536 text:Hello")
    }

    @Test("a message of some octets is held in no more than it needs")
    func capacity() throws {
        var reader = WebSocketReader(.client, inflater: try inflater())
        reader.add(hex("c107f248cdc9c90700"))
        let event = try reader.next()
        guard case .piece(let piece) = event else {
            Issue.record("no piece")
            return
        }
        #expect(piece.octets == Array("Hello".utf8) && piece.octets.capacity < 256)
    }

    @Test("without a context a message may not refer to the one before")
    func withoutContext() throws {
        let frames = hex("c107f248cdc9c90700c105f200110000")
        #expect(heard(frames, inflater: try inflater(keepsContext: false)) == "text:Hello !1007")
    }

    @Test("what is no DEFLATE, and the bit where it has no place")
    func broken() throws {
        #expect(heard(hex("c103ffffff"), inflater: try inflater()) == "!1007")
        // §6.1: the bit on a fragment that is not the first, and on control frames.
        #expect(heard(hex("4103f248cdc004c9c90700"), inflater: try inflater()) == "!1002")
        #expect(heard(hex("c90548656c6c6f"), inflater: try inflater()) == "!1002")
        // Text is checked behind the compression.
        let deflater = try #require(MessageDeflater(windowBits: 15, keepsContext: true))
        let made = try #require(deflater.deflate(hex("eda080"), isLast: true))
        #expect(heard(rawFrame(1, made, reserved: 4), inflater: try inflater()) == "!1007")
    }

    /// RFC 6455 §8.1: an endpoint that "finds that the byte stream is not, in fact, a valid UTF-8 stream […] MUST _Fail
    /// the WebSocket Connection_", and no later for a frame that is not all there.
    @Test("what has come of a frame is told of and judged before more of it comes")
    func halfFrame() throws {
        var reader = WebSocketReader(.client, inflater: try inflater())
        reader.add(hex("c17df248cdc9c907"))
        #expect(try reader.next() == .piece(MessagePiece(.text, Array("Hello".utf8), isLast: false)))
        #expect(try reader.next() == nil)
        // A block of a kind that is none, and a block without compression (RFC 1951 §3.2.4) of one octet, 0xFF.
        #expect(heard(hex("c17d07"), inflater: try inflater()) == "!1007")
        #expect(heard(hex("c17d000100feffff"), inflater: try inflater()) == "!1007")
    }

    @Test("some kilobytes that are megabytes come in pieces, when they are asked for")
    func bomb() throws {
        let deflater = try #require(MessageDeflater(windowBits: 15, keepsContext: true))
        let made = try #require(deflater.deflate([UInt8](repeating: 0, count: 16 << 20), isLast: true))
        #expect(made.count < 32 << 10)
        var reader = WebSocketReader(.client, inflater: try inflater())
        reader.add(rawFrame(2, made, reserved: 4))
        var (count, pieces) = (0, 0)
        while case .piece(let piece)? = try reader.next() {
            #expect(piece.octets.count <= WebSocketReader.pieceLength)
            (count, pieces) = (count + piece.octets.count, pieces + 1)
        }
        #expect(count == 16 << 20 && pieces > 200)
    }
}
