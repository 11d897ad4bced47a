import Testing

/// A case of Autobahn's list for clients (https://github.com/crossbario/autobahn-testsuite, the numbers are its own),
/// rebuilt by its description: what the server sends, and what RFC 6455 says of it.
struct AutobahnCase: CustomTestStringConvertible {
    let number: String
    let sent: [UInt8]
    /// What is heard, as `heard(_:by:inflater:)` has it.
    let outcome: String
    /// Octets that come at once.
    let size: Int

    init(_ number: String, _ sent: [UInt8], _ outcome: String, by size: Int = .max) {
        (self.number, self.sent, self.outcome, self.size) = (number, sent, outcome, size)
    }

    var testDescription: String { number }
}

extension AutobahnCase {
    static func stars(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x2A, count: count) }
    static func high(_ count: Int) -> [UInt8] { [UInt8](repeating: 0xFE, count: count) }

    /// 1: framing. The lengths around those at which a frame's head changes its form.
    static let framing: [AutobahnCase] = {
        var cases: [AutobahnCase] = []
        for (place, length) in [0, 125, 126, 127, 128, 65_535, 65_536].enumerated() {
            let shown = length == 0 ? "" : "\(length)"
            cases.append(AutobahnCase("1.1.\(place + 1)", frame(1, stars(length)), "text:\(shown)"))
            cases.append(AutobahnCase("1.2.\(place + 1)", frame(2, high(length)), "binary:\(shown)"))
        }
        cases.append(AutobahnCase("1.1.8", frame(1, stars(65_536)), "text:65536", by: 997))
        cases.append(AutobahnCase("1.2.8", frame(2, high(65_536)), "binary:65536", by: 997))
        return cases
    }()

    /// 2: pings and pongs (RFC 6455 §5.5.2, §5.5.3).
    static let pings: [AutobahnCase] = {
        let ten = (UInt8(0)..<10).flatMap { frame(9, [0x30 + $0]) }
        let all = (0..<10).map { "ping:\($0)" }.joined(separator: " ")
        return [
            AutobahnCase("2.1", frame(9), "ping:"),
            AutobahnCase("2.2", frame(9, Array("Hello, world!".utf8)), "ping:Hello, world!"),
            AutobahnCase("2.3", frame(9, octets("00fffefdfcfb00ff")), "ping:8"),
            AutobahnCase("2.4", frame(9, high(125)), "ping:125"), AutobahnCase("2.5", frame(9, high(126)), "!1002"),
            AutobahnCase("2.6", frame(9, high(125)), "ping:125", by: 1), AutobahnCase("2.7", frame(10), "pong:"),
            AutobahnCase("2.8", frame(10, Array("unsolicited".utf8)), "pong:unsolicited"),
            AutobahnCase("2.9", frame(10, [0x61]) + frame(9, [0x62]), "pong:a ping:b"),
            AutobahnCase("2.10", ten, all), AutobahnCase("2.11", ten, all, by: 1),
        ]
    }()

    /// 3: reserved bits (§5.2: "MUST be 0 unless an extension is negotiated that defines meanings for non-zero
    /// values").
    static let reserved: [AutobahnCase] = [
        AutobahnCase("3.1", frame(1, stars(3), reserved: 1), "!1002"),
        AutobahnCase("3.2", text("a") + frame(1, stars(3), reserved: 2) + frame(9), "text:a !1002"),
        AutobahnCase("3.3", text("a") + frame(1, stars(3), reserved: 3) + frame(9), "text:a !1002", by: 1),
        AutobahnCase("3.4", text("a") + frame(1, stars(3), reserved: 4) + frame(9), "text:a !1002", by: 1),
        AutobahnCase("3.5", frame(2, high(3), reserved: 5), "!1002"),
        AutobahnCase("3.6", frame(9, high(3), reserved: 6), "!1002"),
        AutobahnCase("3.7", frame(8, reserved: 7), "!1002"),
    ]

    /// 4: opcodes (§5.2: "If an unknown opcode is received, the receiving endpoint MUST _Fail the WebSocket
    /// Connection_").
    static let opcodes: [AutobahnCase] = {
        let numbers: [UInt8] = [3, 4, 5, 6, 7, 11, 12, 13, 14, 15]
        return numbers.enumerated().map { place, opcode in
            let (number, row) = ("4.\(place < 5 ? 1 : 2).\(place % 5 + 1)", place % 5)
            guard row > 1 else { return AutobahnCase(number, frame(opcode, row == 0 ? [] : stars(3)), "!1002") }
            let sent = text("a") + frame(opcode, stars(3)) + frame(9)
            return AutobahnCase(number, sent, "text:a !1002", by: row - 1)
        }
    }()

    /// 5: fragmentation (§5.4).
    static let fragments: [AutobahnCase] = {
        let two = text("frag1", isFinal: false) + more("frag2")
        let between = text("frag1", isFinal: false) + frame(9, [0x70]) + more("frag2")
        let lonely = more("x") + text("a")
        let open = more("x", isFinal: false) + text("a")
        let five =
            text("a", isFinal: false) + more("b", isFinal: false) + frame(9, [0x31]) + more("c", isFinal: false)
            + more("d", isFinal: false) + frame(9, [0x32]) + more("e")
        return [
            AutobahnCase("5.1", frame(9, [0x61], isFinal: false) + frame(0, [0x62]), "!1002"),
            AutobahnCase("5.2", frame(10, [0x61], isFinal: false) + frame(0, [0x62]), "!1002"),
            AutobahnCase("5.3", two, "text:frag1frag2"), AutobahnCase("5.4", two, "text:frag1frag2", by: 7),
            AutobahnCase("5.5", two, "text:frag1frag2", by: 1),
            AutobahnCase("5.6", between, "ping:p text:frag1frag2"),
            AutobahnCase("5.7", between, "ping:p text:frag1frag2", by: 7),
            AutobahnCase("5.8", between, "ping:p text:frag1frag2", by: 1),
            AutobahnCase("5.9", lonely, "!1002"), AutobahnCase("5.10", lonely, "!1002", by: 2),
            AutobahnCase("5.11", lonely, "!1002", by: 1), AutobahnCase("5.12", open, "!1002"),
            AutobahnCase("5.13", open, "!1002", by: 2), AutobahnCase("5.14", open, "!1002", by: 1),
            AutobahnCase("5.15", two + more("x", isFinal: false) + text("a"), "text:frag1frag2 !1002"),
            AutobahnCase("5.16", more("x", isFinal: false) + text("a", isFinal: false) + more("b"), "!1002"),
            AutobahnCase("5.17", more("x") + text("a", isFinal: false) + more("b"), "!1002"),
            AutobahnCase("5.18", text("a", isFinal: false) + text("b"), "!1002"),
            AutobahnCase("5.19", five, "ping:1 ping:2 text:abcde"),
            AutobahnCase("5.20", five, "ping:1 ping:2 text:abcde", by: 1),
        ]
    }()
}
