public import HoldfastX509

extension DistinguishedName {
    /// The name that a text stands for.
    ///
    /// - Parameter text: RFC 4514's form, the most specific level first, as `CN=Example CA,O=Example,C=DE`; or, without
    ///   any `=`, a common name. Keywords: `CN O OU C ST L STREET DC UID SN serialNumber emailAddress …` in any case,
    ///   and dotted identifiers. Spaces after a comma do not count.
    /// - Throws: ``AuthorityError`` for what cannot be read, an unknown keyword, and values over RFC 5280's bounds.
    public init(text: String) throws(AuthorityError) {
        guard text.contains("=") else {
            self.init([RelativeDistinguishedName([try SubjectText.attribute(.commonName, text, of: text)])])
            return
        }
        self.init(try SubjectText.levels(text).reversed())
    }
}

/// Reads the string form of names (RFC 4514 §3).
enum SubjectText {
    /// Beside RFC 4514's own, those that OpenSSL and LDAP know.
    private static let keywords: [String: ObjectIdentifier] = [
        "cn": .commonName, "l": .localityName, "st": .stateOrProvinceName, "o": .organizationName,
        "ou": .organizationalUnitName, "c": .countryName, "street": .streetAddress, "dc": .domainComponent,
        "uid": .userID, "sn": .surname, "serialnumber": .serialNumberAttribute, "title": .title,
        "givenname": .givenName, "initials": .initials, "pseudonym": .pseudonym,
        "emailaddress": .emailAddress, "email": .emailAddress, "postalcode": .postalCode, "name": .name,
        "businesscategory": .businessCategory, "dnqualifier": .distinguishedNameQualifier,
        "organizationidentifier": .organizationIdentifier,
    ]

    /// The upper bounds of RFC 5280 appendix A.1, in characters.
    private static let bounds: [ObjectIdentifier: Int] = [
        .commonName: 64, .organizationName: 64, .organizationalUnitName: 64, .title: 64, .serialNumberAttribute: 64,
        .localityName: 128, .stateOrProvinceName: 128, .pseudonym: 128, .emailAddress: 255, .surname: 32768,
        .givenName: 32768, .initials: 32768, .name: 32768,
    ]

    /// The levels in the order in which they are written.
    static func levels(_ text: String) throws(AuthorityError) -> [RelativeDistinguishedName] {
        var rest = text.unicodeScalars[...]
        var levels: [RelativeDistinguishedName] = []
        var attributes: [AttributeValue] = []
        while true {
            let (attribute, end) = try attribute(&rest, of: text)
            attributes.append(attribute)
            if end == "+" { continue }
            levels.append(RelativeDistinguishedName(attributes))
            attributes = []
            if end == nil { return levels }
        }
    }

    /// An attribute whose value keeps RFC 5280's bounds.
    static func attribute(
        _ type: ObjectIdentifier, _ value: String, of text: String
    ) throws(AuthorityError) -> AttributeValue {
        let count = value.unicodeScalars.count
        let name = type.name ?? type.description
        guard count > 0 else { throw .malformedSubject(text, reason: .empty(attribute: "\(name)")) }
        // RFC 5280 appendix A.1: "X520countryName ::= PrintableString (SIZE (2))".
        if type == .countryName {
            guard count == 2, value.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
                throw .malformedSubject(text, reason: .country)
            }
        }
        if let bound = bounds[type], count > bound {
            throw .malformedSubject(text, reason: .tooLong(attribute: "\(name)", limit: bound))
        }
        return AttributeValue(type, value)
    }

    private static func attribute(
        _ rest: inout Substring.UnicodeScalarView, of text: String
    ) throws(AuthorityError) -> (AttributeValue, end: Unicode.Scalar?) {
        guard let equals = rest.firstIndex(of: "=") else {
            throw .malformedSubject(text, reason: .withoutEquals)
        }
        let keyword = String(rest[..<equals].filter { $0 != " " })
        guard let type = keywords[keyword.asciiLowercased()] ?? ObjectIdentifier(keyword) else {
            throw .malformedSubject(text, reason: .unknownAttribute("\(keyword)"))
        }
        rest = rest[rest.index(after: equals)...].drop { $0 == " " }
        if rest.first == "#" { throw .malformedSubject(text, reason: .hexadecimal) }
        let (value, end) = try value(&rest, of: text)
        return (try attribute(type, value, of: text), end)
    }

    /// A value up to the next separator, which is taken too; its escapes undone.
    private static func value(
        _ rest: inout Substring.UnicodeScalarView, of text: String
    ) throws(AuthorityError) -> (String, end: Unicode.Scalar?) {
        var octets: [UInt8] = []
        // Spaces at the end count only where they are escaped.
        var counted = 0
        var end: Unicode.Scalar?
        while let scalar = rest.popFirst() {
            if scalar == "," || scalar == "+" || scalar == ";" {
                end = scalar
                guard !rest.allSatisfy({ $0 == " " }) else {
                    throw .malformedSubject(text, reason: .nothingAfter("\(scalar)"))
                }
                break
            }
            if scalar == "\\" {
                octets += try escaped(&rest, of: text)
                counted = octets.count
            } else {
                octets += Array(String(scalar).utf8)
                if scalar != " " { counted = octets.count }
            }
        }
        guard let value = String(validating: octets.prefix(counted), as: UTF8.self) else {
            throw .malformedSubject(text, reason: .notUTF8)
        }
        return (value, end)
    }

    /// Reads what stands behind a backslash: a character that means something, or two hexadecimal digits.
    private static func escaped(
        _ rest: inout Substring.UnicodeScalarView, of text: String
    ) throws(AuthorityError) -> [UInt8] {
        guard let first = rest.popFirst() else { throw .malformedSubject(text, reason: .backslashAtEnd) }
        if " \"#+,;<=>\\".unicodeScalars.contains(first) { return Array(String(first).utf8) }
        guard let second = rest.popFirst(), let octets = HexString.decode("\(first)\(second)") else {
            throw .malformedSubject(text, reason: .backslashBefore("\(first)"))
        }
        return octets
    }
}
