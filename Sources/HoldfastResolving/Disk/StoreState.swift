import HoldfastFiles
import HoldfastLibC
import HoldfastStore
import HoldfastTrust
import HoldfastX509

/// The file as far as it is open.
struct StoreState {
    private enum Standing {
        case notOpened
        case open(AnswerTable)
        /// The file is not touched any more.
        case refused
    }

    private let file: StoreFile
    private let limits: ResolverCacheStore.Limits
    private var standing = Standing.notOpened
    private var problems: [ResolverCacheStoreError] = []
    private var reported: Set<ResolverCacheStoreError> = []

    init(path: String, limits: ResolverCacheStore.Limits) {
        file = StoreFile(path: path, unnamed: "resolvers.sqlite")
        self.limits = limits
    }

    /// Failures that have not been reported yet.
    mutating func newProblems() -> [ResolverCacheStoreError] {
        defer { problems = [] }
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
            try table.checkpoint()
            return ((), nil)
        }
    }

    /// Does something with the table; nil where there is none, or it failed.
    private mutating func with<Value>(
        _ body: (AnswerTable) throws(SQLiteError) -> (Value, ResolverCacheStoreError.Reason?)
    ) -> Value? {
        guard let table = table() else { return nil }
        do throws(SQLiteError) {
            let (value, problem) = try body(table)
            if let problem { note(problem) }
            return value
        } catch {
            fail(error)
            return nil
        }
    }

    private mutating func table() -> AnswerTable? {
        switch standing {
        case .refused: return nil
        case .open(let table): return table
        case .notOpened:
            // A second time where the first one had to be put aside.
            for _ in 0..<2 {
                open()
                switch standing {
                case .open(let table): return table
                case .refused: return nil
                case .notOpened: continue
                }
            }
            return nil
        }
    }

    private mutating func open() {
        do throws(PrivateFolderError) {
            try file.prepare()
        } catch {
            standing = .refused
            return note(ResolverCacheStoreError.Reason(error))
        }
        let milliseconds = Int32(clamping: Int64(limits.lockTimeout / .milliseconds(1)))
        do throws(StoreSchema.OpeningError) {
            let database: SQLiteDatabase
            do throws(SQLiteError) {
                database = try SQLiteDatabase(path: file.path, waitingFor: milliseconds)
            } catch {
                throw .failure(error)
            }
            standing = .open(try AnswerTable(database, pages: limits.bytes / 4_096))
        } catch {
            switch error {
            case .failure(let failure): fail(failure)
            case .foreign(let text): putAside(text)
            case .newer(let version):
                standing = .refused
                note(.newer(version))
            }
        }
    }

    private mutating func fail(_ failure: SQLiteError) {
        if failure.isCorrupt { return putAside(failure.message) }
        // What went wrong may be right at the next use.
        if failure.isBusy { note(.busy) } else { note(failure.isFull ? .full : .failed(failure.message)) }
    }

    private mutating func putAside(_ text: String) {
        standing = .notOpened
        let other = file.putAside()
        if other == nil { standing = .refused }
        note(.corrupt(text, putAside: other))
    }

    private mutating func note(_ reason: ResolverCacheStoreError.Reason) {
        problems.append(ResolverCacheStoreError(reason, path: file.path))
    }
}

extension ResolverCacheStoreError.Reason {
    fileprivate init(_ error: PrivateFolderError) {
        self =
            switch error {
            case .absent: .system(ENOENT)
            case .wrongKind: .wrongKind
            case .foreignOwner(let user): .foreignOwner(user)
            case .openToOthers(let mode): .openToOthers(mode)
            case .tooLarge: .full
            case .locked: .busy
            case .system(let number): .system(number)
            }
    }
}
