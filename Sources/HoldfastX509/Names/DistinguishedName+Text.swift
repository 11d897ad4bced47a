extension DistinguishedName: CustomStringConvertible {
    /// RFC 4514: the most specific level first, special characters escaped.
    public var description: String {
        relativeNames.reversed().map { level in
            level.attributes.map(Self.text).joined(separator: "+")
        }.joined(separator: ",")
    }

    /// The common name, else the organisation, else the whole name: for lines that have to be short.
    public var shortDescription: String {
        let name = commonName ?? lastString(of: .organizationName) ?? lastString(of: .organizationalUnitName)
        if let name, !name.isEmpty { return Self.visible(name) }
        return isEmpty ? "(no subject)" : description
    }

    private static func text(_ attribute: AttributeValue) -> String {
        let type = keyword(of: attribute.type) ?? attribute.type.description
        // RFC 4514 §2.4: what has no string form is written as its encoding.
        guard let text = attribute.string else {
            var writer = DERWriter()
            writer.write(attribute.valueTag, content: attribute.value)
            return "\(type)=#\(HexString.encode(writer.bytes))"
        }
        return "\(type)=\(escaped(text))"
    }

    /// RFC 4514 §3, and what everybody writes beside it.
    private static func keyword(of type: ObjectIdentifier) -> String? {
        switch type {
        case .commonName: "CN"
        case .localityName: "L"
        case .stateOrProvinceName: "ST"
        case .organizationName: "O"
        case .organizationalUnitName: "OU"
        case .countryName: "C"
        case .streetAddress: "STREET"
        case .domainComponent: "DC"
        case .userID: "UID"
        case .serialNumberAttribute: "serialNumber"
        case .emailAddress: "emailAddress"
        default: nil
        }
    }

    private static func escaped(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        var result = ""
        for (index, scalar) in scalars.enumerated() {
            let isEnd = index == 0 || index == scalars.count - 1
            if "\"+,;<>\\".unicodeScalars.contains(scalar) || (scalar == " " && isEnd) || (scalar == "#" && index == 0)
            {
                result += "\\\(scalar)"
            } else {
                result += visible(scalar)
            }
        }
        return result
    }

    /// A name comes from a stranger: its control characters must not steer a terminal.
    private static func visible(_ text: String) -> String { text.unicodeScalars.map(visible).joined() }

    private static func visible(_ scalar: Unicode.Scalar) -> String {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
            String(scalar).utf8.map { "\\" + HexString.encode([$0]) }.joined()
        default: String(scalar)
        }
    }
}
