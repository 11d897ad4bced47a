import Glibc

/// A file that a command makes and that was not there, unless the user says it may go: written as a whole or not at all.
struct CreatedFile {
    /// As the user named it; `-` for standard output.
    let path: String
    private let isSecret: Bool
    private let mayReplace: Bool

    var isStandardOutput: Bool { path == "-" }

    /// The file of `--out`.
    ///
    /// - Parameters:
    ///   - isSecret: a private key: 0600, and to standard output only where the user asks for it.
    ///   - other: the option that names the file of a secret too, where a command makes what that option names.
    /// - Throws: for a file that is there and may not be replaced, or cannot be written: before any work is done.
    static func named(
        by invocation: Invocation, isSecret: Bool, orBy other: CommandOption? = nil
    ) throws(CommandFailure) -> CreatedFile {
        let named = invocation.value(.out) ?? (isSecret ? other.flatMap { invocation.value($0) } : "-")
        guard let path = named else {
            throw .usage("--out FILE is needed for a private key", hint: "--out - prints it")
        }
        return try CreatedFile(path, isSecret: isSecret, mayReplace: invocation.has(.force))
    }

    /// - Throws: for a file that is there and may not be replaced, or cannot be written.
    init(_ path: String, isSecret: Bool, mayReplace: Bool) throws(CommandFailure) {
        self.path = path
        self.isSecret = isSecret
        self.mayReplace = mayReplace
        guard path != "-" else { return }
        var status = stat()
        if !mayReplace, unsafe lstat(path, &status) == 0 { throw Self.isThere(path) }
        _ = try ReplacedFile(path)
    }

    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        guard !isStandardOutput else { return Console.result(bytes: bytes) }
        // A device or a pipe is written to: a key that took its place would break the machine.
        guard !mayReplace || isSecret, !isSpecial else { return try ReplacedFile(path).write(bytes) }
        let (descriptor, name) = try ReplacedFile.makeNeighbour(of: path, named: path, mode: isSecret ? 0o600 : 0o666)
        var failed = Descriptor.write(bytes, to: descriptor)
        if failed == 0, fsync(descriptor) != 0 { failed = errno }
        if close(descriptor) != 0, failed == 0 { failed = errno }
        if failed == 0 { failed = mayReplace ? rename(name) : link(name) }
        if failed != 0 || !mayReplace { _ = unsafe unlink(name) }
        guard failed == 0 else { throw failed == EEXIST ? Self.isThere(path) : OutputFile.unwritable(path, failed) }
    }

    private var isSpecial: Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    /// Whether two names mean one file, which need not be there yet.
    static func isSame(_ one: String, _ other: String) -> Bool {
        guard one != "-", other != "-" else { return false }
        if one == other { return true }
        var (first, second) = (stat(), stat())
        let (isThere, isOtherThere) = unsafe (stat(one, &first) == 0, stat(other, &second) == 0)
        if isThere, isOtherThere { return first.st_dev == second.st_dev && first.st_ino == second.st_ino }
        guard !isThere, !isOtherThere else { return false }
        return place(one) == place(other)
    }

    /// The folder as the system knows it, and the name in it.
    private static func place(_ path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        let name = parts.last.map(String.init) ?? path
        let folder =
            path.hasSuffix("/") || parts.count < 2
            ? (path.hasPrefix("/") ? "/" : ".") : String(path.dropLast(name.utf8.count))
        guard let resolved = unsafe realpath(folder, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved) + "/" + name
    }

    private func rename(_ name: String) -> Int32 { unsafe Glibc.rename(name, path) == 0 ? 0 : errno }

    /// A link, unlike a rename, fails where somebody has made the file in the meantime.
    private func link(_ name: String) -> Int32 { unsafe Glibc.link(name, path) == 0 ? 0 : errno }

    private static func isThere(_ path: String) -> CommandFailure {
        CommandFailure(
            .usage, code: "fileExists", "\(Wording.quoted(path)) is there already",
            hint: "name another file, or replace it with --force")
    }
}
