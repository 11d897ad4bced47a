public import Foundation

/// Messages and questions of any task (Apple, `URLSessionTaskDelegate`).
public protocol URLSessionTaskDelegate: URLSessionDelegate {
    /// The task was made.
    func urlSession(_ session: URLSession, didCreateTask task: URLSessionTask)

    /// A task with a date before which it should not begin is about to; only called for those with an
    /// ``URLSessionTask/earliestBeginDate``.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willBeginDelayedRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLSession.DelayedRequestDisposition, URLRequest?) -> Void)

    /// Decides about the delayed request, as the method with a handler does.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willBeginDelayedRequest request: URLRequest
    ) async -> (URLSession.DelayedRequestDisposition, URLRequest?)

    /// There is no way to the server for now. Never called: a request fails instead.
    func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask)

    /// The server answers with another place. What the handler is given is sent next; nil makes the redirect itself the
    /// response.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void)

    /// Decides about the redirect, as the method with a handler does.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) async -> URLRequest?

    /// A request asks something: for a user and a password, and what ``URLSessionDelegate`` was not there to answer.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)

    /// Answers the challenge, as the method with a handler does.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)

    /// The body of an upload made by ``URLSession/uploadTask(withStreamedRequest:)`` is wanted, for the first time or
    /// once more.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void)

    /// Gives the stream of the body, as the method with a handler does.
    func urlSession(_ session: URLSession, needNewBodyStreamForTask task: URLSessionTask) async -> InputStream?

    /// More of the request's body has gone out.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64)

    /// An informational response has come (RFC 9110 §15.2). Never called: sessions keep those to themselves.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceiveInformationalResponse response: HTTPURLResponse)

    /// The figures of the task are complete; called before its end is told.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics)

    /// The task is over: its last message. Not called for tasks with a completion handler, nor for `async` methods.
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}

extension URLSessionTaskDelegate {
    public func urlSession(_ session: URLSession, didCreateTask task: URLSessionTask) {
        Unimplemented.next(after: self, of: task, in: session)?.task?.urlSession(session, didCreateTask: task)
    }

    public func urlSession(
        _ session: URLSession, task: URLSessionTask, willBeginDelayedRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLSession.DelayedRequestDisposition, URLRequest?) -> Void
    ) {
        Unimplemented.passOn(self, .delayedRequest) {
            guard let next = Unimplemented.next(after: self, of: task, in: session)?.task else {
                return completionHandler(.continueLoading, nil)
            }
            next.urlSession(
                session, task: task, willBeginDelayedRequest: request, completionHandler: completionHandler)
        } asking: {
            let (disposition, request) = await self.urlSession(session, task: task, willBeginDelayedRequest: request)
            return { completionHandler(disposition, request) }
        }
    }

    public func urlSession(
        _ session: URLSession, task: URLSessionTask, willBeginDelayedRequest request: URLRequest
    ) async -> (URLSession.DelayedRequestDisposition, URLRequest?) {
        Unimplemented.note(self, .delayedRequest)
        return (.continueLoading, nil)
    }

    public func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {}

    public func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        Unimplemented.passOn(self, .redirection) {
            guard let next = Unimplemented.next(after: self, of: task, in: session)?.task else {
                return completionHandler(request)
            }
            next.urlSession(
                session, task: task, willPerformHTTPRedirection: response, newRequest: request,
                completionHandler: completionHandler)
        } asking: {
            let answer = await self.urlSession(
                session, task: task, willPerformHTTPRedirection: response, newRequest: request)
            return { completionHandler(answer) }
        }
    }

    public func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) async -> URLRequest? {
        Unimplemented.note(self, .redirection)
        return request
    }

    public func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        Unimplemented.passOn(self, .taskChallenge) {
            guard let next = Unimplemented.next(after: self, of: task, in: session)?.task else {
                return completionHandler(.performDefaultHandling, nil)
            }
            next.urlSession(session, task: task, didReceive: challenge, completionHandler: completionHandler)
        } asking: {
            let (disposition, credential) = await self.urlSession(session, task: task, didReceive: challenge)
            return { completionHandler(disposition, credential) }
        }
    }

    public func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        Unimplemented.note(self, .taskChallenge)
        return (.performDefaultHandling, nil)
    }

    public func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        Unimplemented.passOn(self, .bodyStream) {
            guard let next = Unimplemented.next(after: self, of: task, in: session)?.task else {
                return completionHandler(nil)
            }
            next.urlSession(session, task: task, needNewBodyStream: completionHandler)
        } asking: {
            let stream = UnsafeTransfer(await self.urlSession(session, needNewBodyStreamForTask: task))
            return { completionHandler(stream.value) }
        }
    }

    public func urlSession(_ session: URLSession, needNewBodyStreamForTask task: URLSessionTask) async -> InputStream? {
        Unimplemented.note(self, .bodyStream)
        return nil
    }

    public func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        Unimplemented.next(after: self, of: task, in: session)?.task?.urlSession(
            session, task: task, didSendBodyData: bytesSent, totalBytesSent: totalBytesSent,
            totalBytesExpectedToSend: totalBytesExpectedToSend)
    }

    public func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceiveInformationalResponse response: HTTPURLResponse
    ) {}

    public func urlSession(
        _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        guard let next = Unimplemented.next(after: self, of: task, in: session)?.task else {
            return Unimplemented.note(self, .metrics)
        }
        next.urlSession(session, task: task, didFinishCollecting: metrics)
    }

    public func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        Unimplemented.next(after: self, of: task, in: session)?.task?.urlSession(
            session, task: task, didCompleteWithError: error)
    }
}
