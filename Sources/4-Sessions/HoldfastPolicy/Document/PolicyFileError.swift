import HoldfastFiles
public import HoldfastJSON
public import HoldfastStatements

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

    /// The file and the fault as a statement; of a document with several problems, a line each.
    public var statement: Statement { PolicyFileSentence.policy(path: path, reason).statement }

    /// The remedy as a statement.
    public var adviceStatement: Statement? { Statement(PolicyFileAdvice(reason)) }

    /// One clause without a full stop; of a document with several problems, one a line, each with the file in front.
    public var description: String { statement.english }

    /// One clause that says what to do, without a full stop.
    public var hint: String { PolicyFileAdvice(reason).english }
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
}
