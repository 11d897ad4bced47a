/// Why a store of exceptions, or one entry of it, cannot be used; it then trusts nobody.
public struct TrustExceptionStoreProblem: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// What can be wrong with any file that this library keeps.
        case file(StateFileProblem.Reason)
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
    /// What is wrong with it.
    public let reason: Reason

    /// One clause, without a full stop.
    public var description: String {
        switch reason {
        case .file(let reason): "exceptions \(StateFileProblem(path: path, reason: reason))"
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
        case .file(.locked(let seconds)): StateFileProblem(path: path, reason: .locked(seconds: seconds)).hint
        case .file(let reason): "\(StateFileProblem(path: path, reason: reason).hint); until then it counts as empty"
        case .tooMany: "remove entries that are not needed"
        case .unknownSchema: "use the version that wrote it; here it counts as empty"
        case .entry: "state it again with holdfast trust add"
        case .notOfAServer: "name the server, or give the exception to the policy itself"
        }
    }
}
