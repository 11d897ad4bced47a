import Foundation

/// A session's file that outlives the session's call, until the connection's delegate has had it.
final class ConnectionFile: Sendable {
    let url: URL

    /// - Throws: where the file cannot be moved.
    init(taking file: URL) throws {
        url = file.deletingLastPathComponent().appendingPathComponent("connection-\(UUID().uuidString)")
        try FileManager.default.moveItem(at: file, to: url)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
