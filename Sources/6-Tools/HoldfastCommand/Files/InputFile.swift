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
        let file = try Open(path)
        if let size = file.size, size > limit { throw tooLarge(path, limit, advice) }
        return try read(file.number, path, limit, advice)
    }

    /// A file that is open for reading.
    final class Open: Sendable {
        let number: Int32
        /// The size in bytes; nil where that says nothing, as of a pipe.
        let size: Int?
        private let isOurs: Bool

        /// Opens a file; `-` is standard input.
        ///
        /// - Throws: exit code 1 for what cannot be read, 2 for a folder.
        init(_ path: String) throws(CommandError) {
            isOurs = path != "-"
            number = isOurs ? unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY) : STDIN_FILENO
            guard number >= 0 else { throw unreadable(path, errno) }
            let status: FileStatus
            do throws(SystemError) { status = try FileStatus(of: number) } catch {
                if isOurs { _ = close(number) }
                throw unreadable(path, error.number)
            }
            guard status.kind != .folder else {
                if isOurs { _ = close(number) }
                throw .usage(FileSentence.isFolder(file: path), code: .folder, hint: UsageAdvice.nameAFile)
            }
            size = status.kind == .regular ? Int(status.size) : nil
        }

        deinit { if isOurs { _ = close(number) } }
    }

    /// The bytes of an open file from where it stands to its end.
    static func rest(of file: Open, _ path: String, limit: Int) throws(CommandError) -> [UInt8] {
        try read(file.number, path, limit, FileAdvice.largestThings)
    }

    private static func read(
        _ descriptor: Int32, _ path: String, _ limit: Int, _ advice: (any Sentence)?
    ) throws(CommandError) -> [UInt8] {
        do throws(FileReadError) { return try BoundedFile.contents(of: descriptor, limit: limit) } catch {
            guard case .system(let number) = error else { throw tooLarge(path, limit, advice) }
            throw unreadable(path, number)
        }
    }

    static func unreadable(_ path: String, _ error: Int32) -> CommandError {
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
