import HoldfastFiles
import HoldfastLibC

/// A file that is written as a whole or not at all: whoever reads it finds the old one or the new one.
struct ReplacedFile: Sendable {
    /// The path as the user named it.
    let path: String
    /// The file itself, where `path` is a link to it.
    private let place: String
    /// A device or a pipe, which is written to and not replaced.
    private let isSpecial: Bool

    /// Finds out whether the file can be written, and leaves nothing behind.
    init(_ path: String) throws(CommandError) {
        self.path = path
        guard !path.isEmpty else { throw OutputFile.unwritable(path, ENOENT) }
        let status = try? FileStatus(of: path)
        guard status?.kind != .folder else { throw OutputFile.unwritable(path, EISDIR) }
        if status != nil, unsafe access(path, W_OK) != 0 { throw OutputFile.unwritable(path, errno) }
        isSpecial = status.map { $0.kind != .regular } ?? false
        place = status == nil ? path : Self.resolved(path)
        guard !isSpecial else { return }
        do throws(SystemError) { _ = try FileDraft.beside(place) } catch {
            throw OutputFile.unwritable(path, error.number)
        }
    }

    func write(_ bytes: [UInt8]) throws(CommandError) {
        guard !isSpecial else { return try OutputFile.write(bytes, to: path) }
        do throws(SystemError) {
            var draft = try FileDraft.beside(place)
            // A file that is replaced keeps its rights.
            if let old = try? FileStatus(of: place) { draft.takeOwnerAndMode(of: old) }
            try draft.write(bytes)
            try draft.place(as: place, replacing: true)
        } catch {
            throw OutputFile.unwritable(path, error.number)
        }
    }

    private static func resolved(_ path: String) -> String {
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
