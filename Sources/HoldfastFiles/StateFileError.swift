/// An error for a file or folder of this library's state on disk that cannot be used; it then counts as empty.
public struct StateFileError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// The operating system's word for why it cannot be read.
        case unreadable(String)
        /// The operating system's word for why it cannot be written.
        case unwritable(String)
        /// A link, a device, a pipe, a file with a second name; or for the folder, anything but one.
        case wrongKind
        /// The property of another user than the one that the process acts for.
        case foreignOwner(UInt32)
        /// Others than the owner may read or change it; its mode.
        case openToOthers(UInt32)
        /// More bytes than it may have.
        case tooLarge(limit: Int)
        /// Not what this library has written; where it was put, if it was.
        case corrupt(String, keptAs: String?)
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
    }

    /// The file or folder that it is about.
    public let path: String
    /// The kind of trouble.
    public let reason: Reason

    package init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// One clause, without a full stop.
    public var description: String {
        switch reason {
        case .unreadable(let text), .unwritable(let text): "'\(path)': \(text)"
        case .wrongKind: "'\(path)': a link, or not of the kind that it should be"
        case .foreignOwner(let user): "'\(path)': it belongs to user \(user)"
        case .openToOthers(let mode):
            "'\(path)': others than its owner have rights to it (mode \(String(mode, radix: 8)))"
        case .tooLarge(let limit): "'\(path)': larger than \(limit) bytes"
        case .corrupt(let text, let name): "'\(path)': corrupt: \(text)" + (name.map { "; kept as '\($0)'" } ?? "")
        case .gone: "'\(path)': it is gone; what this process has seen of it still counts"
        case .setBack(let counter, let last):
            "'\(path)': it was set back to the counter \(counter); \(last), which this process has seen, still counts"
        case .locked(let seconds): "'\(path)': another process has held its lock for \(seconds) seconds"
        case .busy: "'\(path)': another process was writing for too long; some of it is not kept yet"
        case .newer(let version): "'\(path)': a newer version wrote it (\(version)); it is not used"
        case .full: "'\(path)': there is no room for more"
        case .badEntries(let count): "'\(path)': \(count) of its entries make no sense and were left out"
        }
    }

    /// One clause that says what to do, without a full stop.
    public var hint: String {
        switch reason {
        case .unreadable, .unwritable: "check the file, its folder and their rights"
        case .wrongKind: "put a folder and a file of your own there"
        case .foreignOwner: "use a folder of the user that you act for"
        case .openToOthers:
            "look whether somebody has changed it, then take others' rights away (chmod go= '\(path)')"
        case .tooLarge: "remove it"
        case .corrupt: "nothing has to be done: it is made anew; look at who else writes to that folder"
        case .gone, .setBack:
            "look who writes to that folder; the next update that is taken makes it anew, "
                + "and the next start believes it"
        case .locked, .busy: "try again; if that does not help, end the process that holds the lock"
        case .newer: "update this program, or name another file"
        case .full: "make room on the disk, or remove the file"
        case .badEntries: "look at who else writes to that file"
        }
    }
}

extension StateFileError {
    /// The error for a file that is read only where nobody else can have written it.
    package init(_ error: GuardedFileError, _ path: String) {
        switch error {
        case .unreadable(let text): self.init(path: path, reason: .unreadable(text))
        case .wrongKind: self.init(path: path, reason: .wrongKind)
        case .foreignOwner(let place, let user): self.init(path: place, reason: .foreignOwner(user))
        case .writableByOthers(let place, let mode), .openToOthers(let place, let mode):
            self.init(path: place, reason: .openToOthers(mode))
        case .tooLarge(let limit): self.init(path: path, reason: .tooLarge(limit: limit))
        }
    }

    package init(_ error: PrivateFolderError, _ path: String, isWriting: Bool) {
        self.path = path
        reason =
            switch error {
            case .absent: isWriting ? .unwritable(SystemText.absent) : .unreadable(SystemText.absent)
            case .wrongKind: .wrongKind
            case .foreignOwner(let user): .foreignOwner(user)
            case .openToOthers(let mode): .openToOthers(mode)
            case .tooLarge(let limit): .tooLarge(limit: limit)
            case .locked(let seconds): .locked(seconds: seconds)
            case .system(let number):
                isWriting ? .unwritable(SystemText.clause(number)) : .unreadable(SystemText.clause(number))
            }
    }
}
