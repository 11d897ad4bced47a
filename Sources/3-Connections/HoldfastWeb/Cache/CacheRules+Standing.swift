import HoldfastHTTP
package import HoldfastX509

extension CacheRules {
    /// The right of a kept response to answer a request.
    enum Standing: Hashable {
        case fresh
        /// A right that the request grants although the response is stale.
        case stale
        /// A right that its server grants although the response is stale, while it is renewed.
        case staleWhileRevalidating
        /// None before its server was asked.
        case needsQuestion
    }

    /// Whether a response answers a request without a question (RFC 9111 §4.2, §5.2.1; RFC 5861 §3): none does that was
    /// kept before its server was refused.
    static func standing(_ head: CachedHead, _ asking: CacheAsking, _ now: Instant) -> Standing {
        let (control, wishes) = (head.control, asking.wishes)
        guard !asking.wantsServer, !control.has("no-cache"), !asking.isDoubtful(head) else { return .needsQuestion }
        let age = head.age(at: now)
        let staleness = age - head.lifetime
        if let most = wishes.seconds("max-age"), age > most { return .needsQuestion }
        if -staleness > (wishes.seconds("min-fresh") ?? 0) { return .fresh }
        // RFC 9111 §5.2.2.2: "the cache MUST NOT reuse that response to satisfy another request until it has been
        // successfully validated".
        guard !wishes.has("min-fresh"), !control.has("must-revalidate"), age.isFinite else { return .needsQuestion }
        if wishes.has("max-stale") {
            // Without a number, any age will do (§5.2.1.2).
            let most = wishes.hasValue("max-stale") ? wishes.seconds("max-stale") ?? 0 : .infinity
            if staleness <= most { return .stale }
        }
        if let window = control.seconds("stale-while-revalidate"), staleness <= window {
            return .staleWhileRevalidating
        }
        return .needsQuestion
    }

    /// Statuses that mean that the server has no answer at the moment (RFC 5861 §4).
    package static let failures: Set<Int> = [500, 502, 503, 504]

    /// Whether a stale response may stand in the place of an answer that did not come (RFC 5861 §4): where its server,
    /// or the request, has said for how long, and nothing forbids it (RFC 9111 §4.2.4).
    package static func mayOutlast(_ head: CachedHead, _ asking: CacheAsking, at now: Instant) -> Bool {
        let (control, wishes) = (head.control, asking.wishes)
        let takesOld = asking.policy == .useProtocolCachePolicy || asking.policy == .reloadRevalidatingCacheData
        guard asking.isSuited, takesOld, !asking.wantsServer, !asking.isDoubtful(head), !wishes.has("no-store"),
            !control.has("no-cache"),
            !control.has("must-revalidate"),
            let window = [control, wishes].compactMap({ $0.seconds("stale-if-error") }).max()
        else { return false }
        let staleness = head.staleness(at: now)
        return staleness.isFinite && staleness <= window
    }
}
