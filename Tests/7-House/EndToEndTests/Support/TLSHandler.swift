import HoldfastHTTPS
import Synchronization

/// Answers challenges as a test likes, and keeps them.
final class TLSHandler: ChallengeHandler {
    private let challenges = Mutex<[AuthenticationChallenge]>([])
    private let answer: @Sendable (AuthenticationChallenge) async -> AuthenticationChallenge.Disposition

    init(_ answer: @escaping @Sendable (AuthenticationChallenge) async -> AuthenticationChallenge.Disposition) {
        self.answer = answer
    }

    var asked: [AuthenticationChallenge] { challenges.withLock { $0 } }

    func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition {
        challenges.withLock { $0.append(challenge) }
        return await answer(challenge)
    }
}

/// A number of days that a test's clock is off by.
final class Days: Sendable {
    private let days = Atomic(0)
    var value: Int {
        get { days.load(ordering: .acquiring) }
        set { days.store(newValue, ordering: .releasing) }
    }
}

/// The error that `body` throws; nil when it throws none.
func failure<Success>(of body: () async throws(HTTPSError) -> Success) async -> HTTPSError? {
    do throws(HTTPSError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
