import HoldfastTracing
import HoldfastFiles

/// An operand of a command that takes servers and files: the one rule by which they are told apart.
///
/// - `-` is standard input, and a file.
/// - Names with `://` are servers.
/// - Paths are files: with `/`, `./`, `../` or `~/` at their start, or where they begin with a file or folder that is
///   there.
/// - Names that end as files of certificates, keys and settings do, without a port, are files that are missing.
/// - Anything else is a server as every command takes it, and a file where it can be none.
enum Operand: Sendable {
    case server(Target)
    case file(String)

    /// Reads an operand.
    ///
    /// - Parameter startTLS: what is spoken before TLS with servers.
    init(_ text: String, startTLS: StartTLS? = nil) throws(CommandError) {
        guard !text.contains("://") else {
            self = .server(try Target(text, startTLS: startTLS))
            return
        }
        // The first part of a path is a folder that is there, whatever is missing below it.
        guard !Self.isFile(text), !Self.isThere(String(text.prefix { $0 != "/" })),
            let target = try? Target(text, startTLS: startTLS)
        else {
            self = .file(text)
            return
        }
        self = .server(target)
    }

    /// The server; nil for a file.
    var target: Target? {
        if case .server(let target) = self { target } else { nil }
    }

    /// Reads the operands of a command line.
    static func read(_ invocation: Invocation) throws(CommandError) -> [Operand] {
        let startTLS = try StartTLSOption.parse(invocation)
        return try invocation.operands.map { text throws(CommandError) in try Operand(text, startTLS: startTLS) }
    }

    /// Refuses options about connections where no operand is a server.
    ///
    /// - Parameter others: options that mean something for servers alone, besides those of connections.
    static func refuse(
        connectionOptionsOf invocation: Invocation, and others: [CommandOption] = []
    ) throws(CommandError) {
        for option in others + CommandOption.startingTLS + [.allAddresses]
        where option != .clientPassphrase && invocation.has(option) {
            throw .usage(
                UsageSentence.notForFile(option: option.name), hint: UsageAdvice.nameServer)
        }
    }

    /// Whether a text is written as a file alone can be; the path of a URL may end as files do.
    static func isFile(_ text: String) -> Bool { isPath(text) || (hasFileEnding(text) && !text.contains("/")) }

    /// Whether a path leads to a file that is there.
    static func isRegularFile(_ path: String) -> Bool { (try? FileStatus(of: path))?.kind == .regular }

    private static func isPath(_ text: String) -> Bool {
        if text == "-" || text == "." || text == ".." { return true }
        if ["/", "./", "../", "~/"].contains(where: { text.hasPrefix($0) }) { return true }
        // `folder/file`, where the first part has nothing of a host's.
        guard let slash = text.firstIndex(of: "/") else { return false }
        let first = text[..<slash]
        return first != "localhost" && (!first.contains { ".:[".contains($0) } || hasFileEnding(String(first)))
    }

    private static func isThere(_ path: String) -> Bool { (try? FileStatus(of: path)) != nil }

    /// Endings of files, none of which is a top-level domain.
    private static let endings: Set<String> = [
        "pem", "crt", "cer", "der", "key", "p7b", "p7c", "p8", "p12", "pfx", "csr", "req", "crl", "ocsp", "plist",
        "json", "yaml", "yml", "xml", "txt", "jks", "spki", "mobileconfig",
    ]

    private static func hasFileEnding(_ text: String) -> Bool {
        guard let dot = text.lastIndex(of: "."), dot != text.startIndex else { return false }
        return endings.contains(text[text.index(after: dot)...].lowercased())
    }
}
