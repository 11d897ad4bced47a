import Foundation

/// A folder of a test's own, removed with it.
final class Folder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/holdfast-testbed-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) throws -> String {
        let file = "\(path)/\(name)"
        try text.write(toFile: file, atomically: false, encoding: .utf8)
        return file
    }
}
