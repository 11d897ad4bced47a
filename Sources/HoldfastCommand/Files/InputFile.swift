import HoldfastFiles
import HoldfastLibC

/// Reads a file that a user names, within bounds.
enum InputFile {
    /// Bytes of a file of certificates; 16 MiB, as for a file of anchors. The largest bundle in use has some 250 KiB.
    static let maximumBytes = 16 << 20

    /// The bytes of a file; `-` is standard input.
    ///
    /// Memory and time are bounded by the limit: a larger file is refused as soon as that is known, before it is read
    /// where the file system knows its size, and after `limit` bytes where it does not (a pipe, a device).
    ///
    /// - Parameter advice: the hint where it is larger than the limit.
    /// - Throws: exit code 1 for what cannot be read or is too large, 2 for a folder.
    static func bytes(
        of path: String, limit: Int = maximumBytes,
        advice: String = "name a file of certificates; the largest bundles have less than 1 MiB"
    ) throws(CommandError) -> [UInt8] {
        if path == "-" { return try read(STDIN_FILENO, path, limit, advice) }
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw unreadable(path, errno) }
        defer { close(descriptor) }
        let status: FileStatus
        do throws(SystemError) { status = try FileStatus(of: descriptor) } catch {
            throw unreadable(path, error.number)
        }
        if status.kind == .folder {
            throw .usage("\(Wording.quoted(path)) is a folder", code: "folder", hint: "name a file")
        }
        if status.kind == .regular, status.size > limit { throw tooLarge(path, limit, advice) }
        return try read(descriptor, path, limit, advice)
    }

    private static func read(
        _ descriptor: Int32, _ path: String, _ limit: Int, _ advice: String
    ) throws(CommandError) -> [UInt8] {
        do throws(FileReadError) { return try BoundedFile.contents(of: descriptor, limit: limit) } catch {
            guard case .system(let number) = error else { throw tooLarge(path, limit, advice) }
            throw unreadable(path, number)
        }
    }

    private static func unreadable(_ path: String, _ error: Int32) -> CommandError {
        let (code, hint) =
            switch error {
            case ENOENT, ENOTDIR: ("noSuchFile", "check the spelling; a relative path starts at the current folder")
            case EACCES, EPERM: ("notPermitted", "give yourself the right to read it, or run as a user who may")
            default: ("unreadableFile", "check the file")
            }
        return CommandError(
            .internalError, code: code, "\(Wording.quoted(path)): \(SystemText.clause(error))",
            hint: hint)
    }

    private static func tooLarge(_ path: String, _ limit: Int, _ advice: String) -> CommandError {
        CommandError(
            .internalError, code: "tooLarge", "\(Wording.quoted(path)) is too large: more than \(limit >> 20) MiB",
            hint: advice)
    }
}
