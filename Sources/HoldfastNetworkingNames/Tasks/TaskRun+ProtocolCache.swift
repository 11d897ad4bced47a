import Foundation
import FoundationNetworking
import HoldfastCrypto
import HoldfastX509

extension TaskRun {
    /// What a protocol class gave to the same request before, as it is handed to the class; nil for none, and where the
    /// request wants none.
    ///
    /// What the class makes of it is its own matter (Apple, `URLProtocol.init(request:cachedResponse:client:)`).
    func kept(by type: URLProtocol.Type, for request: URLRequest) -> CachedURLResponse? {
        guard let cache, isKeptOfProtocols(request) else { return nil }
        let usual = core.configuration.requestCachePolicy
        switch request.cachePolicy == .useProtocolCachePolicy ? usual : request.cachePolicy {
        case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData: return nil
        default: break
        }
        let giver = Self.giver(type, request)
        return cache.candidates(for: request).first { CachedFacts.sent($0) == giver }
    }

    /// The response of a protocol class, kept at its end as the class allows (Apple, `URLProtocolClient`: the policy that
    /// "should be used for the given response if the response is to be stored in a cache"), and the delegate after it.
    func keeping(
        _ loaded: LoadedResponse, of type: URLProtocol.Type, _ policy: URLCache.StoragePolicy
    ) -> LoadedResponse {
        let request = loaded.request
        guard policy != .notAllowed, let cache, isKeptOfProtocols(request) else { return loaded }
        let room = cache.roomForOne
        guard loaded.response.expectedContentLength <= room else { return loaded }
        var watched = loaded
        watched.body = KeptBody(loaded.body, atMost: room) { [self] data in
            let proposed = CachedURLResponse(
                response: loaded.response, data: data, userInfo: [CachedFacts.Key.sent: Self.giver(type, request)],
                storagePolicy: policy)
            guard let chosen = await ask(about: proposed) else { return }
            cache.storeCachedResponse(CachedFacts.copying(from: proposed, to: chosen), for: request)
        }
        return watched
    }

    private func isKeptOfProtocols(_ request: URLRequest) -> Bool {
        isCacheable && (request.httpMethod?.uppercased() ?? "GET") == "GET"
    }

    /// What stands in the place of the digest of a request that was sent: nobody judged a server here, so that it is the
    /// digest of none, and the response answers no request but those of the same fields to the same class.
    private static func giver(_ type: URLProtocol.Type, _ request: URLRequest) -> String {
        let fields = (request.allHTTPHeaderFields ?? [:]).filter { $0.key != RequestProperties.field }
        let parts = fields.map { "\($0.key.lowercased()):\($0.value.utf8.count):\($0.value)" }.sorted()
        let text = "\(String(reflecting: type))\n\(parts.joined(separator: "\n"))"
        return "of a protocol class: " + HexString.encode(Digest.sha256(Array(text.utf8)[...]))
    }
}
