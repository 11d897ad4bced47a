import Glibc

/// A folder that only its owner may enter, held open: what is done in it cannot be led elsewhere by a path that changes.
final class PrivateFolder {
    enum Fault: Error, Hashable {
        case absent
        case wrongKind
        case foreignOwner(UInt32)
        case openToOthers(UInt32)
        case tooLarge(limit: Int)
        case locked(seconds: Int)
        /// An error number of the operating system.
        case system(Int32)
    }

    private let descriptor: Int32

    /// Opens a folder that is there; one that others may read or write, or that belongs to another, is refused.
    init(_ path: String) throws(Fault) {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.fault(errno) }
        do throws(Fault) {
            _ = try Self.checked(descriptor, kind: S_IFDIR)
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    /// Makes the folder, and the ones above it that are missing, for its owner alone (XDG Base Directory
    /// Specification: 0700).
    static func make(_ path: String) throws(Fault) {
        var parts = path.split(separator: "/", omittingEmptySubsequences: true)[...]
        var made = path.hasPrefix("/") ? "" : "."
        while let part = parts.popFirst() {
            made += "/" + part
            guard unsafe mkdir(made, 0o700) != 0, errno != EEXIST else { continue }
            // Above it may be folders that can be entered and not written to.
            if errno != EEXIST, unsafe access(made, F_OK) != 0 { throw fault(errno) }
        }
    }

    deinit { close(descriptor) }

    /// The bytes of a file: a regular one of the process's user, that nobody else has rights to.
    func read(_ name: String, limit: Int) throws(Fault) -> [UInt8] {
        // Not blocking: a pipe that somebody put there must not hold the process up.
        let file = unsafe openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw Self.fault(errno) }
        defer { close(file) }
        let status = try Self.checked(file, kind: S_IFREG)
        guard Int(status.st_size) <= limit else { throw .tooLarge(limit: limit) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(file, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw .system(errno)
            }
            if count == 0 { return bytes }
            bytes += chunk.prefix(count)
            guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        }
    }

    /// Puts bytes in the place of a file, all or nothing, also where the machine stops in between. Only under a lock:
    /// the name of the file on its way there is always the same.
    func replace(_ name: String, with bytes: [UInt8]) throws(Fault) {
        let draft = name + ".new"
        _ = unsafe unlinkat(descriptor, draft, 0)
        let file = unsafe openat(descriptor, draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .system(errno) }
        var error = fchmod(file, 0o600) == 0 ? 0 : errno
        if error == 0 { error = Self.write(bytes, to: file) }
        if error == 0, fsync(file) != 0 { error = errno }
        if close(file) != 0, error == 0 { error = errno }
        if error == 0, unsafe renameat(descriptor, draft, descriptor, name) != 0 { error = errno }
        // The new name is safe only once the folder is written out.
        if error == 0, fsync(descriptor) != 0 { error = errno }
        guard error == 0 else {
            _ = unsafe unlinkat(descriptor, draft, 0)
            throw .system(error)
        }
    }

    /// The names of what is in the folder, in no order.
    func names() throws(Fault) -> [String] {
        let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { throw Self.fault(errno) }
        guard let stream = unsafe fdopendir(copy) else {
            close(copy)
            throw .system(errno)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { start in
                unsafe start.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Takes a file away; nothing where there is none.
    func remove(_ name: String) throws(Fault) {
        guard unsafe unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw .system(errno) }
    }

    /// Gives a file another name, `NAME.SUFFIX-1` or the next number that is free; nil if there is none up to 99.
    func putAside(_ name: String, suffix: String) -> String? {
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
    /// - Parameter seconds: how long it is waited for.
    func whileLocked<Value>(
        _ name: String, seconds: Int, _ body: () throws(Fault) -> Value
    ) throws(Fault) -> Value {
        let file = unsafe openat(descriptor, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard file >= 0 else { throw Self.fault(errno) }
        defer { close(file) }
        let deadline = ContinuousClock.now.advanced(by: .seconds(seconds))
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw .system(errno) }
            guard ContinuousClock.now < deadline else { throw .locked(seconds: seconds) }
            usleep(10_000)
        }
        return try body()
    }

    /// Bytes that differ whenever the folder's standing or the file of that name may have changed.
    static func stamp(folder: String, name: String) -> [UInt8] {
        var numbers: [UInt64] = []
        for path in [folder, folder + "/" + name] {
            var status = stat()
            guard unsafe lstat(path, &status) == 0 else {
                numbers.append(0)
                continue
            }
            numbers += [
                1, UInt64(status.st_dev), UInt64(status.st_ino), UInt64(status.st_mode), UInt64(status.st_uid),
            ]
            // Of the folder, what happens to other files says nothing.
            guard path != folder else { continue }
            numbers += [status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec]
                .map { UInt64(bitPattern: Int64($0)) }
            numbers.append(UInt64(bitPattern: Int64(status.st_ctim.tv_nsec)))
        }
        return numbers.flatMap { number in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
        }
    }

    private static func checked(_ descriptor: Int32, kind: mode_t) throws(Fault) -> stat {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .system(errno) }
        guard status.st_mode & S_IFMT == kind else { throw .wrongKind }
        guard status.st_uid == geteuid() else { throw .foreignOwner(status.st_uid) }
        guard status.st_mode & 0o077 == 0 else { throw .openToOthers(status.st_mode & 0o7777) }
        return status
    }

    private static func write(_ bytes: [UInt8], to file: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    private static func fault(_ error: Int32) -> Fault {
        switch error {
        case ENOENT: .absent
        // What O_NOFOLLOW and O_DIRECTORY say to a link, and to what is no folder.
        case ELOOP, ENOTDIR, ENXIO: .wrongKind
        default: .system(error)
        }
    }
}
