/// The tables of a database, by which this library knows a file of its own.
package struct StoreSchema: Sendable {
    /// `PRAGMA application_id`: which of the library's files it is.
    package let application: Int64
    /// `PRAGMA user_version`.
    package let version: Int64
    /// The statements that make it, as SQLite keeps them. What a constraint makes by itself is none: indexes are made
    /// by statements of their own.
    package let statements: [String]

    package init(application: Int64, version: Int64, statements: [String]) {
        self.application = application
        self.version = version
        self.statements = statements
    }
}

extension SQLiteDatabase {
    /// A file that is not taken for ours.
    package enum OpeningError: Error {
        case failure(SQLiteError)
        case foreign(String)
        case newer(Int64)
    }

    /// Makes the tables in a new file, or sees to it that one that is there has these tables and no others.
    ///
    /// - Parameter bytes: how large the file may become; in pages of 4 KiB.
    package func adopt(_ schema: StoreSchema, bytes: Int) throws(OpeningError) {
        do throws(SQLiteError) {
            // sqlite.org/security.html: what a schema says is not run, and damaged pages are noticed.
            try execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
            // What was removed does not stay in pages that are free.
            try execute("PRAGMA secure_delete = ON; PRAGMA max_page_count = \(max(bytes / 4_096, 16))")
        } catch {
            throw .failure(error)
        }
        let (application, version, isNew): (Int64?, Int64?, Bool)
        do throws(SQLiteError) {
            application = try integer("PRAGMA application_id")
            version = try integer("PRAGMA user_version")
            isNew = try integer("SELECT count(*) FROM sqlite_schema") == 0
            if application == 0, version == 0, isNew { return try make(schema) }
            try execute("PRAGMA synchronous = NORMAL")
        } catch {
            throw .failure(error)
        }
        guard application == schema.application else { throw .foreign("it is another program's database") }
        if let version, version > schema.version { throw .newer(version) }
        guard version == schema.version else { throw .foreign("it has no version") }
        try check(schema)
    }

    private func make(_ schema: StoreSchema) throws(SQLiteError) {
        // Readers and one writer do not wait for each other.
        try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        try transaction { () throws(SQLiteError) in
            // Another process may have made them since.
            guard try integer("SELECT count(*) FROM sqlite_schema") == 0 else { return }
            try execute("PRAGMA application_id = \(schema.application)")
            try execute("PRAGMA user_version = \(schema.version)")
            for statement in schema.statements { try execute(statement) }
        }
    }

    /// Triggers, views and other columns are none of ours.
    private func check(_ schema: StoreSchema) throws(OpeningError) {
        var seen: Set<String> = []
        do throws(SQLiteError) {
            let statement = try prepare("SELECT sql FROM sqlite_schema")
            while try statement.step() { seen.insert(statement.text(0, limit: 4_096) ?? "") }
            let look = try prepare("PRAGMA quick_check(1)")
            guard try look.step(), look.text(0, limit: 1_024) == "ok" else {
                throw SQLiteError(damage: "its pages are damaged")
            }
        } catch {
            throw .failure(error)
        }
        guard seen == Set(schema.statements) else { throw .foreign("its tables are other ones") }
    }
}
