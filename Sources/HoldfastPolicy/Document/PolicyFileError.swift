import HoldfastFiles
public import HoldfastJSON

/// An error for a policy file that is not put in force.
public struct PolicyFileError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// The operating system's word.
        case unreadable(String)
        /// No regular file.
        case wrongKind
        /// This file, or a folder or link on the way to it, belongs to neither the process's user nor root.
        case foreignOwner(String, UInt32)
        /// Others may write to this file, or exchange what is in this folder on the way to it; its mode.
        case writableByOthers(String, UInt32)
        /// More bytes than a policy file may have.
        case tooLarge(limit: Int)
        /// The document in it is wrong.
        case document(PolicyDocumentError)
    }

    /// The file, as given.
    public let path: String
    public let reason: Reason

    public init(path: String, reason: Reason) { (self.path, self.reason) = (path, reason) }

    init(path: String, _ fault: GuardedFileError) { self.init(path: path, reason: Reason(fault)) }

    /// The problems in what the file says; empty where it was not read.
    public var problems: [DocumentProblem] {
        if case .document(let error) = reason { error.problems } else { [] }
    }

    /// One clause without a full stop; of a document with several problems, one a line, each with the file in front.
    public var description: String {
        switch reason {
        case .document(let error):
            let lines = error.problems.map { "\(path):\($0)" }
            let rest = error.count - error.problems.count
            return (lines + (rest > 0 ? ["\(path): and \(rest) more"] : [])).joined(separator: "\n")
        default: return "policy '\(path)': \(reason.words)"
        }
    }

    /// One clause that says what to do, without a full stop.
    public var hint: String {
        switch reason {
        case .unreadable: "check the spelling and the file's rights"
        case .wrongKind: "name a file"
        case .foreignOwner: "use a file of your own, in a folder of your own: whoever owns it decides what is trusted"
        case .writableByOthers(let path, _):
            "look whether somebody has changed it, then take others' rights away (chmod go-w '\(path)')"
        case .tooLarge: "split it by program"
        case .document: "nothing of it is in force until all of it is right"
        }
    }
}

extension PolicyFileError.Reason {
    init(_ fault: GuardedFileError) {
        self =
            switch fault {
            case .unreadable(let text): .unreadable(text)
            case .wrongKind: .wrongKind
            case .foreignOwner(let path, let user): .foreignOwner(path, user)
            case .writableByOthers(let path, let mode), .openToOthers(let path, let mode): .writableByOthers(path, mode)
            case .tooLarge(let limit): .tooLarge(limit: limit)
            }
    }

    /// The reason as a clause; for a document, its first problem.
    var words: String {
        switch self {
        case .unreadable(let text): text
        case .wrongKind: "it is no regular file"
        case .foreignOwner(let path, let user): "'\(path)' belongs to user \(user)"
        case .writableByOthers(let path, let mode):
            "others than its owner may change '\(path)' (mode \(String(mode, radix: 8)))"
        case .tooLarge(let limit): "it is larger than \(limit) bytes"
        case .document(let error): error.problems.first?.description ?? "it is no policy"
        }
    }
}
