package import Foundation

/// A folder of a test's own, which is gone with all that lies in it when the test ends.
package final class TemporaryFolder: Sendable {
    package let path: String
    package var url: URL { URL(filePath: path, directoryHint: .isDirectory) }

    private init(at path: String) { self.path = path }

    /// Makes a folder.
    ///
    /// - Parameter mode: nobody else may enter it unless this says so: servers change their user.
    package convenience init(mode: Int = 0o700) throws {
        self.init(at: Self.newPath())
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: mode])
    }

    /// A folder that is not there until it is made by what is tested, or by the first file written into it.
    package static func toBeMade() -> TemporaryFolder { TemporaryFolder(at: newPath()) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    private static func newPath() -> String {
        FileManager.default.temporaryDirectory.appending(path: "holdfast-\(UUID().uuidString)").path
    }

    /// The path of a name in the folder, whether something lies there or not.
    package func path(_ name: String) -> String { path + "/" + name }

    package func url(_ name: String) -> URL { URL(filePath: path(name)) }

    /// Writes a file in the place of what is there, and the folders above it where they are missing. A program that
    /// looks on meets the file whole and with its mode, or the one before.
    ///
    /// - Parameter mode: as the process makes files where it is nil.
    /// - Returns: The file's path.
    @discardableResult
    package func write(_ bytes: some Sequence<UInt8>, to name: String, mode: Int? = nil) throws -> String {
        let (file, folder) = (path(name), name.lastIndex(of: "/").map { String(name[...$0]) } ?? "")
        try makeFolder(folder)
        let draft = folder + ".draft-" + UUID().uuidString
        try Data(bytes).write(to: url(draft))
        if let mode { try setMode(mode, of: draft) }
        guard unsafe rename(path(draft), file) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return file
    }

    @discardableResult
    package func write(_ text: String, to name: String, mode: Int? = nil) throws -> String {
        try write(text.utf8, to: name, mode: mode)
    }

    package func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: url(name))) }

    /// How many bytes a file has: 0 where there is none.
    package func size(of name: String) throws -> Int64 {
        var status = stat()
        if unsafe lstat(path(name), &status) == 0 { return Int64(status.st_size) }
        guard errno == ENOENT else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return 0
    }

    package func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    /// Makes a folder in this one, and those between them, unless they are there; this one alone for an empty name.
    ///
    /// - Returns: The folder's path.
    @discardableResult
    package func makeFolder(_ name: String, mode: Int? = nil) throws -> String {
        if !FileManager.default.fileExists(atPath: path) {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        }
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
        if let mode { try setMode(mode, of: name) }
        return path(name)
    }

    package func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }

    package func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

    package func setMode(_ mode: Int, of name: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
    }

    package func mode(of name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }

    package func setOwner(_ user: Int, of name: String) throws {
        try FileManager.default.setAttributes([.ownerAccountID: user], ofItemAtPath: path(name))
    }

    /// The names of what lies in the folder, sorted; none where it is not there.
    package var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}
