#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension UploadBody {
    /// The content of a file, read while it is sent, as often as it is sent.
    ///
    /// Its length is taken now. A file that is another length when it is sent ends the request.
    ///
    /// - Throws: ``TransportError`` with the code `unreadableFile` where there is no regular file that can be read.
    public static func file(_ path: String) throws(TransportError) -> UploadBody {
        let file = try OpenFile(path)
        return UploadBody(length: file.length, isRepeatable: true) { put in
            let file = try OpenFile(path)
            while let piece = try file.next(), await put(piece) {}
        }
    }
}

/// A regular file, open for reading from its start.
private final class OpenFile: Sendable {
    let length: Int
    private let path: String
    private let descriptor: Int32

    init(_ path: String) throws(TransportError) {
        self.path = path
        guard !path.utf8.contains(0) else { throw Self.unreadable(path, "its name has a NUL") }
        // A pipe without a writer must not hold the thread; what is no regular file is refused in any case.
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.unreadable(path, errno) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            length = 0
            throw Self.unreadable(path, "it is no regular file")
        }
        length = Int(status.st_size)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The next piece; nil at the end.
    func next() throws(TransportError) -> [UInt8]? {
        var failure: Int32 = 0
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: UploadBody.pieceLength) { buffer, count in
            repeat {
                let read = unsafe read(descriptor, buffer.baseAddress, buffer.count)
                failure = read < 0 ? errno : 0
                count = max(0, read)
            } while failure == EINTR
        }
        guard failure == 0 else { throw Self.unreadable(path, failure) }
        return piece.isEmpty ? nil : piece
    }

    private static func unreadable(_ path: String, _ systemError: Int32) -> TransportError {
        unreadable(path, SystemText.error(systemError), systemError)
    }

    private static func unreadable(_ path: String, _ reason: String, _ systemError: Int32? = nil) -> TransportError {
        TransportError(
            .request, .unreadableFile, "the file \(path) cannot be sent: \(reason)",
            hint: "check its path and who may read it", systemError: systemError)
    }
}
