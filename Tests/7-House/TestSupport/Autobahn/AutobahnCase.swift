import Testing

/// A case of Autobahn's list (https://github.com/crossbario/autobahn-testsuite, the numbers are its own), rebuilt by
/// its description: octets that one end sends, and what RFC 6455 says of them.
///
/// The list has 517 of them: those here are 301, and ``AutobahnCompression`` has the others.
package struct AutobahnCase: Sendable, CustomTestStringConvertible {
    package let number: String
    /// The words of what is heard: messages whole, and the code with which the connection is closed for what is wrong.
    package let outcome: String
    /// Octets that come at once.
    package let size: Int
    private let made: @Sendable () -> [UInt8]

    init(
        _ number: String, _ sent: @autoclosure @escaping @Sendable () -> [UInt8], _ outcome: String, by size: Int = .max
    ) {
        (self.number, made, self.outcome, self.size) = (number, sent, outcome, size)
    }

    /// The octets, as a server sends them; ``maskedFrames(_:)`` makes them a client's.
    package var sent: [UInt8] { made() }

    package var testDescription: String { number }

    /// The words of an end that sends back each message and answers as §5.5 wants it: those of ``outcome`` without
    /// pongs, and a pong for each ping.
    package var echoed: [String] {
        words.compactMap { word in
            if word.hasPrefix("pong:") { return nil }
            if word.hasPrefix("ping:") { return "pong:" + word.dropFirst(5) }
            return word.hasPrefix("!") ? "close:\(word.dropFirst()):" : word
        }
    }

    /// The words of ``outcome``, of which some have spaces.
    private var words: [String] {
        let starts = ["text:", "binary:", "ping:", "pong:", "close", "!"]
        var words: [String] = []
        for part in outcome.split(separator: " ", omittingEmptySubsequences: false) {
            if let last = words.indices.last, !starts.contains(where: part.hasPrefix) {
                words[last] += " " + part
            } else {
                words.append(String(part))
            }
        }
        return words
    }

    /// Whether nothing is heard behind it.
    package var ends: Bool { isBroken || words.last?.hasPrefix("close") == true }

    /// Whether it breaks the protocol.
    package var isBroken: Bool { words.last?.hasPrefix("!") == true }

    /// All cases of frames.
    ///
    /// - Parameter divisor: by which lengths of messages, and how many there are, are divided in those of 9.
    package static func all(dividedBy divisor: Int) -> [AutobahnCase] {
        framing + pings + reserved + opcodes + fragments + texts + closes + limits(dividedBy: divisor) + [chopped]
    }
}

extension AutobahnCase {
    package static func stars(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x2A, count: count) }
    package static func high(_ count: Int) -> [UInt8] { [UInt8](repeating: 0xFE, count: count) }

    /// 1: framing. The lengths around those at which a frame's head changes its form.
    package static let framing: [AutobahnCase] = {
        var cases: [AutobahnCase] = []
        for (place, length) in [0, 125, 126, 127, 128, 65_535, 65_536].enumerated() {
            let shown = length == 0 ? "" : "\(length)"
            cases.append(AutobahnCase("1.1.\(place + 1)", rawFrame(1, stars(length)), "text:\(shown)"))
            cases.append(AutobahnCase("1.2.\(place + 1)", rawFrame(2, high(length)), "binary:\(shown)"))
        }
        cases.append(AutobahnCase("1.1.8", rawFrame(1, stars(65_536)), "text:65536", by: 997))
        cases.append(AutobahnCase("1.2.8", rawFrame(2, high(65_536)), "binary:65536", by: 997))
        return cases
    }()

    /// 2: pings and pongs (RFC 6455 §5.5.2, §5.5.3).
    package static let pings: [AutobahnCase] = {
        let ten = (UInt8(0)..<10).flatMap { rawFrame(9, [0x30 + $0]) }
        let all = (0..<10).map { "ping:\($0)" }.joined(separator: " ")
        return [
            AutobahnCase("2.1", rawFrame(9), "ping:"),
            AutobahnCase("2.2", rawFrame(9, Array("Hello, world!".utf8)), "ping:Hello, world!"),
            AutobahnCase("2.3", rawFrame(9, hex("00fffefdfcfb00ff")), "ping:8"),
            AutobahnCase("2.4", rawFrame(9, high(125)), "ping:125"),
            AutobahnCase("2.5", rawFrame(9, high(126)), "!1002"),
            AutobahnCase("2.6", rawFrame(9, high(125)), "ping:125", by: 1), AutobahnCase("2.7", rawFrame(10), "pong:"),
            AutobahnCase("2.8", rawFrame(10, Array("unsolicited".utf8)), "pong:unsolicited"),
            AutobahnCase("2.9", rawFrame(10, [0x61]) + rawFrame(9, [0x62]), "pong:a ping:b"),
            AutobahnCase("2.10", ten, all), AutobahnCase("2.11", ten, all, by: 1),
        ]
    }()

    /// 3: reserved bits (§5.2: "MUST be 0 unless an extension is negotiated that defines meanings for non-zero
    /// values").
    package static let reserved: [AutobahnCase] = [
        AutobahnCase("3.1", rawFrame(1, stars(3), reserved: 1), "!1002"),
        AutobahnCase("3.2", rawText("a") + rawFrame(1, stars(3), reserved: 2) + rawFrame(9), "text:a !1002"),
        AutobahnCase("3.3", rawText("a") + rawFrame(1, stars(3), reserved: 3) + rawFrame(9), "text:a !1002", by: 1),
        AutobahnCase("3.4", rawText("a") + rawFrame(1, stars(3), reserved: 4) + rawFrame(9), "text:a !1002", by: 1),
        AutobahnCase("3.5", rawFrame(2, high(3), reserved: 5), "!1002"),
        AutobahnCase("3.6", rawFrame(9, high(3), reserved: 6), "!1002"),
        AutobahnCase("3.7", rawFrame(8, reserved: 7), "!1002"),
    ]

    /// 4: opcodes (§5.2: "If an unknown opcode is received, the receiving endpoint MUST _Fail the WebSocket
    /// Connection_").
    package static let opcodes: [AutobahnCase] = {
        let numbers: [UInt8] = [3, 4, 5, 6, 7, 11, 12, 13, 14, 15]
        return numbers.enumerated().map { place, opcode in
            let (number, row) = ("4.\(place < 5 ? 1 : 2).\(place % 5 + 1)", place % 5)
            guard row > 1 else { return AutobahnCase(number, rawFrame(opcode, row == 0 ? [] : stars(3)), "!1002") }
            let sent = rawText("a") + rawFrame(opcode, stars(3)) + rawFrame(9)
            return AutobahnCase(number, sent, "text:a !1002", by: row - 1)
        }
    }()

    /// 5: fragmentation (§5.4).
    package static let fragments: [AutobahnCase] = {
        let two = rawText("frag1", isFinal: false) + rawMore("frag2")
        let between = rawText("frag1", isFinal: false) + rawFrame(9, [0x70]) + rawMore("frag2")
        let lonely = rawMore("x") + rawText("a")
        let open = rawMore("x", isFinal: false) + rawText("a")
        let five =
            rawText("a", isFinal: false) + rawMore("b", isFinal: false) + rawFrame(9, [0x31])
            + rawMore("c", isFinal: false)
            + rawMore("d", isFinal: false) + rawFrame(9, [0x32]) + rawMore("e")
        return [
            AutobahnCase("5.1", rawFrame(9, [0x61], isFinal: false) + rawFrame(0, [0x62]), "!1002"),
            AutobahnCase("5.2", rawFrame(10, [0x61], isFinal: false) + rawFrame(0, [0x62]), "!1002"),
            AutobahnCase("5.3", two, "text:frag1frag2"), AutobahnCase("5.4", two, "text:frag1frag2", by: 7),
            AutobahnCase("5.5", two, "text:frag1frag2", by: 1),
            AutobahnCase("5.6", between, "ping:p text:frag1frag2"),
            AutobahnCase("5.7", between, "ping:p text:frag1frag2", by: 7),
            AutobahnCase("5.8", between, "ping:p text:frag1frag2", by: 1),
            AutobahnCase("5.9", lonely, "!1002"), AutobahnCase("5.10", lonely, "!1002", by: 2),
            AutobahnCase("5.11", lonely, "!1002", by: 1), AutobahnCase("5.12", open, "!1002"),
            AutobahnCase("5.13", open, "!1002", by: 2), AutobahnCase("5.14", open, "!1002", by: 1),
            AutobahnCase("5.15", two + rawMore("x", isFinal: false) + rawText("a"), "text:frag1frag2 !1002"),
            AutobahnCase("5.16", rawMore("x", isFinal: false) + rawText("a", isFinal: false) + rawMore("b"), "!1002"),
            AutobahnCase("5.17", rawMore("x") + rawText("a", isFinal: false) + rawMore("b"), "!1002"),
            AutobahnCase("5.18", rawText("a", isFinal: false) + rawText("b"), "!1002"),
            AutobahnCase("5.19", five, "ping:1 ping:2 text:abcde"),
            AutobahnCase("5.20", five, "ping:1 ping:2 text:abcde", by: 1),
        ]
    }()
}
