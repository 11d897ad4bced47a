/// An IPv4 or IPv6 address, of a machine or as the identity of a server: four or sixteen bytes in network order.
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

    /// The address as it stands in a URL: one of IPv6 in brackets (RFC 3986 §3.2.2).
    package var inURL: String { isIPv4 ? description : "[\(self)]" }

    /// Whether it is one of IPv4.
    package var isIPv4: Bool { bytes.count == 4 }
}

// MARK: Addresses of this machine

extension IPAddress {
    /// 127.0.0.1.
    package static let loopback = IPAddress(known: [127, 0, 0, 1])
    /// 127.0.0.2: several servers can have one port on different addresses.
    package static let secondLoopback = IPAddress(known: [127, 0, 0, 2])
    /// ::1.
    package static let loopbackIPv6 = IPAddress(known: [UInt8](repeating: 0, count: 15) + [1])

    private init(known bytes: [UInt8]) { self.bytes = bytes }

    /// An address of IPv4 as a number: 127.0.0.1 is 0x7F000001.
    package init(ipv4 number: UInt32) {
        bytes = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }

    /// Whether the address is this machine's own: 127.0.0.0/8 (RFC 1122 §3.2.1.3), ::1 (RFC 4291 §2.5.3), or the former
    /// mapped into IPv6 (§2.5.5.2).
    public var isLoopback: Bool {
        let own = unmapped.bytes
        return own.count == 4 ? own[0] == 127 : self == .loopbackIPv6
    }

    /// Whether it is the address of no place, which stands for every address of the machine where one listens, and by
    /// which Linux reaches itself; mapped into IPv6 too.
    package var isUnspecified: Bool { unmapped.bytes.allSatisfy { $0 == 0 } }

    /// Whether nothing but this machine answers at it.
    package var isThisMachine: Bool { isLoopback || isUnspecified }

    /// The address of IPv4 that is mapped into this one of IPv6 (RFC 4291 §2.5.5.2), which is how a socket for both
    /// kinds names its peers; otherwise the address itself.
    package var unmapped: IPAddress {
        let prefix = [UInt8](repeating: 0, count: 10) + [255, 255]
        guard bytes.count == 16, bytes.starts(with: prefix) else { return self }
        return IPAddress(known: Array(bytes[12...]))
    }
}

/// The place that a connection leads to: an address and a port, and nothing about who is there.
public struct Endpoint: Hashable, Sendable, CustomStringConvertible {
    public var address: IPAddress
    public var port: UInt16

    public init(_ address: IPAddress, port: UInt16) {
        self.address = address
        self.port = port
    }

    /// The place with the address of IPv4 in the place of one that is mapped into IPv6 (RFC 4291 §2.5.5.2).
    package var unmapped: Endpoint { Endpoint(address.unmapped, port: port) }

    /// `192.0.2.1:443`, `[2001:db8::1]:443`.
    public var description: String { "\(address.inURL):\(port)" }
}
