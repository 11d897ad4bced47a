import Foundation

/// Files of `Vectors/mldsa`: what OpenSSL 3.5.9 made of ML-DSA, to be read by a library that has it or has it not.
package enum RecordedMLDSA {
    /// The names of the parameter sets in the files' names.
    package static let sets = ["44", "65", "87"]

    /// The bytes of a file, as `root-44.pem`.
    package static func file(_ name: String) throws -> [UInt8] {
        let folder = ProjectFolder.top.appending(path: "Vectors/mldsa")
        return [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    /// The content of a file's one PEM block.
    package static func der(_ name: String) throws -> [UInt8] {
        let text = String(decoding: try file(name), as: UTF8.self)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("-----") && !$0.contains(":") }
        guard let data = Data(base64Encoded: lines.joined()), !data.isEmpty else {
            throw CocoaError(.fileReadCorruptFile)
        }
        return [UInt8](data)
    }
}
