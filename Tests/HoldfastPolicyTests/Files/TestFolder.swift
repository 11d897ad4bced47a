import Foundation

/// A folder of a test's own, which is gone when the test ends.
final class TestFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "holdfast-files-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file in the place of what is there, and gives back its path.
    @discardableResult
    func write(_ name: String, _ bytes: some Sequence<UInt8>, mode: Int = 0o644) throws -> String {
        let file = path + "/" + name
        try? FileManager.default.removeItem(atPath: file)
        try Data(bytes).write(to: URL(filePath: file))
        try setMode(mode, of: name)
        return file
    }

    @discardableResult
    func makeFolder(_ name: String, mode: Int = 0o755) throws -> String {
        try FileManager.default.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: true)
        try setMode(mode, of: name)
        return path + "/" + name
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
    }

    func setMode(_ mode: Int, of name: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path + "/" + name)
    }

    func setOwner(_ user: Int, of name: String) throws {
        try FileManager.default.setAttributes([.ownerAccountID: user], ofItemAtPath: path + "/" + name)
    }
}
