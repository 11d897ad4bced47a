import Foundation

/// Timestamps as the extension of a TLS handshake holds them.
enum TimestampList {
    /// A `SignedCertificateTimestampList` (RFC 6962 §3.3); nil for none, and for more than its length can say.
    static func encoded(_ timestamps: [Data]) -> [UInt8]? {
        guard !timestamps.isEmpty else { return nil }
        var list: [UInt8] = []
        for timestamp in timestamps {
            guard let length = UInt16(exactly: timestamp.count) else { return nil }
            list += [UInt8(length >> 8), UInt8(length & 0xFF)] + timestamp
        }
        guard let length = UInt16(exactly: list.count) else { return nil }
        return [UInt8(length >> 8), UInt8(length & 0xFF)] + list
    }
}
