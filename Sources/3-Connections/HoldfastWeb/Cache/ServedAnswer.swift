package import HoldfastHTTP
package import HoldfastX509

/// A kept response as the answer to a request.
package struct ServedAnswer {
    package let status: Int
    package let httpVersion: String
    package let fields: [HTTPField]
    package let body: [UInt8]
    package let use: CacheUse

    /// The answer that is cut out of a kept response.
    ///
    /// - Returns: nil where a part is asked for that the body has not.
    package init?(
        _ head: CachedHead, _ body: [UInt8], _ selection: CacheSelection, as kind: CacheUse.Kind,
        from place: CacheUse.Place?, at now: Instant
    ) {
        let age = head.age(at: now)
        use = CacheUse(kind, place, age: age)
        httpVersion = head.httpVersion
        // RFC 9111 §4: "a cache MUST generate an Age header field (Section 5.1), replacing any present in the
        // response".
        let aged = use.isLocal ? head.fields.setting("Age", "\(use.age)") : head.fields
        switch selection {
        case .whole: (status, fields, self.body) = (head.status, aged, body)
        case .head: (status, fields, self.body) = (head.status, aged, [])
        case .part(let range):
            let start = range.bytes.lowerBound - (head.range?.bytes.lowerBound ?? 0)
            guard start >= 0, start + range.bytes.count <= body.count else { return nil }
            status = 206
            fields = CacheRules.cut(aged, to: range)
            self.body = Array(body[start..<(start + range.bytes.count)])
        }
    }

    private init() {
        (status, httpVersion, fields, body) = (504, "1.1", [], [])
        use = CacheUse(.absent, nil, age: 0)
    }

    /// The answer where nothing is kept and nobody is to be asked (RFC 9111 §5.2.1.7).
    package static let absent = ServedAnswer()
}
