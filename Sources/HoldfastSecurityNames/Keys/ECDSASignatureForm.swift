import HoldfastX509

/// The two forms of an ECDSA signature, made from one another.
enum ECDSASignatureForm {
    /// `r` and `s` in `size` bytes each (RFC 4754 §7), from DER (RFC 3279 §2.2.3); `nil` for anything else.
    static func concatenated(_ der: [UInt8], size: Int) -> [UInt8]? {
        guard var reader = try? DERReader(der[...]), let content = try? reader.readContent(.sequence), reader.isAtEnd,
            var inner = try? DERReader(content), let r = try? inner.readUnsigned(), let s = try? inner.readUnsigned(),
            inner.isAtEnd, r.count <= size, s.count <= size
        else { return nil }
        return [r, s].flatMap { [UInt8](repeating: 0, count: size - $0.count) + $0 }
    }

    /// DER, from `r` and `s` in `size` bytes each; `nil` for another length.
    static func der(_ concatenated: [UInt8], size: Int) -> [UInt8]? {
        guard concatenated.count == 2 * size else { return nil }
        var writer = DERWriter()
        writer.sequence { inner in
            inner.integer(bytes: concatenated.prefix(size))
            inner.integer(bytes: concatenated.suffix(size))
        }
        return writer.bytes
    }
}
