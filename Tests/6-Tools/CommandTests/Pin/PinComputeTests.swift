import Foundation
import HoldfastX509
import TestSupport
import Testing

/// `holdfast pin compute`; OpenSSL is the second opinion of every hash.
@Suite(.ownThread)
struct PinComputeTests {
    @Test("a certificate, PEM and DER, from standard input, and the first one of a chain")
    func certificates() throws {
        let folder = try Folder()
        let expected = "sha256/" + (try PinSite.openssl("x509 -in leaf.pem", in: folder)) + "\n"
        for arguments in [["leaf.pem"], ["leaf.der"], ["chain.pem"]] {
            #expect(try CommandRun("holdfast", ["pin", "compute"] + arguments, in: folder).output == expected)
        }
        let piped = try CommandRun("holdfast", ["pin", "compute", "-"], in: folder, input: Recorded.leaf)
        #expect(piped.output == expected && piped.exitCode == 0)
    }

    @Test("SHA-384, SHA-512, and whole certificates")
    func algorithms() throws {
        let folder = try Folder()
        for name in ["sha384", "sha512"] {
            let expected = "\(name)/" + (try PinSite.openssl("x509 -in leaf.pem", in: folder, digest: name)) + "\n"
            #expect(
                try CommandRun("holdfast", ["pin", "compute", "--algorithm", name, "leaf.pem"], in: folder).output
                    == expected)
        }
        let whole = try CreateTests.shell("openssl dgst -sha256 -binary leaf.der | base64 -w0", in: folder).output
        let run = try CommandRun("holdfast", ["pin", "compute", "--certificate", "leaf.pem"], in: folder)
        #expect(run.output == "certificate-sha256/\(whole)\n")
    }

    static let kinds = ["EC -pkeyopt ec_paramgen_curve:P-256", "EC -pkeyopt ec_paramgen_curve:P-521", "RSA", "ED25519"]

    @Test("requests, public and private keys, encrypted ones, and PKCS #12, of keys of several kinds", arguments: kinds)
    func keys(_ kind: String) throws {
        let folder = try Folder()
        let output = try CreateTests.shell(
            """
            echo secret > pass
            openssl genpkey -algorithm \(kind) -out a.key 2>/dev/null
            openssl pkey -in a.key -pubout -out a.pub
            openssl pkey -pubin -in a.pub -outform der -out pub.der
            openssl req -new -key a.key -subj /CN=a.test -out a.csr
            openssl req -x509 -key a.key -subj /CN=a.test -out a.crt
            openssl pkcs8 -topk8 -in a.key -passout file:pass -out closed.key
            openssl pkcs12 -export -inkey a.key -in a.crt -passout file:pass -out a.p12
            openssl dgst -sha256 -binary pub.der | base64
            "$holdfast" pin compute a.key a.pub pub.der a.csr a.crt
            "$holdfast" pin compute closed.key --passphrase-file pass
            "$holdfast" pin compute a.p12 --passphrase-file pass
            """, in: folder
        ).output.split(separator: "\n")
        #expect(output.count == 8)
        #expect(output.dropFirst().allSatisfy { $0 == "sha256/" + output[0] }, "\(output)")
    }

    @Test("a file with the authority's certificate before the server's own: the key says which is which")
    func order() throws {
        let site = try PinSite()
        let output = try CreateTests.shell(
            """
            cat ca.pem site.pem site.key > all.pem
            "$holdfast" pin compute all.pem
            """, in: site.folder
        ).output
        let pin = try site.pin("site.pem")
        #expect(output == pin + "\n")
    }

    @Test("the chain with its subjects, as text and JSON")
    func chain() throws {
        let folder = try Folder()
        let pins = try ["leaf.pem", "intermediate.pem"].map {
            "sha256/" + (try PinSite.openssl("x509 -in \($0)", in: folder))
        }
        let run = try CommandRun("holdfast", ["pin", "compute", "--chain", "chain.pem"], in: folder)
        let lines = run.output.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1) }
        #expect(lines.map { String($0[0]) } == pins && lines.allSatisfy { $0.count == 2 })
        struct Line: Decodable {
            struct Pin: Decodable { let pin, kind, subject: String; let depth: Int }
            let schema: String
            let source: String
            let pins: [Pin]
        }
        let json = try CommandRun("holdfast", ["pin", "compute", "--chain", "--json", "chain.pem"], in: folder)
        let line = try JSONDecoder().decode(Line.self, from: Data(json.output.utf8))
        #expect(line.schema == "holdfast.pin/1" && line.source == "chain.pem" && line.pins.map(\.pin) == pins)
        #expect(line.pins.map(\.depth) == [0, 1] && line.pins.allSatisfy { $0.kind == "certificate" })
    }

    /// A certificate's SubjectPublicKeyInfo with an empty BIT STRING: RSA's, and EC's.
    private static let emptyKeys = [
        "300f300d06092a864886f70d0101010500030100", "3018301306072a8648ce3d020106082a8648ce3d030107030100",
    ]

    @Test("never a pin of nothing: empty files, empty keys, texts, folders, lists without keys")
    func nothing() throws {
        let folder = try Folder()
        for (index, hex) in Self.emptyKeys.enumerated() {
            try folder.write("empty\(index).der", Data(try #require(HexString.decode(hex))))
        }
        try folder.write(
            "crl.pem",
            try CreateTests.shell(
                """
                openssl genpkey -algorithm ed25519 -out k.key; openssl req -x509 -key k.key -subj /CN=x -out k.crt
                printf '[ca]\\ndefault_ca=c\\n[c]\\ndatabase=db\\ndefault_crl_days=1\\ndefault_md=null\\n' > c; : > db
                openssl ca -config c -gencrl -keyfile k.key -cert k.crt 2>/dev/null
                """, in: folder
            ).output)
        let files = [
            "empty", "text.txt", "folder", "cut.pem", "cut.der", "key.pem", "missing.pem", "empty0.der", "empty1.der",
            "crl.pem",
        ]
        for file in files {
            let run = try CommandRun("holdfast", ["pin", "compute", "leaf.pem", file], in: folder)
            #expect(run.exitCode != 0 && run.output.isEmpty, "\(file): \(run.output)\(run.errors)")
        }
        #expect(try CommandRun("holdfast", ["pin", "compute", "empty1.der"], in: folder).exitCode == 30)
    }

    @Test("a request that another key signed is exit 29")
    func request() throws {
        let folder = try Folder()
        try CreateTests.shell(
            """
            openssl genpkey -algorithm ed25519 -out a.key
            openssl req -new -key a.key -subj /CN=a.test -outform der -out a.der
            head -c -1 a.der > b.der; printf 'x' >> b.der
            "$holdfast" pin compute a.der
            """, in: folder)
        let run = try CommandRun("holdfast", ["pin", "compute", "b.der"], in: folder)
        #expect(run.exitCode == 29 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("holdfast: 'b.der': the request is not signed by its own key\n"))
    }

    @Test("a server has to be trusted; what is pinned is what was validated")
    func servers() throws {
        let site = try PinSite()
        let pin = try site.pin("site.pem")
        let run = try site.live("pin", "compute", site.url)
        #expect(run.output == pin + "\n" && run.exitCode == 0, "\(run.errors)")
        let chain = try site.live("pin", "compute", "--chain", site.url)
        let pins = chain.output.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
        // The root is not sent, and is part of what was validated.
        let root = try site.pin("ca.pem")
        #expect(pins.first == pin && pins.last == root)
        let other = try site.live("pin", "compute", site.url, anchors: "root.pem")
        #expect(other.exitCode == 20 && other.output.isEmpty)
        // A user's exception makes up for that, and a pin would outlive it.
        let added = try site.run(
            "trust", "add", "site.pem", "--host", "good.test", "--until", "2d", "--codes", "issuerNotFound")
        #expect(added.exitCode == 0, "\(added.errors)")
        #expect(try CommandRun("holdfast", ["check", site.url] + site.dial, in: site.folder).exitCode == 0)
        let excepted = try CommandRun("holdfast", ["pin", "compute", site.url] + site.dial, in: site.folder)
        #expect(excepted.exitCode == 20 && excepted.output.isEmpty)
    }

    @Test("curl accepts the server with the pins in its own form, and refuses it with others")
    func curl() throws {
        let site = try PinSite()
        let run = try site.live("pin", "compute", "--format", "curl", site.url)
        let pins = run.output.trimmingCharacters(in: .newlines)
        #expect(pins.hasPrefix("sha256//"))
        let curl = { (pins: String) in
            try CreateTests.shell(
                """
                curl -sS --noproxy '*' --cacert ca.pem --pinnedpubkey '\(pins)' \\
                  --connect-to \(site.dial[1]) \(site.url) 2>&1 || echo "exit $?"
                """, in: site.folder
            ).output
        }
        #expect(try curl(pins) == "hello\n")
        let other = try site.run("pin", "compute", "--format", "curl", "leaf.pem").output.dropLast()
        #expect(try curl(String(other)).hasSuffix("exit 90\n"))
        let authority = try site.run("pin", "compute", "--format", "curl", "ca.pem")
        #expect(authority.exitCode == 2 && authority.output.isEmpty)
        #expect(
            authority.errors == """
                holdfast: 'ca.pem' is an authority's, and curl compares the server's own key alone
                hint: give the server's certificate

                """)
    }

    @Test(
        "every format holds the pin, and is read back as that",
        arguments: ["policy", "trustkit", "nspinned", "android", "okhttp"])
    func formats(_ format: String) throws {
        let folder = try Folder()
        let pin = "sha256/" + (try PinSite.openssl("x509 -in leaf.pem", in: folder))
        let run = try CommandRun(
            "holdfast", ["pin", "compute", "--format", format, "--lossy", "--host", "**.example.com", "leaf.pem"],
            in: folder)
        #expect(run.exitCode == 0, "\(run.errors)")
        try folder.write("pins", run.output)
        let again = try CommandRun("holdfast", ["pin", "import", format, "pins"], in: folder)
        #expect(again.exitCode == 0 && again.output.contains(pin), "\(again.errors)\(again.output)")
        let nobody = try CommandRun("holdfast", ["pin", "compute", "--format", format, "leaf.pem"], in: folder)
        #expect(nobody.exitCode == 2 && nobody.output.isEmpty)
    }

    @Test("of several keys each format shows which is which: in the order of the inputs, with names and the backup")
    func backups() throws {
        let site = try PinSite()
        try CreateTests.shell(
            """
            openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out spare.key
            openssl req -new -key spare.key -subj /CN=good.test -out spare.csr
            """, in: site.folder)
        let own = try site.pin("site.pem")
        let spare = "sha256/" + (try PinSite.openssl("req -in spare.csr", in: site.folder))
        struct File: Decodable {
            struct Host: Decodable { let pins: Pins }
            struct Pins: Decodable {
                let anywhere: [Pin]
                let backup: String?
            }
            struct Pin: Decodable, Equatable {
                let pin, label: String
                let backup: Bool?
            }
            let hosts: [String: Host]
        }
        func pins(_ files: String...) throws -> [File.Pin] {
            let run = try CommandRun(
                "holdfast", ["pin", "compute", "--format", "policy", "--host", "good.test"] + files, in: site.folder)
            #expect(run.exitCode == 0 && run.errors == "", "\(run.errors)")
            let file = try JSONDecoder().decode(File.self, from: Data(run.output.utf8))
            let host = file.hosts["good.test"]
            let pins = try #require(host?.pins)
            #expect(pins.backup == nil)
            return pins.anywhere
        }
        let expected = [
            File.Pin(pin: own, label: "site.pem", backup: nil), File.Pin(pin: spare, label: "spare.csr", backup: true),
        ]
        #expect(try pins("site.pem", "spare.csr") == expected)
        #expect(try pins("spare.csr", "site.pem") == expected.reversed())
        // Of requests alone nobody knows which one is in use.
        #expect(try pins("spare.csr", "site.key").map(\.backup) == [nil, nil])
        let android = try site.run(
            "pin", "compute", "--format", "android", "--host", "good.test", "spare.csr", "site.pem")
        let hashes = [spare, own].map { $0.dropFirst("sha256/".count) }
        #expect(
            android.output.contains(
                """
                      <!-- backup: spare.csr -->
                      <pin digest="SHA-256">\(hashes[0])</pin>
                      <!-- site.pem -->
                      <pin digest="SHA-256">\(hashes[1])</pin>
                """), "\(android.output)")
    }

    @Test("one pin alone: the policy file waives the backup, and standard error says so")
    func waived() throws {
        let folder = try Folder()
        let run = try CommandRun(
            "holdfast", ["pin", "compute", "--format", "policy", "--host", "a.example", "leaf.pem"], in: folder)
        #expect(run.exitCode == 0 && run.output.contains("\"backup\": \"waived\""))
        #expect(
            run.errors
                == "without a backup: a.example: a single pin for the chain, and \"backup\": \"waived\" beside it\n")
        try folder.write("pins", run.output)
        let again = try CommandRun("holdfast", ["pin", "import", "--json", "policy", "pins"], in: folder)
        #expect(again.output.contains("\"kind\":\"noBackup\"") && again.exitCode == 0)
    }

    @Test("the command line: verbs, options that do not fit")
    func usage() throws {
        try Script(
            """
            $ holdfast pin
            ! holdfast: pin needs VERB …
            ! hint: holdfast pin --help shows what it does
            = 2
            $ holdfast pin comptue leaf.pem
            ! holdfast: 'comptue' is nothing that holdfast pin does
            ! hint: did you mean holdfast pin compute?
            = 2
            $ holdfast pin --help
            > compute, check and move pins of keys and certificates
            > …
            > …pin compute …
            > …
            $ holdfast pin compute --help
            > print the pins of servers, certificates, requests and keys
            > …
            > usage: holdfast pin compute [OPTION…] FILE…|SERVER…
            > …
            $ holdfast pin compute leaf.pem --timeout 3
            ! holdfast: option --timeout does not apply to a file
            ! hint: name a server: host, host:port or URL
            = 2
            $ holdfast pin compute leaf.pem --algorithm md5
            ! holdfast: 'md5' is no algorithm of pins
            ! hint: algorithms are sha256, sha384, sha512
            = 2
            $ holdfast pin compute leaf.pem --host a.example
            ! holdfast: --host needs --format
            ! hint: a pin alone names no server
            = 2
            $ holdfast pin compute no-such-host.invalid
            ! holdfast: no-such-host.invalid: …
            ! hint: there is no file of that name either
            ! more: holdfast explain …
            = 3
            """
        ).run(in: Folder())
    }
}
