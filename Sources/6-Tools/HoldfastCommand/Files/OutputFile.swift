import HoldfastDiagnostics
import HoldfastFiles
import HoldfastLibC
import HoldfastSystem
import HoldfastTrust

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
            .internalError, UsageSentence.cannotWrite(path: path, fault: SystemText.clause(error)),
            hint: UsageAdvice.checkFolder)
    }
}

/// A file that is written as a whole or not at all: whoever reads it finds the old one or the new one.
struct ReplacedFile: Sendable {
    /// The path as the user named it.
    let path: String
    /// The file itself, where `path` is a link to it.
    private let place: String
    /// A device or a pipe, which is written to and not replaced.
    private let isSpecial: Bool
    private let isSecret: Bool

    /// Finds out whether the file can be written, and leaves nothing behind.
    ///
    /// - Parameter isSecret: whether nobody but its owner may read it, whoever could read what it replaces; then a link
    ///   is refused, which could lead to another file than is meant.
    init(_ path: String, isSecret: Bool = false) throws(CommandError) {
        self.path = path
        self.isSecret = isSecret
        guard !path.isEmpty else { throw OutputFile.unwritable(path, ENOENT) }
        if isSecret, (try? FileStatus(of: path, followingLinks: false))?.kind == .link {
            throw OutputFile.unwritable(path, ELOOP)
        }
        let status = try? FileStatus(of: path)
        guard status?.kind != .folder else { throw OutputFile.unwritable(path, EISDIR) }
        if status != nil, unsafe access(path, W_OK) != 0 { throw OutputFile.unwritable(path, errno) }
        isSpecial = status.map { $0.kind != .regular } ?? false
        place = status == nil ? path : WholePath.of(path) ?? path
        guard !isSpecial else { return }
        do throws(SystemError) { _ = try FileDraft.beside(place) } catch {
            throw OutputFile.unwritable(path, error.number)
        }
    }

    func write(_ bytes: [UInt8]) throws(CommandError) {
        var rest: [UInt8]? = bytes
        try write { () throws(CommandError) -> [UInt8]? in
            defer { rest = nil }
            return rest
        }
    }

    /// Writes pieces one after the other, without ever holding all of them.
    ///
    /// - Parameter next: gives the next piece; nil behind the last one. Where it throws, the old file stays.
    func write(_ next: () throws(CommandError) -> [UInt8]?) throws(CommandError) {
        guard !isSpecial else { return try writeThrough(next) }
        var failure: CommandError?
        do throws(SystemError) {
            var draft = try FileDraft.beside(place, mode: isSecret ? 0o600 : 0o666)
            if isSecret {
                try draft.setMode(0o600)
            } else if let old = try? FileStatus(of: place) {
                // A file that is replaced keeps its rights.
                draft.takeOwnerAndMode(of: old)
            }
            while let piece = Self.piece(next, &failure) { try draft.write(piece) }
            if failure == nil { try draft.place(as: place, replacing: true) }
        } catch {
            throw OutputFile.unwritable(path, error.number)
        }
        if let failure { throw failure }
    }

    /// Writes to a device or a pipe as it is.
    private func writeThrough(_ next: () throws(CommandError) -> [UInt8]?) throws(CommandError) {
        var failure: CommandError?
        do throws(SystemError) {
            let file = try OwnedDescriptor(made: unsafe open(path, O_WRONLY | O_CLOEXEC))
            while let piece = Self.piece(next, &failure) { try FileWriting.write(piece, to: file.number) }
        } catch {
            throw OutputFile.unwritable(path, error.number)
        }
        if let failure { throw failure }
    }

    private static func piece(
        _ next: () throws(CommandError) -> [UInt8]?, _ failure: inout CommandError?
    ) -> [UInt8]? {
        do throws(CommandError) { return try next() } catch {
            failure = error
            return nil
        }
    }
}

/// A path from the root on, without links.
enum WholePath {
    /// Follows a path; nil where nothing is there, and for standard input.
    static func of(_ path: String) -> String? {
        guard path != "-", let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}

/// Plain writing to file descriptors, and what can be asked about them.
enum Descriptor {
    /// Prepares the process's own descriptors and signals; to be called before anything is opened.
    ///
    /// A descriptor 0-2 that the caller closed would be handed out for the next socket, and results written into it.
    static func prepare() {
        _ = InheritedSignals.ignored
        signal(SIGPIPE, SIG_IGN)
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // Reading only: what is written to it then fails as if it were still closed.
            _ = unsafe open("/dev/null", O_RDONLY)
        }
    }

    /// Writes all bytes; 0, or the error number.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        do throws(SystemError) { try FileWriting.write(bytes, to: descriptor) } catch { return error.number }
        return 0
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    static func environment(_ name: String) -> String? { ProcessEnvironment.value(name) }
}
