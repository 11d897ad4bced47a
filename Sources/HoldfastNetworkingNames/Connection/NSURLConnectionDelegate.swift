public import Foundation

/// What a connection tells and asks, whatever becomes of its response (Apple, `NSURLConnectionDelegate`).
///
/// Every method is optional. Of the three generations of challenge methods the newest that a class has is the one that is
/// called: ``connection(_:willSendRequestFor:)`` alone, else ``connection(_:canAuthenticateAgainstProtectionSpace:)`` and,
/// where that agrees, ``connection(_:didReceive:)``. Each is answered by the challenge's `sender`, at once or later and
/// from any thread; the first answer counts. The connection waits for it; a challenge that is let go without an answer is
/// cancelled.
///
/// A class that says it conforms, and lacks a method, cannot be given it by a subclass: the subclass's would be another one,
/// which nobody calls. Where a base class has some of the methods, let the last class say that it conforms.
public protocol NSURLConnectionDelegate: NSObjectProtocol {
    /// The connection failed: its last message. A challenge that was cancelled is `URLError.userCancelledAuthentication`.
    func connection(_ connection: NSURLConnection, didFailWithError error: any Error)

    /// Whether `URLCredentialStorage.shared` may answer challenges; asked once, before the first request. Without the
    /// method it may.
    func connectionShouldUseCredentialStorage(_ connection: NSURLConnection) -> Bool

    /// A request waits for an answer: whether the server is trusted, for a certificate, for a user and a password.
    func connection(_ connection: NSURLConnection, willSendRequestFor challenge: URLAuthenticationChallenge)

    /// Whether the delegate wants to answer for a protection space; false leaves it to the default. Without the method it
    /// is taken to want to for all methods but a server's trust and a client's certificate.
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
