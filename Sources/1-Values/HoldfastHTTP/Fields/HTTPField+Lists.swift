import HoldfastX509

extension [HTTPField] {
    /// The fields of a name.
    package func all(_ name: String) -> [HTTPField] {
        var found: [HTTPField] = []
        // By indices: a copy of each field would be counted.
        for place in indices where self[place].isNamed(name) { found.append(self[place]) }
        return found
    }

    /// Whether the lists that the fields of a name are (RFC 9110 §5.6.1) have a token as one of their elements, in
    /// whatever case.
    package func has(_ token: String, in name: String) -> Bool {
        for place in indices where self[place].isNamed(name) && self[place].has(token) { return true }
        return false
    }

    /// The value of the one field of a name; nil where there is none, or several.
    package func one(_ name: String) -> String? {
        let fields = all(name)
        return fields.count == 1 ? fields[0].value : nil
    }

    /// The elements of all fields of a name whose value is a list (RFC 9110 §5.6.1), in lower case, without empty ones.
    package func list(_ name: String) -> [String] {
        all(name).flatMap { FieldGrammar.elements($0.value) }.map { $0.asciiLowercased() }
    }

    /// The fields that go on to the next hop: without those that are for this one (RFC 9110 §7.6.1), and without what
    /// is for a proxy.
    ///
    /// - Parameter keepsUpgrade: whether the request to go over to another protocol goes along.
    package func handedOn(keepsUpgrade: Bool) -> [HTTPField] {
        // RFC 9112 §6.1 and §6.2 decide where the message ends: nobody may have that taken away by naming it.
        let named = list("connection").filter { $0 != "content-length" && $0 != "host" }
        var fields = filter { field in
            !HTTPField.ofOneHop.contains { field.isNamed($0) } && !named.contains { field.isNamed($0) }
        }
        if keepsUpgrade {
            fields += all("upgrade")
            fields.append(HTTPField("Connection", "Upgrade"))
        }
        return fields
    }
}

extension HTTPField {
    /// Whether one of the value's elements is a token, in whatever case.
    fileprivate func has(_ token: String) -> Bool {
        let octets = value.utf8.span
        let token = token.utf8.span
        var start = 0
        while start < octets.count {
            var end = start
            while end < octets.count, octets[end] != UInt8(ascii: ",") { end += 1 }
            let next = end + 1
            while start < end, FieldGrammar.isSpace(octets[start]) { start += 1 }
            while start < end, FieldGrammar.isSpace(octets[end - 1]) { end -= 1 }
            var isSame = end - start == token.count
            for place in token.indices where isSame {
                isSame = ASCIIText.lowercased(octets[start + place]) == ASCIIText.lowercased(token[place])
            }
            if isSame { return true }
            start = next
        }
        return false
    }

    /// The names of the fields of an HTTP/1.1 connection, with which a message of HTTP/2 is malformed (RFC 9113
    /// §8.2.2).
    package static let ofConnection: Set<String> = [
        "connection", "proxy-connection", "keep-alive", "transfer-encoding", "upgrade", "http2-settings",
    ]

    /// The names of fields that are for a proxy (RFC 9110 §11.7).
    package static let ofProxy: Set<String> = ["proxy-authorization", "proxy-authenticate"]

    /// The names of fields that are for one hop always, or for a proxy.
    fileprivate static let ofOneHop = ofConnection.union(ofProxy).union(["te"])
}
