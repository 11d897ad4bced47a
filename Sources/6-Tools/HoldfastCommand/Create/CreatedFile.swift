import HoldfastDiagnostics
import HoldfastFiles
import HoldfastLibC
import HoldfastStatements

/// A file that a command makes and that was not there, unless the user says it may go: written as a whole or not at
/// all.
struct CreatedFile {
    /// The path as the user named it; `-` for standard output.
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
    ) throws(CommandError) -> CreatedFile {
        let named = invocation.value(.out) ?? (isSecret ? other.flatMap { invocation.value($0) } : "-")
        guard let path = named else {
            throw .usage(CreateSentence.outForKey, hint: CreateAdvice.printsIt)
        }
        return try CreatedFile(path, isSecret: isSecret, mayReplace: invocation.has(.force))
    }

    /// Finds out whether the file can be written, before anything is made.
    ///
    /// - Throws: for a file that is there and may not be replaced, or cannot be written.
    init(_ path: String, isSecret: Bool, mayReplace: Bool) throws(CommandError) {
        self.path = path
        self.isSecret = isSecret
        self.mayReplace = mayReplace
        guard path != "-" else { return }
        if !mayReplace, (try? FileStatus(of: path, followingLinks: false)) != nil { throw Self.isThere(path) }
        _ = try ReplacedFile(path)
    }

    func write(_ bytes: [UInt8]) throws(CommandError) {
        guard !isStandardOutput else { return Console.result(bytes: bytes) }
        // A device or a pipe is written to: a key that took its place would break the machine.
        guard !mayReplace || isSecret, !isSpecial else { return try ReplacedFile(path).write(bytes) }
        do throws(SystemError) {
            var draft = try FileDraft.beside(path, mode: isSecret ? 0o600 : 0o666)
            try draft.write(bytes)
            try draft.place(as: path, replacing: mayReplace)
        } catch {
            throw error.number == EEXIST ? Self.isThere(path) : OutputFile.unwritable(path, error.number)
        }
    }

    private var isSpecial: Bool { (try? FileStatus(of: path)).map { $0.kind != .regular } ?? false }

    /// Refuses options that name the file of another one; `-` is nobody's.
    static func refuse(
        _ options: [CommandOption], namingFileOf other: CommandOption, _ invocation: Invocation, hint: any Sentence
    ) throws(CommandError) {
        for option in options {
            guard let path = invocation.value(option), let file = invocation.value(other), isSame(path, file) else {
                continue
            }
            throw .usage(UsageSentence.sameFile(option: option.name, other: other.name), hint: hint)
        }
    }

    /// Whether two names mean one file, which need not be there yet.
    static func isSame(_ one: String, _ other: String) -> Bool {
        guard one != "-", other != "-" else { return false }
        if one == other { return true }
        switch (try? FileStatus(of: one), try? FileStatus(of: other)) {
        case (let first?, let second?): return first.isSameFile(as: second)
        case (nil, nil): return place(one) == place(other)
        default: return false
        }
    }

    /// The folder as the system knows it, and the name in it.
    private static func place(_ path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        let name = parts.last.map(String.init) ?? path
        let folder =
            path.hasSuffix("/") || parts.count < 2
            ? (path.hasPrefix("/") ? "/" : ".") : String(path.dropLast(name.utf8.count))
        return WholePath.of(folder).map { $0 + "/" + name } ?? path
    }

    private static func isThere(_ path: String) -> CommandError {
        CommandError(
            .usage, code: .fileExists, CreateSentence.exists(path: path),
            hint: CreateAdvice.replaceWithForce)
    }
}
