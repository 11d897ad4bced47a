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

// GeneralName ::= CHOICE {
//     otherName                  [0] OtherName,
//     rfc822Name                 [1] IA5String,
//     dNSName                    [2] IA5String,
//     x400Address                [3] ORAddress,
//     directoryName              [4] Name,          -- a CHOICE, so its tag is explicit (X.680 §31.2.7)
//     ediPartyName               [5] EDIPartyName,
//     uniformResourceIdentifier  [6] IA5String,
//     iPAddress                  [7] OCTET STRING,
//     registeredID               [8] OBJECT IDENTIFIER }
extension GeneralName: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        switch reader.peekTag {
        case .context(0, constructed: true): self = try Self.otherName(&reader)
        case .context(1): self = .rfc822Name(try reader.value("rfc822Name", tag: .context(1), as: IA5String.self))
        case .context(2): self = .dnsName(try reader.value("dNSName", tag: .context(2), as: IA5String.self))
        case .context(3, constructed: true): self = .x400Address(try reader.readAny().content)
        case .context(4, constructed: true):
            self = .directoryName(try reader.value("directoryName", explicit: 4, as: DistinguishedName.self))
        case .context(5, constructed: true): self = .ediPartyName(try reader.readAny().content)
        case .context(6):
            let name = try reader.value("uniformResourceIdentifier", tag: .context(6), as: IA5String.self)
            self = .uniformResourceIdentifier(name)
        case .context(7): self = .ipAddress(try reader.readOctetString(as: .context(7)))
        case .context(8):
            self = .registeredID(try reader.value("registeredID", tag: .context(8), as: ObjectIdentifier.self))
        default:
            let start = reader.offset
            let element = try reader.readElement()
            throw DERError(.invalidValue(.generalNameKind(element.tag)), at: start)
        }
    }

    // OtherName ::= SEQUENCE {
    //     type-id  OBJECT IDENTIFIER,
    //     value    [0] EXPLICIT ANY DEFINED BY type-id }
    private static func otherName(_ reader: inout DERReader) throws(DERError) -> GeneralName {
        let explicit = DERTag.context(0, constructed: true)
        return try reader.readSequence("otherName", as: explicit) {
            (inner: inout DERReader) throws(DERError) -> GeneralName in
            let type = try inner.value("type-id", as: ObjectIdentifier.self)
            let value = try inner.readSequence("value", as: explicit) {
                (value: inout DERReader) throws(DERError) in try value.readAny().bytes
            }
            return .otherName(type: type, value: value)
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

/// A list of names: subject and issuer alternative names (RFC 5280 §4.2.1.6, §4.2.1.7) and fields of others.
///
/// An empty list is carried; rules judge it.
public struct GeneralNames: Hashable, Sendable {
    /// The names, in order.
    public var names: [GeneralName]

    /// Makes a list of names.
    public init(_ names: [GeneralName]) { self.names = names }

    func write(into writer: inout DERWriter, as tag: DERTag) { writer.sequenceOf(names, as: tag) }
}

// GeneralNames ::= SEQUENCE SIZE (1..MAX) OF GeneralName
extension GeneralNames: DERTaggable {
    package static var ownTag: DERTag { .sequence }

    package init(from reader: inout DERReader, as tag: DERTag) throws(DERError) {
        names = try reader.values(of: GeneralName.self, as: tag)
    }

    public func write(into writer: inout DERWriter) { write(into: &writer, as: .sequence) }
}

extension GeneralName: CustomStringConvertible {
    /// The kind and the name, as OpenSSL writes them: `DNS:example.com`, `IP:192.0.2.1`, `IP:10.0.0.0/255.0.0.0`.
    ///
    /// Invisible characters are escaped; addresses of a wrong length are hexadecimal after `#`.
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
        if let address = IPAddress(bytes: octets) { return address.description }
        guard octets.count == 8 || octets.count == 32 else { return "#" + HexString.encode(octets) }
        return address(octets.prefix(octets.count / 2)) + "/" + address(octets.suffix(octets.count / 2))
    }
}
