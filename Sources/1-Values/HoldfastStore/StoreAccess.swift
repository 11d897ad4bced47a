package import HoldfastFiles
package import HoldfastStatements

/// A database file of this library's, opened when it is first needed.
///
/// Nothing that is wrong with it stops anything: a damaged or foreign file is put aside and made anew, one that others
/// have rights to is not touched, and each kind of trouble is told once. Belongs to one caller at a time.
package struct StoreAccess {
    private enum Standing {
        case notOpened
        case open(SQLiteDatabase)
        /// The file is not touched any more.
        case refused
    }

    private let file: StoreFile
    private let schema: StoreSchema
    package var path: String { file.path }
    /// The size that the file may reach, as it is when the file is opened.
    package var bytes: Int
    private let wait: Duration
    private var standing = Standing.notOpened
    /// The place of the file that was opened last.
    private var place: StorePlace?
    private var problems: StoreProblems
    /// The number of times that the file was opened: what was prepared or seen before belongs to another one.
    package private(set) var openings: UInt64 = 0

    /// Names a file; nothing is opened.
    ///
    /// - Parameters:
    ///   - bytes: how large it may become.
    ///   - wait: how long another process is waited for that writes.
    package init(_ file: StoreFile, _ schema: StoreSchema, bytes: Int, waitingFor wait: Duration) {
        self.file = file
        self.schema = schema
        self.bytes = bytes
        self.wait = wait
        problems = StoreProblems(path: file.path)
    }

    /// Troubles that were not told yet, each kind once.
    package mutating func newProblems() -> [StoreError] { problems.takeNew() }

    package mutating func note(_ reason: StoreError.Reason) { problems.note(reason) }

    /// The folder of the file that was opened last, as it was looked at; nil before.
    package var folder: PrivateFolder? { place?.folder }

    /// Does something with the database; nil where there is none, or it failed.
    ///
    /// - Parameter makesFile: whether a file that is not there is made; without it, there is none to do anything with.
    package mutating func with<Value>(
        makingFile makesFile: Bool = true, _ body: (SQLiteDatabase) throws(SQLiteError) -> Value
    ) -> Value? {
        do throws(SQLiteError) {
            guard let database = database(makingFile: makesFile) else { return nil }
            return try body(database)
        } catch {
            // By now the database is nobody's but this value's: a file is closed before it is put aside.
            fail(error)
            return nil
        }
    }

    /// Whether the file is left as it is, and not used any more.
    package var isRefused: Bool { if case .refused = standing { true } else { false } }

    /// Leaves the file as it is from now on.
    package mutating func refuse() { standing = .refused }

    private mutating func database(makingFile makesFile: Bool) -> SQLiteDatabase? {
        switch standing {
        case .refused: return nil
        case .open(let database): return database
        case .notOpened:
            if !makesFile, FileStamp.isOfNothing(file.path) { return nil }
            // A second time where the first one had to be put aside.
            for _ in 0..<2 {
                open()
                switch standing {
                case .open(let database): return database
                case .refused: return nil
                case .notOpened: continue
                }
            }
            return nil
        }
    }

    private mutating func open() {
        let place: StorePlace
        do throws(StoreError) { place = try file.prepare() } catch {
            standing = .refused
            return problems.note(error)
        }
        self.place = place
        do throws(StoreSchema.OpeningError) {
            let database: SQLiteDatabase
            do throws(SQLiteError) {
                let milliseconds = Int32(clamping: Int64(wait / .milliseconds(1)))
                database = try SQLiteDatabase(at: place, waitingFor: milliseconds)
            } catch {
                throw .failure(error)
            }
            try schema.adopt(database, bytes: bytes)
            standing = .open(database)
            openings += 1
        } catch {
            switch error {
            case .failure(let failure): fail(failure)
            case .foreign(let sentence): putAside(sentence.statement)
            case .newer(let version):
                standing = .refused
                note(.newer(version))
            }
        }
    }

    /// Draws the conclusions from an error of SQLite: a damaged file is put aside.
    ///
    /// Nobody else may hold the database then: closing it later would remove what lies beside a file of its name.
    package mutating func fail(_ failure: SQLiteError) {
        if failure.isCorrupt { return putAside(failure.statement) }
        // What went wrong may be right at the next use.
        note(StoreError.Reason(failure))
    }

    /// Gives the file another name, since it is not what was written there; it is made anew when it is next used.
    ///
    /// - Parameter fault: the reason.
    package mutating func putAside(_ fault: Statement) {
        standing = .notOpened
        let other = place?.putAside().map { file.path + $0 }
        if other == nil { standing = .refused }
        note(.corrupt(fault, keptAs: other))
    }
}
