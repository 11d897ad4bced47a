import Foundation
public import FoundationNetworking

extension URLCache {
    /// Keeps a response under the request of a task.
    public func storeCachedResponse(_ cachedResponse: CachedURLResponse, for dataTask: URLSessionDataTask) {
        guard let request = dataTask.currentRequest else { return }
        storeCachedResponse(cachedResponse, for: request)
    }

    /// The response that is kept under the request of a task; nil where there is none.
    public func getCachedResponse(
        for dataTask: URLSessionDataTask, completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        completionHandler(dataTask.currentRequest.flatMap { cachedResponse(for: $0) })
    }

    /// Drops the response that is kept under the request of a task.
    public func removeCachedResponse(for dataTask: URLSessionDataTask) {
        guard let request = dataTask.currentRequest else { return }
        removeCachedResponse(for: request)
    }
}

extension HTTPCookieStorage {
    /// Keeps cookies as those of a task's response.
    public func storeCookies(_ cookies: [HTTPCookie], for task: URLSessionTask) {
        setCookies(cookies, for: task.currentRequest?.url, mainDocumentURL: task.currentRequest?.mainDocumentURL)
    }

    /// The cookies that a task's request carries.
    public func getCookiesFor(_ task: URLSessionTask, completionHandler: @escaping ([HTTPCookie]?) -> Void) {
        completionHandler(task.currentRequest?.url.flatMap { cookies(for: $0) })
    }
}

extension URLCredentialStorage {
    /// Hands over every credential of a space by its user, on the caller's thread; nil where there is none.
    ///
    /// - Parameters:
    ///   - protectionSpace: the space.
    ///   - task: the task that needs them; what is kept does not depend on it.
    ///   - completionHandler: called once, before this returns.
    public func getCredentials(
        for protectionSpace: URLProtectionSpace, task: URLSessionTask,
        completionHandler: ([String: URLCredential]?) -> Void
    ) {
        completionHandler(credentials(for: protectionSpace))
    }

    /// ``set(_:for:)``, on behalf of a task.
    public func set(_ credential: URLCredential, for protectionSpace: URLProtectionSpace, task: URLSessionTask) {
        set(credential, for: protectionSpace)
    }

    /// ``remove(_:for:options:)``, on behalf of a task.
    public func remove(
        _ credential: URLCredential, for protectionSpace: URLProtectionSpace, options: [String: AnyObject]? = [:],
        task: URLSessionTask
    ) {
        remove(credential, for: protectionSpace, options: options)
    }

    /// Hands over the credential that is proposed first for a space, on the caller's thread; nil where there is none.
    ///
    /// - Parameters:
    ///   - space: the space.
    ///   - task: the task that needs it; what is kept does not depend on it.
    ///   - completionHandler: called once, before this returns.
    public func getDefaultCredential(
        for space: URLProtectionSpace, task: URLSessionTask, completionHandler: (URLCredential?) -> Void
    ) {
        completionHandler(defaultCredential(for: space))
    }

    /// ``setDefaultCredential(_:for:)``, on behalf of a task.
    public func setDefaultCredential(
        _ credential: URLCredential, for protectionSpace: URLProtectionSpace, task: URLSessionTask
    ) {
        setDefaultCredential(credential, for: protectionSpace)
    }
}
