import HoldfastCredentials
import HoldfastCrypto
import HoldfastFiles
import HoldfastStore
import HoldfastX509

/// The responses of a cache on a disk, for every thread; what goes wrong is told with no lock held.
final class CacheDisk: Sendable {
    private let store: GuardedStore<CacheDiskState>

    init(
        folder: String, capacity: Int, key: CredentialFileKey?, report: @escaping @Sendable (StoreError) -> Void
    ) {
        store = GuardedStore(CacheDiskState(folder: folder, capacity: capacity, key: key), report: report)
    }

    deinit { store.use { $0.flush(at: SystemClock.now()) } }

    /// The responses at a place, and whether another process has changed the files since they were last looked at.
    func candidates(at place: CachePlace, limit: Int) -> (candidates: [CacheCandidate], haveChanged: Bool) {
        let (answers, haveChanged) = store.use { state -> ([DiskAnswer], Bool) in
            guard state.capacity > 0 else { return ([], false) }
            return (state.answers(at: place, limit: limit), state.hasChangedElsewhere())
        }
        let candidates = answers.map { answer in
            CacheCandidate(
                answer.head, on: .any, in: .disk, stored: Instant(milliseconds: answer.row.stored),
                body: { [self] in store.use { $0.body(of: answer) } })
        }
        return (candidates, haveChanged)
    }

    func keep(_ answer: KeptAnswer, at place: CachePlace, now: Instant) -> Bool {
        store.use { $0.keep(answer, at: place, now: now) }
    }

    func remove(at place: CachePlace) { store.use { $0.remove(at: place) } }

    /// Forgets the response to one request; all at the place where the program keeps one itself.
    func remove(at place: CachePlace, sent: [UInt8]?) { store.use { $0.remove(at: place, sent: sent) } }

    func remove(since moment: Instant) { store.use { $0.remove(since: moment) } }

    func flush(at now: Instant) { store.use { $0.flush(at: now) } }

    var capacity: Int {
        get { store.use { $0.capacity } }
        set { store.use { $0.shrink(to: newValue) } }
    }

    var cost: Int { store.use { $0.cost() } }
}
