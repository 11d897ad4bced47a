public import HoldfastFiles
public import HoldfastStatements

/// An error for a store of exceptions, or one entry of it, that cannot be used; it then trusts nobody.
public struct TrustExceptionStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// A problem that any file of this library can have.
        case file(StoreError.Reason)
        /// More entries than a store may have.
        case tooMany(limit: Int)
        /// A later version's file, which is neither believed nor touched.
        case unknownSchema(String)
        /// One entry states nothing that an exception may state; counted from 1.
        case entry(Int, Statement)
        /// An exception that names no server; the purpose that it is for.
        case notOfAServer(String)
    }

    /// The file or folder that it is about.
    public let path: String
    /// The problem.
    public let reason: Reason

    /// The file and the problem as a statement.
    public var statement: Statement { ExceptionFileSentence.exceptions(path: path, reason).statement }

    /// The remedy as a statement.
    public var adviceStatement: Statement? { Statement(ExceptionFileAdvice(reason, path: path)) }

    /// One clause, without a full stop.
    public var description: String { statement.english }

    /// One clause that says what to do, without a full stop.
    public var hint: String { ExceptionFileAdvice(reason, path: path).english }
}
