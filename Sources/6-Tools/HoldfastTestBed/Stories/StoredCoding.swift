/// Content codings of HTTP (RFC 9110 §8.4.1) made without compressing: a decoder has to read them all the same.
enum StoredCoding: String, Sendable {
    case brotli = "br"
    case gzip

    /// The bytes in this coding.
    ///
    /// - Parameter isDamaged: whether the checksum is of other bytes; brotli has none, and loses its end instead.
    func encode(_ bytes: [UInt8], isDamaged: Bool = false) -> [UInt8] {
        switch self {
        case .gzip: Self.gzip(bytes, isDamaged: isDamaged)
        case .brotli: Self.brotli(bytes).dropLast(isDamaged ? 1 : 0)
        }
    }

    /// RFC 1952 §2.3 around stored blocks of RFC 1951 §3.2.4.
    private static func gzip(_ bytes: [UInt8], isDamaged: Bool) -> [UInt8] {
        // ID1 ID2 CM=deflate FLG MTIME(4) XFL OS=unknown
        var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            // BFINAL, BTYPE=00, LEN and its complement.
            result += [rest.isEmpty ? 1 : 0] + little(UInt32(block.count), 2) + little(~UInt32(block.count), 2) + block
        } while !rest.isEmpty
        let checksum = crc32(bytes) ^ (isDamaged ? 1 : 0)
        return result + little(checksum, 4) + little(UInt32(truncatingIfNeeded: bytes.count), 4)
    }

    /// RFC 7932 §9.1 and §9.2: a window of 16 bits, uncompressed meta-blocks, and an empty last one.
    private static func brotli(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        var isFirst = true
        while !rest.isEmpty {
            let block = rest.prefix(1 << 16)
            rest = rest.dropFirst(block.count)
            // WBITS=16 is one bit 0, once. ISLAST=0, MNIBBLES=4 is 00, MLEN-1 in 16 bits, ISUNCOMPRESSED=1, padding.
            let head = UInt32(block.count - 1) << 3 | 1 << 19
            result += little(isFirst ? head << 1 : head, 3) + block
            isFirst = false
        }
        // ISLAST=1, ISLASTEMPTY=1; behind WBITS where there was no block.
        return result + [isFirst ? 0b110 : 0b11]
    }

    private static func little(_ value: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }

    /// RFC 1952 §8.
    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var value: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
        return ~value
    }
}
