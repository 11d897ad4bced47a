public import HoldfastStatements

/// A failure of the file that keeps resolvers' answers; never more than a loss of what was kept.
public struct ResolverCacheStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Error, Hashable, Sendable {
        /// A link, a pipe, a folder where a file should be, or the other way round.
        case wrongKind
        /// The file belongs to the user of that number.
        case foreignOwner(UInt32)
        /// Others may read or write it; its permissions.
        case openToOthers(UInt32)
        /// An error number of the operating system.
        case system(Int32)
        /// The file is damaged, or another program's; with its new place, nil where it could not be put aside.
        case corrupt(Statement, putAside: String?)
        /// A newer version of this library wrote it; it is left as it is.
        case newer(Int64)
        /// So many rows that make no sense were left out.
        case badRows(Int)
        /// Some of it is from the future: the clock was set back, and no age can be believed.
        case clockWentBack
        /// The disk is full, or the file as large as it may be: what is old was dropped.
        case full
        /// Another process held it for too long: what was to be kept was dropped.
        case busy
        /// Another error of SQLite, in its words.
        case failed(Statement)
    }

    /// The file.
    public let path: String
    public let reason: Reason

    init(_ reason: Reason, path: String) {
        self.path = path
        self.reason = reason
    }

    /// The file and the trouble as a statement.
    public var statement: Statement { ResolverStoreSentence.file(path: path, reason).statement }

    /// One sentence, without a full stop.
    public var description: String { statement.english }
}
