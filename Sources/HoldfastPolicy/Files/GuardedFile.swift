import CGlibcShims
import Glibc

/// A file that decides about trust: it is read only where nobody but the process's user, or root, can have put it there
/// or can change it.
///
/// The way to it is walked from the root by open folders, every link on it too, and what is looked at is what is read: a
/// path that changes meanwhile leads nowhere else.
package enum GuardedFile {
    package enum Fault: Error, Hashable, Sendable {
        /// The operating system's word.
        case unreadable(String)
        /// No regular file.
        case wrongKind
        /// This file, folder or link belongs to another user.
        case foreignOwner(String, UInt32)
        /// Others may write to this file, or exchange what is in this folder; its mode.
        case writableByOthers(String, UInt32)
        /// Others have rights to this file, which holds secrets; its mode.
        case openToOthers(String, UInt32)
        case tooLarge(limit: Int)
    }

    /// Links followed on the way; as many as Linux does.
    private static let maximumLinks = 40

    package static func bytes(_ path: String, limit: Int) throws(Fault) -> [UInt8] {
        try bytes(path, limit: limit, isSecret: false)
    }

    /// The bytes of a file of secrets: nobody but its owner has any right to it.
    ///
    /// A pipe is taken too, if it is the user's or root's and nobody else may read it: what a process substitution or
    /// `/dev/fd/N` leads to. It is waited for until whoever writes to it has closed it.
    package static func secret(_ path: String, limit: Int) throws(Fault) -> [UInt8] {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .unreadable(SystemText.absent) }
        // Looked at first, so that nothing is opened that answers to being opened. The pipe that is read is looked at anew.
        let place = unsafe open(path, shim_O_PATH() | O_CLOEXEC)
        guard place >= 0 else { throw .unreadable(SystemText.of(errno)) }
        defer { close(place) }
        guard try status(of: place).st_mode & S_IFMT == S_IFIFO else {
            return try bytes(path, limit: limit, isSecret: true)
        }
        let pipe = unsafe open("/proc/self/fd/\(place)", O_RDONLY | O_CLOEXEC)
        guard pipe >= 0 else { throw .unreadable(SystemText.of(errno)) }
        defer { close(pipe) }
        return try secret(pipe, named: path, limit: limit)
    }

    /// The bytes of secrets that are open already, as standard input is: a file or a pipe has to be as with a path, of other
    /// kinds nothing is asked.
    package static func secret(_ descriptor: Int32, named name: String, limit: Int) throws(Fault) -> [UInt8] {
        let kind = try status(of: descriptor).st_mode & S_IFMT
        if kind == S_IFREG || kind == S_IFIFO { try check(descriptor, name, isFolder: false, isSecret: true) }
        return try contents(of: descriptor, limit)
    }

    private static func bytes(_ path: String, limit: Int, isSecret: Bool) throws(Fault) -> [UInt8] {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .unreadable(SystemText.absent) }
        let walk = try Walk(absolute(path))
        while let name = walk.next() { try walk.enter(name) }
        return try walk.bytes(limit: limit, isSecret: isSecret)
    }

    private static func absolute(_ path: String) throws(Fault) -> String {
        if path.hasPrefix("/") { return path }
        guard let folder = unsafe getcwd(nil, 0) else { throw .unreadable(SystemText.of(errno)) }
        defer { unsafe free(folder) }
        return unsafe String(cString: folder) + "/" + path
    }

    /// Bytes that differ whenever one of the files may have changed.
    static func stamp(of paths: [String]) -> [Int64] {
        paths.flatMap { path -> [Int64] in
            var status = stat()
            guard unsafe stat(path, &status) == 0 else { return [Int64(-errno)] }
            return [
                Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino),
                Int64(status.st_mode), Int64(status.st_uid), Int64(status.st_size),
                Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec),
                Int64(status.st_ctim.tv_sec), Int64(status.st_ctim.tv_nsec),
            ]
        }
    }

    /// The way from the root to a file.
    private final class Walk {
        /// The folder that was come to.
        private var place: Int32
        private var path = ""
        /// What is still to be gone, the next one last.
        private var names: [String]
        private var links = 0
        /// The file, once it was come to; in the folder.
        private var file: String?

        init(_ path: String) throws(Fault) {
            names = Self.names(path)
            place = try Self.root()
            try GuardedFile.check(place, "/", isFolder: true)
        }

        deinit { close(place) }

        private static func root() throws(Fault) -> Int32 {
            let root = unsafe open("/", shim_O_PATH() | O_DIRECTORY | O_CLOEXEC)
            guard root >= 0 else { throw .unreadable(SystemText.of(errno)) }
            return root
        }

        private static func names(_ path: String) -> [String] {
            path.split(separator: "/").filter { $0 != "." }.map(String.init).reversed()
        }

        func next() -> String? { names.popLast() }

        func enter(_ name: String) throws(Fault) {
            guard file == nil else { throw .unreadable(SystemText.of(ENOTDIR)) }
            let entry = unsafe openat(place, name, shim_O_PATH() | O_NOFOLLOW | O_CLOEXEC)
            guard entry >= 0 else { throw .unreadable(SystemText.of(errno)) }
            let entryPath = path + "/" + name
            defer { close(entry) }
            let status = try GuardedFile.status(of: entry)
            switch status.st_mode & S_IFMT {
            case S_IFLNK: try follow(entry, entryPath, status)
            case S_IFREG: file = name
            case S_IFDIR:
                try GuardedFile.check(entry, entryPath, isFolder: true)
                let folder = fcntl(entry, F_DUPFD_CLOEXEC, 0)
                guard folder >= 0 else { throw .unreadable(SystemText.of(errno)) }
                close(place)
                (place, path) = (folder, entryPath)
            default: throw .wrongKind
            }
        }

        /// Goes on where a link leads. Its own mode says nothing; who owns it, who could have made it.
        private func follow(_ link: Int32, _ linkPath: String, _ status: stat) throws(Fault) {
            links += 1
            guard links <= maximumLinks else { throw .unreadable(SystemText.of(ELOOP)) }
            guard GuardedFile.isTrusted(status.st_uid) else { throw .foreignOwner(linkPath, status.st_uid) }
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = unsafe readlinkat(link, "", &buffer, buffer.count)
            guard count >= 0 else { throw .unreadable(SystemText.of(errno)) }
            guard count < buffer.count else { throw .unreadable(SystemText.of(ENAMETOOLONG)) }
            let target = String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
            names += Self.names(target)
            guard target.hasPrefix("/") else { return }
            let root = try Self.root()
            close(place)
            (place, path) = (root, "")
        }

        /// The file's bytes, of what was opened and looked at.
        func bytes(limit: Int, isSecret: Bool) throws(Fault) -> [UInt8] {
            guard let file else { throw .wrongKind }
            // Not blocking: a pipe must not hold the process up.
            let descriptor = unsafe openat(place, file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { throw .unreadable(SystemText.of(errno)) }
            defer { close(descriptor) }
            let status = try GuardedFile.status(of: descriptor)
            guard status.st_mode & S_IFMT == S_IFREG else { throw .wrongKind }
            try GuardedFile.check(descriptor, path + "/" + file, isFolder: false, isSecret: isSecret)
            guard Int(status.st_size) <= limit else { throw .tooLarge(limit: limit) }
            return try GuardedFile.contents(of: descriptor, limit)
        }
    }

    private static func contents(of descriptor: Int32, _ limit: Int) throws(Fault) -> [UInt8] {
        do throws(SmallFileProblem) {
            return try SmallFile.contents(of: descriptor, limit: limit)
        } catch {
            throw error == SmallFile.tooLarge(limit) ? .tooLarge(limit: limit) : .unreadable(error.reason)
        }
    }

    private static func check(
        _ place: Int32, _ path: String, isFolder: Bool, isSecret: Bool = false
    ) throws(Fault) {
        let status = try status(of: place)
        guard isTrusted(status.st_uid) else { throw .foreignOwner(path, status.st_uid) }
        guard !isSecret || status.st_mode & 0o077 == 0 else {
            throw .openToOthers(path, status.st_mode & 0o7777)
        }
        // In a folder with the sticky bit, as /tmp, nobody moves what is another's (inode(7)).
        let isSticky = isFolder && status.st_mode & S_ISVTX != 0
        guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 || isSticky else {
            throw .writableByOthers(path, status.st_mode & 0o7777)
        }
    }

    private static func isTrusted(_ user: UInt32) -> Bool { user == 0 || user == geteuid() }

    private static func status(of descriptor: Int32) throws(Fault) -> stat {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .unreadable(SystemText.of(errno)) }
        return status
    }
}
