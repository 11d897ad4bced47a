package import HoldfastHTTP
package import HoldfastX509

extension CacheRules {
    /// Fields that belong to a connection or a proxy, and are not kept (RFC 9111 §3.1; RFC 9110 §7.6.1).
    private static let ofConnection = [
        "connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authentication-info",
        "proxy-authorization", "te", "trailer", "transfer-encoding", "upgrade",
    ]
    /// Not kept whatever their server says: answers to a condition or a range, which are no part of what a response is
    /// for; what asks who somebody is; and those of which RFC 6585 says "Responses with the … status code MUST NOT be
    /// stored by a cache" (§3 to §6).
    private static let unsuited: Set<Int> = [304, 401, 407, 412, 416, 428, 429, 431, 511]
    /// Statuses whose caching is understood, where a server asks for that (RFC 9111 §5.2.2.3).
    private static let understood: Set<Int> = CachedHead.guessable.union([302, 303, 307])

    /// The head that is kept of a response; nil where it must not be kept, or would be of no use (RFC 9111 §3).
    ///
    /// - Parameters:
    ///   - sent: the request as it went out.
    ///   - requestTime: when it was sent.
    ///   - now: when the response came.
    package static func storable(
        _ sent: OutgoingRequest, status: Int, httpVersion: String, fields: [HTTPField], requestTime: Instant,
        at now: Instant
    ) -> CachedHead? {
        guard sent.method == "GET", !sent.hasContent, (200...599).contains(status), !unsuited.contains(status) else {
            return nil
        }
        let wishes = CacheControl(sent.value(of: "Cache-Control"))
        // Most of what is not kept says so by one field: what it says beside needs no look.
        guard !wishes.has("no-store"), !forbidsStoring(CacheControl(fields["Cache-Control"]), status) else {
            return nil
        }
        var head = CachedHead(
            url: "", status: status, httpVersion: httpVersion, fields: keepable(fields, at: now),
            requestTime: requestTime, responseTime: now, sent: nil)
        guard mayKeep(head, wishes: wishes), let names = head.variesBy else { return nil }
        if status == 206 {
            // Of a part of what nobody can name, nothing follows (§3.4).
            guard head.strongTag != nil, head.mayBeCut,
                let range = head.fields.first(named: "Content-Range").flatMap({ ContentRange($0) })
            else { return nil }
            if range.isWhole {
                // Nothing is missing of it.
                head.status = 200
                head.fields = head.fields.setting("Content-Range", nil)
            } else {
                head.range = range
            }
        }
        head.url = sent.url.description
        // An answer to a part that was not kept to is the whole, which is kept as such.
        head.sent = sent.digest(varyingBy: names)
        return head
    }

    private static func mayKeep(_ head: CachedHead, wishes: CacheControl) -> Bool {
        let control = head.control
        guard !wishes.has("no-store"), !forbidsStoring(control, head.status) else { return false }
        return control.has("public") || control.has("private") || control.has("max-age")
            || head.fields.first(named: "Expires") != nil || CachedHead.guessable.contains(head.status)
    }

    private static func forbidsStoring(_ control: CacheControl, _ status: Int) -> Bool {
        control.has("must-understand") ? !understood.contains(status) : control.has("no-store")
    }

    /// Whether a kept response that was brought up to date may stay (§3, §5.2.2.5): its server may say something else
    /// of it now.
    static func mayStay(_ head: CachedHead, after sent: OutgoingRequest) -> Bool {
        mayKeep(head, wishes: CacheControl(sent.value(of: "Cache-Control")))
    }

    /// Whether a response takes the place of what is kept for its request even where it is not kept itself: what is
    /// older is no more what its server says.
    package static func supersedes(_ status: Int) -> Bool {
        status != 206 && status != 501 && understood.contains(status)
    }

    /// The fields of a response that are kept: those of the message, with the time at which it came where it has none
    /// (RFC 9110 §6.6.1).
    static func keepable(_ fields: [HTTPField], at now: Instant) -> [HTTPField] {
        let named = ofConnection + fields.list("Connection")
        let kept = fields.filter { field in !named.contains { field.isNamed($0) } }
        guard kept.first(named: "Date") == nil else { return kept }
        return kept.setting("Date", HTTPDate.text(of: now))
    }
}
