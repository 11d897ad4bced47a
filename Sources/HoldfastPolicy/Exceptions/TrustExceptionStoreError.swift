public import HoldfastFiles

/// An error for a store of exceptions, or one entry of it, that cannot be used; it then trusts nobody.
public struct TrustExceptionStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// A problem that any file of this library can have.
        case file(StateFileError.Reason)
        /// More entries than a store may have.
        case tooMany(limit: Int)
        /// A later version's file, which is neither believed nor touched.
        case unknownSchema(String)
        /// One entry states nothing that an exception may state; counted from 1.
        case entry(Int, String)
        /// An exception that names no server; the purpose that it is for.
        case notOfAServer(String)
    }

    /// The file or folder that it is about.
    public let path: String
    /// The problem.
    public let reason: Reason

    /// One clause, without a full stop.
    public var description: String {
        switch reason {
        case .file(let reason): "exceptions \(StateFileError(path: path, reason: reason))"
        case .tooMany(let limit): "exceptions '\(path)': more than \(limit) entries"
        case .unknownSchema(let schema): "exceptions '\(path)': the schema \(schema) is of another version"
        case .entry(let number, let text): "exceptions '\(path)': entry \(number) is ignored: \(text)"
        case .notOfAServer(let purpose):
            "exceptions '\(path)': an exception for \(purpose) names no server, and is not kept"
        }
    }

    /// One clause that says what to do, without a full stop.
    public var hint: String {
        switch reason {
        case .file(.corrupt): "it counts as empty: state your exceptions again with holdfast trust add"
        case .file(.locked(let seconds)): StateFileError(path: path, reason: .locked(seconds: seconds)).hint
        case .file(let reason): "\(StateFileError(path: path, reason: reason).hint); until then it counts as empty"
        case .tooMany: "remove entries that are not needed"
        case .unknownSchema: "use the version that wrote it; here it counts as empty"
        case .entry: "state it again with holdfast trust add"
        case .notOfAServer: "name the server, or give the exception to the policy itself"
        }
    }
}
