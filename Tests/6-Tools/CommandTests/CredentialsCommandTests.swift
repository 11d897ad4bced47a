import Foundation
import HoldfastCredentials
import HoldfastCrypto
import TestSupport
import Testing

/// `holdfast credentials`, with an encrypted file and a folder; gnome-keyring has tests of its own.
@Suite("Credentials by the command", .ownThread)
struct CredentialsCommandTests {
    private static let password = "hunter2-of-alice"
    private let folder: Folder

    init() throws {
        folder = try Folder()
        try secret("key", "correct horse battery")
        try secret("password", Self.password + "\n")
    }

    private func secret(_ name: String, _ text: String) throws {
        try folder.write(name, text)
        try setMode(0o600, of: name)
    }

    private func setMode(_ mode: Int, of name: String) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: folder.url.appending(path: name).path)
    }

    private func run(_ words: String..., input: String = "") throws -> CommandRun {
        let run = try CommandRun("holdfast", ["credentials"] + words + ["--key-file", "key"], in: folder, input: input)
        // Whatever is asked for, and whatever goes wrong.
        #expect(!run.output.contains(Self.password) && !run.errors.contains(Self.password))
        return run
    }

    private func lines(_ run: CommandRun) throws -> [JSONDocument] {
        try run.output.split(separator: "\n").map { try JSONDocument($0) }
    }

    @Test("a file of --key-file that is not there is answered with the line that makes it")
    func missingKey() throws {
        let run = try CommandRun(
            "holdfast",
            ["credentials", "add", "https://alice@a.test", "--password-file", "password", "--key-file", "my key"],
            in: folder)
        let line = "(umask 077; head -c 32 /dev/urandom > 'my key')"
        #expect(run.exitCode == 1 && run.errors.contains("by --key-file: \(line)\n"), "\(run.errors)")
        let made = try CommandRun(
            shell: "\(line) && \"$holdfast\" credentials add https://alice@a.test --password-file password "
                + "--key-file 'my key'", in: folder)
        #expect(made.exitCode == 0, "\(made.errors)")
    }

    @Test("added from a file, listed, and removed; the file is its owner's alone, and shows nothing")
    func wayThrough() throws {
        let added = try run(
            "add", "https://alice@A.test:8443/", "--realm", "Staff", "--scheme", "digest", "--default",
            "--password-file", "password", "--json")
        #expect(added.exitCode == 0, "\(added.errors)")
        let line = try #require(try lines(added).first)
        #expect(line["user"]?.text == "alice")
        #expect(line["host"]?.text == "a.test")
        #expect(line["port"]?.number == 8443)
        #expect(line["realm"]?.text == "Staff")
        #expect(line["scheme"]?.text == "digest")
        #expect(line["asker"]?.text == "server")
        #expect(line["isDefault"]?.bool == true)
        #expect(line["until"] == .null)
        let file = folder.url.appending(path: "state/holdfast/credentials-holdfast.hfcred")
        let bytes = try Data(contentsOf: file)
        for text in ["alice", "a.test", Self.password] { #expect(bytes.range(of: Data(text.utf8)) == nil) }
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let second = try run("add", "http://bob@b.test", "--until", "30d", "--password-file", "-", input: "b")
        #expect(second.exitCode == 0, "\(second.errors)")
        let listed = try lines(try run("list", "--json"))
        #expect(Set(listed.compactMap { $0["user"]?.text }) == ["alice", "bob"])
        #expect(listed.first { $0["user"]?.text == "bob" }?["asker"]?.text == "httpServer")
        #expect(try lines(try run("list", "a.test", "--json")).count == 1)
        #expect(try lines(try run("list", "--user", "bob", "--json")).count == 1)
        #expect(try run("list").output.contains("alice at server a.test:8443, realm \"Staff\", digest, proposed first"))
        #expect(try run("remove", "a.test").exitCode == 0)
        #expect(try lines(try run("list", "--json")).count == 1)
        let id = try #require(try lines(try run("list", "--json")).first?["id"]?.text)
        #expect(try run("remove", id).exitCode == 0)
        #expect(try run("list").errors == "no credentials\n")
    }

    @Test("a folder and a file of one's own, and another program's")
    func places() throws {
        for place in [["--file", "store/mine"], ["--folder", "synchronised"], ["--program", "other"]] {
            let words = ["add", "https://alice@a.test", "--password-file", "password"] + place
            let added = try CommandRun("holdfast", ["credentials"] + words + ["--key-file", "key"], in: folder)
            #expect(added.exitCode == 0, "\(added.errors)")
            let listed = try CommandRun(
                "holdfast", ["credentials", "list", "--key-file", "key", "--json"] + place, in: folder)
            #expect(try lines(listed).count == 1)
        }
        #expect(try run("list").errors == "no credentials\n")
    }

    @Test("one is removed by its number, and nothing else; what is kept for a path is said to go where it goes")
    func numbers() async throws {
        let path = folder.url.appending(path: "store/mine").path
        let store = EncryptedCredentialFile(path: path, key: .file(folder.url.appending(path: "key").path))
        let space = CredentialSpace(
            host: "a.test", port: 443, realm: nil, method: "NSURLAuthenticationMethodHTTPBasic")
        let alice = PasswordCredential(user: "alice", password: Self.password)
        try await store.keep(alice, for: space, at: SystemClock.now(), isDefault: true)
        var forPath = try CredentialItem(alice, for: space, at: SystemClock.now())
        forPath.attributes[.path] = .text("/mail")
        let mail = try await store.put(forPath, .absent)
        let listed = try lines(try run("list", "--file", path, "--json"))
        #expect(listed.count == 2)
        #expect(listed.first { $0["id"]?.text == "\(mail.id)" }?["isDefault"]?.bool == false)
        #expect(try run("remove", "\(mail.id)", "--file", path).exitCode == 0)
        let left = try lines(try run("list", "--file", path, "--json"))
        #expect(left.map { $0["isDefault"]?.bool } == [true])
        #expect(try run("remove", "a.test", "--file", path).exitCode == 0)
        var everything = CredentialQuery()
        everything.kinds = Set(CredentialItem.Kind.allCases)
        #expect(try await store.items(matching: everything).items.isEmpty)
    }

    @Test("a password in an argument is refused, and nothing is kept")
    func argument() throws {
        for url in ["https://alice:\(Self.password)@a.test", "https://alice:@a.test"] {
            let refused = try run("add", url, "--password-file", "password")
            #expect(refused.exitCode == 2)
            #expect(refused.errors.contains("a password in an argument can be seen by every user"))
        }
        #expect(try run("list").errors == "no credentials\n")
    }

    @Test("what makes no sense ends with 2 and says why")
    func usage() throws {
        let rows: [([String], String)] = [
            (["add", "https://a.test", "--password-file", "password"], "the URL names no user"),
            (["add", "a.test:8443", "--password-file", "password"], "the URL names no user"),
            (["add", "a..test", "--password-file", "password"], "'a..test'"),
            (
                ["add", "https://a@a.test", "--scheme", "diggest", "--password-file", "password"],
                "did you mean digest?"
            ),
            (["add", "https://a@a.test", "--until", "2020-01-01", "--password-file", "password"], "is over already"),
            (["remove"], "credentials remove needs ID|HOST"),
            (["remove", "a.test"], "nothing is kept for 'a.test'"),
            (["list", "--file", "a", "--folder", "b"], "two places"),
        ]
        for (words, text) in rows {
            let run = try CommandRun("holdfast", ["credentials"] + words + ["--key-file", "key"], in: folder)
            #expect(run.exitCode == 2, "\(words)")
            #expect(run.errors.contains(text), "\(run.errors)")
        }
    }

    @Test("a password's file that others can read, and a key's, are refused")
    func openFiles() throws {
        for name in ["password", "key"] {
            try setMode(0o644, of: name)
            #expect(try run("add", "https://alice@a.test", "--password-file", "password").exitCode != 0)
            try setMode(0o600, of: name)
        }
        #expect(try run("list").errors == "no credentials\n")
    }

    @Test(
        "processes that add at once lose nothing of each other's",
        arguments: ["--file store/mine", "--folder shared"])
    func atOnce(_ place: String) throws {
        let added = try CommandRun(
            shell:
                "for n in 1 2 3 4; do $holdfast credentials add https://user$n@a.test --password-file password "
                + "--key-file key \(place) & all=\"$all $!\"; done; for one in $all; do wait $one || exit 1; done",
            in: folder)
        #expect(added.exitCode == 0, "\(added.errors)")
        let listed = try CommandRun(
            "holdfast",
            ["credentials", "list", "--key-file", "key", "--json"] + place.split(separator: " ").map(String.init),
            in: folder)
        let users = try lines(listed).compactMap { $0["user"]?.text }
        #expect(users.sorted() == ["user1", "user2", "user3", "user4"])
    }

    @Test("another key is an error, and loses nothing")
    func wrongKey() throws {
        #expect(try run("add", "https://alice@a.test", "--password-file", "password").exitCode == 0)
        try secret("key", "another passphrase")
        for words in [["list"], ["remove", "--all"], ["add", "https://bob@a.test", "--password-file", "password"]] {
            let refused = try CommandRun("holdfast", ["credentials"] + words + ["--key-file", "key"], in: folder)
            #expect(refused.exitCode == 1)
            #expect(refused.errors.contains("the key is another one"), "\(refused.errors)")
        }
        try secret("key", "correct horse battery")
        #expect(try lines(try run("list", "--json")).count == 1)
    }

    /// A session of its own has no terminal, whatever the tests were started from.
    @Test("without a terminal and a file nobody is asked")
    func nobody() throws {
        let run = try CommandRun(
            shell:
                "export XDG_STATE_HOME=$PWD/state; setsid -w $holdfast credentials add https://a@a.test --key-file key",
            in: folder)
        #expect(run.exitCode == 2)
        #expect(run.errors.contains("there is no terminal"))
    }

    /// util-linux's `script` makes the terminal; a terminal that showed what is typed would print it.
    @Test("typed on a terminal, which does not show it")
    func terminal() throws {
        let typed = try CommandRun(
            shell:
                "export XDG_STATE_HOME=$PWD/state; (sleep 2; echo '\(Self.password)'; sleep 1) | script -qec "
                + "\"$holdfast credentials add https://alice@a.test --key-file key\" /dev/null",
            in: folder)
        #expect(typed.exitCode == 0, "\(typed.output)\(typed.errors)")
        #expect(typed.output.contains("password of alice: "))
        #expect(!typed.output.contains(Self.password))
        #expect(try lines(try run("list", "--json")).count == 1)
    }

    /// Asks for a password on a terminal, and says there what the terminal does and how the command ends.
    ///
    /// - Parameters:
    ///   - end: what ends the question, once the terminal does not show what is typed any longer.
    ///   - typed: what is typed.
    private func interrupted(_ end: String, typed: String) throws -> CommandRun {
        let script = """
            shows() { stty -a < /dev/tty | tr ' ;' '\\n\\n' | grep -x -e echo -e -echo; }
            "$holdfast" credentials add https://alice@a.test --key-file key &
            for turn in $(seq 300); do [ "$(shows)" = -echo ] && break; sleep 0.1; done
            echo "during: $(shows)"
            SECONDS=0
            \(end)
            wait $!
            echo "status: $?"
            [ $SECONDS -lt 15 ] && echo "soon"
            echo "after: $(shows)"
            touch done
            """
        try folder.write("ask.sh", script)
        // What is typed ends with the question, or after twenty seconds.
        let rest = "for turn in $(seq 200); do [ -e done ] && break; sleep 0.1; done"
        return try CommandRun(
            shell: "export XDG_STATE_HOME=$PWD/state; "
                + "script -qec 'bash ask.sh' /dev/null < <(\(typed); \(rest))", in: folder)
    }

    @Test("a command that is ended while it asks leaves a terminal that shows what is typed")
    func signalled() throws {
        let run = try interrupted("kill -TERM $!", typed: ":")
        for text in ["during: -echo", "status: 143", "soon", "after: echo"] {
            #expect(run.output.contains(text), "\(run.output)")
        }
    }

    @Test("Control-C ends the question at once")
    func controlC() throws {
        let run = try interrupted("touch ready", typed: "until [ -e ready ]; do sleep 0.1; done; printf '\\003'")
        for text in ["during: -echo", "status: 2", "soon", "after: echo"] {
            #expect(run.output.contains(text), "\(run.output)")
        }
    }
}
