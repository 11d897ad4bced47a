import HoldfastFiles
import HoldfastStore
import HoldfastTrust
import HoldfastX509

/// The file as far as it is open.
struct StoreState {
    private let path: String
    private let limits: ResolverCacheStore.Limits
    private var access: StoreAccess
    private var problems: [ResolverCacheStoreError] = []
    private var reported: Set<ResolverCacheStoreError> = []

    init(path: String, limits: ResolverCacheStore.Limits) {
        self.path = path
        self.limits = limits
        access = StoreAccess(
            StoreFile(path: path, unnamed: "resolvers.sqlite"), AnswerTable.schema, bytes: limits.bytes,
            waitingFor: limits.lockTimeout)
    }

    /// Failures that have not been reported yet.
    mutating func newProblems() -> [ResolverCacheStoreError] {
        defer { problems = [] }
        for problem in access.newProblems() { note(ResolverCacheStoreError.Reason(problem)) }
        return problems.filter { reported.count < 100 && reported.insert($0).inserted }
    }

    mutating func load(limit: Int, now: Instant) -> [CacheRow] {
        let limit = min(limit, limits.rows)
        return with { table throws(SQLiteError) in
            guard let (rows, bad) = try table.read(limit: limit, now: now) else {
                try table.removeAll()
                return ([], ResolverCacheStoreError.Reason.clockWentBack)
            }
            return (rows, bad > 0 ? .badRows(bad) : nil)
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
        _ body: (AnswerTable) throws(SQLiteError) -> (Value, ResolverCacheStoreError.Reason?)
    ) -> Value? {
        let done = access.with { database throws(SQLiteError) in try body(AnswerTable(database: database)) }
        guard let (value, problem) = done else { return nil }
        if let problem { note(problem) }
        return value
    }

    private mutating func note(_ reason: ResolverCacheStoreError.Reason) {
        problems.append(ResolverCacheStoreError(reason, path: path))
    }
}

extension ResolverCacheStoreError.Reason {
    fileprivate init(_ problem: StoreProblem) {
        self =
            switch problem {
            case .wrongKind: .wrongKind
            case .foreignOwner(let user): .foreignOwner(user)
            case .openToOthers(let mode): .openToOthers(mode)
            case .system(let number): .system(number)
            case .corrupt(let text, let place): .corrupt(text, putAside: place)
            case .newer(let version): .newer(version)
            case .full: .full
            case .busy: .busy
            case .failed(let text): .failed(text)
            }
    }
}
