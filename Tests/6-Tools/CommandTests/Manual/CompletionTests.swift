import PeerPrograms
import TestSupport
import Testing

@Suite("Completion in the shells", .ownThread)
struct CompletionTests {
    private static let known = ["bash", "zsh", "fish"]

    /// Lines, and words to which they are completed: where nothing else is right all of them, else some of them.
    private static let lines: [(line: String, words: [String], isAll: Bool)] = [
        ("holdfast ch", ["check"], true),
        ("holdfast help tr", ["trace", "trust", "trust-store"], true),
        ("holdfast pin co", ["compute"], true),
        ("holdfast credentials ", ["add", "list", "remove"], true),
        ("holdfast check --anchors-o", ["--anchors-only"], true),
        ("holdfast check --policy=ssl-", ["ssl-client"], true),
        ("holdfast check --profile ", ["apple", "default", "rfc5280", "webpki"], true),
        ("holdfast pin compute --format ok", ["okhttp"], true),
        ("holdfast pin import tr", ["trustkit"], true),
        ("holdfast create self", ["self-signed"], true),
        ("holdfast check --anchors inter", ["intermediate.pem"], true),
        ("holdfast evaluate --host a.test chain", ["chain.pem"], true),
        ("holdfast lab expired", ["expired"], false),
        ("holdfast completions ", ["bash", "fish", "zsh"], true),
    ]

    @Test("each shell completes commands, verbs, options, their words and files", arguments: known)
    func shells(_ shell: String) throws {
        guard Peer.exists(shell) else { return }
        let folder = try Folder()
        let found = try ShellCompletion(shell: shell, folder: folder).words(Self.lines.map(\.line))
        for ((line, words, isAll), found) in zip(Self.lines, found) {
            // fish and zsh say `--policy=ssl-client`, of which bash has the last part.
            let found = found.map { $0.hasPrefix("--policy=") ? String($0.dropFirst(9)) : $0 }
            #expect(isAll ? found == words : Set(found).isSuperset(of: words), "\(shell): \(line): \(found)")
        }
        #expect(found.count == Self.lines.count)
    }

    @Test("an option's words are those that the command takes, and no others")
    func words() throws {
        let folder = try Folder()
        let lines = [
            ("evaluate --policy-file none --profile", "apple"), ("inspect --lint --profile", "webpki"),
            ("trace --tls", "1.2"), ("convert --to", "pkcs8"), ("create key --key-type", "ed25519"),
        ]
        for (line, word) in lines {
            let found = try ShellCompletion(shell: "bash", folder: folder).words(["holdfast \(line) "])
            #expect(found.first?.contains(word) == true, "\(line): \(found)")
        }
        let kinds = try #require(
            try ShellCompletion(shell: "bash", folder: folder).words(["holdfast create key --key-type "]).first)
        for kind in kinds where !kind.hasPrefix("rsa") {
            let run = try CommandRun("holdfast", ["create", "key", "--key-type", kind, "--out", kind], in: folder)
            // What the library does not have is said, and is a kind all the same.
            let isMade = OpenSSLLibrary.hasMLDSA || !kind.hasPrefix("ml-dsa")
            #expect(run.exitCode == (isMade ? 0 : 2), "\(kind): \(run.errors)")
            #expect(isMade || run.errors.contains("this machine's OpenSSL does not have"))
        }
    }

    @Test("a shell that is not known is a usage error")
    func unknown() throws {
        try Script(
            """
            $ holdfast completions tcsh
            ! holdfast: 'tcsh' is no shell that is known
            ! hint: shells are bash, zsh, fish
            = 2
            $ holdfast completions
            ! holdfast: completions needs bash|zsh|fish
            ! hint: holdfast completions --help shows examples
            = 2
            """
        ).run(in: Folder())
    }
}
