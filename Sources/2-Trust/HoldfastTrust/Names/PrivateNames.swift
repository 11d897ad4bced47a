import HoldfastX509

/// Names and addresses that mean something else in every network, so that no public authority can vouch for them.
package enum PrivateNames {
    /// Top-level domains that the root zone will never hold (RFC 6761, RFC 6762, RFC 9476, ICANN's `internal`).
    private static let reserved: Set<String> = ["alt", "example", "internal", "invalid", "local", "localhost", "test"]

    /// Whether the last label of a name is one that nobody can register.
    static func isReservedTop(_ name: String) -> Bool {
        name.split(separator: ".").last.map { reserved.contains(String($0)) } ?? false
    }

    /// Whether a DNS name does not end in a top-level domain of the root zone (CA/B BR 1.6.1, "Internal Name").
    ///
    /// Without a list of suffixes only single labels and reserved domains are known to. `onion` names are not in the
    /// root zone and may be certified all the same (CA/B BR appendix B).
    package static func isInternal(_ name: String, _ suffixes: PublicSuffixes?) -> Bool {
        let labels = name.asciiLowercased().split(separator: ".")
        guard let top = labels.last.map(String.init) else { return true }
        if top == "onion" { return false }
        if reserved.contains(top) { return true }
        guard let suffixes else { return labels.count < 2 }
        return suffixes.section(of: top) == nil
    }

    /// Whether an address lies in a block that IANA keeps from the public Internet (CA/B BR 1.6.1, "Reserved IP
    /// Address": the special-purpose registries of RFC 6890).
    static func isReserved(_ address: IPAddress) -> Bool {
        let blocks = address.bytes.count == 4 ? version4 : version6
        return blocks.contains { block in starts(address.bytes, with: block.bits, block.prefix) }
    }

    private typealias Block = (prefix: [UInt8], bits: Int)

    /// The IANA IPv4 special-purpose registry, "globally reachable" false.
    private static let version4: [Block] = [
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12), ([192, 0, 0], 24),
        ([192, 0, 2], 24), ([192, 168], 16), ([198, 18], 15), ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 4),
        ([240], 4),
    ]

    /// The IANA IPv6 special-purpose registry, "globally reachable" false, and multicast.
    private static let version6: [Block] = [
        ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 127), ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96),
        ([0, 0x64, 0xFF, 0x9B, 0, 1], 48), ([1, 0, 0, 0, 0, 0, 0, 0], 64), ([0x20, 1, 0, 2, 0, 0], 48),
        ([0x20, 1, 0x0D, 0xB8], 32), ([0x3F, 0xFF, 0], 20), ([0x5F, 0], 16), ([0xFC], 7), ([0xFE, 0x80], 10),
        ([0xFF], 8),
    ]

    private static func starts(_ address: [UInt8], with bits: Int, _ prefix: [UInt8]) -> Bool {
        for (index, octet) in prefix.enumerated() {
            let counted = min(max(bits - index * 8, 0), 8)
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> counted)
            if address[index] & mask != octet & mask { return false }
        }
        return true
    }
}
