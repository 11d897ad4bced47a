/// Why a store of exceptions, or one entry of it, cannot be used; it then trusts nobody.
public struct TrustExceptionStoreProblem: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// The operating system's word.
        case unreadable(String)
        /// The operating system's word.
        case unwritable(String)
        /// A symbolic link, a device, a pipe; or for the folder, anything but one.
        case wrongKind
        /// It belongs to another user than the one that the process acts for.
        case foreignOwner(UInt32)
        /// Others than the owner may read or change it; its mode.
        case openToOthers(UInt32)
        /// More bytes than a store may have.
        case tooLarge(limit: Int)
        /// More entries than a store may have.
        case tooMany(limit: Int)
        /// No JSON, not of the schema, or changed by something else than this library; where it was put, if it was.
        case corrupt(String, keptAs: String?)
        /// A later version's file, which is neither believed nor touched.
        case unknownSchema(String)
        /// One entry states nothing that an exception may state; counted from 1.
        case entry(Int, String)
        /// An exception that names no server; the purpose that it is for.
        case notOfAServer(String)
        /// Another process has held the lock for this many seconds.
        case locked(seconds: Int)
    }

    /// The file or folder that it is about.
    public let path: String
    /// What is wrong with it.
    public let reason: Reason

    /// One clause, without a full stop.
    public var description: String {
        switch reason {
        case .unreadable(let text), .unwritable(let text): "exceptions '\(path)': \(text)"
        case .wrongKind: "exceptions '\(path)': a symbolic link, or not of the kind that it should be"
        case .foreignOwner(let user): "exceptions '\(path)': it belongs to user \(user)"
        case .openToOthers(let mode):
            "exceptions '\(path)': others than its owner have rights to it (mode \(String(mode, radix: 8)))"
        case .tooLarge(let limit): "exceptions '\(path)': larger than \(limit) bytes"
        case .tooMany(let limit): "exceptions '\(path)': more than \(limit) entries"
        case .corrupt(let text, let name):
            "exceptions '\(path)': corrupt: \(text)" + (name.map { "; kept as '\($0)'" } ?? "")
        case .unknownSchema(let schema): "exceptions '\(path)': the schema \(schema) is of another version"
        case .entry(let number, let text): "exceptions '\(path)': entry \(number) is ignored: \(text)"
        case .notOfAServer(let purpose):
            "exceptions '\(path)': an exception for \(purpose) names no server, and is not kept"
        case .locked(let seconds): "exceptions '\(path)': another process has held its lock for \(seconds) seconds"
        }
    }

    /// One clause that says what to do, without a full stop.
    public var hint: String {
        switch reason {
        case .unreadable, .unwritable: "check the file, its folder and their rights; until then it counts as empty"
        case .wrongKind: "put a folder and a file of your own there; until then it counts as empty"
        case .foreignOwner: "use the store of the user that you act for; this one counts as empty"
        case .openToOthers:
            "look whether somebody has changed it, then take others' rights away (chmod go= '\(path)'); "
                + "until then it counts as empty"
        case .tooLarge: "remove it, or entries of it; until then it counts as empty"
        case .tooMany: "remove entries that are not needed"
        case .corrupt: "it counts as empty: state your exceptions again with holdfast trust add"
        case .unknownSchema: "use the version that wrote it; here it counts as empty"
        case .entry: "state it again with holdfast trust add"
        case .notOfAServer: "name the server, or give the exception to the policy itself"
        case .locked: "try again; if that does not help, end the process that holds the lock"
        }
    }
}
