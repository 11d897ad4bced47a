public import Foundation
public import FoundationNetworking

/// What a connection tells whose response comes into memory (Apple, `NSURLConnectionDataDelegate`).
public protocol NSURLConnectionDataDelegate: NSURLConnectionDelegate {
    /// A request is about to be sent: the first one, without a response, and then each to which a redirect leads.
    ///
    /// - Returns: what is sent. Nil makes the redirect itself the response; where there is none, the connection fails with
    ///   `URLError.cancelled`.
    func connection(
        _ connection: NSURLConnection, willSend request: URLRequest, redirectResponse response: URLResponse?
    ) -> URLRequest?

    /// The head of the response has come; its body waits for the method to return.
    func connection(_ connection: NSURLConnection, didReceive response: URLResponse)

    /// More of the body has come.
    func connection(_ connection: NSURLConnection, didReceive data: Data)

    /// The body of a request that was made with a stream has to be sent once more.
    ///
    /// - Returns: a stream that was not opened yet; nil ends the connection. Without the method it ends too: what a stream
    ///   gave is not kept.
    func connection(_ connection: NSURLConnection, needNewBodyStream request: URLRequest) -> InputStream?

    /// More of the request's body has gone out.
    ///
    /// - Parameter totalBytesExpectedToWrite: -1 where nobody knows.
    func connection(
        _ connection: NSURLConnection, didSendBodyData bytesWritten: Int, totalBytesWritten: Int,
        totalBytesExpectedToWrite: Int)

    /// The response is about to be cached.
    ///
    /// - Returns: what is cached; nil for nothing.
    func connection(
        _ connection: NSURLConnection, willCacheResponse cachedResponse: CachedURLResponse
    ) -> CachedURLResponse?

    /// All of the body has come: the last message.
    func connectionDidFinishLoading(_ connection: NSURLConnection)
}

extension NSURLConnectionDataDelegate {
    public func connection(
        _ connection: NSURLConnection, willSend request: URLRequest, redirectResponse response: URLResponse?
    ) -> URLRequest? { request }

    public func connection(_ connection: NSURLConnection, didReceive response: URLResponse) {}

    public func connection(_ connection: NSURLConnection, didReceive data: Data) {}

    public func connection(_ connection: NSURLConnection, needNewBodyStream request: URLRequest) -> InputStream? { nil }

    public func connection(
        _ connection: NSURLConnection, didSendBodyData bytesWritten: Int, totalBytesWritten: Int,
        totalBytesExpectedToWrite: Int
    ) {}

    public func connection(
        _ connection: NSURLConnection, willCacheResponse cachedResponse: CachedURLResponse
    ) -> CachedURLResponse? { cachedResponse }

    public func connectionDidFinishLoading(_ connection: NSURLConnection) {}
}
