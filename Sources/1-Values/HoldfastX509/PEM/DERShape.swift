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
        else { return BERShape.kind(of: bytes) }
        let tags = parts.map(\.tag)
        return switch first.tag {
        case .integer: numbered(parts, tags, of: bytes)
        case .enumerated: .ocspResponse
        // ContentInfo (RFC 5652 §3); an AlgorithmIdentifier begins with an identifier too.
        case .objectIdentifier: tags == [.objectIdentifier, .context(0, constructed: true)] ? .pkcs7 : .unknown
        case .sequence: nested(parts, tags)
        default: .unknown
        }
    }

    /// The kind of a structure that begins with a version or a number.
    ///
    /// INTEGERs alone are said by many things, so their values have to be those of the kind.
    private static func numbered(
        _ parts: [DERElement], _ tags: [DERTag], of bytes: ArraySlice<UInt8>
    ) -> EncodedObject.Kind {
        let attributes: DERTag = .context(0, constructed: true)
        func isVersion(_ numbers: UInt8...) -> Bool { numbers.contains { parts[0].content.elementsEqual([$0]) } }
        if tags.starts(with: [.integer, .sequence, .octetString]) {
            let isKey = isVersion(0, 1) && algorithm(parts[1]) != nil
            return isKey && tags.dropFirst(3).allSatisfy({ $0 == attributes || $0 == .context(1) })
                ? .privateKey(.pkcs8) : .unknown
        }
        if tags.starts(with: [.integer, .octetString]), isVersion(1) { return .privateKey(.ec) }
        if tags.starts(with: [.integer, .sequence]), tags.count <= 3, isVersion(3) { return .pkcs12 }
        guard tags.prefix(9).allSatisfy({ $0 == .integer }) else { return .unknown }
        switch tags.count {
        case 2, 3:
            if (try? RSAPublicKey(der: bytes))?.isPlausible == true { return .publicKey(.rsa) }
            return (try? DHParameters(der: bytes))?.isPlausible == true ? .parameters : .unknown
        case 6: return isVersion(0) ? .privateKey(.other) : .unknown
        case 9, 10: return isVersion(0, 1) ? .privateKey(.rsa) : .unknown
        default: return .unknown
        }
    }

    /// The algorithm of an AlgorithmIdentifier; `nil` for any other SEQUENCE.
    private static func algorithm(_ element: DERElement) -> ObjectIdentifier? {
        (try? AlgorithmIdentifier(der: element.bytes))?.algorithm
    }

    /// The kind of a structure that begins with a SEQUENCE.
    private static func nested(_ parts: [DERElement], _ tags: [DERTag]) -> EncodedObject.Kind {
        switch tags.dropFirst() {
        case [.bitString]:
            return algorithm(parts[0])?.keyName == nil ? .unknown : .publicKey(.subjectPublicKeyInfo)
        case [.octetString]:
            // DigestInfo (RFC 8017 §9.2) has this form too.
            return algorithm(parts[0])?.isPassphraseEncryption == true ? .privateKey(.encryptedPKCS8) : .unknown
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
