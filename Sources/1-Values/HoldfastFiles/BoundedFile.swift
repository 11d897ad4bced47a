import HoldfastLibC

/// Reading of whole files, within a limit.
package enum BoundedFile {
    /// The bytes of a file, which may be reached by a link.
    ///
    /// - Parameter ofAnyKind: whether a pipe or a device is read too, and not only a regular file.
    package static func bytes(
        _ path: String, limit: Int, ofAnyKind: Bool = false
    ) throws(FileReadError) -> [UInt8] {
        try read(path, limit: limit, ofAnyKind: ofAnyKind).bytes
    }

    /// The bytes of a file, and its state before they were read.
    ///
    /// - Parameter ofAnyKind: whether a pipe or a device is read too, as far as it has something to read at once, and
    ///   not only a regular file.
    package static func read(
        _ path: String, limit: Int, ofAnyKind: Bool = false
    ) throws(FileReadError) -> (bytes: [UInt8], status: FileStatus) {
        guard !path.utf8.contains(0) else { throw .system(ENOENT) }
        // Not blocking: a pipe must not hold the process up.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw .system(errno) }
        defer { close(file) }
        let status: FileStatus
        do throws(SystemError) { status = try FileStatus(of: file) } catch { throw .system(error.number) }
        guard ofAnyKind || status.kind == .regular else { throw .wrongKind }
        guard status.kind != .regular || status.size <= limit else { throw .tooLarge(limit: limit) }
        return (try contents(of: file, limit: limit), status)
    }

    /// The bytes that are left to be read of an open file.
    package static func contents(of file: Int32, limit: Int) throws(FileReadError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe HoldfastLibC.read(file, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count < 0 {
                guard errno == EINTR else { throw .system(errno) }
                continue
            }
            bytes += chunk.prefix(count)
            // A file may have grown since it was looked at, and a pipe has no size.
            guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        }
    }
}

/// An error for a file whose bytes, or a folder whose names, were not read.
package enum FileReadError: Error, Hashable, Sendable {
    /// An error number of the operating system.
    case system(Int32)
    /// No regular file.
    case wrongKind
    /// More bytes, or more names in a folder.
    case tooLarge(limit: Int)
}

/// Reading of the names in a folder.
package enum FolderNames {
    /// The names in a folder, in no order; `.` and `..` are left out.
    ///
    /// - Parameters:
    ///   - limit: how many there may be.
    ///   - isWanted: which names are taken, and counted.
    package static func of(
        _ path: String, limit: Int = .max, where isWanted: (String) -> Bool = { _ in true }
    ) throws(FileReadError) -> [String] {
        let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)
        guard folder >= 0 else { throw .system(errno) }
        return try of(taking: folder, limit: limit, where: isWanted)
    }

    /// The names in an open folder, which is closed.
    static func of(
        taking folder: Int32, limit: Int = .max, where isWanted: (String) -> Bool = { _ in true }
    ) throws(FileReadError) -> [String] {
        guard let stream = unsafe fdopendir(folder) else {
            let error = errno
            close(folder)
            throw .system(error)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while true {
            // readdir(3): the end and an error differ by errno alone.
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                guard errno == 0 else { throw .system(errno) }
                break
            }
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { raw in
                unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name != ".", name != "..", isWanted(name) else { continue }
            guard names.count < limit else { throw .tooLarge(limit: limit) }
            names.append(name)
        }
        return names
    }
}
