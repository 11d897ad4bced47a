package import Foundation
package import FoundationNetworking

/// What a session does about a request that it has an answer to.
package enum CacheDecision {
    /// It is sent, as it stands here.
    case load(URLRequest)
    /// What was kept is the answer.
    case use(CachedURLResponse)
    /// It is sent with a question; 304 means that what was kept is the answer (``CacheRules/merged(_:with:for:at:)``).
    case revalidate(URLRequest, CachedURLResponse)
    /// `.resourceUnavailable`: it must not be sent.
    case fail(URLError)
}

/// The rules of a private cache (RFC 9111), without the cache.
package enum CacheRules {
    private static let conditions = [
        "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range", "Range",
    ]

    /// What to do about a request.
    ///
    /// - Parameters:
    ///   - request: as it would be sent, cookies and authorization included where they are known.
    ///   - cached: what the cache has for it.
    ///   - policy: the session's where the request's is `.useProtocolCachePolicy`; nil for the request's.
    ///   - now: the time.
    package static func decide(
        for request: URLRequest, cached: CachedURLResponse?, policy: URLRequest.CachePolicy? = nil, now: Date
    ) -> CacheDecision {
        let policy = policy ?? request.cachePolicy
        let isGet = (request.httpMethod ?? "GET").uppercased() == "GET"
        let isConditional = conditions.contains { request.value(forHTTPHeaderField: $0) != nil }
        let facts = isGet && !isConditional ? cached.flatMap { CachedFacts($0) } : nil
        let matching = facts.flatMap { facts in
            facts.matches(request) ? cached.map { (facts: facts, response: $0) } : nil
        }
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
        let wishes = CacheControl(request.value(forHTTPHeaderField: "Cache-Control"))
        let otherwise = CacheDecision.fail(URLError(.resourceUnavailable))
        guard let (facts, response) = matching, !wishes.has("no-store") else {
            return wishes.has("only-if-cached") ? otherwise : .load(request)
        }
        if isUsable(facts, wishes, request, now) { return .use(response) }
        if wishes.has("only-if-cached") { return otherwise }
        return facts.validation(of: request).map { .revalidate($0, response) } ?? .load(request)
    }

    /// Whether a response answers a request without a question (§4.2, §5.2.1).
    private static func isUsable(
        _ facts: CachedFacts, _ wishes: CacheControl, _ request: URLRequest, _ now: Date
    ) -> Bool {
        // Pragma counts only where nothing newer is said (§5.4).
        let pragma =
            request.value(forHTTPHeaderField: "Cache-Control") == nil
            && request.value(forHTTPHeaderField: "Pragma")?.lowercased().contains("no-cache") == true
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
