/// Tells what a DER encoding is by the tags of its outermost elements: the forms of RFC 5280, RFC 2986, RFC 6960,
/// RFC 5208, RFC 8017, RFC 5915 and RFC 7292 differ there.
enum DERShape {
    /// The elements that the whole file is, each of them a SEQUENCE; `nil` for any other file.
    static func elements(of bytes: ArraySlice<UInt8>) -> [DERElement]? {
        guard bytes.first == 0x30, let elements = children(bytes, limit: .max),
            elements.allSatisfy({ $0.tag == .sequence })
        else { return nil }
        return elements
    }

    /// The first element; `nil` where there is none.
    static func first(of bytes: ArraySlice<UInt8>) -> DERElement? {
        guard var reader = reader(bytes) else { return nil }
        return try? reader.readElement()
    }

    /// The kind of the one element that `bytes` are.
    static func kind(of bytes: ArraySlice<UInt8>) -> EncodedObject.Kind {
        guard let outer = first(of: bytes), outer.bytes.endIndex == bytes.endIndex, outer.tag == .sequence,
            let parts = children(outer.content), let first = parts.first
        else { return .unknown }
        let tags = parts.map(\.tag)
        return switch first.tag {
        case .integer: numbered(parts, tags)
        case .enumerated: .ocspResponse
        case .objectIdentifier: tags.count == 2 ? .pkcs7 : .unknown
        case .sequence: nested(parts, tags)
        default: .unknown
        }
    }

    /// The kind of a structure that begins with a version or a number.
    private static func numbered(_ parts: [DERElement], _ tags: [DERTag]) -> EncodedObject.Kind {
        let attributes: DERTag = .context(0, constructed: true)
        if tags.starts(with: [.integer, .sequence, .octetString]) {
            return tags.dropFirst(3).allSatisfy({ $0 == attributes || $0 == .context(1) })
                ? .privateKey(.pkcs8) : .unknown
        }
        if tags.starts(with: [.integer, .octetString]) { return .privateKey(.ec) }
        if tags.starts(with: [.integer, .sequence]), tags.count <= 3, parts[0].content.elementsEqual([3]) {
            return .pkcs12
        }
        guard tags.prefix(9).allSatisfy({ $0 == .integer }) else { return .unknown }
        switch tags.count {
        case 2: return .publicKey(.rsa)
        case 6: return .privateKey(.other)
        case 9, 10: return .privateKey(.rsa)
        default: return .unknown
        }
    }

    /// The kind of a structure that begins with a SEQUENCE.
    private static func nested(_ parts: [DERElement], _ tags: [DERTag]) -> EncodedObject.Kind {
        switch tags.dropFirst() {
        case [.bitString]: return .publicKey(.subjectPublicKeyInfo)
        case [.octetString]: return .privateKey(.encryptedPKCS8)
        case [.sequence, .bitString]: return signed(parts[0])
        case [], [.context(0, constructed: true)]: return .ocspRequest
        default: return .unknown
        }
    }

    /// The kind of a structure of the form "to be signed, algorithm, signature": a certificate, a list, a request.
    private static func signed(_ content: DERElement) -> EncodedObject.Kind {
        guard let parts = children(content.content), let first = parts.first else { return .unknown }
        let tags = parts.map(\.tag)
        func isTime(_ index: Int) -> Bool {
            tags.indices.contains(index) && (tags[index] == .utcTime || tags[index] == .generalizedTime)
        }
        if first.tag == .context(0, constructed: true) { return .certificate }
        if isTime(2) || isTime(3) { return .certificateList }
        guard first.tag == .integer else { return .unknown }
        // Version 1 of a certificate begins with its serial number, and has six elements at least.
        if tags.count >= 6 { return .certificate }
        return tags.starts(with: [.integer, .sequence, .sequence]) ? .certificationRequest : .unknown
    }

    private static func children(_ bytes: ArraySlice<UInt8>, limit: Int = 16) -> [DERElement]? {
        guard var reader = reader(bytes) else { return nil }
        var elements: [DERElement] = []
        while !reader.isAtEnd, elements.count < limit {
            guard let element = try? reader.readElement() else { return nil }
            elements.append(element)
        }
        return elements
    }

    /// A reader without limits: the caller has bounded the file, and each object is bounded again when it is read.
    static func reader(_ bytes: ArraySlice<UInt8>) -> DERReader? {
        try? DERReader(bytes, limits: DERLimits(maximumBytes: .max, maximumDepth: 1, maximumElements: .max))
    }
}
