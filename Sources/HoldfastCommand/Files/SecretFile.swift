import HoldfastFiles
import HoldfastLibC

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
        of path: String, limit: Int, othersMayRead: Bool = false, _ failure: (String) -> CommandError
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
            case .unreadable(let reason):
                throw CommandError(
                    .internalError, code: "unreadableFile", "\(shown): \(reason.lowercased())",
                    hint: "check the spelling and the file's rights")
            case .wrongKind: throw failure("it is no regular file and no pipe")
            case .tooLarge(let limit): throw failure("it is larger than \(limit) bytes")
            case .openToOthers:
                throw .usage(
                    "\(shown) can be read or written by others, and holds secrets", code: "readableByOthers",
                    hint: "take their rights away: chmod 600 FILE")
            case .writableByOthers(let place, _):
                throw .usage(
                    "\(shown) holds secrets, and others may change \(Wording.quoted(place))", code: "writableByOthers",
                    hint: "take their rights away: chmod go-w")
            case .foreignOwner(let place, let user):
                throw .usage(
                    "\(shown) holds secrets, and \(Wording.quoted(place)) belongs to user \(user)",
                    code: "foreignOwner",
                    hint: "use a file of your own, in a folder of your own")
            }
        }
    }
}
