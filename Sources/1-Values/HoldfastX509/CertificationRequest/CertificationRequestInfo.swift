/// The part of a request that is signed (RFC 2986 §4.1), as values.
public struct CertificationRequestInfo: Sendable {
    /// The SEQUENCE, as it was read or is to be signed.
    public let bytes: ArraySlice<UInt8>
    /// The subject that the certificate is asked for.
    public let subject: DistinguishedName
    /// The key that is to be certified.
    public let subjectPublicKeyInfo: SubjectPublicKeyInfo
    /// All attributes, in order.
    public let attributes: [CertificationRequestAttribute]
    /// The extensions that are asked for; empty where there is no such attribute.
    public let requestedExtensions: [Extension]
    /// The challenge password (RFC 2985 §5.4.1); `nil` where there is none.
    public let challengePassword: String?

    /// Makes what is to be signed; the attributes are brought into the order that DER wants.
    ///
    /// - Throws: ``DERError`` where an attribute known here has a value that is none.
    public init(
        subject: DistinguishedName, subjectPublicKeyInfo: SubjectPublicKeyInfo,
        attributes: [CertificationRequestAttribute]
    ) throws(DERError) {
        var writer = DERWriter()
        writer.sequence { info in
            info.integer(0)
            info.value(subject)
            info.raw(subjectPublicKeyInfo.bytes)
            info.setOf(attributes.map(\.der), as: .context(0, constructed: true))
        }
        try self.init(der: writer.bytes)
    }
}

// CertificationRequestInfo ::= SEQUENCE {
//     version        INTEGER { v1(0) },
//     subject        Name,
//     subjectPKInfo  SubjectPublicKeyInfo,
//     attributes     [0] SET OF Attribute }
extension CertificationRequestInfo: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        bytes = reader.enclosingElement
        let start = reader.offset
        // RFC 2986 §4.1: "It shall be 0 for this version of the standard."
        guard try reader.value("version", as: ASN1.Integer.self) == 0 else {
            throw DERError(.invalidValue(.version(of: .request)), at: start, path: ["version"])
        }
        subject = try reader.value("subject", as: DistinguishedName.self)
        subjectPublicKeyInfo = try reader.value("subjectPKInfo", as: SubjectPublicKeyInfo.self)
        var extensions: [Extension]?
        var password: String?
        attributes = try reader.field("attributes") {
            (field: inout DERReader) throws(DERError) -> [CertificationRequestAttribute] in
            try field.readSetOf(as: .context(0, constructed: true)) {
                (element: inout DERReader) throws(DERError) -> CertificationRequestAttribute in
                let start = element.offset
                let attribute = try CertificationRequestAttribute(from: &element)
                try Self.decode(attribute, at: start, &extensions, &password)
                return attribute
            }
        }
        requestedExtensions = extensions ?? []
        challengePassword = password
    }

    /// Reads the attributes known here. Both are "SINGLE VALUE TRUE" (RFC 2985 §5.4), and which of two would count
    /// nobody could say.
    private static func decode(
        _ attribute: CertificationRequestAttribute, at start: Int, _ extensions: inout [Extension]?,
        _ password: inout String?
    ) throws(DERError) {
        guard attribute.type == .extensionRequest || attribute.type == .challengePassword else { return }
        guard attribute.values.count == 1, let value = attribute.values.first else {
            throw DERError(.invalidValue(.attributeValues), at: start)
        }
        if attribute.type == .extensionRequest {
            guard extensions == nil else {
                throw DERError(.invalidValue(.extensionsTwice), at: start)
            }
            var reader = try DERReader(value)
            extensions = try reader.values("extensionRequest", of: Extension.self)
            try reader.expectEnd()
        } else {
            guard password == nil else { throw DERError(.invalidValue(.twoPasswords), at: start) }
            var reader = try DERReader(value)
            let element = try reader.readElement()
            // A DirectoryString; some tools write IA5String.
            guard
                let text = AttributeValue(.challengePassword, valueTag: element.tag, value: element.content).string
            else { throw DERError(.invalidValue(.passwordNoText), at: start) }
            password = text
        }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { info in
            info.integer(0)
            info.value(subject)
            info.value(subjectPublicKeyInfo)
            info.sequenceOf(attributes, as: .context(0, constructed: true))
        }
    }
}

extension CertificationRequestInfo: Hashable, EqualByBytes {}
