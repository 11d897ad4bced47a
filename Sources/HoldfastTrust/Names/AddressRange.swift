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
