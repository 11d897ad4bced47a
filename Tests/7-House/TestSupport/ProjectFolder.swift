package import Foundation

/// The folder of the project: what tests read of it (documents, recorded data, sources) they find from here, wherever
/// they stand themselves.
package enum ProjectFolder {
    package static let top: URL = {
        var folder = URL(filePath: #filePath)
        repeat {
            folder = folder.deletingLastPathComponent()
        } while folder.pathComponents.count > 1
            && !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
        return folder
    }()

    /// The folder of a room below `Sources`, whichever floor it lies on.
    package static func sources(of room: String) throws -> URL {
        let floors = try FileManager.default.contentsOfDirectory(
            at: top.appending(path: "Sources"), includingPropertiesForKeys: nil)
        let found = floors.map { $0.appending(path: room) }.first { FileManager.default.fileExists(atPath: $0.path) }
        guard let found else { throw CocoaError(.fileNoSuchFile) }
        return found
    }
}
