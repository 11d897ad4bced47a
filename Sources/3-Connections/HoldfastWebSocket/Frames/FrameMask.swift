import HoldfastCrypto

/// The masking of payloads (RFC 6455 §5.3): octet by octet with the four of a key, one after the other.
package enum FrameMask {
    /// Masks octets, or takes the mask away.
    ///
    /// - Parameters:
    ///   - key: its first octet in the lowest ones.
    ///   - offset: the number of octets of the payload before these.
    package static func apply(_ key: UInt32, from offset: Int = 0, to octets: UnsafeMutableRawBufferPointer) {
        let turn = UInt32(truncatingIfNeeded: offset & 3) * 8
        let turned = turn == 0 ? key : key >> turn | key << (32 - turn)
        let word = (UInt64(turned) << 32 | UInt64(turned)).littleEndian
        let whole = octets.count & ~7
        for place in stride(from: 0, to: whole, by: 8) {
            let value = unsafe octets.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            unsafe octets.storeBytes(of: value ^ word, toByteOffset: place, as: UInt64.self)
        }
        for place in whole..<octets.count {
            let shift = UInt32(truncatingIfNeeded: place & 3) * 8
            unsafe octets[place] ^= UInt8(truncatingIfNeeded: turned >> shift)
        }
    }

    /// Masks the octets of an array from a place on.
    package static func apply(_ key: UInt32, to bytes: inout [UInt8], after start: Int, from offset: Int = 0) {
        unsafe bytes.withUnsafeMutableBytes { octets in
            unsafe apply(key, from: offset, to: UnsafeMutableRawBufferPointer(rebasing: octets[start...]))
        }
    }
}

/// The source of masking keys: §5.3 wants each of them "derived from a strong source of entropy", and one that whoever
/// chooses the payload cannot foresee.
struct MaskSource {
    /// The octets that are asked for at once.
    private static let stock = 1024

    private var octets: [UInt8] = []

    mutating func next() throws(WebSocketError) -> UInt32 {
        if octets.count < 4 {
            do throws(CryptoError) { octets = try SystemRandom.bytes(Self.stock) } catch {
                throw WebSocketError(.internalError, .noEntropy)
            }
        }
        var key: UInt32 = 0
        for octet in octets.suffix(4) { key = key << 8 | UInt32(octet) }
        octets.removeLast(4)
        return key
    }
}
