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

    /// What ``encoded(_:)`` would make the list of; empty for what is no such list.
    static func decoded(_ list: [UInt8]) -> [Data] {
        guard list.count >= 2, Int(list[0]) << 8 | Int(list[1]) == list.count - 2 else { return [] }
        var rest = list.dropFirst(2)
        var timestamps: [Data] = []
        while let high = rest.popFirst() {
            guard let low = rest.popFirst() else { return [] }
            let length = Int(high) << 8 | Int(low)
            guard length > 0, rest.count >= length else { return [] }
            timestamps.append(Data(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return timestamps
    }
}
