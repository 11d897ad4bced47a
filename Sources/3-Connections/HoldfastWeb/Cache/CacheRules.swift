package import HoldfastHTTP
package import HoldfastX509

/// The decision about a request for which there may be kept responses; numbers are those of the responses.
package enum CacheDecision: Hashable, Sendable {
    /// The request is sent, with these fields besides.
    case load([HTTPField])
    /// A kept response is the answer.
    case use(Int, CacheSelection, isStale: Bool)
    /// A kept response is the answer, and is renewed meanwhile (RFC 5861 §3).
    case useAndRefresh(Int, CacheSelection)
    /// The request is sent with a condition; 304 means that the kept response is the answer.
    case validate(Int, CacheSelection, [HTTPField])
    /// The request is sent for what is missing of the kept response (RFC 9111 §3.3).
    case complete(Int, [HTTPField])
    /// Nothing is sent, and the answer is 504 (RFC 9111 §5.2.1.7).
    case unavailable
    /// Nothing is sent, and the request fails.
    case fail
}

/// The part of a kept response that answers a request.
package enum CacheSelection: Hashable, Sendable {
    case whole
    /// The head alone, of HEAD.
    case head
    /// A stretch of the representation (RFC 9110 §14).
    case part(ContentRange)
}

/// The rules of a private cache (RFC 9111), without the cache.
package enum CacheRules {
    /// Decides about a request: whether it is sent, answered by a kept response, or both.
    ///
    /// - Parameters:
    ///   - heads: what is kept under the request's method and URL, in the order in which it is to be looked at: what
    ///     was kept last first.
    ///   - now: the time.
    package static func decide(_ asking: CacheAsking, among heads: [CachedHead], at now: Instant) -> CacheDecision {
        let matching = !heads.isEmpty && asking.isSuited ? match(asking, heads) : nil
        switch asking.policy {
        case .reloadIgnoringLocalCacheData: return .load([])
        case .reloadIgnoringLocalAndRemoteCacheData: return .load(fields(past: asking.outgoing))
        case .returnCacheDataElseLoad: return unasked(asking, heads, matching, now) ?? .load([])
        case .returnCacheDataDontLoad: return unasked(asking, heads, matching, now) ?? .fail
        case .reloadRevalidatingCacheData:
            guard let (number, selection) = matching, let selection else { return .load([]) }
            // RFC 8246 §2: its server has said that there is nothing to ask.
            if heads[number].control.has("immutable"), heads[number].staleness(at: now) < 0,
                !asking.isDoubtful(heads[number])
            {
                return .use(number, selection, isStale: false)
            }
            return question(asking, number, selection, heads[number])
        case .useProtocolCachePolicy: return byProtocol(asking, heads, matching, now)
        }
    }

    /// Fields that tell every cache on the way to let a request through (RFC 9111 §5.2.1.4, §5.4).
    private static let endToEnd: [HTTPField] = ["Cache-Control: no-cache", "Pragma: no-cache"]

    /// The fields of the kind that a request has not: what the program says itself, stands.
    package static func fields(past outgoing: OutgoingRequest) -> [HTTPField] {
        endToEnd.filter { outgoing.value(of: $0.name) == nil }
    }

    private static func byProtocol(
        _ asking: CacheAsking, _ heads: [CachedHead], _ matching: (Int, CacheSelection?)?, _ now: Instant
    ) -> CacheDecision {
        let mustNotAsk = asking.wishes.has("only-if-cached")
        guard let (number, selection) = matching, !asking.wishes.has("no-store") else {
            return mustNotAsk ? .unavailable : .load([])
        }
        let head = heads[number]
        guard let selection else {
            // Something is missing of it.
            if mustNotAsk { return .unavailable }
            guard asking.range == nil, asking.outgoing.method == "GET", let fields = rest(of: head) else {
                return .load([])
            }
            return .complete(number, fields)
        }
        switch standing(head, asking, now) {
        case .fresh: return .use(number, selection, isStale: false)
        case .stale: return .use(number, selection, isStale: true)
        case .staleWhileRevalidating where !mustNotAsk && asking.mayRefresh: return .useAndRefresh(number, selection)
        case .staleWhileRevalidating, .needsQuestion:
            return mustNotAsk ? .unavailable : question(asking, number, selection, head)
        }
    }

    /// The answer where a response's age does not matter (Apple, `NSURLRequest.CachePolicy`).
    private static func unasked(
        _ asking: CacheAsking, _ heads: [CachedHead], _ matching: (Int, CacheSelection?)?, _ now: Instant
    ) -> CacheDecision? {
        guard let (number, selection) = matching, let selection else { return nil }
        return .use(number, selection, isStale: heads[number].staleness(at: now) >= 0)
    }

    /// The response that was given to a request as this one (§4.1), with what of it answers; nil for that where
    /// something is missing.
    ///
    /// Of several the first one that says by what it was chosen ("the cache SHOULD choose the most recent (see Section
    /// 4.2.3) stored response with a valid Vary field value"), and "the most recent one (as determined by the Date
    /// header field)" (§4).
    static func match(_ asking: CacheAsking, _ heads: [CachedHead]) -> (Int, CacheSelection?)? {
        var best: Int?
        for number in heads.indices where heads[number].answers(asking.outgoing) {
            guard let known = best else {
                best = number
                continue
            }
            let (head, other) = (heads[number], heads[known])
            let (isChosen, otherIsChosen) = (head.variesBy?.isEmpty == false, other.variesBy?.isEmpty == false)
            if isChosen == otherIsChosen ? head.origination > other.origination : isChosen { best = number }
        }
        return best.map { ($0, selection(of: heads[$0], for: asking)) }
    }

    private static func selection(of head: CachedHead, for asking: CacheAsking) -> CacheSelection? {
        if asking.outgoing.method == "HEAD" { return head.range == nil ? .head : nil }
        guard let wish = asking.range else { return head.range == nil ? .whole : nil }
        guard head.mayBeCut else { return nil }
        let total = head.range?.total ?? head.bodyCount
        guard let bytes = wish.bytes(of: total),
            head.range.map({ $0.bytes.lowerBound <= bytes.lowerBound && bytes.upperBound <= $0.bytes.upperBound })
                ?? true
        else { return nil }
        return ContentRange(bytes, of: total).map { .part($0) }
    }

    private static func question(
        _ asking: CacheAsking, _ number: Int, _ selection: CacheSelection, _ head: CachedHead
    ) -> CacheDecision {
        // A question about a part would be answered by the part: what is sent is what the program has written.
        guard selection == .whole || selection == .head, let fields = conditions(for: head) else { return .load([]) }
        return .validate(number, selection, fields)
    }
}
