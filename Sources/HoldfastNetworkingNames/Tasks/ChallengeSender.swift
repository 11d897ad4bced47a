import Foundation
import HoldfastCredentials
import Synchronization

/// Takes the answers of those who call a challenge's sender, as programs did before there were completion handlers.
final class ChallengeSender: NSObject, URLAuthenticationChallengeSender, @unchecked Sendable {
    private let answer = Mutex<FirstAnswer<ChallengeWord>?>(nil)

    /// Where the next answer goes.
    func answers(_ answer: FirstAnswer<ChallengeWord>) { self.answer.withLock { $0 = answer } }

    private func answer(_ word: ChallengeWord) { answer.withLock { $0 }?.give(word) }

    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {
        answer(.useCredential(credential))
    }

    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) { answer(.useCredential(nil)) }

    func cancel(_ challenge: URLAuthenticationChallenge) { answer(.cancelAuthenticationChallenge) }

    func performDefaultHandling(for challenge: URLAuthenticationChallenge) { answer(.performDefaultHandling) }

    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {
        answer(.rejectProtectionSpace)
    }
}
