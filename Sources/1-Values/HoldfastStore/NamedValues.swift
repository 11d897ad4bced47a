/// The table of a database that has values by their names: columns `name` and `value`.
package struct NamedValues {
    private let database: SQLiteDatabase
    private let table: String

    package init(_ table: String, of database: SQLiteDatabase) {
        (self.database, self.table) = (database, table)
    }

    /// A number; nil where it was never set.
    package func integer(_ name: String) throws(SQLiteError) -> Int64? {
        let statement = try question(name)
        return try statement.step() ? statement.integer(0) : nil
    }

    /// Bytes, no more than so many; nil where they were never set.
    package func bytes(_ name: String, limit: Int) throws(SQLiteError) -> [UInt8]? {
        let statement = try question(name)
        return try statement.step() ? statement.bytes(0, limit: limit) : nil
    }

    package func set(_ name: String, _ value: Int64) throws(SQLiteError) {
        let statement = try database.prepare("INSERT OR REPLACE INTO \(table) VALUES (?1, ?2)")
        try statement.bind(1, name)
        try statement.bind(2, value)
        try statement.run()
    }

    /// Sets bytes unless something is there.
    package func begin(_ name: String, _ value: [UInt8]) throws(SQLiteError) {
        let statement = try database.prepare("INSERT OR IGNORE INTO \(table) VALUES (?1, ?2)")
        try statement.bind(1, name)
        try statement.bind(2, value)
        try statement.run()
    }

    package func remove(_ name: String) throws(SQLiteError) {
        let statement = try database.prepare("DELETE FROM \(table) WHERE name = ?1")
        try statement.bind(1, name)
        try statement.run()
    }

    private func question(_ name: String) throws(SQLiteError) -> SQLiteStatement {
        let statement = try database.prepare("SELECT value FROM \(table) WHERE name = ?1")
        try statement.bind(1, name)
        return statement
    }
}
