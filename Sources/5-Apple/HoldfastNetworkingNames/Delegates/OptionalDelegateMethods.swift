public import Foundation
public import FoundationNetworking

/// The methods of a session's delegate that are optional on Apple's platforms, for code that calls them so:
/// `delegate.urlSession?(session, task: task, didCompleteWithError: error)`.
///
/// Here a delegate has them all: what its class lacks has the effect of a delegate without the method, and a delegate
/// of another protocol answers as one without it. The call is never nil.
public struct OptionalDelegateMethods: Sendable {
    let delegate: any URLSessionDelegate

    private var task: (any URLSessionTaskDelegate)? { delegate as? any URLSessionTaskDelegate }
    private var data: (any URLSessionDataDelegate)? { delegate as? any URLSessionDataDelegate }
    private var download: (any URLSessionDownloadDelegate)? { delegate as? any URLSessionDownloadDelegate }

    // MARK: URLSessionDelegate

    public func callAsFunction(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        delegate.urlSession(session, didBecomeInvalidWithError: error)
    }

    public func callAsFunction(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        delegate.urlSession(session, didReceive: challenge, completionHandler: completionHandler)
    }

    // MARK: URLSessionTaskDelegate

    public func callAsFunction(_ session: URLSession, didCreateTask made: URLSessionTask) {
        task?.urlSession(session, didCreateTask: made)
    }

    public func callAsFunction(
        _ session: URLSession, task running: URLSessionTask, willBeginDelayedRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLSession.DelayedRequestDisposition, URLRequest?) -> Void
    ) {
        guard let task else { return completionHandler(.continueLoading, nil) }
        task.urlSession(
            session, task: running, willBeginDelayedRequest: request, completionHandler: completionHandler)
    }

    public func callAsFunction(_ session: URLSession, taskIsWaitingForConnectivity waiting: URLSessionTask) {
        task?.urlSession(session, taskIsWaitingForConnectivity: waiting)
    }

    public func callAsFunction(
        _ session: URLSession, task running: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        guard let task else { return completionHandler(request) }
        task.urlSession(
            session, task: running, willPerformHTTPRedirection: response, newRequest: request,
            completionHandler: completionHandler)
    }

    public func callAsFunction(
        _ session: URLSession, task running: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let task else { return completionHandler(.performDefaultHandling, nil) }
        task.urlSession(session, task: running, didReceive: challenge, completionHandler: completionHandler)
    }

    public func callAsFunction(
        _ session: URLSession, task running: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        guard let task else { return completionHandler(nil) }
        task.urlSession(session, task: running, needNewBodyStream: completionHandler)
    }

    public func callAsFunction(
        _ session: URLSession, task running: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        task?.urlSession(
            session, task: running, didSendBodyData: bytesSent, totalBytesSent: totalBytesSent,
            totalBytesExpectedToSend: totalBytesExpectedToSend)
    }

    public func callAsFunction(
        _ session: URLSession, task running: URLSessionTask, didReceiveInformationalResponse response: HTTPURLResponse
    ) {
        task?.urlSession(session, task: running, didReceiveInformationalResponse: response)
    }

    public func callAsFunction(
        _ session: URLSession, task running: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        task?.urlSession(session, task: running, didFinishCollecting: metrics)
    }

    public func callAsFunction(
        _ session: URLSession, task ended: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        task?.urlSession(session, task: ended, didCompleteWithError: error)
    }

    // MARK: URLSessionDataDelegate

    public func callAsFunction(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let data else { return completionHandler(.allow) }
        data.urlSession(session, dataTask: dataTask, didReceive: response, completionHandler: completionHandler)
    }

    public func callAsFunction(
        _ session: URLSession, dataTask: URLSessionDataTask, didBecome downloadTask: URLSessionDownloadTask
    ) {
        data?.urlSession(session, dataTask: dataTask, didBecome: downloadTask)
    }

    public func callAsFunction(
        _ session: URLSession, dataTask: URLSessionDataTask, didBecome streamTask: URLSessionStreamTask
    ) {
        data?.urlSession(session, dataTask: dataTask, didBecome: streamTask)
    }

    public func callAsFunction(_ session: URLSession, dataTask: URLSessionDataTask, didReceive bytes: Data) {
        data?.urlSession(session, dataTask: dataTask, didReceive: bytes)
    }

    public func callAsFunction(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        guard let data else { return completionHandler(proposedResponse) }
        data.urlSession(
            session, dataTask: dataTask, willCacheResponse: proposedResponse, completionHandler: completionHandler)
    }

    // MARK: URLSessionDownloadDelegate

    public func callAsFunction(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        download?.urlSession(
            session, downloadTask: downloadTask, didWriteData: bytesWritten, totalBytesWritten: totalBytesWritten,
            totalBytesExpectedToWrite: totalBytesExpectedToWrite)
    }

    public func callAsFunction(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didResumeAtOffset fileOffset: Int64,
        expectedTotalBytes: Int64
    ) {
        download?.urlSession(
            session, downloadTask: downloadTask, didResumeAtOffset: fileOffset, expectedTotalBytes: expectedTotalBytes)
    }
}

extension URLSessionDelegate {
    /// The delegate's methods for code that calls them as optional ones.
    public var urlSession: OptionalDelegateMethods? { OptionalDelegateMethods(delegate: self) }
}
