import Glibc

/// Text that is written to a file and read from one.
enum TextFile {
    /// Writes a file anew; a symbolic link in its place is an error.
    static func write(_ text: String, to path: String) throws(TestBedError) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard written >= 0 || errno == EINTR else { throw failure(path) }
            rest = rest.dropFirst(max(0, written))
        }
    }

    /// The text of a file; nil where there is none.
    static func read(_ path: String) throws(TestBedError) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure(path)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw failure(path) }
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk.prefix(max(0, count))
        }
    }

    /// The names of a folder's entries.
    static func names(in folder: String) throws(TestBedError) -> [String] {
        guard let directory = unsafe opendir(folder) else { throw failure(folder) }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            names.append(
                unsafe withUnsafeBytes(of: &entry.pointee.d_name) { raw in
                    unsafe String(decoding: raw.prefix(while: { $0 != 0 }), as: UTF8.self)
                })
        }
        return names.sorted()
    }

    /// Removes a file.
    static func remove(_ path: String) throws(TestBedError) {
        guard unsafe unlink(path) == 0 else { throw failure(path) }
    }

    private static func failure(_ path: String) -> TestBedError {
        .file(path: path, reason: unsafe String(cString: strerror(errno)))
    }
}
