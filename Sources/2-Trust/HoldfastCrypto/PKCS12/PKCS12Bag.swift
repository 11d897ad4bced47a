import HoldfastX509

/// One bag of PKCS #12 (RFC 7292 §4.2), its attributes read as far as they are known here.
struct PKCS12Bag {
    enum Content {
        /// A PrivateKeyInfo.
        case key([UInt8])
        case shroudedKey(EncryptedPrivateKeyInfo)
        /// An X.509 certificate (DER).
        case certificate([UInt8])
        case other(ObjectIdentifier)
    }

    let content: Content
    var friendlyName: String?
    var localKeyID: [UInt8]?

    init(_ content: Content, friendlyName: String?, localKeyID: [UInt8]?) {
        self.content = content
        self.friendlyName = friendlyName
        self.localKeyID = localKeyID
    }

    // MARK: Reading

    /// The bags of SafeContents, those of bags inside bags among them; the reader's limits bound their number and
    /// depth.
    static func all(in der: [UInt8]) throws(DERError) -> [PKCS12Bag] {
        var reader = try DERReader(der[...])
        var bags: [PKCS12Bag] = []
        try readContents(&reader, into: &bags)
        try reader.expectEnd()
        return bags
    }

    private static func readContents(_ reader: inout DERReader, into bags: inout [PKCS12Bag]) throws(DERError) {
        try reader.readSequence("safeContents") { (list: inout DERReader) throws(DERError) in
            while !list.isAtEnd {
                try list.readSequence { (bag: inout DERReader) throws(DERError) in
                    try readBag(&bag, into: &bags)
                }
            }
        }
    }

    private static func readBag(_ bag: inout DERReader, into bags: inout [PKCS12Bag]) throws(DERError) {
        let type = try bag.readObjectIdentifier()
        let explicit = DERTag.context(0, constructed: true)
        guard type != .pkcs12SafeContentsBag else {
            try bag.readSequence("bagValue", as: explicit) { (inner: inout DERReader) throws(DERError) in
                try readContents(&inner, into: &bags)
            }
            _ = bag.isAtEnd ? nil : try bag.readElement()
            return
        }
        let content = try bag.readSequence("bagValue", as: explicit) {
            (inner: inout DERReader) throws(DERError) -> Content in
            switch type {
            case .pkcs12KeyBag: return .key(Array(try inner.readElement().bytes))
            case .pkcs12ShroudedKeyBag: return .shroudedKey(try EncryptedPrivateKeyInfo(from: &inner))
            case .pkcs12CertBag: return try certificate(&inner)
            default:
                _ = try inner.readElement()
                return .other(type)
            }
        }
        var result = PKCS12Bag(content, friendlyName: nil, localKeyID: nil)
        if !bag.isAtEnd { try result.readAttributes(&bag) }
        bags.append(result)
    }

    private static func certificate(_ reader: inout DERReader) throws(DERError) -> Content {
        try reader.readSequence("certBag") { (inner: inout DERReader) throws(DERError) -> Content in
            let type = try inner.readObjectIdentifier()
            return try inner.readSequence("certValue", as: .context(0, constructed: true)) {
                (value: inout DERReader) throws(DERError) -> Content in
                guard type == .pkcs9X509Certificate else {
                    _ = try value.readElement()
                    return .other(type)
                }
                return .certificate(Array(try value.readOctetString()))
            }
        }
    }

    private mutating func readAttributes(_ reader: inout DERReader) throws(DERError) {
        let pairs = try reader.readSetOf(requiringOrder: false) {
            (attribute: inout DERReader) throws(DERError) -> (ObjectIdentifier, [DERElement]) in
            try attribute.readSequence {
                (inner: inout DERReader) throws(DERError) -> (ObjectIdentifier, [DERElement]) in
                let type = try inner.readObjectIdentifier()
                let values = try inner.readSetOf(requiringOrder: false) {
                    (value: inout DERReader) throws(DERError) in try value.readElement()
                }
                return (type, values)
            }
        }
        for (type, values) in pairs {
            guard let value = values.first else { continue }
            if type == .friendlyName, friendlyName == nil {
                friendlyName = Self.text(value)
            } else if type == .localKeyID, localKeyID == nil, value.tag == .octetString {
                localKeyID = Array(value.content)
            }
        }
    }

    /// A BMPString, read as UTF-16, which is what Java and OpenSSL mean by characters beyond the basic plane.
    private static func text(_ value: DERElement) -> String? {
        guard value.tag == .bmpString, value.content.count.isMultiple(of: 2) else { return nil }
        let octets = Array(value.content)
        let units = stride(from: 0, to: octets.count, by: 2).map { UInt16(octets[$0]) << 8 | UInt16(octets[$0 + 1]) }
        return String(validating: units, as: UTF16.self)
    }

    // MARK: Writing

    /// SafeContents of these bags.
    static func encoded(_ bags: [PKCS12Bag]) -> [UInt8] {
        var writer = DERWriter()
        writer.sequence { list in for bag in bags { bag.write(into: &list) } }
        return writer.bytes
    }

    private func write(into writer: inout DERWriter) {
        writer.sequence { bag in
            switch content {
            case .key(let der):
                bag.oid(.pkcs12KeyBag)
                bag.explicit(0) { $0.raw(der) }
            case .shroudedKey(let info):
                bag.oid(.pkcs12ShroudedKeyBag)
                bag.explicit(0) { $0.value(info) }
            case .certificate(let certificate):
                bag.oid(.pkcs12CertBag)
                bag.explicit(0) { outer in
                    outer.sequence { value in
                        value.oid(.pkcs9X509Certificate)
                        value.explicit(0) { $0.octetString(certificate) }
                    }
                }
            case .other(let type): bag.oid(type)
            }
            var attributes: [[UInt8]] = []
            if let friendlyName {
                let units = friendlyName.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
                attributes.append(Self.attribute(.friendlyName) { $0.write(.bmpString, content: units) })
            }
            if let localKeyID { attributes.append(Self.attribute(.localKeyID) { $0.octetString(localKeyID) }) }
            if !attributes.isEmpty { bag.setOf(attributes) }
        }
    }

    private static func attribute(_ type: ObjectIdentifier, _ value: (inout DERWriter) -> Void) -> [UInt8] {
        var writer = DERWriter()
        writer.sequence { attribute in
            attribute.oid(type)
            attribute.set(value)
        }
        return writer.bytes
    }
}
