import HoldfastDiagnostics
import HoldfastFiles
import HoldfastLibC

/// A new folder for files that end with the command; only its owner may enter it.
struct TemporaryFolder: Sendable {
    let path: String

    init(prefix: String) throws(CommandError) {
        let base = Descriptor.environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array("\(base)/\(prefix)XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw CommandError(
                .internalError, code: .temporaryFolder,
                FileSentence.noTemporaryFolder(base: base, fault: SystemText.clause(errno)),
                hint: FileAdvice.nameTMPDIR)
        }
        path = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Removes the files in it, and the folder.
    func remove() {
        for name in (try? FolderNames.of(path)) ?? [] { _ = unsafe unlink("\(path)/\(name)") }
        _ = unsafe rmdir(path)
    }
}
