package import HoldfastHTTP
import HoldfastTransport
import HoldfastX509

/// Header fields that belong to the connection (RFC 9110 §7.6.1) and not to the message, as code sets them all the
/// same.
///
/// Foundation's `URLSession` takes no notice of them; here `Connection: close` and `Expect: 100-continue` are kept to,
/// and the rest is left out.
package struct ConnectionFields: Sendable {
    /// Whether the connection is to end with the answer (RFC 9112 §9.6).
    package private(set) var closesConnection = false
    /// Whether the content is to wait for the server's consent (RFC 9110 §10.1.1).
    package private(set) var expectsContinue = false
    /// The names of those of which something is left out.
    package private(set) var ignored: [String] = []

    /// Whether a field of the name is one of them.
    package static func contains(_ name: String) -> Bool {
        // These two follow from the URL and from the body, and are no surprise.
        !["host", "content-length"].contains(name.asciiLowercased())
            && TransportRequest.connectionFields.contains(name.asciiLowercased())
    }

    /// Reads those among a request's fields.
    package init(_ fields: [HTTPField]) {
        for field in fields where Self.contains(field.name) {
            // RFC 9110 §5.6.1: a list, of which empty elements are no part.
            let options = field.value.asciiLowercased().split(separator: ",").map { option in
                option.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
            }.filter { !$0.isEmpty }
            switch field.name.asciiLowercased() {
            case "connection" where options.contains("close"):
                closesConnection = true
                if options.contains(where: { $0 != "close" }) { ignored.append(field.name) }
            case "expect" where options == ["100-continue"]: expectsContinue = true
            default: ignored.append(field.name)
            }
        }
    }
}

extension HTTPSRequest {
    /// Sets the fields of code that was written for Foundation's `URLSession`: what belongs to the connection is taken
    /// out.
    ///
    /// - Parameter common: the session's own fields of that kind, for names that the request has none of.
    package mutating func setFields(_ all: [HTTPField], orOfConnection common: [HTTPField]) {
        let fields = ConnectionFields(all + common.filter { all.first(named: $0.name) == nil })
        self.fields = all.filter { !ConnectionFields.contains($0.name) }
        closesConnection = fields.closesConnection
        expectsContinue = fields.expectsContinue
        ignoredFields = fields.ignored
    }

    /// Whether it may ask something of its connection.
    var hasConnectionFields: Bool { closesConnection || expectsContinue }

    /// The fields that say what it asks of its connection, as HTTP/1.1 has them.
    var connectionFields: [HTTPField] {
        var fields: [HTTPField] = closesConnection ? ["Connection: close"] : []
        if expectsContinue, method != "HEAD", upload != nil || body?.isEmpty == false {
            fields.append("Expect: 100-continue")
        }
        return fields
    }
}

extension HTTPSSession {
    /// Says which of a request's fields were left out, each name once a session.
    func warnOfIgnoredFields(of request: HTTPSRequest, _ journal: TaskJournal) {
        for name in request.ignoredFields where fieldWarnings.isFirst(name) {
            journal.warn("the header field \(name) belongs to the connection, which the session keeps: it is not sent")
        }
    }
}
