import HoldfastCredentials
import HoldfastFiles
import HoldfastLibC
public import HoldfastStatements
import HoldfastStore

/// A failure of a cache's files; never more than a loss of what was kept.
public struct HTTPCacheError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Error, Hashable, Sendable {
        /// A link, a pipe, a folder where a file should be, or the other way round.
        case wrongKind
        /// The property of the user of that number.
        case foreignOwner(UInt32)
        /// Open to others, who may read or write it; its permissions.
        case openToOthers(UInt32)
        /// An error number of the operating system.
        case system(Int32)
        /// The index is damaged, or another program's; with its new place, nil where it could not be put aside.
        case corrupt(Statement, putAside: String?)
        /// A newer version of this library wrote it; it is left as it is.
        case newer(Int64)
        /// Made with another key, or with one where none is given now; it is left as it is.
        case otherKey
        /// Made without a key where one is given now: what was in it is removed.
        case wasOpen
        /// The key cannot be had; in words.
        case noKey(Statement)
        /// So many responses make no sense and were dropped.
        case badRows(Int)
        /// The disk is full, or the file as large as it may be.
        case full
        /// Another process held it for too long: what was to be kept was dropped.
        case busy
        /// Another error of SQLite or of libcrypto, in its words.
        case failed(Statement)
    }

    /// The folder, or the file in it.
    public let path: String
    public let reason: Reason

    init(_ reason: Reason, path: String) {
        self.path = path
        self.reason = reason
    }

    /// The folder or file and the trouble as a statement.
    public var statement: Statement { CacheFileSentence.cache(path: path, reason).statement }

    /// One sentence, without a full stop.
    public var description: String { statement.english }
}

extension HTTPCacheError.Reason {
    init(_ error: PrivateFolderError) {
        self =
            switch error {
            case .absent: .system(ENOENT)
            case .wrongKind: .wrongKind
            case .foreignOwner(let user): .foreignOwner(user)
            case .openToOthers(let mode): .openToOthers(mode)
            case .tooLarge: .full
            case .locked: .busy
            case .system(let number): Self.ofSystem(number)
            }
    }

    init(_ problem: StoreProblem) {
        self =
            switch problem {
            case .wrongKind: .wrongKind
            case .foreignOwner(let user): .foreignOwner(user)
            case .openToOthers(let mode): .openToOthers(mode)
            case .system(let number): Self.ofSystem(number)
            case .corrupt(let text, let place): .corrupt(text, putAside: place)
            case .newer(let version): .newer(version)
            case .full: .full
            case .busy: .busy
            case .failed(let text): .failed(text)
            }
    }

    private static func ofSystem(_ number: Int32) -> Self {
        number == ENOSPC || number == EDQUOT ? .full : .system(number)
    }
}
