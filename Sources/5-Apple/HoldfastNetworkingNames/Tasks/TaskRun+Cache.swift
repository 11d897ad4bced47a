import Foundation
import FoundationNetworking
import HoldfastHTTPS
import HoldfastWeb
import Synchronization

extension TaskRun {
    /// The shared session's is the process's at the time, which programs replace when they begin.
    var cache: URLCache? { session === URLSession.shared ? .shared : core.configuration.urlCache }

    /// Downloads go into files, and are not kept; what was sent has another answer each time.
    var isCacheable: Bool {
        if case .none = task.work.upload { !(task is URLSessionDownloadTask) } else { false }
    }

    /// Tells the session which cache a request has, and what that may do; everything else is decided there.
    func setCache(of https: inout HTTPSRequest, for request: URLRequest) {
        let usual = core.configuration.requestCachePolicy
        https.cachePolicy = .init(request.cachePolicy == .useProtocolCachePolicy ? usual : request.cachePolicy)
        guard let cache else { return }
        https.answerStore = cache.store
        https.bypassesCache = !isCacheable
        guard isAskedAboutCaching else { return }
        https.keeping = { [self] proposed in await chosen(proposed) }
    }

    /// Whether the delegate has a say about what is cached.
    private var isAskedAboutCaching: Bool {
        guard case .delegate = task.work.delivery, let delegate = dataDelegate, task is URLSessionDataTask else {
            return false
        }
        return !Unimplemented.isKnown(delegate, .caching)
    }

    /// The response that the delegate wants kept in the place of one; nil for none.
    private func chosen(_ proposed: KeptAnswer) async -> KeptAnswer? {
        // Of parts programs know nothing.
        guard proposed.head.range == nil,
            let shown = CachedURLResponse(proposed.head, proposed.body, on: proposed.medium, nil)
        else { return proposed }
        guard let chosen = await ask(about: shown), chosen.storagePolicy != .notAllowed else { return nil }
        guard chosen !== shown else { return proposed }
        var kept = KeptAnswer(CachedFacts.copying(from: shown, to: chosen))
        // What must not last, does not last by a delegate's word.
        if proposed.medium == .memory { kept.medium = .memory }
        return kept
    }

    /// Asks the delegate for the response that is to be cached; nil for none.
    func ask(about proposed: CachedURLResponse) async -> CachedURLResponse? {
        guard isAskedAboutCaching, let delegate = dataDelegate, let dataTask = task as? URLSessionDataTask else {
            return proposed
        }
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

extension HTTPSRequest.CachePolicy {
    init(_ policy: URLRequest.CachePolicy) {
        self =
            switch policy {
            case .useProtocolCachePolicy: .useProtocolCachePolicy
            case .reloadIgnoringLocalCacheData: .reloadIgnoringLocalCacheData
            case .reloadIgnoringLocalAndRemoteCacheData: .reloadIgnoringLocalAndRemoteCacheData
            case .returnCacheDataElseLoad: .returnCacheDataElseLoad
            case .returnCacheDataDontLoad: .returnCacheDataDontLoad
            case .reloadRevalidatingCacheData: .reloadRevalidatingCacheData
            }
    }
}
