/// A change made to bytes before they are used: the way to certificates that no field of a template can describe.
public struct ByteEdit: Sendable {
    let apply: @Sendable ([UInt8]) -> [UInt8]

    /// An edit that gives what `apply` returns.
    public init(_ apply: @escaping @Sendable ([UInt8]) -> [UInt8]) { self.apply = apply }

    /// Inverts the lowest bit of one byte.
    ///
    /// - Parameter offset: Counted from the beginning, or below zero from the end: -1 is the last byte. Where there is
    ///   no such byte nothing changes.
    public static func flippingBit(at offset: Int) -> ByteEdit {
        ByteEdit { bytes in
            var bytes = bytes
            let index = offset < 0 ? bytes.count + offset : offset
            if bytes.indices.contains(index) { bytes[index] ^= 1 }
            return bytes
        }
    }

    /// Puts other bytes in their place.
    public static func replacing(with bytes: [UInt8]) -> ByteEdit { ByteEdit { _ in bytes } }

    /// Adds bytes at the end.
    public static func appending(_ suffix: [UInt8]) -> ByteEdit { ByteEdit { $0 + suffix } }
}
