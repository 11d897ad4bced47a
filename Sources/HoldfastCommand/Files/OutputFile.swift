import HoldfastFiles
import HoldfastLibC

/// Writes a file that a user names.
enum OutputFile {
    /// Puts bytes into a file, making or replacing it; the folder is made where it is missing and asked for.
    static func write(_ bytes: [UInt8], to path: String, makingFolder: Bool = false) throws(CommandError) {
        if makingFolder, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            _ = unsafe mkdir(String(path[..<slash]), 0o777)
        }
        do throws(SystemError) { try FileWriting.put(bytes, at: path, .emptied, mode: 0o666) } catch {
            throw unwritable(path, error.number)
        }
    }

    static func unwritable(_ path: String, _ error: Int32) -> CommandError {
        CommandError(
            .internalError, "cannot write \(Wording.quoted(path)): \(SystemText.clause(error))",
            hint: "check the folder and its rights")
    }
}
