public import HoldfastCrypto
public import HoldfastX509
import Synchronization

/// A store of items in memory, gone with the process.
public final class MemoryItemStore: CredentialItemStore {
    private let table = Mutex(ItemTable())
    private let broadcast = ChangeBroadcast(every: nil)
    private let now: @Sendable () -> Instant

    /// An empty store.
    ///
    /// - Parameter now: the clock by which items expire.
    public init(now: @escaping @Sendable () -> Instant = SystemClock.now) { self.now = now }

    public func items(matching query: CredentialQuery) async throws(CredentialStoreError) -> CredentialItems {
        CredentialItems(table.withLock { $0.found(by: query, at: now()) })
    }

    @discardableResult
    public func put(
        _ item: CredentialItem, _ condition: CredentialPutCondition
    ) async throws(CredentialStoreError) -> CredentialItem {
        let time = now()
        let result: Result<CredentialItem, CredentialStoreError> = table.withLock { table in
            do throws(CredentialStoreError) {
                return .success(try table.put(item, condition, at: time))
            } catch {
                return .failure(error)
            }
        }
        let stored = try result.get()
        broadcast.tell(CredentialStoreChange(changed: [stored.id]))
        return stored
    }

    @discardableResult
    public func remove(matching query: CredentialQuery) async throws(CredentialStoreError) -> [CredentialItem] {
        let removed = table.withLock { $0.remove(query, at: now()) }
        broadcast.tell(CredentialStoreChange(removed: Set(removed.map(\.id))))
        return removed
    }

    public func changes() async -> AsyncStream<CredentialStoreChange> { await broadcast.stream { _ in nil } }
}
