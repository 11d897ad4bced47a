import Foundation
import FoundationNetworking
import HoldfastCrypto
import HoldfastX509
import Synchronization

extension TaskRun {
    /// The protocol class that answers the task's request; nil for the session's own way.
    ///
    /// The task has the request as classes are shown it while they are asked, and from then on where one answers.
    func protocolClass(for request: URLRequest) -> URLProtocol.Type? {
        let own = core.plan.protocolClasses
        let asksRegistered = session === URLSession.shared || session is ConnectionSession
        let all = asksRegistered ? own + URLProtocol.registeredClasses : own
        guard !all.isEmpty else { return nil }
        let shown = protocolRequest(request)
        for type in all {
            setRequest(shown.unread)
            if type.canInit(with: task) { return type }
        }
        setRequest(request)
        return nil
    }

    /// Loads the request by a protocol class, and follows its redirects.
    func loadByProtocol(_ type: URLProtocol.Type) async throws -> LoadedResponse {
        if case .stream = upload(with: request), request.httpBodyStream == nil, let stream = await newBodyStream() {
            setRequest(ProtocolRequest.made(of: request, .stream(stream)))
        }
        let request = request
        let loader = ProtocolLoader(self)
        loader.start(type, request, kept(by: type, for: request))
        return try await withTaskCancellationHandler {
            while let event = await loader.nextEvent() {
                switch event {
                case .response(let response, let policy):
                    let loaded = LoadedResponse(response: response, body: loader, request: self.request)
                    return keeping(loaded, of: type, policy)
                case .redirected(let next, let response):
                    loader.stop()
                    guard let http = response as? HTTPURLResponse else {
                        throw URLError(
                            .badServerResponse, "the protocol class redirects without a response", for: next.url)
                    }
                    guard let chosen = await ask(about: http, next) else {
                        return LoadedResponse(response: http, body: ReadyBody(Data()), request: self.request)
                    }
                    state.withLock { $0.passed.append((self.request, http)) }
                    guard state.withLock({ $0.passed.count }) <= 20 else {
                        throw URLError(.httpTooManyRedirects, "there were more than 20 redirects", for: next.url)
                    }
                    setRequest(chosen)
                    return try await load()
                case .failed(let error):
                    loader.stop()
                    throw error
                case .finished:
                    loader.stop()
                    throw URLError(.badServerResponse, "the protocol class gave no response", for: request.url)
                case .data: continue
                }
            }
            throw CancellationError()
        } onCancel: {
            loader.stop()
        }
    }
}

extension TaskRun {
    /// The cached response of a protocol class to the same request, as it is handed to the class; nil for none, and
    /// where the request wants none.
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

    /// The response of a protocol class, kept at its end as the class allows (Apple, `URLProtocolClient`: the policy
    /// that "should be used for the given response if the response is to be stored in a cache"), and the delegate after
    /// it.
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
        isCacheable && (request.httpMethod?.asciiUppercased() ?? "GET") == "GET"
    }

    /// A text in the place of the digest of a request that was sent: nobody judged a server here, so that it is the
    /// digest of none, and the response answers no request but those of the same fields to the same class.
    private static func giver(_ type: URLProtocol.Type, _ request: URLRequest) -> String {
        let fields = (request.allHTTPHeaderFields ?? [:]).filter { $0.key != RequestProperties.field }
        let parts = fields.map { "\($0.key.asciiLowercased()):\($0.value.utf8.count):\($0.value)" }.sorted()
        let text = "\(String(reflecting: type))\n\(parts.joined(separator: "\n"))"
        return "of a protocol class: " + HexString.encode(Digest.sha256(Array(text.utf8)[...]))
    }
}
