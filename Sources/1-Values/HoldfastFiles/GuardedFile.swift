import HoldfastLibC

/// A file that decides about trust: it is read only where nobody but the process's user, or root, can have put it there
/// or can change it.
///
/// The way to it is walked from the root by open folders, every link on it too, and what is looked at is what is read:
/// a path that changes meanwhile leads nowhere else.
package enum GuardedFile {
    package static func bytes(_ path: String, limit: Int) throws(GuardedFileError) -> [UInt8] {
        try bytes(path, limit: limit, isSecret: false)
    }

    /// The bytes of a file of secrets: nobody but its owner has any right to it.
    ///
    /// A pipe is taken too, if it is the user's or root's and nobody else may read it: what a process substitution or
    /// `/dev/fd/N` leads to. It is waited for until whoever writes to it has closed it.
    package static func secret(_ path: String, limit: Int) throws(GuardedFileError) -> [UInt8] {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .unreadable(SystemText.absent) }
        // Looked at first, so that nothing is opened that answers to being opened. The pipe that is read is looked at
        // anew.
        let place = unsafe open(path, OpenFlag.path | O_CLOEXEC)
        guard place >= 0 else { throw .last }
        defer { close(place) }
        guard try status(of: place).kind == .pipe else { return try bytes(path, limit: limit, isSecret: true) }
        let pipe = unsafe open("/proc/self/fd/\(place)", O_RDONLY | O_CLOEXEC)
        guard pipe >= 0 else { throw .last }
        defer { close(pipe) }
        return try secret(pipe, named: path, limit: limit)
    }

    /// The bytes of secrets that are open already, as standard input is: a file or a pipe has to be as with a path, of
    /// other kinds nothing is asked.
    package static func secret(
        _ descriptor: Int32, named name: String, limit: Int
    ) throws(GuardedFileError) -> [UInt8] {
        let status = try status(of: descriptor)
        if status.kind == .regular || status.kind == .pipe { try check(status, name, isSecret: true) }
        return try contents(of: descriptor, limit)
    }

    private static func bytes(_ path: String, limit: Int, isSecret: Bool) throws(GuardedFileError) -> [UInt8] {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .unreadable(SystemText.absent) }
        let walk = try Walk(absolute(path))
        while let name = walk.next() { try walk.enter(name) }
        return try walk.bytes(limit: limit, isSecret: isSecret)
    }

    private static func absolute(_ path: String) throws(GuardedFileError) -> String {
        if PathSteps.isAbsolute(path) { return path }
        guard let folder = unsafe getcwd(nil, 0) else { throw .last }
        defer { unsafe free(folder) }
        return unsafe String(cString: folder) + "/" + path
    }

    /// Stamps that differ whenever one of the files may have changed.
    package static func stamp(of paths: [String]) -> [FileStamp] { paths.map(FileStamp.of) }

    /// The way from the root to a file.
    private final class Walk {
        /// The folder that was come to.
        private var place: Int32
        private var path = ""
        /// The names that are still to be entered, the next one last.
        private var names: [String]
        private var links = 0
        /// The file, once it was come to; in the folder.
        private var file: String?

        init(_ path: String) throws(GuardedFileError) {
            names = PathSteps.names(path)
            place = try Self.root()
            try GuardedFile.check(GuardedFile.status(of: place), "/")
        }

        deinit { close(place) }

        private static func root() throws(GuardedFileError) -> Int32 {
            let root = unsafe open("/", OpenFlag.path | O_DIRECTORY | O_CLOEXEC)
            guard root >= 0 else { throw .last }
            return root
        }

        func next() -> String? { names.popLast() }

        func enter(_ name: String) throws(GuardedFileError) {
            guard file == nil else { throw .unreadable(SystemText.clause(ENOTDIR)) }
            let entry = unsafe openat(place, name, OpenFlag.path | O_NOFOLLOW | O_CLOEXEC)
            guard entry >= 0 else { throw .last }
            let entryPath = path + "/" + name
            defer { close(entry) }
            let status = try GuardedFile.status(of: entry)
            switch status.kind {
            case .link: try follow(entry, entryPath, status)
            case .regular: file = name
            case .folder:
                try GuardedFile.check(status, entryPath)
                let folder = fcntl(entry, F_DUPFD_CLOEXEC, 0)
                guard folder >= 0 else { throw .last }
                close(place)
                (place, path) = (folder, entryPath)
            case .pipe, .other: throw .wrongKind
            }
        }

        /// Goes on where a link leads. Its own mode says nothing; who owns it, who could have made it.
        private func follow(_ link: Int32, _ linkPath: String, _ status: FileStatus) throws(GuardedFileError) {
            links += 1
            guard links <= PathSteps.maximumLinks else { throw .unreadable(SystemText.clause(ELOOP)) }
            guard PathSteps.isTrusted(status.owner) else { throw .foreignOwner(linkPath, status.owner) }
            let target: String
            do throws(SystemError) { target = try PathSteps.target(of: link) } catch {
                throw .unreadable(SystemText.clause(error.number))
            }
            names += PathSteps.names(target)
            guard PathSteps.isAbsolute(target) else { return }
            let root = try Self.root()
            close(place)
            (place, path) = (root, "")
        }

        /// The file's bytes, of what was opened and looked at.
        func bytes(limit: Int, isSecret: Bool) throws(GuardedFileError) -> [UInt8] {
            guard let file else { throw .wrongKind }
            // Not blocking: a pipe must not hold the process up.
            let descriptor = unsafe openat(place, file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { throw .last }
            defer { close(descriptor) }
            let status = try GuardedFile.status(of: descriptor)
            guard status.kind == .regular else { throw .wrongKind }
            try GuardedFile.check(status, path + "/" + file, isSecret: isSecret)
            guard status.size <= limit else { throw .tooLarge(limit: limit) }
            return try GuardedFile.contents(of: descriptor, limit)
        }
    }

    private static func contents(of descriptor: Int32, _ limit: Int) throws(GuardedFileError) -> [UInt8] {
        do throws(FileReadError) {
            return try BoundedFile.contents(of: descriptor, limit: limit)
        } catch {
            switch error {
            case .tooLarge(let limit): throw .tooLarge(limit: limit)
            case .system(let number): throw .unreadable(SystemText.clause(number))
            case .wrongKind: throw .wrongKind
            }
        }
    }

    private static func check(
        _ status: FileStatus, _ path: String, isSecret: Bool = false
    ) throws(GuardedFileError) {
        guard PathSteps.isTrusted(status.owner) else { throw .foreignOwner(path, status.owner) }
        guard !isSecret || !status.isOpenToOthers else { throw .openToOthers(path, status.mode) }
        // In a folder with the sticky bit, as /tmp, nobody moves what is another's (inode(7)).
        guard !status.isWritableByOthers || status.isSticky else { throw .writableByOthers(path, status.mode) }
    }

    private static func status(of descriptor: Int32) throws(GuardedFileError) -> FileStatus {
        do throws(SystemError) { return try FileStatus(of: descriptor) } catch {
            throw .unreadable(SystemText.clause(error.number))
        }
    }
}

/// An error for a file that decides about trust, or holds secrets, and is not read.
package enum GuardedFileError: Error, Hashable, Sendable {
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

    /// The error of the system's call that has just failed.
    fileprivate static var last: GuardedFileError { .unreadable(SystemText.clause(errno)) }
}
