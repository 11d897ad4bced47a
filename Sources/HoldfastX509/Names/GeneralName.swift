/// A name of one of nine kinds (RFC 5280 §4.2.1.6).
public enum GeneralName: Hashable, Sendable {
    /// A name of a type of its own; `value` is the encoding inside the explicit tag.
    case otherName(type: ObjectIdentifier, value: ArraySlice<UInt8>)
    case rfc822Name(IA5String)
    case dnsName(IA5String)
    /// The content octets; nothing is made of them.
    case x400Address(ArraySlice<UInt8>)
    case directoryName(DistinguishedName)
    /// The content octets; nothing is made of them.
    case ediPartyName(ArraySlice<UInt8>)
    case uniformResourceIdentifier(IA5String)
    /// Four or sixteen octets; in name constraints twice as many, the mask behind the address.
    case ipAddress(ArraySlice<UInt8>)
    case registeredID(ObjectIdentifier)
}

extension GeneralName: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        switch reader.peekTag {
        case .context(0, constructed: true):
            self = try reader.readSequence("otherName", as: .context(0, constructed: true)) {
                (inner: inout DERReader) throws(DERError) -> GeneralName in
                let type = try inner.readObjectIdentifier()
                return try inner.readSequence("value", as: .context(0, constructed: true)) {
                    (value: inout DERReader) throws(DERError) -> GeneralName in
                    .otherName(type: type, value: try value.readAny().bytes)
                }
            }
        case .context(1): self = .rfc822Name(try Self.string(&reader, "rfc822Name", as: .context(1)))
        case .context(2): self = .dnsName(try Self.string(&reader, "dNSName", as: .context(2)))
        case .context(3, constructed: true):
            self = .x400Address(try reader.readAny().content)
        case .context(4, constructed: true):
            // A CHOICE cannot be tagged implicitly: the name stands inside the tag (X.680 §31.2.7).
            self = try reader.readSequence("directoryName", as: .context(4, constructed: true)) {
                (inner: inout DERReader) throws(DERError) -> GeneralName in
                .directoryName(try DistinguishedName(from: &inner))
            }
        case .context(5, constructed: true):
            self = .ediPartyName(try reader.readAny().content)
        case .context(6):
            self = .uniformResourceIdentifier(
                try Self.string(&reader, "uniformResourceIdentifier", as: .context(6)))
        case .context(7): self = .ipAddress(try reader.readOctetString(as: .context(7)))
        case .context(8): self = .registeredID(try reader.readObjectIdentifier(as: .context(8)))
        default:
            let start = reader.offset
            _ = try reader.readElement()
            throw DERError(.invalidValue("general name of a kind that does not exist"), at: start)
        }
    }

    private static func string(
        _ reader: inout DERReader, _ field: StaticString, as tag: DERTag
    ) throws(DERError) -> IA5String {
        try reader.field(field) { (inner: inout DERReader) throws(DERError) -> IA5String in
            let start = inner.offset
            guard let string = IA5String(try inner.readContent(tag)) else {
                throw DERError(.invalidString("IA5String with an octet outside ASCII"), at: start)
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

extension GeneralName: CustomStringConvertible {
    /// The kind and the name, as `openssl` writes them: `DNS:example.com`.
    public var description: String {
        switch self {
        case .otherName(let type, _): "otherName:\(type)"
        case .rfc822Name(let name): "email:\(name)"
        case .dnsName(let name): "DNS:\(name)"
        case .x400Address: "X400Name"
        case .directoryName(let name): "DirName:\(name)"
        case .ediPartyName: "EdiPartyName"
        case .uniformResourceIdentifier(let name): "URI:\(name)"
        case .ipAddress(let octets): "IP:\(Self.address(octets))"
        case .registeredID(let identifier): "RID:\(identifier)"
        }
    }

    private static func address(_ octets: ArraySlice<UInt8>) -> String {
        switch octets.count {
        case 4: octets.map { String($0) }.joined(separator: ".")
        case 8: address(octets.prefix(4)) + "/" + address(octets.suffix(4))
        case 16:
            stride(from: octets.startIndex, to: octets.endIndex, by: 2)
                .map { String(UInt16(octets[$0]) << 8 | UInt16(octets[$0 + 1]), radix: 16) }.joined(separator: ":")
        case 32: address(octets.prefix(16)) + "/" + address(octets.suffix(16))
        default: "#" + HexString.encode(octets)
        }
    }
}
