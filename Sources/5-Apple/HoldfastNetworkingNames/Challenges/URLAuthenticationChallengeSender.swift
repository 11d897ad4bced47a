public import Foundation

/// Takes the answer to a challenge, in the style before completion handlers (Apple,
/// `URLAuthenticationChallengeSender`).
///
/// The first answer counts.
public protocol URLAuthenticationChallengeSender: NSObjectProtocol, Sendable {
    /// Answers with a credential.
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge)

    /// Goes on without one.
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge)

    /// Ends the request.
    func cancel(_ challenge: URLAuthenticationChallenge)

    /// Answers as if nobody had been asked. Optional on Apple's platforms: without an implementation, with the proposed
    /// credential where there is one, else without one.
    func performDefaultHandling(for challenge: URLAuthenticationChallenge)

    /// Lets this protection space be, and goes on to the next one that is offered. Optional on Apple's platforms:
    /// without an implementation, goes on without a credential.
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge)
}

extension URLAuthenticationChallengeSender {
    public func performDefaultHandling(for challenge: URLAuthenticationChallenge) {
        if let proposed = challenge.proposedCredential {
            use(proposed, for: challenge)
        } else {
            continueWithoutCredential(for: challenge)
        }
    }

    public func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {
        continueWithoutCredential(for: challenge)
    }

    /// The method of the name, for code that calls it as an optional one: `sender?.performDefaultHandling?(for:)`.
    public var performDefaultHandling: OptionalChallengeAnswer? {
        OptionalChallengeAnswer { self.performDefaultHandling(for: $0) }
    }

    /// The method of the name, for code that calls it as an optional one:
    /// `sender?.rejectProtectionSpaceAndContinue?(with:)`.
    public var rejectProtectionSpaceAndContinue: OptionalChallengeAnswer? {
        OptionalChallengeAnswer { self.rejectProtectionSpaceAndContinue(with: $0) }
    }
}

/// A method of a sender's that is optional on Apple's platforms, and called there by `?(…)`. Here each sender has it:
/// the default where its class has none.
public struct OptionalChallengeAnswer {
    let answer: (URLAuthenticationChallenge) -> Void

    public func callAsFunction(for challenge: URLAuthenticationChallenge) { answer(challenge) }

    public func callAsFunction(with challenge: URLAuthenticationChallenge) { answer(challenge) }
}
