public import Foundation
public import FoundationNetworking

/// Messages of data and upload tasks about their responses (Apple, `URLSessionDataDelegate`). Not called for tasks with
/// a completion handler.
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
    /// The head of the response has come; its body waits for the handler.
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)

    /// Decides about the response, as the method with a handler does.
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse
    ) async -> URLSession.ResponseDisposition

    /// The task goes on as a download.
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didBecome downloadTask: URLSessionDownloadTask)

    /// The task goes on as a stream. Never called: there are none here.
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didBecome streamTask: URLSessionStreamTask)

    /// More of the body has come.
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)

    /// The response is about to be cached; nil keeps it out of the cache.
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void)

    /// Decides about the cached response, as the method with a handler does.
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse
    ) async -> CachedURLResponse?
}

extension URLSessionDataDelegate {
    public func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        Unimplemented.passOn(self, .response) {
            guard let next = Unimplemented.next(after: self, of: dataTask, in: session)?.data else {
                return completionHandler(.allow)
            }
            next.urlSession(session, dataTask: dataTask, didReceive: response, completionHandler: completionHandler)
        } asking: {
            let answer = await self.urlSession(session, dataTask: dataTask, didReceive: response)
            return { completionHandler(answer) }
        }
    }

    public func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse
    ) async -> URLSession.ResponseDisposition {
        Unimplemented.note(self, .response)
        return .allow
    }

    public func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didBecome downloadTask: URLSessionDownloadTask
    ) {
        Unimplemented.next(after: self, of: dataTask, in: session)?.data?.urlSession(
            session, dataTask: dataTask, didBecome: downloadTask)
    }

    public func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didBecome streamTask: URLSessionStreamTask
    ) {}

    public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        Unimplemented.next(after: self, of: dataTask, in: session)?.data?.urlSession(
            session, dataTask: dataTask, didReceive: data)
    }

    public func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        let proposed = UnsafeTransfer(proposedResponse)
        Unimplemented.passOn(self, .caching) {
            guard let next = Unimplemented.next(after: self, of: dataTask, in: session)?.data else {
                return completionHandler(proposed.value)
            }
            next.urlSession(
                session, dataTask: dataTask, willCacheResponse: proposed.value, completionHandler: completionHandler)
        } asking: {
            let answer = UnsafeTransfer(
                await self.urlSession(session, dataTask: dataTask, willCacheResponse: proposed.value))
            return { completionHandler(answer.value) }
        }
    }

    public func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse
    ) async -> CachedURLResponse? {
        Unimplemented.note(self, .caching)
        return proposedResponse
    }
}
