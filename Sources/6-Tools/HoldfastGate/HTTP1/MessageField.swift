import HoldfastX509

/// A header field of a message that is handed on: name and value as octets, nothing decoded.
struct MessageField: Hashable, Sendable {
    /// The name as it was written.
    let name: String
    /// The value without the white space around it.
    let value: [UInt8]

    init(_ name: String, _ value: some Collection<UInt8>) { (self.name, self.value) = (name, Array(value)) }

    init(_ name: String, _ value: String) { self.init(name, value.utf8) }

    /// The names of fields that are for one hop always, or for a proxy.
    fileprivate static let ofOneHop = [
        "connection", "proxy-connection", "keep-alive", "te", "transfer-encoding", "upgrade", "proxy-authorization",
        "proxy-authenticate", "http2-settings",
    ]

    /// The value as text; what is no UTF-8 is shown as such.
    var text: String { String(decoding: value, as: UTF8.self) }

    /// Whether the field has a name, which is given in lower case; names are ASCII (RFC 9110 §5.1).
    func isNamed(_ other: String) -> Bool {
        ASCIIText.equal(name.utf8, other.utf8)
    }

    /// Whether octets are a `token`: letters, digits, and ``!#$%&'*+-.^_`|~`` (RFC 9110 §5.6.2).
    static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy { byte in
                switch byte {
                case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C, 0x7E: true
                default: false
                }
            }
    }

    /// Whether octets may stand in a value: RFC 9110 §5.5 has "CR, LF, or NUL" be "invalid and dangerous", and no other
    /// control but the tabulator has a meaning.
    static func isValue(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.allSatisfy { $0 == 9 || $0 >= 32 && $0 != 127 }
    }
}

extension [MessageField] {
    /// The fields of a name, in lower case.
    func all(_ name: String) -> [MessageField] { filter { $0.isNamed(name) } }

    /// The elements of all fields of a name whose value is a list (RFC 9110 §5.6.1), in lower case, without empty ones.
    func list(_ name: String) -> [String] {
        let isSpace = { (octet: UInt8) in octet == 32 || octet == 9 }
        return all(name).flatMap { field in
            field.value.split(separator: UInt8(ascii: ",")).map { element in
                let begun = element.drop(while: isSpace)
                let end = begun.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? begun.startIndex
                return String(decoding: begun[..<end], as: UTF8.self).asciiLowercased()
            }.filter { !$0.isEmpty }
        }
    }

    /// The value of the one field of a name; nil where there is none, or several.
    func one(_ name: String) -> String? {
        let fields = all(name)
        return fields.count == 1 ? fields[0].text : nil
    }

    /// The fields that go on to the next hop: without those that are for this one (RFC 9110 §7.6.1), and without what
    /// is for the proxy that this gate is.
    ///
    /// - Parameter keepsUpgrade: whether the request to go over to another protocol goes along.
    func handedOn(keepsUpgrade: Bool) -> [MessageField] {
        // RFC 9112 §6.1 and §6.2 decide where the message ends: nobody may have that taken away by naming it.
        let named = list("connection").filter { $0 != "content-length" && $0 != "host" }
        var fields = filter { field in
            !MessageField.ofOneHop.contains { field.isNamed($0) } && !named.contains { field.isNamed($0) }
        }
        if keepsUpgrade {
            fields += all("upgrade")
            fields.append(MessageField("Connection", "Upgrade"))
        }
        return fields
    }
}
