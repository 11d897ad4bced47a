package import HoldfastHTTP
package import HoldfastX509

/// A kept response without its body: what it said, when, and to whom.
package struct CachedHead: Hashable, Sendable {
    /// The URL that answered.
    package var url: String
    package var status: Int
    /// "1.1" or "2".
    package var httpVersion: String
    /// Without those of the connection (RFC 9111 §3.1).
    package var fields: [HTTPField]
    /// The time when the request was sent.
    package var requestTime: Instant
    /// The time when the response came.
    package var responseTime: Instant
    /// ``OutgoingRequest/digest(varyingBy:)`` of the request that it was given to, or another text that tells requests
    /// apart; nil where the program has kept it itself.
    package var sent: [UInt8]?
    /// The part of the representation that is there; nil for all of it.
    package var range: ContentRange?
    /// Bytes of the body that is kept.
    package var bodyCount: Int

    package init(
        url: String, status: Int, httpVersion: String, fields: [HTTPField], requestTime: Instant,
        responseTime: Instant, sent: [UInt8]?, range: ContentRange? = nil, bodyCount: Int = 0
    ) {
        (self.url, self.status, self.httpVersion, self.fields) = (url, status, httpVersion, fields)
        (self.requestTime, self.responseTime, self.sent, self.range) = (requestTime, responseTime, sent, range)
        self.bodyCount = bodyCount
    }

    /// The values of all fields of a name as one (RFC 9110 §5.3); nil where there is none.
    package func value(of name: String) -> String? { fields[name] }

    var control: CacheControl { CacheControl(value(of: "Cache-Control")) }

    /// The fields that the server chose its answer by, in lower case; nil for more than fields (`*`), and for what is
    /// no list of names: by what it chose is not known then.
    package var variesBy: [String]? {
        let names = fields.list("Vary")
        guard names.allSatisfy({ FieldGrammar.isToken($0.utf8) }) else { return nil }
        return names.contains("*") ? nil : names
    }

    /// Whether it was given to a request that showed the server what this one would (§4.1): the fields that the server
    /// chose by, and who asks.
    ///
    /// What the program has kept itself says nothing of the request that it answered: it is for requests of nobody,
    /// where the server chose by nothing.
    package func answers(_ outgoing: OutgoingRequest) -> Bool {
        // What has a part of something, and does not say which, answers nothing.
        guard let names = variesBy, status != 206 || range != nil else { return false }
        guard let sent else { return names.isEmpty && outgoing.isAnonymous }
        return outgoing.digest(varyingBy: names) == sent
    }
}

extension [HTTPField] {
    /// The fields with one in the place of all of its name; without any where the value is nil.
    func setting(_ name: String, _ value: String?) -> [HTTPField] {
        filter { !$0.isNamed(name) } + [value.flatMap { HTTPField(name: name, value: $0) }].compactMap(\.self)
    }
}
