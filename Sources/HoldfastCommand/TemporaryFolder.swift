import Glibc

/// A new folder for files that end with the command; only its owner may enter it.
struct TemporaryFolder: Sendable {
    let path: String

    init(prefix: String) throws(CommandFailure) {
        let base = Descriptor.environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array("\(base)/\(prefix)XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw CommandFailure(
                .internalError, code: "temporaryFolder",
                "no temporary folder in \(Wording.quoted(base)): \(Descriptor.text(of: errno).lowercased())",
                hint: "name a folder that can be written to in TMPDIR")
        }
        path = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Removes the files in it, and the folder.
    func remove() {
        if let folder = unsafe opendir(path) {
            defer { unsafe closedir(folder) }
            while let entry = unsafe readdir(folder) {
                let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { raw in
                    unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != ".", name != ".." { _ = unsafe unlink("\(path)/\(name)") }
            }
        }
        _ = unsafe rmdir(path)
    }
}
