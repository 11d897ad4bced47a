import Foundation

/// A program that a test writes and starts.
package enum ProgramFile {
    /// Writes a program, in the place of one that is there.
    ///
    /// Another process makes the file: a descriptor that this one has open for writing may be carried into a program
    /// that another test starts meanwhile, and the file is busy then for whoever starts it (execve(2), ETXTBSY).
    package static func write(_ text: String, to path: String) throws {
        let draft = path + ".text"
        try Data(text.utf8).write(to: URL(filePath: draft))
        defer { try? FileManager.default.removeItem(atPath: draft) }
        try? FileManager.default.removeItem(atPath: path)
        let copy = Process()
        copy.executableURL = URL(filePath: "/bin/cp")
        copy.arguments = [draft, path]
        try copy.run()
        copy.waitUntilExit()
        guard copy.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
}
