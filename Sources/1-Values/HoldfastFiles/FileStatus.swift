import HoldfastLibC

/// The state of a file: its kind, its owner and rights, its size (stat(2)).
package struct FileStatus: Sendable {
    package enum Kind: Hashable, Sendable {
        case regular, folder, link, pipe
        /// A device or a socket.
        case other
    }

    private let status: stat

    /// The state of an open file, or of a place that is only looked at (``OpenFlag/path``).
    package init(of descriptor: Int32) throws(SystemError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
        self.status = status
    }

    /// The state of the file that a path leads to; without following links, of the link itself.
    package init(of path: String, followingLinks: Bool = true) throws(SystemError) {
        var status = stat()
        guard unsafe (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { throw .last }
        self.status = status
    }

    package var kind: Kind {
        switch status.st_mode & S_IFMT {
        case S_IFREG: .regular
        case S_IFDIR: .folder
        case S_IFLNK: .link
        case S_IFIFO: .pipe
        default: .other
        }
    }

    package var owner: UInt32 { status.st_uid }
    package var group: UInt32 { status.st_gid }
    /// The rights, as chmod(1) has them, with the bits above (0o7777).
    package var mode: UInt32 { UInt32(status.st_mode & 0o7777) }
    /// Bytes; of a pipe or a device 0.
    package var size: Int { Int(status.st_size) }
    /// The time of the last change of the contents, in seconds since 1970.
    package var modifiedSeconds: Int64 {
        #if canImport(Darwin)
            Int64(status.st_mtimespec.tv_sec)
        #else
            Int64(status.st_mtim.tv_sec)
        #endif
    }
    /// The number of names that the file has; none once the last one was removed.
    package var nameCount: UInt64 { UInt64(truncatingIfNeeded: status.st_nlink) }

    /// Whether others than the owner may write.
    var isWritableByOthers: Bool { mode & 0o022 != 0 }
    /// Whether others than the owner have any right.
    var isOpenToOthers: Bool { mode & 0o077 != 0 }
    /// Whether nobody but its owner may move or remove what is in the folder (inode(7)), as in `/tmp`.
    var isSticky: Bool { kind == .folder && mode & 0o1000 != 0 }

    /// Whether two names led to one file.
    package func isSameFile(as other: FileStatus) -> Bool {
        status.st_dev == other.status.st_dev && status.st_ino == other.status.st_ino
    }

    /// The device, the inode, the mode (kind and rights) and the owner of the file.
    fileprivate var identity: [Int64] {
        [
            Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino),
            Int64(status.st_mode), Int64(status.st_uid),
        ]
    }

    /// The size, when the contents were changed, and when anything was.
    fileprivate var changes: [Int64] {
        #if canImport(Darwin)
            let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
            let (modified, changed) = (status.st_mtim, status.st_ctim)
        #endif
        return [status.st_size, modified.tv_sec, modified.tv_nsec, changed.tv_sec, changed.tv_nsec].map { Int64($0) }
    }
}

/// A stamp of a file's state: another one means that the file was changed, or another put in its place.
package struct FileStamp: Hashable, Sendable {
    private let numbers: [Int64]

    /// The stamp of a file's whole state: device, inode, mode, owner, size and times.
    package init(_ status: FileStatus) { numbers = status.identity + status.changes }

    /// The stamp of a folder, whatever happens to the files in it: without size and times.
    init(ofFolder status: FileStatus) { numbers = status.identity }

    /// The stamp of there being no file.
    init(_ error: SystemError) { numbers = [-Int64(error.number)] }

    /// The stamp of what a path leads to, also where that is nothing.
    package static func of(_ path: String) -> FileStamp {
        do throws(SystemError) {
            return FileStamp(try FileStatus(of: path))
        } catch {
            return FileStamp(error)
        }
    }

    /// Whether a path leads to nothing, not even to a link.
    package static func isOfNothing(_ path: String) -> Bool {
        do throws(SystemError) {
            _ = try FileStatus(of: path, followingLinks: false)
            return false
        } catch {
            return error == .absent
        }
    }

    /// The stamp as bytes, eight for each number.
    package var bytes: [UInt8] {
        numbers.flatMap { number in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
        }
    }
}
