extension Hasher {
    /// Adds octets and their number at once: element by element, as collections hash themselves, takes ten times as
    /// long.
    package mutating func combine(octets: ArraySlice<UInt8>) {
        combine(octets.count)
        unsafe octets.withUnsafeBytes { unsafe combine(bytes: $0) }
    }
}

/// Octets as the key of a table.
package struct OctetKey: Hashable, Sendable {
    package let octets: ArraySlice<UInt8>

    package init(_ octets: ArraySlice<UInt8>) { self.octets = octets }

    package func hash(into hasher: inout Hasher) { hasher.combine(octets: octets) }
}

/// A value that equals another one when their encodings are the same octets.
package protocol EqualByBytes: Hashable {
    /// The whole encoding.
    var bytes: ArraySlice<UInt8> { get }
}

extension EqualByBytes {
    public static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }

    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
