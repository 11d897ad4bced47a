import Foundation
import FoundationNetworking
import HoldfastHTTPS
import Synchronization

extension TaskRun {
    /// A response from the session's cache where that may stand for the server's, else the server's (RFC 9111).
    func loadFromCacheOrServer(_ request: URLRequest) async throws -> LoadedResponse {
        guard let cache, isCacheable else { return try await loadFromServer(request) }
        let asked = Date()
        let policy = request.cachePolicy == .useProtocolCachePolicy ? core.configuration.requestCachePolicy : nil
        guard let url = request.url else { return try await loadFromServer(request) }
        let outgoing = try await core.https.outgoing(try head(of: request, to: url))
        switch CacheRules.decide(
            for: request, as: outgoing, cached: cache.candidates(for: request), policy: policy, now: asked)
        {
        case .fail(let error): throw error
        case .use(let cached): return kept(cached, request)
        case .load(let changed): return keeping(try await loadFromServer(changed), asked, in: cache)
        case .revalidate(let changed, let cached):
            let loaded = try await loadFromServer(changed)
            guard let answer = loaded.response as? HTTPURLResponse, answer.statusCode == 304 else {
                return keeping(loaded, asked, in: cache)
            }
            loaded.body.cancel()
            // What went out in the end, as after a challenge, may be another's question than the one that was kept.
            guard let sent = loaded.sent, CachedFacts(cached)?.answers(sent) == true,
                let merged = CacheRules.merged(cached, with: answer, for: sent, requestTime: asked, at: Date())
            else { return keeping(try await loadFromServer(request), asked, in: cache) }
            cache.storeCachedResponse(merged, for: request)
            return kept(merged, request)
        }
    }

    /// The shared session's is the process's at the time, which programs replace when they begin.
    var cache: URLCache? { session === URLSession.shared ? .shared : core.configuration.urlCache }

    /// Downloads go into files, and are not kept; what was sent has another answer each time.
    var isCacheable: Bool {
        if case .none = task.work.upload { !(task is URLSessionDownloadTask) } else { false }
    }

    private func kept(_ cached: CachedURLResponse, _ request: URLRequest) -> LoadedResponse {
        LoadedResponse(response: cached.response, body: ReadyBody(cached.data), request: request)
    }

    private func keeping(_ loaded: LoadedResponse, _ asked: Date, in cache: URLCache) -> LoadedResponse {
        for url in CacheRules.invalidated(by: loaded.request, response: loaded.response) {
            cache.removeCachedResponse(for: URLRequest(url: url))
        }
        let room = cache.roomForOne
        guard loaded.response.expectedContentLength <= room, storable(loaded, Data(), asked) != nil else {
            return loaded
        }
        var watched = loaded
        watched.body = KeptBody(loaded.body, atMost: room) { [self] data in
            guard let proposed = storable(loaded, data, asked), let chosen = await ask(about: proposed) else { return }
            cache.storeCachedResponse(CachedFacts.copying(from: proposed, to: chosen), for: loaded.request)
        }
        return watched
    }

    private func storable(_ loaded: LoadedResponse, _ data: Data, _ asked: Date) -> CachedURLResponse? {
        loaded.sent.flatMap {
            CacheRules.storable(sent: $0, response: loaded.response, data: data, requestTime: asked, now: Date())
        }
    }

    /// Asks the delegate for the response that is to be cached; nil for none.
    func ask(about proposed: CachedURLResponse) async -> CachedURLResponse? {
        guard case .delegate = task.work.delivery, let delegate = dataDelegate,
            let dataTask = task as? URLSessionDataTask,
            !Unimplemented.isKnown(delegate, .caching)
        else { return proposed }
        let transfer = UnsafeTransfer(proposed)
        return await AnswerHandler.answer(or: UnsafeTransfer<CachedURLResponse?>(nil)) { handler in
            calls.add { [session] in
                delegate.urlSession(
                    session, dataTask: dataTask, willCacheResponse: transfer.value,
                    completionHandler: { handler(UnsafeTransfer($0)) })
            }
        }.value
    }
}
