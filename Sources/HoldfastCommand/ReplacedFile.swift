import Glibc

/// A file that is written as a whole or not at all: whoever reads it finds the old one or the new one.
struct ReplacedFile: Sendable {
    /// As the user named it.
    let path: String
    /// The file itself, where `path` is a link to it.
    private let place: String
    /// A device or a pipe, which is written to and not replaced.
    private let isSpecial: Bool

    /// Finds out whether the file can be written, and leaves nothing behind.
    init(_ path: String) throws(CommandFailure) {
        self.path = path
        var status = stat()
        let exists = unsafe stat(path, &status) == 0
        guard !path.isEmpty else { throw OutputFile.unwritable(path, ENOENT) }
        guard !exists || status.st_mode & S_IFMT != S_IFDIR else { throw OutputFile.unwritable(path, EISDIR) }
        if exists, unsafe access(path, W_OK) != 0 { throw OutputFile.unwritable(path, errno) }
        isSpecial = exists && status.st_mode & S_IFMT != S_IFREG
        place = exists ? Self.resolved(path) : path
        guard !isSpecial else { return }
        let (descriptor, name) = try Self.makeNeighbour(of: place, named: path)
        close(descriptor)
        _ = unsafe unlink(name)
    }

    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        guard !isSpecial else { return try OutputFile.write(bytes, to: path) }
        let (descriptor, name) = try Self.makeNeighbour(of: place, named: path)
        keepOwnerAndMode(descriptor)
        var failed = Descriptor.write(bytes, to: descriptor)
        if failed == 0, fsync(descriptor) != 0 { failed = errno }
        // A full disk may only be noticed here.
        if close(descriptor) != 0, failed == 0 { failed = errno }
        if failed == 0, unsafe rename(name, place) != 0 { failed = errno }
        guard failed == 0 else {
            _ = unsafe unlink(name)
            throw OutputFile.unwritable(path, failed)
        }
    }

    /// A file that is replaced keeps its rights.
    private func keepOwnerAndMode(_ descriptor: Int32) {
        var status = stat()
        guard unsafe stat(place, &status) == 0 else { return }
        // Only root may give a file away; for others it is theirs already, or becomes so.
        _ = fchown(descriptor, status.st_uid, status.st_gid)
        _ = fchmod(descriptor, status.st_mode & 0o7777)
    }

    private static func resolved(_ path: String) -> String {
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// A new file in the same folder, from which a rename leads to the other without a gap.
    static func makeNeighbour(
        of place: String, named path: String, mode: mode_t = 0o666
    ) throws(CommandFailure) -> (descriptor: Int32, name: String) {
        let folder = place.lastIndex(of: "/").map { place[...$0] } ?? ""
        for _ in 0..<100 {
            let name = "\(folder).holdfast-\(String(UInt64.random(in: .min ... .max), radix: 36))"
            let descriptor = unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
            if descriptor >= 0 { return (descriptor, name) }
            guard errno == EEXIST else { throw OutputFile.unwritable(path, errno) }
        }
        throw OutputFile.unwritable(path, EEXIST)
    }
}
