/// A name of one of nine kinds (RFC 5280 §4.2.1.6).
///
/// Names are carried as they are written; whether a dNSName is one, or an address has the right length, is for rules
/// to judge.
public enum GeneralName: Hashable, Sendable {
    /// A name of a kind of its own; `value` is the encoding inside the explicit tag.
    case otherName(type: ObjectIdentifier, value: ArraySlice<UInt8>)
    /// A mailbox, as `user@example.com`.
    case rfc822Name(IA5String)
    /// A DNS name, as `example.com` or `*.example.com`.
    case dnsName(IA5String)
    /// The content octets of an X.400 address; nothing is made of them.
    case x400Address(ArraySlice<UInt8>)
    /// A distinguished name.
    case directoryName(DistinguishedName)
    /// The content octets of an EDI party name; nothing is made of them.
    case ediPartyName(ArraySlice<UInt8>)
    /// A URI.
    case uniformResourceIdentifier(IA5String)
    /// Four or sixteen octets; in name constraints twice as many, the mask behind the address.
    case ipAddress(ArraySlice<UInt8>)
    /// An object identifier.
    case registeredID(ObjectIdentifier)
}

extension GeneralName: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        switch reader.peekTag {
        case .context(0, constructed: true): self = try Self.otherName(&reader)
        case .context(1): self = .rfc822Name(try Self.string(&reader, "rfc822Name", as: .context(1)))
        case .context(2): self = .dnsName(try Self.string(&reader, "dNSName", as: .context(2)))
        case .context(3, constructed: true): self = .x400Address(try reader.readAny().content)
        case .context(4, constructed: true):
            // A CHOICE cannot be tagged implicitly: the name stands inside the tag (X.680 §31.2.7).
            self = try reader.readSequence("directoryName", as: .context(4, constructed: true)) {
                (inner: inout DERReader) throws(DERError) -> GeneralName in
                .directoryName(try DistinguishedName(from: &inner))
            }
        case .context(5, constructed: true): self = .ediPartyName(try reader.readAny().content)
        case .context(6):
            self = .uniformResourceIdentifier(
                try Self.string(&reader, "uniformResourceIdentifier", as: .context(6)))
        case .context(7): self = .ipAddress(try reader.readOctetString(as: .context(7)))
        case .context(8):
            self = .registeredID(
                try reader.field("registeredID") { (field: inout DERReader) throws(DERError) in
                    try field.readObjectIdentifier(as: .context(8))
                })
        default:
            let start = reader.offset
            let element = try reader.readElement()
            throw DERError(.invalidValue("general name of a kind that does not exist: \(element.tag)"), at: start)
        }
    }

    private static func otherName(_ reader: inout DERReader) throws(DERError) -> GeneralName {
        try reader.readSequence("otherName", as: .context(0, constructed: true)) {
            (inner: inout DERReader) throws(DERError) -> GeneralName in
            let type = try inner.field("type-id") { (field: inout DERReader) throws(DERError) in
                try field.readObjectIdentifier()
            }
            return try inner.readSequence("value", as: .context(0, constructed: true)) {
                (value: inout DERReader) throws(DERError) -> GeneralName in
                .otherName(type: type, value: try value.readAny().bytes)
            }
        }
    }

    private static func string(
        _ reader: inout DERReader, _ field: StaticString, as tag: DERTag
    ) throws(DERError) -> IA5String {
        try reader.field(field) { (inner: inout DERReader) throws(DERError) -> IA5String in
            let content = try inner.readContent(tag)
            guard let string = IA5String(content) else {
                let offset = content.firstIndex { $0 >= 0x80 } ?? content.startIndex
                throw DERError(.invalidString("IA5String with an octet outside ASCII"), at: offset)
            }
            return string
        }
    }

    public func write(into writer: inout DERWriter) {
        switch self {
        case .otherName(let type, let value):
            writer.sequence(as: .context(0, constructed: true)) { inner in
                inner.oid(type)
                inner.explicit(0) { $0.raw(value) }
            }
        case .rfc822Name(let name): writer.write(.context(1), content: name.bytes)
        case .dnsName(let name): writer.write(.context(2), content: name.bytes)
        case .x400Address(let content): writer.write(.context(3, constructed: true), content: content)
        case .directoryName(let name): writer.explicit(4) { $0.value(name) }
        case .ediPartyName(let content): writer.write(.context(5, constructed: true), content: content)
        case .uniformResourceIdentifier(let name): writer.write(.context(6), content: name.bytes)
        case .ipAddress(let octets): writer.octetString(octets, as: .context(7))
        case .registeredID(let identifier): writer.oid(identifier, as: .context(8))
        }
    }
}
