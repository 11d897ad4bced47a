import Foundation
import FoundationNetworking
import Synchronization

/// Takes the answer to one challenge of a connection, from whatever thread it comes; the first counts.
///
/// Only the challenge keeps it: one that is let go without an answer lets this go too, and that is a refusal.
final class ConnectionSender: NSObject, URLAuthenticationChallengeSender {
    typealias Handler = @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void

    private let handler: Mutex<Handler?>
    private let refused: @Sendable () -> Void

    /// - Parameters:
    ///   - handler: where the answer goes.
    ///   - refused: called before, where the answer is to end the connection.
    init(_ handler: @escaping Handler, refused: @escaping @Sendable () -> Void) {
        self.handler = Mutex(handler)
        self.refused = refused
    }

    deinit { give(.cancelAuthenticationChallenge, nil) }

    var isAnswered: Bool { handler.withLock { $0 == nil } }

    private func give(_ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?) {
        guard let handler = handler.withLock({ $0.take() }) else { return }
        if disposition == .cancelAuthenticationChallenge { refused() }
        handler(disposition, credential)
    }

    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {
        give(.useCredential, credential)
    }

    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) { give(.useCredential, nil) }

    func cancel(_ challenge: URLAuthenticationChallenge) { give(.cancelAuthenticationChallenge, nil) }

    func performDefaultHandling(for challenge: URLAuthenticationChallenge) { give(.performDefaultHandling, nil) }

    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {
        give(.rejectProtectionSpace, nil)
    }
}
