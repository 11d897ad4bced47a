import HoldfastWebSocket
import Testing

@Suite("Autobahn's cases for clients")
struct AutobahnTests {
    @Test("framing", arguments: AutobahnCase.framing) func framing(row: AutobahnCase) { check(row) }
    @Test("pings and pongs", arguments: AutobahnCase.pings) func pings(row: AutobahnCase) { check(row) }
    @Test("reserved bits", arguments: AutobahnCase.reserved) func reserved(row: AutobahnCase) { check(row) }
    @Test("opcodes", arguments: AutobahnCase.opcodes) func opcodes(row: AutobahnCase) { check(row) }
    @Test("fragmentation", arguments: AutobahnCase.fragments) func fragments(row: AutobahnCase) { check(row) }
    @Test("text", arguments: AutobahnCase.texts) func texts(row: AutobahnCase) { check(row) }
    @Test("closes", arguments: AutobahnCase.closes) func closes(row: AutobahnCase) { check(row) }
    @Test("limits", arguments: AutobahnCase.limits) func limits(row: AutobahnCase) { check(row) }

    private func check(_ row: AutobahnCase) {
        let outcome = heard(row.sent, by: row.size)
        // A long message of stars is told by its length; a text of some octets as it is.
        #expect(outcome == row.outcome, "\(row.number)")
        // However it comes, it means the same.
        if row.sent.count < 4_096 { #expect(heard(row.sent, by: 1) == row.outcome, "\(row.number), by octets") }
    }

    /// 12 and 13: messages of the lengths of the list, compressed by a server and decompressed by a client, with each
    /// set of parameters (RFC 7692 §7.1), and the other way round.
    @Test(
        "compression", arguments: [0, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 131_072],
        [(true, 15), (false, 15), (true, 9), (false, 9), (true, 12), (false, 12)])
    func compression(length: Int, parameters: (keepsContext: Bool, windowBits: Int)) throws {
        guard MessageInflater.isHere else { return }
        let deflater = try #require(
            MessageDeflater(windowBits: parameters.windowBits, keepsContext: parameters.keepsContext))
        let inflater = try #require(
            MessageInflater(windowBits: parameters.windowBits, keepsContext: parameters.keepsContext))
        var writer = WebSocketWriter(.server, deflater: deflater)
        var sent: [UInt8] = []
        let words = Array("The quick brown fox jumps over the lazy dog. ".utf8)
        let message = (0..<length).map { words[($0 &* 7 + $0 / 13) % words.count] }
        for _ in 0..<5 { try writer.write(MessagePiece(.text, message, isLast: true), to: &sent) }
        // In two fragments as well.
        try writer.write(MessagePiece(.text, Array(message.prefix(length / 2)), isLast: false), to: &sent)
        try writer.write(MessagePiece(.text, Array(message.dropFirst(length / 2)), isLast: true), to: &sent)
        let shown = length <= 40 ? String(decoding: message, as: UTF8.self) : "\(length)"
        let expected = [String](repeating: "text:\(shown)", count: 6).joined(separator: " ")
        #expect(heard(sent, by: 1_000, inflater: inflater) == expected)
        if length >= 1_024 { #expect(sent.count < length * 6 / 2) }
    }
}
