import HoldfastCredentials
import HoldfastCrypto
import HoldfastX509
import Synchronization

/// The responses of a cache on a disk, for every thread; what goes wrong is told with no lock held.
final class CacheDisk: Sendable {
    private let report: @Sendable (HTTPCacheError) -> Void
    /// Held while the files are worked on.
    private let state: Mutex<CacheDiskState>

    init(
        folder: String, capacity: Int, key: CredentialFileKey?, report: @escaping @Sendable (HTTPCacheError) -> Void
    ) {
        self.report = report
        state = Mutex(CacheDiskState(folder: folder, capacity: capacity, key: key))
    }

    deinit { state.withLock { $0.flush(at: SystemClock.now()) } }

    /// The responses at a place, and whether another process has changed the files since they were last looked at.
    func candidates(at place: CachePlace, limit: Int) -> (candidates: [CacheCandidate], haveChanged: Bool) {
        let (answers, haveChanged) = use { state -> ([DiskAnswer], Bool) in
            guard state.capacity > 0 else { return ([], false) }
            return (state.answers(at: place, limit: limit), state.hasChangedElsewhere())
        }
        let candidates = answers.map { answer in
            CacheCandidate(
                answer.head, on: .any, in: .disk, stored: Instant(milliseconds: answer.row.stored),
                body: { [self] in use { $0.body(of: answer) } })
        }
        return (candidates, haveChanged)
    }

    func keep(_ answer: KeptAnswer, at place: CachePlace, now: Instant) -> Bool {
        use { $0.keep(answer, at: place, now: now) }
    }

    func remove(at place: CachePlace) { use { $0.remove(at: place) } }

    /// Forgets the response to one request; all at the place where the program keeps one itself.
    func remove(at place: CachePlace, sent: [UInt8]?) { use { $0.remove(at: place, sent: sent) } }

    func remove(since moment: Instant) { use { $0.remove(since: moment) } }

    func flush(at now: Instant) { use { $0.flush(at: now) } }

    var capacity: Int {
        get { state.withLock { $0.capacity } }
        set { use { $0.shrink(to: newValue) } }
    }

    var cost: Int { use { $0.cost() } }

    private func use<Value: Sendable>(_ body: (inout CacheDiskState) -> Value) -> Value {
        let (value, problems) = state.withLock { state in
            let value = body(&state)
            return (value, state.newProblems())
        }
        for problem in problems { report(problem) }
        return value
    }
}
