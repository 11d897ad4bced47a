import HoldfastX509

/// Changes to finished DER that no template describes.
enum DERSurgery {
    /// The fields of a TBSCertificate of version 3, as they stand in it (RFC 5280 §4.1).
    enum Field: Int {
        case version, serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo, extensions
    }

    /// The elements inside one element; empty where it cannot be read.
    static func elements(of der: [UInt8]) -> [[UInt8]] {
        guard var outer = try? DERReader(der[...]), let element = try? outer.readElement(),
            var inner = try? DERReader(element.content)
        else { return [] }
        var elements: [[UInt8]] = []
        while !inner.isAtEnd, let next = try? inner.readElement() { elements.append(Array(next.bytes)) }
        return elements
    }

    /// A SEQUENCE of elements.
    static func sequence(_ elements: [[UInt8]]) -> [UInt8] { tagged(0x30, elements.flatMap { $0 }) }

    /// An element of a one-octet tag.
    static func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag] + length(content.count) + content }

    /// A length in the shortest form (X.690 §10.1).
    static func length(_ count: Int) -> [UInt8] {
        switch count {
        case ..<0x80: [UInt8(count)]
        case ..<0x100: [0x81, UInt8(count)]
        default: [0x82, UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
        }
    }

    /// A certificate's signed part with one field replaced by what `body` makes of it.
    static func replacing(
        _ field: Field, _ body: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> @Sendable ([UInt8]) -> [UInt8] {
        { tbs in
            var fields = elements(of: tbs)
            guard fields.indices.contains(field.rawValue) else { return tbs }
            fields[field.rawValue] = body(fields[field.rawValue])
            return sequence(fields)
        }
    }

    /// The content of an element: what stands behind its tag and length.
    static func content(of der: [UInt8]) -> [UInt8] {
        guard var reader = try? DERReader(der[...]), let element = try? reader.readElement() else { return [] }
        return Array(element.content)
    }

    /// A signed part whose dates are these, whatever they mean.
    static func dates(_ notBefore: [UInt8], _ notAfter: [UInt8]) -> @Sendable ([UInt8]) -> [UInt8] {
        replacing(.validity) { _ in sequence([notBefore, notAfter]) }
    }

    static func utcTime(_ text: String) -> [UInt8] { tagged(0x17, Array(text.utf8)) }
    static func generalizedTime(_ text: String) -> [UInt8] { tagged(0x18, Array(text.utf8)) }
}
