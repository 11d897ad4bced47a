import HoldfastDiagnostics
import HoldfastFiles
import HoldfastLibC
import HoldfastStatements

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
        advice: (any Sentence)? = UsageAdvice.fileOfCertificates
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
            throw .usage(FileSentence.isFolder(file: path), code: .folder, hint: UsageAdvice.nameAFile)
        }
        if status.kind == .regular, status.size > limit { throw tooLarge(path, limit, advice) }
        return try read(descriptor, path, limit, advice)
    }

    private static func read(
        _ descriptor: Int32, _ path: String, _ limit: Int, _ advice: (any Sentence)?
    ) throws(CommandError) -> [UInt8] {
        do throws(FileReadError) { return try BoundedFile.contents(of: descriptor, limit: limit) } catch {
            guard case .system(let number) = error else { throw tooLarge(path, limit, advice) }
            throw unreadable(path, number)
        }
    }

    private static func unreadable(_ path: String, _ error: Int32) -> CommandError {
        let (code, hint): (CommandCode, FileAdvice) =
            switch error {
            case ENOENT, ENOTDIR: (.noSuchFile, .checkSpelling)
            case EACCES, EPERM: (.notPermitted, .mayRead)
            default: (.unreadableFile, .checkFile)
            }
        let fault = SystemText.clause(error)
        let sentence: FileSentence =
            switch code {
            case .noSuchFile: .missing(file: path, fault: fault)
            case .notPermitted: .notPermitted(file: path, fault: fault)
            default: .fault(file: path, fault: fault)
            }
        return CommandError(
            .internalError, code: code, sentence,
            hint: hint)
    }

    private static func tooLarge(_ path: String, _ limit: Int, _ advice: (any Sentence)?) -> CommandError {
        CommandError(
            .internalError, code: .tooLarge, FileSentence.tooLarge(file: path, mebibytes: limit >> 20),
            hint: advice)
    }
}
