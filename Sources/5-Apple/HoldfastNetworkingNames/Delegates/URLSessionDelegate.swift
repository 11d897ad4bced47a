public import Foundation

/// Messages and challenges of a session and its connections (Apple, `URLSessionDelegate`).
///
/// Every method of the delegate protocols is optional, as on Apple's platforms: what a class does not implement is
/// answered as Apple documents it. A method with a completion handler may be written as an `async` one instead; where a
/// class has both, the one with the handler is called.
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {
    /// The session is invalid from here on, and the delegate is let go.
    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?)

    /// A connection asks something: whether its server is trusted, for a client certificate, for Negotiate or NTLM.
    ///
    /// A session that has this method asks it alone about those; without it the task's method is asked. Each handler
    /// has to be called once; what is never answered ends the request when its time is over.
    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)

    /// Answers the challenge, as the method with a handler does.
    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)

    /// All events of a background session have been delivered. Never called: background sessions are ordinary ones
    /// here.
    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession)
}

extension URLSessionDelegate {
    public func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {}

    public func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        Unimplemented.passOn(self, .sessionChallenge) {
            completionHandler(.performDefaultHandling, nil)
        } asking: {
            let (disposition, credential) = await self.urlSession(session, didReceive: challenge)
            return { completionHandler(disposition, credential) }
        }
    }

    public func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        Unimplemented.note(self, .sessionChallenge)
        return (.performDefaultHandling, nil)
    }

    public func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {}
}

/// Messages of download tasks about their files (Apple, `URLSessionDownloadDelegate`).
public protocol URLSessionDownloadDelegate: URLSessionTaskDelegate {
    /// All of it has come, whatever the status. The file is gone when this returns: move it, or open it.
    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL)

    /// More of it has come.
    ///
    /// - Parameter totalBytesExpectedToWrite: `NSURLSessionTransferSizeUnknown` where the server does not say.
    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64)

    /// The download goes on where an earlier one was left.
    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64)
}

extension URLSessionDownloadDelegate {
    public func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {}

    public func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {}
}

/// Messages of stream tasks (Apple, `URLSessionStreamDelegate`); there are no such tasks here, so that nothing is
/// called.
public protocol URLSessionStreamDelegate: URLSessionTaskDelegate {
    func urlSession(_ session: URLSession, readClosedFor streamTask: URLSessionStreamTask)
    func urlSession(_ session: URLSession, writeClosedFor streamTask: URLSessionStreamTask)
    func urlSession(_ session: URLSession, betterRouteDiscoveredFor streamTask: URLSessionStreamTask)
    func urlSession(
        _ session: URLSession, streamTask: URLSessionStreamTask, didBecome inputStream: InputStream,
        outputStream: OutputStream)
}

extension URLSessionStreamDelegate {
    public func urlSession(_ session: URLSession, readClosedFor streamTask: URLSessionStreamTask) {}
    public func urlSession(_ session: URLSession, writeClosedFor streamTask: URLSessionStreamTask) {}
    public func urlSession(_ session: URLSession, betterRouteDiscoveredFor streamTask: URLSessionStreamTask) {}
    public func urlSession(
        _ session: URLSession, streamTask: URLSessionStreamTask, didBecome inputStream: InputStream,
        outputStream: OutputStream
    ) {}
}

/// Messages of WebSocket tasks about their conversation (Apple, `URLSessionWebSocketDelegate`).
public protocol URLSessionWebSocketDelegate: URLSessionTaskDelegate {
    /// The server agreed to speak WebSocket.
    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?)

    /// The server closed the conversation.
    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?)
}

extension URLSessionWebSocketDelegate {
    public func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?
    ) {}

    public func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {}
}

extension URLSession {
    /// The kinds of answer to a challenge (Apple, `URLSession.AuthChallengeDisposition`).
    public enum AuthChallengeDisposition: Int, Sendable {
        /// Answers with the credential; without one the request goes on as it is, and a server is refused.
        case useCredential = 0
        /// As if the method were not there.
        case performDefaultHandling = 1
        /// Ends the task with `URLError.cancelled`.
        case cancelAuthenticationChallenge = 2
        /// Lets this method be, and goes on to the next one that is offered.
        case rejectProtectionSpace = 3
    }

    /// The decisions about a task whose date has come (Apple, `URLSession.DelayedRequestDisposition`).
    public enum DelayedRequestDisposition: Int, Sendable {
        case continueLoading = 0
        case useNewRequest = 1
        case cancel = 2
    }

    /// The decisions about a response's body (Apple, `URLSession.ResponseDisposition`).
    public enum ResponseDisposition: Int, Sendable {
        /// Ends the task with `URLError.cancelled`.
        case cancel = 0
        case allow = 1
        /// The task goes on as a ``URLSessionDownloadTask``.
        case becomeDownload = 2
        /// The task ends with `URLError.unsupportedURL`: there are no stream tasks here.
        case becomeStream = 3
    }
}
