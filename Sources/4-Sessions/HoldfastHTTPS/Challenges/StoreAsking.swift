import HoldfastCredentials
import HoldfastTransport

/// Asks a session's store of credentials for one request: no longer than the request may take, and no longer than its
/// task lives.
///
/// A store may wait for a disk, for another process, or for a user who is to unlock a keyring.
struct StoreAsking {
    /// Nil where the session has none.
    let store: (any CredentialStore)?
    let limit: TimeLimit

    /// The credential to propose for a space: that of a user who is named, else the one that is proposed first.
    ///
    /// - Parameter response: what asks, for the error.
    /// - Throws: ``HTTPSError`` with the code `timedOut` where the request's time is over, `cancelled` where its task
    ///   was cancelled meanwhile.
    func credential(
        of user: String?, for space: CredentialSpace, after response: HTTPSResponse?
    ) async throws(HTTPSError) -> PasswordCredential? {
        guard let store else { return nil }
        let answer = await withDeadline(end) { () async -> PasswordCredential? in
            guard let user else { return await store.defaultCredential(for: space) }
            return await store.credential(of: user, for: space)
        }
        guard let found = answer else { throw .late(response) }
        return found
    }

    /// Gives the store what was taken. Where the request's time is over, or its task is cancelled, the store goes on by
    /// itself: what was taken is not lost by that.
    func keep(
        _ credential: PasswordCredential, for space: CredentialSpace, persistence: CredentialPersistence,
        isDefault: Bool
    ) async {
        guard let store else { return }
        let isDone = Promise<Bool>()
        Task {
            await store.set(credential, for: space, persistence: persistence, isDefault: isDefault)
            isDone.give(true)
        }
        _ = await isDone.wait(until: end, late: false)
    }

    private var end: ContinuousClock.Instant { .now.advanced(by: limit.remaining) }
}

extension HTTPSError {
    /// The error of a request whose store did not answer.
    fileprivate static func late(_ response: HTTPSResponse?) -> HTTPSError {
        guard !Task.isCancelled else { return cancelled(response) }
        return HTTPSError(
            .request, .timedOut, AuthenticationSentence.storeLate, advice: AuthenticationAdvice.unlock,
            connection: response?.connection,
            redirects: response?.redirects ?? [])
    }
}

/// The time that a caller allows for a request and all its redirects: errors name the whole of it, each exchange gets
/// what remains.
struct TimeLimit: Sendable {
    let whole: Duration
    private let end: ContinuousClock.Instant

    init(_ whole: Duration) {
        self.whole = whole
        end = .now.advanced(by: whole)
    }

    var remaining: Duration { max(ContinuousClock.now.duration(to: end), .zero) }
}
