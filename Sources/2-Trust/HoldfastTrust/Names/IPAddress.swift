/// An IPv4 or IPv6 address as the identity of a server: four or sixteen bytes in network order.
///
/// Text is read strictly: `127.1`, `0177.0.0.1` and zone identifiers are refused, because other readers take them for
/// other addresses.
public struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// Four or sixteen bytes, as an iPAddress alternative name carries them (RFC 5280 §4.2.1.6).
    public let bytes: [UInt8]

    /// An address from its bytes; nil unless there are four or sixteen.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = Array(bytes)
    }

    /// An address from its text: dotted decimal, or the forms of RFC 4291 §2.2; nil for anything else.
    public init?(_ text: some StringProtocol) {
        if let bytes = Self.ipv4(Substring(text)) ?? Self.ipv6(Substring(text)) {
            self.bytes = bytes
        } else {
            return nil
        }
    }

    private static func ipv4(_ text: Substring) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bytes: [UInt8] = []
        for part in parts {
            guard (1...3).contains(part.utf8.count), part.utf8.allSatisfy({ (48...57).contains($0) }),
                part.utf8.count == 1 || part.utf8.first != 48, let value = UInt8(part)
            else { return nil }
            bytes.append(value)
        }
        return bytes
    }

    private static func ipv6(_ text: Substring) -> [UInt8]? {
        guard text.utf8.count <= 45, text.contains(":") else { return nil }
        let halves = text.split(separator: "::", omittingEmptySubsequences: false)
        // `:::` splits like `::` and must not pass for it.
        guard halves.count <= 2, !text.contains(":::") else { return nil }
        guard let front = groups(halves[0], mayEndInIPv4: halves.count == 1) else { return nil }
        guard halves.count == 2 else { return front.count == 16 ? front : nil }
        guard let back = groups(halves[1], mayEndInIPv4: true), front.count + back.count <= 14 else { return nil }
        return front + Array(repeating: 0, count: 16 - front.count - back.count) + back
    }

    private static func groups(_ text: Substring, mayEndInIPv4: Bool) -> [UInt8]? {
        if text.isEmpty { return [] }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var bytes: [UInt8] = []
        for (index, part) in parts.enumerated() {
            if mayEndInIPv4, index == parts.count - 1, part.contains(".") {
                guard let tail = ipv4(part) else { return nil }
                bytes += tail
                continue
            }
            guard (1...4).contains(part.utf8.count), part.utf8.first != 43, part.utf8.first != 45,
                let value = UInt16(part, radix: 16)
            else { return nil }
            bytes += [UInt8(value >> 8), UInt8(value & 0xff)]
        }
        return bytes
    }

    /// Dotted decimal, or RFC 5952's canonical form.
    public var description: String {
        if bytes.count == 4 { return bytes.map { String($0) }.joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        var longest = 0..<0
        var index = 0
        while index < 8 {
            var end = index
            while end < 8, groups[end] == 0 { end += 1 }
            // RFC 5952 §4.2.2: a single zero group is not shortened.
            if end - index > max(longest.count, 1) { longest = index..<end }
            index = max(end, index + 1)
        }
        func text(_ range: Range<Int>) -> String {
            range.map { String(groups[$0], radix: 16) }.joined(separator: ":")
        }
        return longest.isEmpty ? text(0..<8) : text(0..<longest.lowerBound) + "::" + text(longest.upperBound..<8)
    }
}
