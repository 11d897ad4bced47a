package import Foundation
package import FoundationNetworking
package import HoldfastHTTPS

/// The decision about a request for which there may be a cached response.
package enum CacheDecision {
    /// The request is sent, as it stands here.
    case load(URLRequest)
    /// The cached response is the answer.
    case use(CachedURLResponse)
    /// The request is sent with a condition; 304 means that the cached response is the answer
    /// (``CacheRules/merged(_:with:for:requestTime:at:)``).
    case revalidate(URLRequest, CachedURLResponse)
    /// `.resourceUnavailable`: it must not be sent.
    case fail(URLError)
}

/// The rules of a private cache (RFC 9111), without the cache.
package enum CacheRules {
    private static let conditions = [
        "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range", "Range",
    ]

    /// Decides whether a request is sent, revalidates a cached response, is answered by one, or fails.
    ///
    /// - Parameters:
    ///   - request: as the program has it, which is what is sent, with a question where there is one.
    ///   - outgoing: as it would go out, the session's fields, cookies and users included.
    ///   - cached: what the cache has for its method and URL, in the order in which it is to be looked at.
    ///   - policy: the session's where the request's is `.useProtocolCachePolicy`; nil for the request's.
    ///   - now: the time.
    package static func decide(
        for request: URLRequest, as outgoing: OutgoingRequest, cached: [CachedURLResponse],
        policy: URLRequest.CachePolicy? = nil, now: Date
    ) -> CacheDecision {
        let policy = policy ?? request.cachePolicy
        let isConditional = conditions.contains { outgoing.value(of: $0) != nil }
        let matching = outgoing.method == "GET" && !isConditional ? answer(to: outgoing, among: cached) : nil
        switch policy {
        case .reloadIgnoringLocalCacheData: return .load(request)
        case .reloadIgnoringLocalAndRemoteCacheData: return .load(withoutCaches(request))
        case .returnCacheDataElseLoad: return matching.map { .use($0.response) } ?? .load(request)
        case .returnCacheDataDontLoad:
            return matching.map { .use($0.response) } ?? .fail(URLError(.resourceUnavailable))
        case .reloadRevalidatingCacheData:
            guard let (facts, response) = matching else { return .load(request) }
            // RFC 8246 §2: its server has said that there is nothing to ask.
            if facts.control.has("immutable"), facts.age(at: now) < facts.lifetime { return .use(response) }
            return facts.validation(of: request).map { .revalidate($0, response) } ?? .load(request)
        case .useProtocolCachePolicy: break
        }
        let wishes = CacheControl(outgoing.value(of: "Cache-Control"))
        let otherwise = CacheDecision.fail(URLError(.resourceUnavailable))
        guard let (facts, response) = matching, !wishes.has("no-store") else {
            return wishes.has("only-if-cached") ? otherwise : .load(request)
        }
        if isUsable(facts, wishes, outgoing, now) { return .use(response) }
        if wishes.has("only-if-cached") { return otherwise }
        return facts.validation(of: request).map { .revalidate($0, response) } ?? .load(request)
    }

    /// The first that was given to a request as this one (§4.1).
    private static func answer(
        to outgoing: OutgoingRequest, among cached: [CachedURLResponse]
    ) -> (facts: CachedFacts, response: CachedURLResponse)? {
        for response in cached {
            if let facts = CachedFacts(response), facts.answers(outgoing) { return (facts, response) }
        }
        return nil
    }

    /// Whether a response answers a request without a question (§4.2, §5.2.1).
    private static func isUsable(
        _ facts: CachedFacts, _ wishes: CacheControl, _ outgoing: OutgoingRequest, _ now: Date
    ) -> Bool {
        // Pragma counts only where nothing newer is said (§5.4).
        let pragma =
            outgoing.value(of: "Cache-Control") == nil
            && outgoing.value(of: "Pragma")?.lowercased().contains("no-cache") == true
        guard !pragma, !wishes.has("no-cache"), !facts.control.has("no-cache") else { return false }
        let (age, lifetime) = (facts.age(at: now), facts.lifetime)
        if let most = wishes.seconds("max-age"), age > most { return false }
        if lifetime - age > (wishes.seconds("min-fresh") ?? 0) { return true }
        guard wishes.has("max-stale"), !facts.control.has("must-revalidate"), !wishes.has("min-fresh") else {
            return false
        }
        // Without a number, any age will do (§5.2.1.2).
        let most = wishes.hasValue("max-stale") ? wishes.seconds("max-stale") ?? 0 : .infinity
        return age.isFinite && age - lifetime <= most
    }

    private static func withoutCaches(_ request: URLRequest) -> URLRequest {
        var request = request
        if request.value(forHTTPHeaderField: "Cache-Control") == nil {
            request.setValue("no-cache", forHTTPHeaderField: "Cache-Control")
        }
        if request.value(forHTTPHeaderField: "Pragma") == nil {
            request.setValue("no-cache", forHTTPHeaderField: "Pragma")
        }
        return request
    }
}
