import Foundation
import HoldfastCredentials
import Synchronization

/// Takes the answers of those who call a challenge's sender, as programs did before there were completion handlers.
final class ChallengeSender: NSObject, URLAuthenticationChallengeSender, @unchecked Sendable {
    private let answer = Mutex<FirstAnswer<DelegateAnswer>?>(nil)

    /// Where the next answer goes.
    func answers(_ answer: FirstAnswer<DelegateAnswer>) { self.answer.withLock { $0 = answer } }

    private func give(_ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential? = nil) {
        answer.withLock { $0 }?.give((disposition, credential))
    }

    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {
        give(.useCredential, credential)
    }

    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) { give(.useCredential) }

    func cancel(_ challenge: URLAuthenticationChallenge) { give(.cancelAuthenticationChallenge) }

    func performDefaultHandling(for challenge: URLAuthenticationChallenge) { give(.performDefaultHandling) }

    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {
        give(.rejectProtectionSpace)
    }
}
