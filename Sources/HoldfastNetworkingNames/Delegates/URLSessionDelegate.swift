public import Foundation

/// What a session tells about itself and its connections (Apple, `URLSessionDelegate`).
///
/// Every method of the delegate protocols is optional, as on Apple's platforms: what a class does not implement is answered
/// as Apple documents it. A method with a completion handler may be written as an `async` one instead; where a class has
/// both, the one with the handler is called.
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {
    /// The session is invalid from here on, and the delegate is let go.
    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?)

    /// A connection asks something: whether its server is trusted, for a client certificate, for Negotiate or NTLM.
    ///
    /// A session that has this method asks it alone about those; without it the task's method is asked. Each handler has to
    /// be called once; what is never answered ends the request when its time is over.
    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)

    /// The same, as an `async` method.
    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)

    /// All events of a background session have been delivered. Never called: background sessions are ordinary ones here.
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
