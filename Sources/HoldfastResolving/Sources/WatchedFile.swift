import HoldfastTransport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads a small file whole, with what tells one state of it from another.
enum WatchedFile {
    enum Problem: Error, Hashable, Sendable {
        case unreadable(String)
        case tooLarge
    }

    /// Which file it is, and when it was changed last.
    struct Stamp: Hashable, Sendable {
        private let device: UInt64
        private let inode: UInt64
        private let size: Int64
        private let modified: [Int]
        private let changed: [Int]

        fileprivate init(_ status: stat) {
            device = UInt64(truncatingIfNeeded: status.st_dev)
            inode = UInt64(truncatingIfNeeded: status.st_ino)
            size = Int64(status.st_size)
            #if canImport(Darwin)
                modified = [status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec]
                changed = [status.st_ctimespec.tv_sec, status.st_ctimespec.tv_nsec]
            #else
                modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
                changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
            #endif
        }
    }

    static func stamp(of path: String) throws(Problem) -> Stamp {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw .unreadable(SystemText.error(errno)) }
        return Stamp(status)
    }

    /// - Throws: `tooLarge` for more than `limit` bytes; `unreadable` also for what is no regular file, which could
    ///   keep a reader waiting.
    static func read(_ path: String, limit: Int) throws(Problem) -> ([UInt8], Stamp) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(SystemText.error(errno)) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .unreadable(SystemText.error(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable("it is no file") }
        guard status.st_size <= limit else { throw .tooLarge }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var count = 0
        while count <= limit {
            let taken = unsafe bytes.withUnsafeMutableBytes { buffer in
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                return unsafe Self.take(descriptor, rest)
            }
            if taken == 0 { break }
            guard taken > 0 else {
                if errno == EINTR { continue }
                throw .unreadable(SystemText.error(errno))
            }
            count += taken
        }
        // A file may have grown since it was looked at.
        guard count <= limit else { throw .tooLarge }
        return (Array(bytes.prefix(count)), Stamp(status))
    }

    private static func take(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Glibc)
            unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
            unsafe Musl.read(descriptor, buffer.baseAddress, buffer.count)
        #else
            unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
    }
}
