package import Foundation

/// Files below /proc, which the kernel writes while they are read: it gives a page at a time, and says no size.
package enum KernelFile {
    /// All of a file; nil where it cannot be read, for instance since its process has ended.
    ///
    /// Foundation's `Data(contentsOf:)` ends at the first piece that is shorter than it asked for: of the table of
    /// sockets, after 27 lines.
    package static func bytes(_ path: String) -> Data? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        return (try? file.readToEnd()) ?? nil
    }

    package static func text(_ path: String) -> String? { bytes(path).map { String(decoding: $0, as: UTF8.self) } }
}
