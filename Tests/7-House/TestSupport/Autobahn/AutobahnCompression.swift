import Testing

/// A case of Autobahn's list about compression (its groups 12 and 13; RFC 7692): messages of a length and a kind that
/// are sent back, with the parameters that were agreed on.
package struct AutobahnCompression: Sendable, CustomTestStringConvertible {
    /// Parameters that one end asks the other for.
    package struct Asked: Sendable {
        package let noContextTakeover: Bool
        /// Bits of the window; 0 for the other end's choice.
        package let windowBits: Int
    }

    package let number: String
    package let length: Int
    /// Octets of a frame at most, before compression.
    package let fragment: Int
    package let payload: AutobahnPayload
    /// The offers of a client, the best first; a server asks its client for the first.
    package let asked: [Asked]

    package var testDescription: String { number }

    /// 1,000 messages of the list; here as many as make so many octets, and two at least.
    package func count(within octets: Int) -> Int { min(1_000, max(2, octets / length)) }

    /// All of them.
    ///
    /// - Parameter divisor: by which lengths over 16 KiB are divided.
    package static func all(dividedBy divisor: Int) -> [AutobahnCompression] {
        let lengths: [(Int, Int)] =
            [16, 64, 256, 1_024, 4_096, 8_192, 16_384, 32_768, 65_536, 131_072].map { ($0, Int.max) }
            + [8_192, 16_384, 32_768, 65_536, 131_072].map { ($0, 256) }
            + [1_024, 4_096, 32_768].map { (131_072, $0) }
        func rows(_ group: String, _ payload: AutobahnPayload, _ asked: [Asked]) -> [AutobahnCompression] {
            lengths.enumerated().map { place, row in
                AutobahnCompression(
                    number: "\(group).\(place + 1)", length: row.0 > 16_384 ? row.0 / divisor : row.0, fragment: row.1,
                    payload: payload, asked: asked)
            }
        }
        let plain = Asked(noContextTakeover: false, windowBits: 0)
        let alone = Asked(noContextTakeover: true, windowBits: 0)
        let parameters: [[Asked]] =
            [[plain], [alone]]
            + [(false, 9), (false, 15), (true, 9), (true, 15)].map {
                [Asked(noContextTakeover: $0.0, windowBits: $0.1)]
            } + [[Asked(noContextTakeover: true, windowBits: 9), alone, plain]]
        return AutobahnPayload.allCases.enumerated().flatMap { rows("12.\($0 + 1)", $1, [plain]) }
            + parameters.enumerated().flatMap { rows("13.\($0 + 1)", .json, $1) }
    }
}

/// A kind of content of the list's files, made by rule.
package enum AutobahnPayload: Sendable, CaseIterable {
    case json, picture, german, page, document

    package var isText: Bool { self == .json || self == .page }
    /// Whether compression makes less of it.
    package var isRepetitive: Bool { self != .picture && self != .document }

    /// The octets from a place on, of a content that begins again at its end.
    package func octets(_ length: Int, from place: Int) -> [UInt8] {
        let whole = Self.made[self] ?? []
        let start = place % max(1, whole.count)
        var octets = Array(whole.dropFirst(start).prefix(length))
        while octets.count < length { octets += whole.prefix(length - octets.count) }
        return octets
    }

    private static let made = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.make()) })

    private func make() -> [UInt8] {
        var numbers = SeededGenerator(7_692)
        return switch self {
        case .json:
            lines { #"{"id": \#($0), "name": "item \#($0 % 17)", "tag": "b\#($0 % 5)", "price": \#($0 * 37 % 991)},"# }
        case .page:
            lines { #"<tr class="row\#($0 % 2)"><td>\#($0)</td><td><a href="/item/\#($0 % 29)">more</a></td></tr>"# }
        case .german: lines { "Der \($0). Weg führt über die große Straße; wer müßig geht, hört \($0 % 13) Vögel." }
        // Grey values that change slowly, with noise.
        case .picture:
            (0..<65_536).map {
                UInt8(truncatingIfNeeded: $0 / 256 + $0 % 256 / 2 + Int.random(in: 0..<16, using: &numbers))
            }
        // Most of a document is compressed.
        case .document: (0..<65_536).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        }
    }

    private func lines(_ line: (Int) -> String) -> [UInt8] { Array((0..<800).map(line).joined(separator: "\n").utf8) }
}
