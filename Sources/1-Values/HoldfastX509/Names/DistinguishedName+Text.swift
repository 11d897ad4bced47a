extension DistinguishedName: CustomStringConvertible {
    /// The name as RFC 4514 §2 writes it: the most specific level first, special and invisible characters escaped.
    public var description: String {
        relativeNames.reversed().map { level in
            level.attributes.map(Self.text).joined(separator: "+")
        }.joined(separator: ",")
    }

    /// The common name, else the organisation, else its unit, else the whole name: for lines that have to be short.
    ///
    /// Invisible characters are escaped; a name without a level is `(no subject)`.
    public var shortDescription: String {
        let name = commonName ?? lastString(of: .organizationName) ?? lastString(of: .organizationalUnitName)
        if let name, !name.isEmpty { return VisibleText.escaped(name) }
        return isEmpty ? "(no subject)" : description
    }

    private static func text(_ attribute: AttributeValue) -> String {
        // RFC 4514 §2.4: a type in dotted form, and a value that is no string, have the encoding for a value.
        guard let type = keyword(of: attribute.type), let text = attribute.string else {
            var writer = DERWriter()
            writer.write(attribute.valueTag, content: attribute.value)
            let type = keyword(of: attribute.type) ?? attribute.type.description
            return "\(type)=#\(HexString.encode(writer.bytes))"
        }
        return "\(type)=\(escaped(text))"
    }

    /// The short names of RFC 4514 §3, and those that IANA's registry of LDAP descriptors has beside them.
    private static func keyword(of type: ObjectIdentifier) -> String? {
        if let name = type.attributeShortName { return name }
        return switch type {
        case .surname: "SN"
        case .serialNumberAttribute, .title, .businessCategory, .postalCode, .name, .givenName, .initials,
            .generationQualifier, .distinguishedNameQualifier, .pseudonym, .emailAddress:
            type.name
        default: nil
        }
    }

    /// RFC 4514 §2.4: a space or `#` at the beginning, a space at the end, `"+,;<>\` and NUL anywhere.
    private static func escaped(_ text: String) -> String {
        let scalars = text.unicodeScalars
        var result = ""
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let scalar = scalars[index]
            let next = scalars.index(after: index)
            let isFirst = index == scalars.startIndex
            switch scalar {
            case "\"", "+", ",", ";", "<", ">", "\\": result += "\\\(scalar)"
            case " " where isFirst || next == scalars.endIndex, "#" where isFirst: result += "\\\(scalar)"
            default: VisibleText.append(scalar, to: &result)
            }
            index = next
        }
        return result
    }
}
