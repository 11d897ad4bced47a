package import HoldfastFiles
package import HoldfastStatements
package import HoldfastX509

/// A folder with an index in SQLite and bodies beside it: a row an entry, small bodies in their rows, large ones in
/// files that rows name.
///
/// Processes may share a folder, and be killed at any moment. Nothing that is wrong with it stops anything: what cannot
/// be read counts as not there, a damaged index is put aside and made anew, and each kind of trouble is told once.
/// Belongs to one caller at a time.
package struct IndexedFolder<Contents> {
    /// The names of a folder's files, and how its index is spoken to.
    package struct Plan: Sendable {
        let folder: String
        let index: String
        let bodies: String
        let schema: StoreSchema
        let layout: IndexTable.Layout
        let wait: Duration

        /// Names a folder; nothing is opened.
        ///
        /// - Parameters:
        ///   - index: the name of the index in it.
        ///   - bodies: the name of the folder of large bodies in it.
        ///   - wait: how long another process is waited for that writes.
        package init(
            _ folder: String, index: String, bodies: String, _ schema: StoreSchema, _ layout: IndexTable.Layout,
            waitingFor wait: Duration
        ) {
            (self.folder, self.index, self.bodies) = (folder, index, bodies)
            (self.schema, self.layout, self.wait) = (schema, layout, wait)
        }
    }

    /// A folder while it is open.
    package struct Opened {
        /// The user's own part: rows by their meaning, keys.
        package let contents: Contents
        package let index: IndexTable
        package let bodies: BodyFolder

        /// The bytes of a body; nil where its file is gone, or is not the user's alone.
        package func bytes(of body: IndexedBody, limit: Int) -> [UInt8]? {
            switch body {
            case .inRow(let bytes): bytes
            case .inFile(let name): bodies.bytes(of: name, limit: limit)
            }
        }

        /// Drops rows in one change, with their files.
        ///
        /// - Parameter change: gives the files whose rows are gone.
        package func drop(_ change: () throws(SQLiteError) -> [String]) throws(SQLiteError) {
            bodies.remove(try index.changing(change))
        }

        /// Forgets everything.
        package func removeAll() throws(SQLiteError) {
            try index.removeAll()
            bodies.removeAll()
        }
    }

    /// Makes what the user needs of an index that has its tables; with a trouble that is to be told all the same.
    package typealias Adoption =
        @Sendable (IndexTable, BodyFolder) throws(IndexedFolderError) -> (Contents, StoreError.Reason?)
    /// Gets what has to be there before anything is made, as a key, and gives what is to be done with the index.
    package typealias Preparation = @Sendable () throws(IndexedFolderError) -> Adoption

    private let plan: Plan
    private let prepare: Preparation
    private var access: StoreAccess
    private var opened: Opened?
    private var problems: StoreProblems
    private var lastVersion: Int64?
    private var hasSwept = false
    package var limits: IndexTable.Limits { didSet { access.bytes = Self.indexBytes(limits) } }

    package init(_ plan: Plan, _ limits: IndexTable.Limits, prepare: @escaping Preparation) {
        self.plan = plan
        self.limits = limits
        self.prepare = prepare
        problems = StoreProblems(path: plan.folder)
        access = StoreAccess(
            StoreFile(path: plan.folder + "/" + plan.index, unnamed: plan.index), plan.schema,
            bytes: Self.indexBytes(limits), waitingFor: plan.wait)
    }

    /// The size that the file of the index may reach, where all entries may have so many bytes.
    private static func indexBytes(_ limits: IndexTable.Limits) -> Int { 2 * min(max(limits.bytes, 1 << 20), .max / 2) }

    package mutating func note(_ reason: StoreError.Reason) { problems.note(reason) }

    /// Troubles that were not told yet.
    package mutating func newProblems() -> [StoreError] { access.newProblems() + problems.takeNew() }

    /// The number of times that the index was opened: what was seen before belongs to another one.
    package var openings: UInt64 { access.openings }
    package var isOpen: Bool { opened != nil }

    // MARK: Use

    /// Whether there is anything to use: the files are open, or may be.
    package var isThere: Bool { isOpen || !access.isRefused && !FileStamp.isOfNothing(access.path) }

    /// Does something with the files; nil where there are none, or it failed.
    ///
    /// - Parameter isMaking: whether they are made where they are missing: who only looks leaves nothing behind.
    package mutating func with<Value>(
        making isMaking: Bool = false, _ body: (Opened) throws(IndexedFolderError) -> Value
    ) -> Value? {
        do throws(IndexedFolderError) {
            guard let opened = open(making: isMaking) else { return nil }
            return try body(opened)
        } catch {
            fail(error)
            return nil
        }
    }

    /// Asks the index; nil where there is none, or it failed.
    @discardableResult
    package mutating func ask<Value>(_ body: (Opened) throws(SQLiteError) -> Value) -> Value? {
        with { opened throws(IndexedFolderError) in
            try IndexedFolderError.ofIndex { () throws(SQLiteError) in try body(opened) }
        }
    }

    /// Keeps a body with its row.
    ///
    /// - Parameter insert: takes the row up, in one change; gives the files whose rows are gone.
    /// - Returns: whether it is kept.
    package mutating func keep(
        _ body: [UInt8], now: Instant, _ insert: (Opened, IndexedBody) throws(SQLiteError) -> [String]
    ) -> Bool {
        let bodiesPath = bodiesPath
        let isKept = with(making: true) { opened throws(IndexedFolderError) -> Bool in
            var place = IndexedBody.inRow(body)
            if body.count > IndexTable.inlineLimit {
                do throws(PrivateFolderError) {
                    guard let name = try opened.bodies.add(body, now: now) else { return false }
                    place = .inFile(name)
                } catch {
                    throw .problem(StoreError(error, bodiesPath, isWriting: true))
                }
            }
            do throws(SQLiteError) {
                opened.bodies.remove(try opened.index.changing { () throws(SQLiteError) in try insert(opened, place) })
            } catch {
                if case .inFile(let name) = place { opened.bodies.remove([name]) }
                throw .index(error)
            }
            return true
        }
        guard isKept == true else { return false }
        sweep(now)
        return true
    }

    /// Drops rows in one change, with their files; nil where there are none, or it failed.
    ///
    /// - Parameter change: gives the files whose rows are gone.
    @discardableResult
    package mutating func drop(_ change: (Opened) throws(SQLiteError) -> [String]) -> Void? {
        ask { opened throws(SQLiteError) in
            try opened.drop { () throws(SQLiteError) in try change(opened) }
        }
    }

    /// Brings the whole down to other limits.
    package mutating func shrink(to limits: IndexTable.Limits) {
        self.limits = limits
        ask { opened throws(SQLiteError) in
            try opened.index.allow(bytes: Self.indexBytes(limits))
            try opened.drop { () throws(SQLiteError) in try opened.index.shrink(to: limits) }
        }
    }

    /// Whether another process has changed the files since this was last asked, or since they were opened.
    package mutating func hasChangedElsewhere() -> Bool {
        guard let opened, let version = try? opened.index.dataVersion() else { return false }
        defer { lastVersion = version }
        return lastVersion != version
    }

    private mutating func sweep(_ now: Instant) {
        guard !hasSwept else { return }
        hasSwept = true
        ask { opened throws(SQLiteError) in opened.bodies.sweep(keeping: try opened.index.files(), now: now) }
    }

    // MARK: Opening

    private var bodiesPath: String { plan.folder + "/" + plan.bodies }

    private mutating func open(making isMaking: Bool) -> Opened? {
        if let opened { return opened }
        guard !access.isRefused, isMaking || !FileStamp.isOfNothing(access.path) else { return nil }
        // A second time where the first one had to be put aside.
        for _ in 0..<2 {
            do throws(IndexedFolderError) {
                // Without its key nothing is made.
                let adopt = try prepare()
                guard let database = access.with({ database throws(SQLiteError) in database }),
                    let folder = access.folder
                else { return nil }
                return try open(database, in: folder, adopt)
            } catch {
                switch error.reason {
                case .corrupt(let fault, _):
                    access.putAside(fault)
                    continue
                // What went wrong may be right at the next use.
                case .busy, .unwritable, .full: break
                default: access.refuse()
                }
                problems.note(error.problem(at: plan.folder))
                return nil
            }
        }
        return nil
    }

    private mutating func open(
        _ database: SQLiteDatabase, in folder: PrivateFolder, _ adopt: Adoption
    ) throws(IndexedFolderError) -> Opened {
        let bodies: BodyFolder
        do throws(PrivateFolderError) { bodies = try BodyFolder(plan.bodies, in: folder) } catch {
            throw .problem(StoreError(error, bodiesPath, isWriting: true))
        }
        let index = try IndexedFolderError.ofIndex { () throws(SQLiteError) in
            try IndexTable(database, plan.layout)
        }
        let (contents, trouble) = try adopt(index, bodies)
        let files = Opened(contents: contents, index: index, bodies: bodies)
        opened = files
        lastVersion = try? index.dataVersion()
        if let trouble { note(trouble) }
        return files
    }

    private mutating func fail(_ error: IndexedFolderError) {
        switch error {
        case .index(let failure):
            // A file is closed before it is put aside.
            if failure.isCorrupt { opened = nil }
            access.fail(failure)
            if failure.isFull { halve() }
        case .problem(let problem): problems.note(problem)
        case .reason(let reason): note(reason)
        }
    }

    private func halve() {
        guard let opened, let cost = try? opened.index.cost() else { return }
        let half = IndexTable.Limits(bytes: Int(cost / 2), entries: limits.entries)
        try? opened.drop { () throws(SQLiteError) in try opened.index.shrink(to: half) }
    }
}

/// An error of an indexed folder, or of what its user makes of it.
package enum IndexedFolderError: Error {
    case index(SQLiteError)
    case problem(StoreError)
    /// A trouble with the folder itself.
    case reason(StoreError.Reason)

    /// The fault as a statement.
    package var statement: Statement { reason.statement }

    fileprivate var reason: StoreError.Reason {
        switch self {
        case .index(let error): StoreError.Reason(error)
        case .problem(let problem): problem.reason
        case .reason(let reason): reason
        }
    }

    fileprivate func problem(at path: String) -> StoreError {
        if case .problem(let problem) = self { problem } else { StoreError(path: path, reason: reason) }
    }

    /// The result of what the index is asked, with its errors as the folder's.
    package static func ofIndex<Value>(
        _ body: () throws(SQLiteError) -> Value
    ) throws(IndexedFolderError) -> Value {
        do throws(SQLiteError) { return try body() } catch { throw .index(error) }
    }
}
