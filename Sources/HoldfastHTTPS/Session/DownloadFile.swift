import HoldfastTransport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that comes into being whole or not at all: it is written beside its place, under another name.
///
/// Belongs to the task that writes it.
struct DownloadFile: ~Copyable {
    private let path: String
    private let temporary: String
    private let replaces: Bool
    private let descriptor: Int32
    private var isPlaced = false

    /// Makes the file under its temporary name, in the folder where it is to stand.
    ///
    /// - Throws: ``HTTPSError`` with the code `fileExists` where something stands there that is not to be replaced, and
    ///   `fileNotWritten` where nothing can be written.
    init(_ path: String, replacing: Bool) throws(HTTPSError) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw Self.failure(path, "that is no name of a file") }
        if !replacing, unsafe access(path, F_OK) == 0 { throw Self.exists(path) }
        var random = SystemRandomNumberGenerator()
        let temporary = path + "." + String(random.next(), radix: 36) + ".part"
        // Others' rights follow from the process's umask, as for any file that it makes.
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard descriptor >= 0 else { throw Self.failure(path, SystemText.error(errno)) }
        self.path = path
        self.temporary = temporary
        replaces = replacing
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
        if !isPlaced { _ = unsafe unlink(temporary) }
    }

    func write(_ bytes: [UInt8]) throws(HTTPSError) {
        var start = 0
        while start < bytes.count {
            let written = unsafe bytes.withUnsafeBytes { buffer in
                unsafe writeBytes(descriptor, buffer.baseAddress?.advanced(by: start), buffer.count - start)
            }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw Self.failure(path, SystemText.error(written < 0 ? errno : ENOSPC)) }
            start += written
        }
    }

    /// Gives it its name: what was read by then is all there is.
    mutating func place() throws(HTTPSError) {
        guard fsync(descriptor) == 0 else { throw Self.failure(path, SystemText.error(errno)) }
        if replaces {
            guard unsafe rename(temporary, path) == 0 else { throw Self.failure(path, SystemText.error(errno)) }
        } else {
            // A link does not replace what has come to stand there meanwhile; a rename would.
            guard unsafe link(temporary, path) == 0 else {
                throw errno == EEXIST ? Self.exists(path) : Self.failure(path, SystemText.error(errno))
            }
            _ = unsafe unlink(temporary)
        }
        isPlaced = true
    }

    private static func exists(_ path: String) -> HTTPSError {
        HTTPSError(
            .internal, .fileExists, "there is a file at \(path) already",
            hint: "name another place, or say that it may be replaced")
    }

    private static func failure(_ path: String, _ reason: String) -> HTTPSError {
        HTTPSError(
            .internal, .fileNotWritten, "the file \(path) cannot be written: \(reason)",
            hint: "check its folder, who may write there, and how much room there is")
    }
}

/// The system's `write`, which the method of that name hides.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(descriptor, bytes, count)
}
