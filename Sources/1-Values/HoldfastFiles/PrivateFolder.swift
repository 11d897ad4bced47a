import HoldfastLibC

/// A folder that only its owner may enter, held open: what is done in it cannot be led elsewhere by a path that
/// changes.
package final class PrivateFolder: Sendable {
    /// The ending of a file's name while it is written.
    package static let draftEnding = ".new"

    private let descriptor: Int32

    /// Opens a folder that is there; one that others may read or write, or that belongs to another, is refused, and so
    /// is a path that others can have led there by a link.
    package convenience init(_ path: String) throws(PrivateFolderError) {
        let walk = try FolderWalk.walk(to: path)
        try FileStatus.checkPrivate(walk.place, .folder)
        try self.init(at: walk.place)
    }

    /// Opens a folder that is there and that others may read, as one that a program synchronises; one that others may
    /// write to, or that belongs to another, is refused.
    package convenience init(readableByOthers path: String) throws(PrivateFolderError) {
        let walk = try FolderWalk.walk(to: path)
        let status: FileStatus
        do throws(SystemError) { status = try FileStatus(of: walk.place) } catch { throw .system(error.number) }
        guard status.owner == geteuid() else { throw .foreignOwner(status.owner) }
        guard !status.isWritableByOthers else { throw .openToOthers(status.mode) }
        try self.init(at: walk.place)
    }

    /// Opens a folder that is there and that the user has named for a file of its own, as the working folder or `/tmp`:
    /// the user's or root's, in which nobody else may exchange what the user has written.
    ///
    /// The folder's group may write to it where its owner lets it, as groups of one user do.
    package convenience init(namedByUser path: String) throws(PrivateFolderError) {
        let walk = try FolderWalk.walk(to: path)
        let status: FileStatus
        do throws(SystemError) { status = try FileStatus(of: walk.place) } catch { throw .system(error.number) }
        guard PathSteps.isTrusted(status.owner) else { throw .foreignOwner(status.owner) }
        guard status.mode & 0o002 == 0 || status.isSticky else { throw .openToOthers(status.mode) }
        try self.init(at: walk.place)
    }

    /// Opens a folder that was looked at.
    private init(at place: Int32) throws(PrivateFolderError) {
        descriptor = unsafe openat(place, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw PrivateFolderError(errno) }
    }

    /// Makes the folder, and the ones above it that are missing, for its owner alone (XDG Base Directory
    /// Specification: 0700).
    package static func make(_ path: String) throws(PrivateFolderError) {
        _ = try FolderWalk.walk(to: path, making: true)
    }

    /// The folder of a name in this one, for its owner alone too; made where it is missing.
    package func folder(_ name: String) throws(PrivateFolderError) -> PrivateFolder {
        guard unsafe mkdirat(descriptor, name, 0o700) == 0 || errno == EEXIST else { throw PrivateFolderError(errno) }
        let place = unsafe openat(descriptor, name, OpenFlag.path | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard place >= 0 else { throw PrivateFolderError(errno) }
        defer { close(place) }
        try FileStatus.checkPrivate(place, .folder)
        return try PrivateFolder(at: place)
    }

    /// The path of a name in the folder by what is held open (proc(5), `/proc/self/fd`): for libraries that take no
    /// descriptor. Good for as long as the folder is held.
    package func path(of name: String) -> String { "/proc/self/fd/\(descriptor)/\(name)" }

    /// Whether both are the same folder, whatever their names.
    package func isSame(as other: PrivateFolder) -> Bool {
        guard let status = try? FileStatus(of: descriptor), let known = try? FileStatus(of: other.descriptor) else {
            return false
        }
        return status.isSameFile(as: known)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The bytes of a file: a regular one of the process's user, that nobody else has rights to.
    package func read(_ name: String, limit: Int) throws(PrivateFolderError) -> [UInt8] {
        // Not blocking: a pipe that somebody put there must not hold the process up.
        let file = unsafe openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw PrivateFolderError(errno) }
        defer { close(file) }
        let status = try FileStatus.checkPrivate(file, .regular)
        guard status.size <= limit else { throw .tooLarge(limit: limit) }
        do throws(FileReadError) { return try BoundedFile.contents(of: file, limit: limit) } catch {
            throw PrivateFolderError(error)
        }
    }

    /// The bytes of a regular file, whoever owns it: what they are worth, they have to show themselves.
    ///
    /// - Parameter isNew: tells from the file's stamp whether it is read; nil comes back where it is not.
    package func readAnybodys(
        _ name: String, limit: Int, if isNew: (FileStamp) -> Bool = { _ in true }
    ) throws(PrivateFolderError) -> (bytes: [UInt8], stamp: FileStamp)? {
        let file = unsafe openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw PrivateFolderError(errno) }
        defer { close(file) }
        let status: FileStatus
        do throws(SystemError) { status = try FileStatus(of: file) } catch { throw .system(error.number) }
        guard status.kind == .regular else { throw .wrongKind }
        guard isNew(FileStamp(status)) else { return nil }
        guard status.size <= limit else { throw .tooLarge(limit: limit) }
        do throws(FileReadError) {
            return (try BoundedFile.contents(of: file, limit: limit), FileStamp(status))
        } catch {
            throw PrivateFolderError(error)
        }
    }

    /// Looks whether a file is a regular one of the process's user, that nobody else has rights to, without opening it:
    /// locks that the process has on it stay.
    package func check(_ name: String) throws(PrivateFolderError) {
        let place = unsafe openat(descriptor, name, OpenFlag.path | O_NOFOLLOW | O_CLOEXEC)
        guard place >= 0 else { throw PrivateFolderError(errno) }
        defer { close(place) }
        try FileStatus.checkPrivate(place, .regular)
    }

    /// Looks at a file as ``check(_:)`` does; others may read it.
    package func check(readableByOthers name: String) throws(PrivateFolderError) {
        let place = unsafe openat(descriptor, name, OpenFlag.path | O_NOFOLLOW | O_CLOEXEC)
        guard place >= 0 else { throw PrivateFolderError(errno) }
        defer { close(place) }
        let status: FileStatus
        do throws(SystemError) { status = try FileStatus(of: place) } catch { throw .system(error.number) }
        guard status.kind == .regular, status.nameCount <= 1 else { throw .wrongKind }
        guard status.owner == geteuid() else { throw .foreignOwner(status.owner) }
        guard !status.isWritableByOthers else { throw .openToOthers(status.mode) }
    }

    /// Takes the lock of a number, and keeps it until the value is gone or the process ends; nil where another has it.
    ///
    /// The locks of all numbers are bytes of one file (fcntl(2), `F_OFD_SETLK`).
    package func lock(_ number: Int64, of name: String) throws(PrivateFolderError) -> HeldLock? {
        let file = unsafe openat(descriptor, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard file >= 0 else { throw PrivateFolderError(errno) }
        let lock = HeldLock(taking: file)
        var range = flock()
        range.l_type = Int16(F_WRLCK)
        range.l_whence = Int16(SEEK_SET)
        range.l_start = off_t(number)
        range.l_len = 1
        if unsafe fcntl(file, FileRequest.lockOpened, &range) == 0 { return lock }
        guard errno == EAGAIN || errno == EACCES else { throw .system(errno) }
        return nil
    }

    /// Makes an empty file where there is none of that name; one that is there has to be readable and writable.
    package func makeIfAbsent(_ name: String) throws(PrivateFolderError) {
        let file = unsafe openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file < 0 else {
            close(file)
            return
        }
        guard errno == EEXIST else { throw PrivateFolderError(errno) }
        guard unsafe faccessat(descriptor, name, R_OK | W_OK, AT_EACCESS) == 0 else { throw PrivateFolderError(errno) }
    }

    /// Puts bytes in the place of a file, all or nothing, also where the machine stops in between. Only under a lock:
    /// the name of the file on its way there is always the same.
    package func replace(_ name: String, with bytes: [UInt8]) throws(PrivateFolderError) {
        let draft = name + Self.draftEnding
        _ = unsafe unlinkat(descriptor, draft, 0)
        do throws(SystemError) {
            var file = try FileDraft(named: draft, in: descriptor, mode: 0o600)
            try file.setMode(0o600)
            try file.write(bytes)
            try file.place(as: name, replacing: true)
        } catch {
            throw .system(error.number)
        }
        // The new name is safe only once the folder is written out.
        guard fsync(descriptor) == 0 else { throw .system(errno) }
    }

    /// Writes a new file, which must not be there yet. It is not written out to the disk: where the machine stops, a
    /// part of it may be missing, and whoever reads it has to see that for themselves.
    package func add(_ name: String, _ bytes: [UInt8]) throws(PrivateFolderError) {
        let file = unsafe openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw PrivateFolderError(errno) }
        do throws(SystemError) {
            try FileWriting.write(bytes, to: file)
        } catch {
            close(file)
            _ = unsafe unlinkat(descriptor, name, 0)
            throw .system(error.number)
        }
        // A full disk may only be noticed here.
        guard close(file) == 0 else {
            let error = errno
            _ = unsafe unlinkat(descriptor, name, 0)
            throw .system(error)
        }
    }

    /// The names of what is in the folder, in no order.
    ///
    /// - Parameters:
    ///   - limit: how many there may be.
    ///   - isWanted: which names are taken, and counted.
    package func names(
        limit: Int = .max, where isWanted: (String) -> Bool = { _ in true }
    ) throws(PrivateFolderError) -> [String] {
        let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { throw PrivateFolderError(errno) }
        do throws(FileReadError) { return try FolderNames.of(taking: copy, limit: limit, where: isWanted) } catch {
            throw PrivateFolderError(error)
        }
    }

    /// Takes a file away; nothing where there is none.
    package func remove(_ name: String) throws(PrivateFolderError) {
        guard unsafe unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw .system(errno) }
    }

    /// Gives a file another name, `NAME.SUFFIX-1` or the next number that is free; nil if there is none up to 99.
    package func putAside(_ name: String, suffix: String) -> String? {
        for number in 1...99 {
            let other = "\(name).\(suffix)-\(number)"
            var status = stat()
            if unsafe fstatat(descriptor, other, &status, AT_SYMLINK_NOFOLLOW) == 0 { continue }
            return unsafe renameat(descriptor, name, descriptor, other) == 0 ? other : nil
        }
        return nil
    }

    /// Does something while it holds the lock of a file of that name, which other processes and threads wait for.
    ///
    /// - Parameters:
    ///   - seconds: how long it is waited for.
    ///   - failing: the error of the body's kind for a lock that cannot be had.
    package func whileLocked<Value, Failure: Error>(
        _ name: String, seconds: Int, failing: (PrivateFolderError) -> Failure, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let file = unsafe openat(descriptor, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard file >= 0 else { throw failing(PrivateFolderError(errno)) }
        defer { close(file) }
        return try Self.whileLocked(file, seconds: seconds, failing, body)
    }

    /// Does something while it holds the lock of the folder itself, in which no file has to be made for it.
    package func whileLocked<Value, Failure: Error>(
        seconds: Int, failing: (PrivateFolderError) -> Failure, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try Self.whileLocked(descriptor, seconds: seconds, failing, body)
    }

    package func whileLocked<Value>(
        _ name: String, seconds: Int, _ body: () throws(PrivateFolderError) -> Value
    ) throws(PrivateFolderError) -> Value {
        try whileLocked(name, seconds: seconds, failing: { $0 }, body)
    }

    package func whileLocked<Value>(
        seconds: Int, _ body: () throws(PrivateFolderError) -> Value
    ) throws(PrivateFolderError) -> Value {
        try whileLocked(seconds: seconds, failing: { $0 }, body)
    }

    private static func whileLocked<Value, Failure: Error>(
        _ file: Int32, seconds: Int, _ failing: (PrivateFolderError) -> Failure, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let deadline = ContinuousClock.now.advanced(by: .seconds(seconds))
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw failing(.system(errno)) }
            guard ContinuousClock.now < deadline else { throw failing(.locked(seconds: seconds)) }
            usleep(10_000)
        }
        // Closing is not enough: a process that was started meanwhile has a copy until it runs its own program.
        defer { flock(file, LOCK_UN) }
        return try body()
    }

    /// Bytes that differ whenever the rights to the folder, or the file of that name, may have changed.
    package static func stamp(folder: String, name: String) -> [UInt8] {
        func stamp(_ path: String, _ make: (FileStatus) -> FileStamp) -> [UInt8] {
            do throws(SystemError) {
                return make(try FileStatus(of: path, followingLinks: false)).bytes
            } catch {
                return FileStamp(error).bytes
            }
        }
        // Of the folder, what happens to other files says nothing.
        return stamp(folder, FileStamp.init(ofFolder:)) + stamp(folder + "/" + name) { FileStamp($0) }
    }
}

/// A lock between processes that is held for as long as the value is there.
package final class HeldLock: Sendable {
    private let file: Int32

    fileprivate init(taking file: Int32) { self.file = file }

    deinit { close(file) }
}

/// An error for a private folder, or a file in it, that cannot be used.
package enum PrivateFolderError: Error, Hashable, Sendable {
    case absent
    /// A link, a device, a pipe, a file with several names; or for the folder, anything but one.
    case wrongKind
    /// The property of this user.
    case foreignOwner(UInt32)
    /// Others than the owner have rights to it; its mode.
    case openToOthers(UInt32)
    case tooLarge(limit: Int)
    /// Another has held the lock for so long.
    case locked(seconds: Int)
    /// An error number of the operating system.
    case system(Int32)

    init(_ error: Int32) {
        self =
            switch error {
            case ENOENT: .absent
            // The answers of O_NOFOLLOW and O_DIRECTORY to a link, and to what is no folder.
            case ELOOP, ENOTDIR, ENXIO: .wrongKind
            default: .system(error)
            }
    }

    init(_ error: FileReadError) {
        self =
            switch error {
            case .system(let number): .system(number)
            case .wrongKind: .wrongKind
            case .tooLarge(let limit): .tooLarge(limit: limit)
            }
    }
}

extension FileStatus {
    /// The state of an open file or folder that belongs to the process's user alone: of the kind, the user's own,
    /// without rights for others, and a file without a second name, which could stand where others may exchange it.
    @discardableResult
    static func checkPrivate(_ descriptor: Int32, _ kind: Kind) throws(PrivateFolderError) -> FileStatus {
        let status: FileStatus
        do throws(SystemError) { status = try FileStatus(of: descriptor) } catch { throw .system(error.number) }
        guard status.kind == kind else { throw .wrongKind }
        guard status.owner == geteuid() else { throw .foreignOwner(status.owner) }
        guard !status.isOpenToOthers else { throw .openToOthers(status.mode) }
        // None where another process has replaced the file since it was opened.
        guard kind == .folder || status.nameCount <= 1 else { throw .wrongKind }
        return status
    }
}
