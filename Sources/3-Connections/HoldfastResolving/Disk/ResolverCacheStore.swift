import HoldfastCrypto
public import HoldfastFiles
import HoldfastStore
package import HoldfastTrust
public import HoldfastX509
import Synchronization

/// A file in which resolvers' answers outlive the process: addresses and how long they may be kept, nothing else.
///
/// What it says is where to connect, and never who is there: no verdict, no pin and no certificate is in it, nor
/// which address was poisoned. The folder has to be 0700, the file 0600, both the property of the user that the
/// process acts for, neither a symbolic link. Nothing that happens to it stops anything: a damaged or foreign file is
/// kept aside under another name, and what cannot be read or written is reported and counts as not there. Several
/// processes may share one.
///
/// The file tells which names somebody asked for. Answers reach it about a second after they came, and at
/// ``ResolverCache/flush()``.
public final class ResolverCacheStore: Sendable {
    /// Limits of what the store keeps.
    public struct Limits: Hashable, Sendable {
        /// Answers; 16,384. The ones given first go first.
        public var rows = 16_384
        /// Bytes of the file; 16 MiB.
        public var bytes = 16 << 20
        /// The greatest age of an answer; 8 days: RFC 8767 §4 has a time to live of seven at most, and
        /// ``ResolverCache/Limits/stale`` is a day.
        public var age: Duration = .seconds(8 * 86_400)
        /// The time for which another process that writes is waited for; a quarter of a second.
        public var lockTimeout: Duration = .milliseconds(250)

        public init() {}
    }

    /// The file.
    public let path: String
    public let limits: Limits
    let clock: @Sendable () -> Instant
    private let queue = Mutex(StoreQueue())
    /// The file as far as it is open; its lock is taken before the queue's.
    private let file: GuardedStore<StoreState>

    /// A store in a file, which need not be there yet, nor its folder.
    ///
    /// - Parameters:
    ///   - clock: the wall clock; answers from its future are dropped, and all others with them.
    ///   - report: is told what is wrong with the file, each kind of trouble once, with no lock held.
    public init(
        path: String, limits: Limits = Limits(), clock: (@Sendable () -> Instant)? = nil,
        report: @escaping @Sendable (StoreError) -> Void
    ) {
        self.path = path
        self.limits = limits
        self.clock = clock ?? { SystemClock.now() }
        file = GuardedStore(StoreState(path: path, limits: limits), report: report)
    }
}

extension ResolverCacheStore: CacheKeeping {
    package func load(limit: Int) -> [CacheRow] {
        let now = clock()
        return file.use { $0.load(limit: limit, now: now) }
    }

    package func time() -> Instant { clock() }

    package func keep(_ row: CacheRow, given: Instant) {
        let begins = queue.withLock { $0.note(row, given: given) }
        guard begins else { return }
        // Answers come in bursts: each burst is one transaction.
        Task.detached(priority: .utility) { [self] in
            try? await Task.sleep(for: .seconds(1), clock: .continuous)
            flush()
        }
    }

    package func flush() {
        let now = clock()
        file.use { state in state.write(queue.withLock { $0.takeAll() }, now: now) }
    }

    package func remove(_ name: DNSName) {
        file.use { state in
            queue.withLock { $0.remove(name) }
            state.remove(name)
        }
    }

    package func removeAll() {
        file.use { state in
            queue.withLock { $0.removeAll() }
            state.removeAll()
        }
    }
}

extension ResolverCache {
    /// A cache that begins with what a file holds, and writes there what it learns.
    ///
    /// The file is read here, before this returns. Answers keep the age that they have.
    public convenience init(limits: Limits = Limits(), store: ResolverCacheStore) {
        self.init(limits: limits, clock: { .now }, store: store)
    }
}
