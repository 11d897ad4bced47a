public import Foundation
public import FoundationNetworking

/// Messages and challenges of any connection, whatever becomes of its response (Apple, `NSURLConnectionDelegate`).
///
/// Every method is optional. Of the three generations of challenge methods the newest that a class has is the one that
/// is called: ``connection(_:willSendRequestFor:)`` alone, else
/// ``connection(_:canAuthenticateAgainstProtectionSpace:)`` and, where that agrees, ``connection(_:didReceive:)``. Each
/// is answered by the challenge's `sender`, at once or later and from any thread; the first answer counts. The
/// connection waits for it; a challenge that is let go without an answer is cancelled.
///
/// A class that says it conforms, and lacks a method, cannot be given it by a subclass: the subclass's would be another
/// one, which nobody calls. Where a base class has some of the methods, let the last class say that it conforms.
public protocol NSURLConnectionDelegate: NSObjectProtocol {
    /// The connection failed: its last message. A challenge that was cancelled is
    /// `URLError.userCancelledAuthentication`.
    func connection(_ connection: NSURLConnection, didFailWithError error: any Error)

    /// Whether `URLCredentialStorage.shared` may answer challenges; asked once, before the first request. Without the
    /// method it may.
    func connectionShouldUseCredentialStorage(_ connection: NSURLConnection) -> Bool

    /// A request waits for an answer: whether the server is trusted, for a certificate, for a user and a password.
    func connection(_ connection: NSURLConnection, willSendRequestFor challenge: URLAuthenticationChallenge)

    /// Whether the delegate wants to answer for a protection space; false leaves it to the default. Without the method
    /// it is taken to want to for all methods but a server's trust and a client's certificate.
    func connection(
        _ connection: NSURLConnection, canAuthenticateAgainstProtectionSpace protectionSpace: URLProtectionSpace
    ) -> Bool

    /// A request waits for an answer, in a protection space that the delegate wants to answer for.
    func connection(_ connection: NSURLConnection, didReceive challenge: URLAuthenticationChallenge)

    /// The connection ended before the challenge of ``connection(_:didReceive:)`` was answered.
    func connection(_ connection: NSURLConnection, didCancel challenge: URLAuthenticationChallenge)
}

extension NSURLConnectionDelegate {
    public func connection(_ connection: NSURLConnection, didFailWithError error: any Error) {}

    public func connectionShouldUseCredentialStorage(_ connection: NSURLConnection) -> Bool { true }

    public func connection(_ connection: NSURLConnection, willSendRequestFor challenge: URLAuthenticationChallenge) {
        Unimplemented.note(self, .connectionRequestForChallenge)
    }

    public func connection(
        _ connection: NSURLConnection, canAuthenticateAgainstProtectionSpace protectionSpace: URLProtectionSpace
    ) -> Bool {
        Unimplemented.note(self, .connectionCanAuthenticate)
        return false
    }

    public func connection(_ connection: NSURLConnection, didReceive challenge: URLAuthenticationChallenge) {
        Unimplemented.note(self, .connectionChallenge)
    }

    public func connection(_ connection: NSURLConnection, didCancel challenge: URLAuthenticationChallenge) {}
}

/// Messages of a connection whose response comes into memory (Apple, `NSURLConnectionDataDelegate`).
public protocol NSURLConnectionDataDelegate: NSURLConnectionDelegate {
    /// A request is about to be sent: the first one, without a response, and then each to which a redirect leads.
    ///
    /// - Returns: what is sent. Nil makes the redirect itself the response; where there is none, the connection fails
    ///   with `URLError.cancelled`.
    func connection(
        _ connection: NSURLConnection, willSend request: URLRequest, redirectResponse response: URLResponse?
    ) -> URLRequest?

    /// The head of the response has come; its body waits for the method to return.
    func connection(_ connection: NSURLConnection, didReceive response: URLResponse)

    /// More of the body has come.
    func connection(_ connection: NSURLConnection, didReceive data: Data)

    /// The body of a request that was made with a stream has to be sent once more.
    ///
    /// - Returns: a stream that was not opened yet; nil ends the connection. Without the method it ends too: what a
    ///   stream gave is not kept.
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

/// Messages of a connection whose response goes into a file (Apple, `NSURLConnectionDownloadDelegate`).
///
/// A connection whose delegate is one writes its response to a file, and calls no method of
/// ``NSURLConnectionDataDelegate`` about the response. On Apple's platforms that is so for Newsstand's connections;
/// others call the methods there too, and have no file.
public protocol NSURLConnectionDownloadDelegate: NSURLConnectionDelegate {
    /// More has been written.
    ///
    /// - Parameter expectedTotalBytes: 0 where nobody knows.
    func connection(
        _ connection: NSURLConnection, didWriteData bytesWritten: Int64, totalBytesWritten: Int64,
        expectedTotalBytes: Int64)

    /// The download goes on where it was left. Never called: a connection begins at the start.
    func connectionDidResumeDownloading(
        _ connection: NSURLConnection, totalBytesWritten: Int64, expectedTotalBytes: Int64)

    /// The file is complete: the last message. It is removed when the method returns; whoever wants it moves it.
    func connectionDidFinishDownloading(_ connection: NSURLConnection, destinationURL: URL)
}

extension NSURLConnectionDownloadDelegate {
    public func connection(
        _ connection: NSURLConnection, didWriteData bytesWritten: Int64, totalBytesWritten: Int64,
        expectedTotalBytes: Int64
    ) {}

    public func connectionDidResumeDownloading(
        _ connection: NSURLConnection, totalBytesWritten: Int64, expectedTotalBytes: Int64
    ) {}
}
