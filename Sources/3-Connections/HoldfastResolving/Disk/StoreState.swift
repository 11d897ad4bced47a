import HoldfastFiles
import HoldfastStore
import HoldfastTrust
import HoldfastX509

/// The file as far as it is open.
struct StoreState: TroubledStore {
    private let limits: ResolverCacheStore.Limits
    private var access: StoreAccess

    init(path: String, limits: ResolverCacheStore.Limits) {
        self.limits = limits
        access = StoreAccess(
            StoreFile(path: path, unnamed: "resolvers.sqlite"), AnswerTable.schema, bytes: limits.bytes,
            waitingFor: limits.lockTimeout)
    }

    mutating func newProblems() -> [StoreError] { access.newProblems() }

    mutating func load(limit: Int, now: Instant) -> [CacheRow] {
        let limit = min(limit, limits.rows)
        return with { table throws(SQLiteError) in
            guard let (rows, bad) = try table.read(limit: limit, now: now) else {
                try table.removeAll()
                return ([], StoreError.Reason.clockWentBack)
            }
            return (rows, bad > 0 ? .badEntries(bad) : nil)
        } ?? []
    }

    mutating func write(_ rows: [StoreQueue.Entry], now: Instant) {
        guard !rows.isEmpty else { return }
        let (limit, oldest) = (limits.rows, now.advanced(bySeconds: -limits.age.components.seconds))
        _ = with { table throws(SQLiteError) in
            do throws(SQLiteError) {
                try table.write(rows, keeping: limit, from: oldest)
            } catch {
                guard error.isFull else { throw error }
                // Half of it may still be too much, where there is a lot to write.
                for _ in 0..<3 {
                    try table.halve()
                    if (try? table.write(rows, keeping: limit, from: oldest)) != nil { break }
                }
                return ((), .full)
            }
            return ((), nil)
        }
    }

    mutating func remove(_ name: DNSName) {
        _ = with { table throws(SQLiteError) in
            try table.remove(name)
            return ((), nil)
        }
    }

    mutating func removeAll() {
        _ = with { table throws(SQLiteError) in
            try table.removeAll()
            try table.database.checkpoint()
            return ((), nil)
        }
    }

    /// Does something with the table; nil where there is none, or it failed.
    private mutating func with<Value>(
        _ body: (AnswerTable) throws(SQLiteError) -> (Value, StoreError.Reason?)
    ) -> Value? {
        let done = access.with { database throws(SQLiteError) in try body(AnswerTable(database: database)) }
        guard let (value, problem) = done else { return nil }
        if let problem { access.note(problem) }
        return value
    }
}
