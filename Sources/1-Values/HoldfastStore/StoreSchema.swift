/// The tables of a database of this library, and the marks by which its file is known.
package struct StoreSchema: Sendable {
    /// The number of `PRAGMA application_id`: which of the library's files it is.
    package let application: Int64
    /// The number of `PRAGMA user_version`.
    package let version: Int64
    /// The statements that make the tables and indices; each is kept by SQLite as it is written. Indices that a
    /// constraint makes by itself are none: they are made by statements of their own.
    package let statements: [String]
    /// Whether every page is looked at when the file is opened: for files that are small.
    package let checksPages: Bool

    package init(application: Int64, version: Int64, statements: [String], checksPages: Bool = true) {
        (self.application, self.version) = (application, version)
        (self.statements, self.checksPages) = (statements, checksPages)
    }

    /// An error for a file that is not taken for ours.
    package enum OpeningError: Error {
        case failure(SQLiteError)
        case foreign(StoreSentence)
        case newer(Int64)
    }

    /// Makes the tables in a database that is empty, and sees to it that one that is not has these and no others.
    ///
    /// - Parameter bytes: how large the file may become; in pages of 4 KiB.
    package func adopt(_ database: SQLiteDatabase, bytes: Int) throws(OpeningError) {
        let (application, version): (Int64?, Int64?)
        do throws(SQLiteError) {
            // sqlite.org/security.html: what a schema says is not run, and damaged pages are noticed.
            try database.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
            // What was removed does not stay in pages that are free.
            try database.execute("PRAGMA secure_delete = ON; PRAGMA max_page_count = \(max(bytes / 4_096, 16))")
            if try isEmpty(database) { try make(in: database) }
            try database.execute("PRAGMA synchronous = NORMAL")
            application = try database.integer("PRAGMA application_id")
            version = try database.integer("PRAGMA user_version")
        } catch {
            throw .failure(error)
        }
        guard application == self.application else { throw .foreign(.otherProgram) }
        if let version, version > self.version { throw .newer(version) }
        guard version == self.version else { throw .foreign(.noVersion) }
        try check(database)
    }

    private func make(in database: SQLiteDatabase) throws(SQLiteError) {
        // Readers and one writer do not wait for each other.
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        try database.transaction { () throws(SQLiteError) in
            // Another process may have been faster.
            guard try isEmpty(database) else { return }
            try database.execute("PRAGMA application_id = \(application)")
            try database.execute("PRAGMA user_version = \(version)")
            for statement in statements { try database.execute(statement) }
        }
    }

    private func isEmpty(_ database: SQLiteDatabase) throws(SQLiteError) -> Bool {
        guard try database.integer("SELECT count(*) FROM sqlite_schema") == 0,
            try database.integer("PRAGMA application_id") == 0
        else { return false }
        return try database.integer("PRAGMA user_version") == 0
    }

    /// Triggers, views and other columns are none of ours.
    private func check(_ database: SQLiteDatabase) throws(OpeningError) {
        var seen: Set<String> = []
        do throws(SQLiteError) {
            let statement = try database.prepare("SELECT sql FROM sqlite_schema")
            while try statement.step() { seen.insert(statement.text(0, limit: 4_096) ?? "") }
            if checksPages {
                let look = try database.prepare("PRAGMA quick_check(1)")
                guard try look.step(), look.text(0, limit: 1_024) == "ok" else {
                    throw SQLiteError(damage: StoreSentence.damagedPages)
                }
            }
        } catch {
            throw .failure(error)
        }
        guard seen == Set(statements) else { throw .foreign(.otherTables) }
    }
}
