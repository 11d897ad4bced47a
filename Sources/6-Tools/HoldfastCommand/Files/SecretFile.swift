import HoldfastDiagnostics
import HoldfastFiles
import HoldfastLibC
import HoldfastStatements

/// Reads a file of secrets: nobody else may read or change it, or change the way to it, and the user that the command
/// acts for, or root, has to own it (``GuardedFile``). A pipe is taken as well; `-` is standard input.
enum SecretFile {
    /// Reads the file whose rights were checked, by the same descriptor.
    ///
    /// - Parameters:
    ///   - othersMayRead: whether a file is taken that others may read, as other programs leave theirs; nobody else may
    ///     write to it in any case.
    ///   - failure: says what is wrong with a file of the wrong kind or size.
    static func bytes(
        of path: String, limit: Int, othersMayRead: Bool = false, _ failure: (FileSentence) -> CommandError
    ) throws(CommandError) -> [UInt8] {
        do throws(GuardedFileError) {
            if path == "-" { return try GuardedFile.secret(STDIN_FILENO, named: path, limit: limit) }
            if othersMayRead, (try? FileStatus(of: path))?.kind == .regular {
                return try GuardedFile.bytes(path, limit: limit)
            }
            return try GuardedFile.secret(path, limit: limit)
        } catch {
            let shown = Wording.quoted(path)
            switch error {
            case .unreadable(let said):
                throw CommandError(
                    .internalError, code: .unreadableFile,
                    UsageSentence.fileFault(file: path, reason: Statement(verbatim: said.lowercased())),
                    hint: FileAdvice.spellingAndRights)
            case .wrongKind: throw failure(.wrongKind)
            case .tooLarge(let limit): throw failure(.largerThan(limit: limit))
            case .openToOthers:
                throw .usage(
                    FileSentence.readableByOthers(file: shown), code: .readableByOthers,
                    hint: FileAdvice.chmodFile)
            case .writableByOthers(let place, _):
                throw .usage(
                    FileSentence.writableByOthers(file: shown, place: place), code: .writableByOthers,
                    hint: FileAdvice.chmodPlace)
            case .foreignOwner(let place, let user):
                throw .usage(
                    FileSentence.foreignOwner(file: shown, place: place, user: "\(user)"),
                    code: .foreignOwner,
                    hint: FileAdvice.ownFile)
            }
        }
    }
}
