extension AutobahnCase {
    private static func close(_ code: Int, _ reason: [UInt8] = []) -> [UInt8] {
        rawFrame(8, [UInt8(code >> 8), UInt8(code & 0xFF)] + reason)
    }

    /// 7: the close (RFC 6455 §5.5.1, §7.4). Behind one nothing is heard.
    package static let closes: [AutobahnCase] =
        [
            AutobahnCase("7.1.1", rawText("Hello World!") + close(1000), "text:Hello World! close:1000:"),
            AutobahnCase("7.1.2", close(1000) + close(1000), "close:1000:"),
            AutobahnCase("7.1.3", close(1000) + rawFrame(9), "close:1000:"),
            AutobahnCase("7.1.4", close(1000) + rawText("a"), "close:1000:"),
            AutobahnCase("7.1.5", rawText("a", isFinal: false) + close(1000) + rawMore("b"), "close:1000:"),
            AutobahnCase(
                "7.1.6", rawFrame(1, stars(256 << 10)) + rawText("a") + close(1000) + rawFrame(9),
                "text:262144 text:a close:1000:"),
            AutobahnCase("7.3.1", rawFrame(8), "close"),
            AutobahnCase("7.3.2", rawFrame(8, [0x61]), "!1002"),
            AutobahnCase("7.3.3", close(1000), "close:1000:"),
            AutobahnCase("7.3.4", close(1000, Array("Hello World!".utf8)), "close:1000:Hello World!"),
            AutobahnCase(
                "7.3.5", close(1000, stars(123)), "close:1000:\(String(repeating: "*", count: 123))"),
            AutobahnCase("7.3.6", close(1000, stars(124)), "!1002"),
            AutobahnCase("7.5.1", close(1000, hex("cebae1bdb9cf83cebcceb5eda080656469746564")), "!1007"),
        ]
        + [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999].enumerated().map {
            AutobahnCase("7.7.\($0 + 1)", close($1), "close:\($1):")
        }
        + [0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999].enumerated().map {
            AutobahnCase("7.9.\($0 + 1)", close($1), "!1002")
        } + [5000, 65_535].enumerated().map { AutobahnCase("7.13.\($0 + 1)", close($1), "!1002") }

    /// 9: limits. Long messages, whole, in fragments, and in octets that come few at a time; and many messages.
    ///
    /// - Parameter divisor: of the lengths of messages, 16 MiB being the list's longest, and of their number.
    package static func limits(dividedBy divisor: Int) -> [AutobahnCase] {
        func both(_ group: Int, _ row: Int, by size: Int = .max, _ length: Int, in fragment: Int = .max, times: Int = 1)
            -> [AutobahnCase]
        {
            [(UInt8(1), UInt8(0x2A), "text"), (2, 0xFE, "binary")].enumerated().map { place, kind in
                let (opcode, octet, word) = kind
                let shown = word + ":" + shownOctets([UInt8](repeating: octet, count: length))
                return AutobahnCase(
                    "9.\(group + place).\(row + 1)",
                    [[UInt8]](
                        repeating: rawFragments(opcode, [UInt8](repeating: octet, count: length), by: fragment),
                        count: times
                    ).flatMap(
                        \.self),
                    [String](repeating: shown, count: times).joined(separator: " "), by: size)
            }
        }
        let (kibi, mebi) = (1 << 10, 1 << 20)
        let lengths = [64 * kibi, 256 * kibi, mebi, 4 * mebi, 8 * mebi, 16 * mebi]
        let fragments = [64, 256, kibi, 4 * kibi, 16 * kibi, 64 * kibi, 256 * kibi, mebi, 4 * mebi]
        let sizes = [64, 128, 256, 512, kibi, 2 * kibi]
        return lengths.enumerated().flatMap { both(1, $0, $1 / divisor) }
            + fragments.enumerated().flatMap { both(3, $0, 4 * mebi / divisor, in: $1) }
            + sizes.enumerated().flatMap { both(5, $0, by: $1, mebi / divisor) }
            + [0, 16, 64, 256, kibi, 4 * kibi].enumerated().flatMap { both(7, $0, $1, times: 1_000 / divisor) }
    }

    /// 10: a long message in fragments of 1,300 octets.
    package static let chopped = AutobahnCase("10.1.1", rawFragments(1, stars(65_536), by: 1_300), "text:65536")
}
