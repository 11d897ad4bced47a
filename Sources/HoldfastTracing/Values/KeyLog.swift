/// The secrets of an NSS key log by their labels (`CLIENT_RANDOM`, `SERVER_HANDSHAKE_TRAFFIC_SECRET`, …).
struct KeyLog: Sendable {
    private var secrets: [String: [UInt8]] = [:]

    init(_ lines: [String] = []) {
        for line in lines {
            let words = line.split(separator: " ")
            guard words.count == 3, let secret = Self.bytes(words[2]) else { continue }
            secrets[String(words[0])] = secret
        }
    }

    subscript(_ label: String) -> [UInt8]? { secrets[label] }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
