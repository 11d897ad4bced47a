package import HoldfastX509

/// The order of addresses of which nothing was measured: the rules of RFC 6724 §6, with the table of its §2.1.
///
/// Rules 3, 4 and 7 are left out: that a source address is deprecated, a home address or a tunnel's is not to be had
/// from a socket. Rule 9 compares IPv6 alone: of IPv4 addresses it would take the same one of a name each time, and
/// leave the others without load; the RFC allows that it is superseded.
package struct DestinationSelection {
    private let sourceAddress: (IPAddress) -> IPAddress?

    /// Makes the selection for a machine.
    ///
    /// - Parameter sourceAddress: which address would be sent from; nil where there is no way to the destination.
    package init(sourceAddress: @escaping (IPAddress) -> IPAddress?) { self.sourceAddress = sourceAddress }

    /// Sorts elements, those first that should be dialled first; as they came where no rule decides (rule 10).
    package func sorted<Element>(_ elements: [Element], by address: (Element) -> IPAddress) -> [Element] {
        elements.enumerated().map { place, element in (key: key(of: address(element)) + [place], element: element) }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .map(\.element)
    }

    /// A number for each rule, the smaller one first.
    private func key(of address: IPAddress) -> [Int] {
        let destination = SelectionAttributes(address)
        let source = sourceAddress(address).map { SelectionAttributes($0) }
        return [
            source == nil ? 1 : 0,
            source?.scope == destination.scope ? 0 : 1,
            source?.label == destination.label ? 0 : 1,
            -destination.precedence,
            destination.scope,
            -(source.map { destination.commonPrefix(with: $0) } ?? 0),
        ]
    }
}

/// The attributes of an address by RFC 6724; an IPv4 address counts as a mapped one (§3.2).
private struct SelectionAttributes {
    let scope: Int
    let precedence: Int
    let label: Int
    private let bytes: [UInt8]
    private let isIPv4: Bool

    /// The default policy table (§2.1), the longest prefix first.
    private static let table: [(prefix: [UInt8], length: Int, precedence: Int, label: Int)] = [
        ([UInt8](repeating: 0, count: 15) + [1], 128, 50, 0),
        (mapped, 96, 35, 4),
        ([UInt8](repeating: 0, count: 12), 96, 1, 3),
        ([0x20, 0x01, 0, 0], 32, 5, 5),
        ([0x20, 0x02], 16, 30, 2),
        ([0x3f, 0xfe], 16, 1, 12),
        ([0xfe, 0xc0], 10, 1, 11),
        ([0xfc], 7, 3, 13),
    ]
    private static let mapped: [UInt8] = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]

    init(_ address: IPAddress) {
        isIPv4 = address.bytes.count == 4
        bytes = isIPv4 ? Self.mapped + address.bytes : address.bytes
        let row = Self.table.first { [bytes] in Self.commonPrefix(bytes, $0.prefix) >= $0.length }
        // ::/0
        (precedence, label) = row.map { ($0.precedence, $0.label) } ?? (40, 1)
        scope = Self.scope(of: bytes)
    }

    /// RFC 4291 §2.7's numbers: link-local 2, site-local 5, global 14 (RFC 6724 §3.1, §3.2).
    private static func scope(of bytes: [UInt8]) -> Int {
        if bytes.starts(with: mapped) {
            return bytes[12] == 127 || bytes[12...].starts(with: [169, 254]) ? 2 : 14
        }
        switch (bytes[0], bytes[1] & 0xc0) {
        case (0xfe, 0x80): return 2
        case (0xfe, 0xc0): return 5
        // The loopback address counts as link-local.
        default: return bytes == [UInt8](repeating: 0, count: 15) + [1] ? 2 : 14
        }
    }

    /// The bits that both have in common, of the first 64 of IPv6 addresses: those of an interface say nothing (§2.2).
    func commonPrefix(with other: SelectionAttributes) -> Int {
        isIPv4 || other.isIPv4 ? 0 : min(Self.commonPrefix(bytes, other.bytes), 64)
    }

    private static func commonPrefix(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var bits = 0
        for (one, other) in zip(left, right) {
            guard one == other else { return bits + (one ^ other).leadingZeroBitCount }
            bits += 8
        }
        return bits
    }
}
