import Foundation
import HoldfastNetworking
import TestSupport
import Testing

@Suite("URLAuthenticationChallenge") struct ChallengeSenderTests {
    /// A sender as programs write one: without the optional methods.
    private final class Sender: NSObject, URLAuthenticationChallengeSender {
        let said = Notes<String>()
        func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {
            said.add("use \(credential.user ?? "")")
        }
        func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {
            said.add("without")
        }
        func cancel(_ challenge: URLAuthenticationChallenge) { said.add("cancel") }
    }

    @Test("its parts, the sender's style, and the same for another sender") func parts() throws {
        let (sender, other) = (Sender(), Sender())
        let space = URLProtectionSpace(
            host: "a.test", port: 443, protocol: "https", realm: nil, authenticationMethod: nil)
        let proposed = URLCredential(user: "ann", password: "p", persistence: .none)
        let challenge = URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: proposed, previousFailureCount: 2, failureResponse: nil,
            error: URLError(.timedOut), sender: sender)
        #expect(challenge.protectionSpace === space && challenge.proposedCredential === proposed)
        #expect(challenge.previousFailureCount == 2 && challenge.failureResponse == nil)
        #expect((challenge.error as? URLError)?.code == .timedOut)
        challenge.sender?.use(proposed, for: challenge)
        challenge.sender?.performDefaultHandling(for: challenge)
        challenge.sender?.rejectProtectionSpaceAndContinue(with: challenge)
        challenge.sender?.cancel(challenge)
        #expect(sender.said.all == ["use ann", "use ann", "without", "cancel"])

        let again = URLAuthenticationChallenge(authenticationChallenge: challenge, sender: other)
        #expect(again.proposedCredential === proposed && again.previousFailureCount == 2)
        again.sender?.continueWithoutCredential(for: again)
        #expect(other.said.all == ["without"])
    }
}
