extension AutobahnCase {
    private static func close(_ code: Int, _ reason: [UInt8] = []) -> [UInt8] {
        frame(8, [UInt8(code >> 8), UInt8(code & 0xFF)] + reason)
    }

    /// 7: the close (RFC 6455 §5.5.1, §7.4). Behind one nothing is heard.
    static let closes: [AutobahnCase] =
        [
            AutobahnCase("7.1.1", text("Hello World!") + close(1000), "text:Hello World! close:1000:"),
            AutobahnCase("7.1.2", close(1000) + close(1000), "close:1000:"),
            AutobahnCase("7.1.3", close(1000) + frame(9), "close:1000:"),
            AutobahnCase("7.1.4", close(1000) + text("a"), "close:1000:"),
            AutobahnCase("7.1.5", text("a", isFinal: false) + close(1000) + more("b"), "close:1000:"),
            AutobahnCase(
                "7.1.6", frame(1, stars(256 << 10)) + text("a") + close(1000) + frame(9),
                "text:262144 text:a close:1000:"),
            AutobahnCase("7.3.1", frame(8), "close"),
            AutobahnCase("7.3.2", frame(8, [0x61]), "!1002"),
            AutobahnCase("7.3.3", close(1000), "close:1000:"),
            AutobahnCase("7.3.4", close(1000, Array("Hello World!".utf8)), "close:1000:Hello World!"),
            AutobahnCase(
                "7.3.5", close(1000, stars(123)), "close:1000:\(String(repeating: "*", count: 123))"),
            AutobahnCase("7.3.6", close(1000, stars(124)), "!1002"),
            AutobahnCase("7.5.1", close(1000, octets("cebae1bdb9cf83cebcceb5eda080656469746564")), "!1007"),
        ]
        + [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999].enumerated().map {
            AutobahnCase("7.7.\($0 + 1)", close($1), "close:\($1):")
        }
        + [0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999].enumerated().map {
            AutobahnCase("7.9.\($0 + 1)", close($1), "!1002")
        } + [5000, 65_535].enumerated().map { AutobahnCase("7.13.\($0 + 1)", close($1), "!1002") }

    /// 9 and 10: long messages, whole, fragmented, and in small pieces; 16 MiB is the longest of the list, and 4 here.
    static let limits: [AutobahnCase] = {
        var cases: [AutobahnCase] = []
        for (place, length) in [64 << 10, 256 << 10, 1 << 20, 4 << 20].enumerated() {
            cases.append(AutobahnCase("9.1.\(place + 1)", frame(1, stars(length)), "text:\(length)"))
            cases.append(AutobahnCase("9.2.\(place + 1)", frame(2, high(length)), "binary:\(length)"))
        }
        for (place, length) in [64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10].enumerated() {
            cases.append(AutobahnCase("9.3.\(place + 1)", fragments(1, stars(1 << 20), length), "text:1048576"))
            cases.append(AutobahnCase("9.4.\(place + 1)", fragments(2, high(1 << 20), length), "binary:1048576"))
        }
        for (place, size) in [64, 128, 256, 512, 1 << 10, 2 << 10].enumerated() {
            cases.append(AutobahnCase("9.5.\(place + 1)", frame(1, stars(1 << 20)), "text:1048576", by: size))
            cases.append(AutobahnCase("9.6.\(place + 1)", frame(2, high(1 << 20)), "binary:1048576", by: size))
        }
        cases.append(AutobahnCase("10.1.1", fragments(1, stars(65_536), 1_300), "text:65536"))
        return cases
    }()

    private static func fragments(_ opcode: UInt8, _ payload: [UInt8], _ length: Int) -> [UInt8] {
        stride(from: 0, to: payload.count, by: length).flatMap { start -> [UInt8] in
            let end = min(start + length, payload.count)
            return frame(start == 0 ? opcode : 0, Array(payload[start..<end]), isFinal: end == payload.count)
        }
    }
}
