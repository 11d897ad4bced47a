import HoldfastHTTP
package import HoldfastX509

/// The part that kept responses may play in a request's answer (Apple, `NSURLRequest.CachePolicy`).
public enum CachePolicy: Hashable, Sendable, CaseIterable {
    /// The rules of HTTP (RFC 9111).
    case useProtocolCachePolicy
    /// No kept response: the server answers.
    case reloadIgnoringLocalCacheData
    /// No kept response, here or on the way, where caches are told to let the request through.
    case reloadIgnoringLocalAndRemoteCacheData
    /// A kept response, be it as old as it may; the server where there is none.
    case returnCacheDataElseLoad
    /// A kept response, be it as old as it may; else the request fails with the code `notCached`.
    case returnCacheDataDontLoad
    /// A kept response once the server has said that it still holds.
    case reloadRevalidatingCacheData
}

/// A request as it is put to a cache: as it would go out, and what is wanted of kept responses.
package struct CacheAsking: Sendable {
    /// Fields by which a request asks the server itself whether something holds (RFC 9110 §13.1).
    private static let conditions = [
        "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range",
    ]

    /// The request as it goes out: with the session's fields, cookies and users.
    package let outgoing: OutgoingRequest
    let policy: CachePolicy
    /// Whether a kept response may be renewed behind the request's back: not where a handler of its own would have to
    /// be asked.
    let mayRefresh: Bool
    /// The last time that the server was refused: what was kept until then is asked about. Nil for never.
    let refusal: Instant?
    /// The request's Cache-Control.
    let wishes: CacheControl

    package init(
        _ outgoing: OutgoingRequest, _ policy: CachePolicy, mayRefresh: Bool = false,
        refused refusal: Instant? = nil
    ) {
        self.outgoing = outgoing
        self.policy = policy
        self.mayRefresh = mayRefresh
        self.refusal = refusal
        wishes = CacheControl(outgoing.value(of: "Cache-Control"))
    }

    /// The bytes that are asked for; nil for all.
    var range: RangeWish? { outgoing.value(of: "Range").flatMap { RangeWish($0) } }

    /// Whether kept responses may answer: not what asks by itself, for parts that are not understood, or with content,
    /// by which its server may have chosen.
    var isSuited: Bool {
        let said = outgoing.value(of: "Range")
        let isReading = outgoing.method == "GET" || outgoing.method == "HEAD" && said == nil
        return isReading && !outgoing.hasContent && (said == nil) == (range == nil)
            && !Self.conditions.contains { outgoing.value(of: $0) != nil }
    }

    /// Whether a response was kept before its server was refused: the refusal may be about whoever gave it.
    func isDoubtful(_ head: CachedHead) -> Bool { refusal.map { head.responseTime <= $0 } ?? false }

    /// Whether the server is to be asked whatever is kept (RFC 9111 §5.2.1.4); Pragma says so only where nothing newer
    /// is said (§5.4).
    var wantsServer: Bool {
        wishes.has("no-cache")
            || outgoing.value(of: "Cache-Control") == nil
                && outgoing.value(of: "Pragma")?.asciiLowercased().contains("no-cache") == true
    }
}
