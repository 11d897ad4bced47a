public import HoldfastStatements

/// An error for a file or folder of this library's state on disk that cannot be used; it then counts as empty.
///
/// Never more than a loss of what was kept.
public struct StoreError: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// The reason why it cannot be read: the operating system's word.
        case unreadable(Statement)
        /// The reason why it cannot be written: the operating system's word, or the database's.
        case unwritable(Statement)
        /// A link, a device, a pipe, a file with a second name; or for the folder, anything but one.
        case wrongKind
        /// The property of another user than the one that the process acts for.
        case foreignOwner(UInt32)
        /// Others than the owner may read or change it; its mode.
        case openToOthers(UInt32)
        /// More bytes than it may have.
        case tooLarge(limit: Int)
        /// Not what this library has written; where it was put, if it was.
        case corrupt(Statement, keptAs: String?)
        /// Gone since this process has seen it.
        case gone
        /// A pin update with this counter, behind the one that this process has seen, or another update with the same
        /// counter.
        case setBack(counter: UInt64, last: UInt64)
        /// Another process has held the lock for this many seconds.
        case locked(seconds: Int)
        /// Another process was writing, and went on for longer than it was waited for.
        case busy
        /// A newer version of this library wrote it; it is left as it is.
        case newer(Int64)
        /// There is no room for more, on the disk or in what the file may hold.
        case full
        /// So many of its entries make no sense; they were left out.
        case badEntries(Int)
        /// Some of it is from the future: the clock was set back, and no age can be believed. All of it was dropped.
        case clockWentBack
        /// Made with another key, or with one where none is given now; it is left as it is.
        case otherKey
        /// Made without a key where one is given now; what was in it was removed.
        case wasOpen
        /// The key cannot be had, with the reason.
        case noKey(Statement)
    }

    /// The file or folder that it is about.
    public let path: String
    /// The kind of trouble.
    public let reason: Reason

    package init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }
}

extension StoreError {
    /// The error for a file that is read only where nobody else can have written it.
    package init(_ error: GuardedFileError, _ path: String) {
        switch error {
        case .unreadable(let text): self.init(path: path, reason: .unreadable(Statement(verbatim: text)))
        case .wrongKind: self.init(path: path, reason: .wrongKind)
        case .foreignOwner(let place, let user): self.init(path: place, reason: .foreignOwner(user))
        case .writableByOthers(let place, let mode), .openToOthers(let place, let mode):
            self.init(path: place, reason: .openToOthers(mode))
        case .tooLarge(let limit): self.init(path: path, reason: .tooLarge(limit: limit))
        }
    }

    package init(_ error: PrivateFolderError, _ path: String, isWriting: Bool) {
        self.init(path: path, reason: Reason(error, isWriting: isWriting))
    }
}

extension StoreError.Reason {
    package init(_ error: PrivateFolderError, isWriting: Bool) {
        func ofSystem(_ number: Int32) -> Self {
            if isWriting, SystemError(number).isOfFullDisk { return .full }
            let words = SystemText.statement(of: SystemText.clause(number))
            return isWriting ? .unwritable(words) : .unreadable(words)
        }
        self =
            switch error {
            case .absent: ofSystem(SystemError.absent.number)
            case .wrongKind: .wrongKind
            case .foreignOwner(let user): .foreignOwner(user)
            case .openToOthers(let mode): .openToOthers(mode)
            case .tooLarge(let limit): .tooLarge(limit: limit)
            case .locked(let seconds): .locked(seconds: seconds)
            case .system(let number): ofSystem(number)
            }
    }
}
