import HoldfastX509

/// The two addresses of a line: the near one is this machine's, the far one is where packets turn round.
struct LineAddresses: Equatable, Sendable {
    let near: IPAddress
    let far: IPAddress

    /// Lines that there may be at a time.
    static let most = 1_000

    /// The addresses of the line with a number: from 198.18.0.0/15, which RFC 2544 appendix C sets aside for
    /// measuring, and which no network routes.
    init(number: Int) {
        let block = 0xC612_0000 + UInt32(number) * 4
        near = IPAddress(ipv4: block + 1)
        far = IPAddress(ipv4: block + 2)
    }

    /// Whether these bytes are an IPv4 packet from the near to the far address (RFC 791 §3.1).
    func isOutgoing(_ packet: ArraySlice<UInt8>) -> Bool {
        guard packet.count >= 20, let first = packet.first, first >> 4 == 4, first & 0x0F >= 5 else { return false }
        let start = packet.startIndex
        return packet[(start + 12)..<(start + 16)].elementsEqual(near.bytes)
            && packet[(start + 16)..<(start + 20)].elementsEqual(far.bytes)
    }

    /// The packet as it comes back: from the far to the near address.
    ///
    /// The checksums of IP, TCP and UDP are sums in which the two addresses stand side by side: they stay right.
    func exchanged(_ packet: ArraySlice<UInt8>) -> [UInt8] {
        var bytes = [UInt8](packet)
        bytes.replaceSubrange(12..<20, with: far.bytes + near.bytes)
        return bytes
    }
}
