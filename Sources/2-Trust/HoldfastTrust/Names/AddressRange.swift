package import HoldfastX509

/// An address, or the addresses that begin with the same bits (RFC 4632 §3.1, RFC 4291 §2.3).
package struct AddressRange {
    /// The number of leading bits that the addresses have in common.
    package let length: Int
    private let bytes: [UInt8]

    /// Reads `192.0.2.7`, `192.0.2.0/24` and the same of IPv6; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.first, let address = IPAddress(first), parts.count <= 2 else { return nil }
        bytes = address.bytes
        guard parts.count == 2 else {
            length = bytes.count * 8
            return
        }
        guard parts[1].utf8.count <= 3, parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let length = Int(parts[1]), length <= bytes.count * 8
        else { return nil }
        self.length = length
    }

    package func contains(_ address: IPAddress) -> Bool {
        address.bytes.count == bytes.count
            && (0..<length).allSatisfy { bit in
                (address.bytes[bit / 8] ^ bytes[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
            }
    }
}

extension IPAddress {
    /// Whether the address is one of the public Internet's: none of a host's own, a private network, a link, or of a
    /// use that leads nowhere (RFC 6890, and the registries of IANA that it names).
    ///
    /// An IPv6 address that stands for an IPv4 one (mapped, 6to4, NAT64) is judged as that one.
    package var isGloballyReachable: Bool {
        if bytes.count == 4 { return !Self.specialIPv4.contains { $0.contains(self) } }
        if let embedded = embeddedIPv4 { return embedded.isGloballyReachable }
        // RFC 4291 §2.4: 2000::/3 is all of the unicast space that has been given out.
        return Self.globalUnicast.contains { $0.contains(self) } && !Self.specialIPv6.contains { $0.contains(self) }
    }

    private var embeddedIPv4: IPAddress? {
        let ranges: [(prefix: [UInt8], at: Int)] = [
            (Array(repeating: 0, count: 10) + [0xff, 0xff], 12),  // ::ffff:0:0/96, RFC 4291 §2.5.5.2
            ([0x00, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], 12),  // 64:ff9b::/96, RFC 6052 §2.1
            ([0x20, 0x02], 2),  // 2002::/16, RFC 3056 §2
        ]
        for (prefix, place) in ranges where bytes.starts(with: prefix) {
            return IPAddress(bytes: bytes[place..<place + 4])
        }
        return nil
    }

    private static let specialIPv4 = ranges(
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4")
    private static let globalUnicast = ranges("2000::/3")
    private static let specialIPv6 = ranges("2001::/23", "2001:db8::/32", "3fff::/20")

    private static func ranges(_ texts: String...) -> [AddressRange] { texts.compactMap { AddressRange($0) } }
}
