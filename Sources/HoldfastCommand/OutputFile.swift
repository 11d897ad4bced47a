import Glibc

/// Writes a file that a user names.
enum OutputFile {
    /// Puts bytes into a file, making or replacing it; the folder is made where it is missing and asked for.
    static func write(_ bytes: [UInt8], to path: String, makingFolder: Bool = false) throws(CommandFailure) {
        if makingFolder, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            _ = unsafe mkdir(String(path[..<slash]), 0o777)
        }
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw unwritable(path, errno) }
        let failed = Descriptor.write(bytes, to: descriptor)
        // A full disk may only be noticed here.
        let closed = close(descriptor) == 0 ? 0 : errno
        if failed != 0 || closed != 0 { throw unwritable(path, failed != 0 ? failed : closed) }
    }

    static func unwritable(_ path: String, _ error: Int32) -> CommandFailure {
        CommandFailure(
            .internalError, "cannot write \(Wording.quoted(path)): \(Descriptor.text(of: error).lowercased())",
            hint: "check the folder and its rights")
    }
}
