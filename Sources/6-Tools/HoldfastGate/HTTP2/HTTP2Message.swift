import HoldfastHTTP
import HoldfastX509

/// The fields of an HTTP/2 message as the gate hands them on (RFC 9113 §8).
enum HTTP2Message {
    /// Checks the fields of a request in a tunnel, and gives those that go on.
    ///
    /// - Throws: ``MessageError`` for a malformed one, and for one to another server than the tunnel leads to.
    static func request(_ fields: [HTTPField], to target: GateTarget) throws(MessageError) -> [HTTPField] {
        try check(fields, pseudo: [":method", ":scheme", ":authority", ":path", ":protocol"])
        guard let method = fields.one(":method"), FieldGrammar.isToken(method.utf8) else {
            throw MessageError(400, .noMethod)
        }
        // RFC 8441 §4: CONNECT with a protocol has a scheme and a path; without one it is for another server.
        if method == "CONNECT" {
            guard fields.one(":protocol") != nil else { throw MessageError(400, .connectWithin) }
        } else {
            guard fields.all(":protocol").isEmpty else { throw MessageError(400, .protocolWithoutConnect) }
        }
        guard fields.one(":scheme") == "https" else { throw MessageError(400, .otherScheme) }
        guard let path = fields.one(":path"), path.hasPrefix("/") || path == "*" && method == "OPTIONS",
            path.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw MessageError(400, .noPath) }
        // RFC 9113 §8.3.1: without `:authority` the field Host counts, and with it they have to be equal.
        let named = fields.all(":authority") + fields.all("host")
        guard !named.isEmpty else { throw MessageError(400, .noAuthority) }
        for one in named where !(try GateTarget(host: one.value, scheme: "https").isSame(as: target)) {
            throw MessageError(421, .otherServer(field: "\(one.name)"))
        }
        return fields.filter { !HTTPField.ofProxy.contains($0.name) } + [GateVia.field(version: "2")]
    }

    /// Checks the fields of a response, and gives its status with those that go on.
    static func response(
        _ fields: [HTTPField]
    ) throws(MessageError) -> (status: Int, fields: [HTTPField]) {
        try check(fields, pseudo: [":status"])
        guard let text = fields.one(":status"), text.utf8.count == 3, let status = Int(text),
            (100...999).contains(status), status != 101
        else { throw MessageError(502, .noStatus) }
        let via = status < 200 ? [] : [GateVia.field(version: "2")]
        return (status, fields.filter { !HTTPField.ofProxy.contains($0.name) } + via)
    }

    /// Checks the fields that follow a message.
    static func trailers(_ fields: [HTTPField]) throws(MessageError) -> [HTTPField] {
        try check(fields, pseudo: [])
        return fields
    }

    private static func check(_ fields: [HTTPField], pseudo: Set<String>) throws(MessageError) {
        var seen: Set<String> = []
        var hasOrdinary = false
        for field in fields {
            if field.name.hasPrefix(":") {
                // §8.3: before the others, each once.
                guard pseudo.contains(field.name), !hasOrdinary, seen.insert(field.name).inserted else {
                    throw MessageError(400, .pseudoHeader)
                }
            } else {
                hasOrdinary = true
                guard FieldGrammar.isToken(field.name.utf8), field.name == field.name.asciiLowercased(),
                    !HTTPField.ofConnection.contains(field.name)
                else { throw MessageError(400, .notInHTTP2) }
                if field.name == "te", field.value != "trailers" { throw MessageError(400, .te) }
            }
            // §8.2.1: no NUL, CR and LF anywhere, and no white space at either end.
            let octets = field.value.utf8
            guard FieldGrammar.isValue(octets), FieldGrammar.trimmed(octets).count == octets.count else {
                throw MessageError(400, .whiteSpace)
            }
        }
        let lengths = fields.all("content-length")
        guard lengths.count <= 1, lengths.allSatisfy({ $0.value.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
            throw MessageError(400, .contentLength)
        }
    }
}

/// The field by which a proxy says that a message came through it (RFC 9110 §7.6.3).
enum GateVia {
    /// The gate's name in it.
    static let pseudonym = "holdfast"

    static func field(version: String) -> HTTPField { HTTPField("via", "\(version) \(pseudonym)") }
}
