import HoldfastTrust

/// A domain name as messages carry it (RFC 1035 §3.1): labels with their lengths, the root's at the end; ASCII letters
/// in lower case, so that equal names are equal bytes (RFC 4343). Any octet may stand in a label.
struct WireName: Hashable, Sendable {
    let bytes: [UInt8]

    static let root = WireName(checked: [0])

    /// A name that is known to fit: 253 characters are 255 octets.
    init(_ name: DNSName) {
        var bytes: [UInt8] = []
        for label in name.text.utf8.split(separator: UInt8(ascii: ".")) {
            bytes.append(UInt8(truncatingIfNeeded: label.count))
            bytes += label
        }
        self.bytes = bytes + [0]
    }

    /// Takes a name whose bytes were checked.
    ///
    /// - Parameter bytes: labels in lower case with their lengths, and the root's.
    init(checked bytes: [UInt8]) { self.bytes = bytes }

    /// Whether it is a name or stands above it.
    func isAncestorOrSelf(of other: WireName) -> Bool {
        var start = 0
        while other.bytes.count - start >= bytes.count {
            if other.bytes[start...].elementsEqual(bytes) { return true }
            start += Int(other.bytes[start]) + 1
        }
        return false
    }
}
