import Foundation
import HoldfastAuthority
import HoldfastX509
import TestSupport
import Testing

/// `holdfast convert`, each form and back; OpenSSL is the second opinion of every one.
@Suite(.ownThread)
struct ConvertTests {
    private func shell(_ line: String, in folder: Folder) throws -> String {
        try CreateTests.shell(line, in: folder).output
    }

    /// The five commands of the source articles, of which the fourth and the fifth are this.
    @Test("A certificate: .crt to .cer and back, the same bytes as OpenSSL's")
    func certificate() throws {
        let output = try shell(
            """
            "$holdfast" convert leaf.pem --out leaf.cer
            openssl x509 -in leaf.pem -outform der -out openssl.cer; cmp leaf.cer openssl.cer
            "$holdfast" convert leaf.cer --out leaf.crt; cmp <(openssl x509 -in leaf.cer -inform der) leaf.crt
            "$holdfast" convert leaf.crt --to cer | cmp - leaf.cer
            "$holdfast" convert - --to der < leaf.pem | cmp - leaf.cer
            "$holdfast" convert chain.pem --index 1 --to der | cmp - <(openssl x509 -in intermediate.pem -outform der)
            "$holdfast" convert chain.pem root.pem --to pem | grep -c BEGIN
            stat -c %a leaf.cer
            """, in: Folder())
        #expect(output == "3\n644\n", "\(output)")
    }

    struct Form: Sendable, CustomTestStringConvertible {
        let name: String
        /// Makes `a.key` (and `pass`).
        let make: String
        var testDescription: String { name }
    }

    static let keys = [
        Form(name: "RSA, PKCS #1", make: "openssl genrsa -traditional -out a.key 2048 2>/dev/null"),
        Form(name: "RSA, PKCS #8", make: "openssl genpkey -algorithm RSA -out a.key 2>/dev/null"),
        Form(
            name: "P-256, SEC 1, its parameters before it",
            make: "openssl ecparam -name prime256v1 -genkey -out a.key"),
        Form(name: "P-384, PKCS #8", make: "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384 -out a.key"),
        Form(
            name: "P-521, SEC 1, DER",
            make:
                "openssl ecparam -name secp521r1 -genkey -noout -outform pem | openssl ec -outform der -out a.key "
                + "2>/dev/null"
        ),
        Form(name: "Ed25519", make: "openssl genpkey -algorithm ed25519 -out a.key"),
        Form(
            name: "encrypted, PBES2 with AES-256",
            make:
                "openssl genpkey -algorithm ed25519 | openssl pkcs8 -topk8 -v2 aes-256-cbc -passout file:pass -out "
                + "a.key"
        ),
        Form(
            name: "encrypted, scrypt",
            make: "openssl genpkey -algorithm ed25519 | openssl pkcs8 -topk8 -scrypt -passout file:pass -out a.key"),
        Form(
            name: "encrypted, PBE of PKCS #12 with triple DES",
            make:
                "openssl genrsa 2048 2>/dev/null | openssl pkcs8 -topk8 -v1 PBE-SHA1-3DES -passout file:pass -out a.key"
        ),
        Form(
            name: "encrypted, Proc-Type of old",
            make:
                "openssl genrsa 2048 2>/dev/null | openssl rsa -traditional -aes256 -passout file:pass -out a.key "
                + "2>/dev/null"
        ),
        Form(
            name: "encrypted, PKCS #8, DER",
            make: "openssl genpkey -algorithm ed25519 | openssl pkcs8 -topk8 -outform der -passout file:pass -out a.key"
        ),
    ]

    @Test(
        "A private key in every form that OpenSSL writes: to PKCS #8, PEM and DER, encrypted and back", arguments: keys)
    func key(_ form: Form) throws {
        let output = try shell(
            """
            echo 'a passphrase' > pass; echo other > new
            \(form.make)
            "$holdfast" convert a.key --passphrase-file pass --to pkcs8 --out p8.key
            "$holdfast" convert p8.key --to pkcs8-der --out p8.der
            "$holdfast" convert p8.der --to pkcs8 --out-passphrase-file new --out closed.key
            "$holdfast" convert closed.key --passphrase-file new --to pem --out - | cmp - p8.key
            "$holdfast" convert p8.key --to der --out - | cmp - p8.der
            openssl pkey -in a.key -passin file:pass -pubout -out pub.pem
            openssl pkey -in p8.key -pubout | cmp - pub.pem
            openssl pkey -in p8.der -inform der -pubout | cmp - pub.pem
            openssl pkey -in closed.key -passin file:new -pubout | cmp - pub.pem
            "$holdfast" convert a.key --passphrase-file pass --to public-key | cmp - pub.pem
            "$holdfast" convert pub.pem --to public-key-der | cmp - <(openssl pkey -pubin -in pub.pem -outform der)
            head -1 p8.key closed.key | grep BEGIN; stat -c %a p8.key p8.der closed.key | uniq
            """, in: Folder())
        #expect(
            output == "-----BEGIN PRIVATE KEY-----\n-----BEGIN ENCRYPTED PRIVATE KEY-----\n600\n",
            "\(form.name): \(output)")
    }

    @Test("Public keys of certificates, requests and of PKCS #1 are OpenSSL's")
    func publicKey() throws {
        let output = try shell(
            """
            openssl req -new -newkey rsa:2048 -nodes -keyout a.key -subj /CN=a -out a.csr 2>/dev/null
            openssl x509 -req -in a.csr -signkey a.key -out a.pem 2>/dev/null
            openssl pkey -in a.key -pubout -out pub.pem
            openssl rsa -in a.key -RSAPublicKey_out -out pkcs1.pem 2>/dev/null
            for file in a.csr a.pem a.key pkcs1.pem; do "$holdfast" convert $file --to public-key | cmp - pub.pem; done
            "$holdfast" convert a.csr --to der | cmp - <(openssl req -in a.csr -outform der)
            "$holdfast" convert <(openssl req -in a.csr -outform der) --to pem | cmp - <(openssl req -in a.csr)
            echo same
            """, in: Folder())
        #expect(output == "same\n")
    }

    @Test("PKCS #12 of OpenSSL, as of today and of old: out to PEM, and in again", arguments: ["", "-legacy"])
    func pkcs12(_ option: String) throws {
        let output = try shell(
            """
            echo 'a passphrase' > pass; echo other > new
            for kind in ca intermediate leaf; do
              case $kind in ca) o='--name Root';; intermediate) o='--name Middle --ca ca.pem --ca-key ca.key';;
                leaf) o='--san a.test --ca intermediate.pem --ca-key intermediate.key';; esac
              "$holdfast" create $kind $o --out $kind.pem --key $kind.key --force
            done
            openssl pkcs12 -export \(option) -in leaf.pem -inkey leaf.key -certfile ca.pem -name old -passout \
            file:pass -out a.p12
            "$holdfast" convert a.p12 --passphrase-file pass --to pem --out a.pem
            grep BEGIN a.pem; stat -c %a a.pem
            openssl verify -CAfile ca.pem -untrusted a.pem <(openssl x509 -in leaf.pem) | grep -o OK
            "$holdfast" convert a.p12 --passphrase-file pass --to p12 --out-passphrase-file new --friendly-name new \
            --out b.p12
            openssl pkcs12 -in b.p12 -passin file:new -nodes -info 2>info | grep -E 'friendlyName|BEGIN'
            grep -o 'PBES2, PBKDF2, AES-256-CBC, Iteration 600000, PRF hmacWithSHA256' info | uniq
            openssl pkcs12 -in b.p12 -passin file:new -nodes -nocerts 2>/dev/null | openssl pkey | cmp - leaf.key
            """, in: Folder())
        let pem = ["-----BEGIN PRIVATE KEY-----"] + [String](repeating: "-----BEGIN CERTIFICATE-----", count: 3)
        let lines = output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines.filter { $0.hasPrefix("-----BEGIN") }.sorted() == (pem + pem).sorted(), "\(output)")
        #expect(lines.filter { $0 == "friendlyName: new" }.count == 2, "\(output)")
        #expect(lines.contains("600") && lines.contains("OK"))
        #expect(lines.contains("PBES2, PBKDF2, AES-256-CBC, Iteration 600000, PRF hmacWithSHA256"), "\(output)")
    }

    @Test("Revocation lists: both ways, the bytes that OpenSSL writes")
    func list() throws {
        let folder = try Folder()
        let moment = try #require(Instant(rfc3339: "2026-11-21T10:00:00Z"))
        let root = try CertificateAuthority.root(name: "Root", at: moment)
        try folder.write("list.der", Data(try root.issue(RevocationListTemplate(at: moment))))
        let output = try shell(
            """
            openssl crl -in list.der -inform der -out openssl.pem
            "$holdfast" convert list.der --out list.crl; cmp list.crl openssl.pem
            "$holdfast" convert list.crl --to der | cmp - list.der; echo same
            """, in: folder)
        #expect(output == "same\n")
    }

    @Test("What cannot be converted is said, with what to do")
    func refusals() throws {
        let folder = try Folder()
        try CreateTests.shell(
            """
            echo secret > pass
            "$holdfast" create self-signed --name a.test --out a.pem --key a.key
            "$holdfast" create csr --name a.test --key a.key | "$holdfast" convert - --to der --out a.der
            printf '\\377\\377' | dd of=a.der bs=1 seek=30 conv=notrunc 2>/dev/null
            """, in: folder)
        try Script(
            """
            $ holdfast convert chain.pem --to der
            ! holdfast: DER has room for one object, and here are 2
            ! hint: choose one: --index N, counted from 0
            = 2
            $ holdfast convert chain.pem --to der --index 2
            ! holdfast: --index: '2' is none of the 2 objects
            ! hint: they are counted from 0
            = 2
            $ holdfast convert leaf.pem --to pkcs8 --out b.key
            ! holdfast: there is no private key
            ! hint: with pkcs12 name it by --key FILE
            = 2
            $ holdfast convert leaf.pem --key a.key --to pkcs12 --out-passphrase-file pass --out b.p12
            ! holdfast: none of the certificates is the private key's
            ! hint: give the certificate that was made with this key
            = 2
            $ holdfast convert a.pem --key a.key --out a.p12
            ! holdfast: --to pkcs12 needs --out-passphrase-file FILE
            ! hint: the file is as safe as its passphrase
            = 2
            $ holdfast convert leaf.pem --to der --out-passphrase-file pass --out b.cer
            ! holdfast: --out-passphrase-file does not apply: no private key is written
            ! hint: only those are encrypted
            = 2
            $ holdfast convert a.key --to pem
            ! holdfast: --out FILE is needed for a private key
            ! hint: --out - prints it
            = 2
            $ holdfast convert a.der --to pem
            ! holdfast: 'a.der': …
            ! …
            = 30
            $ holdfast convert cut.pem --to pem
            ! holdfast: cut.pem:1: …
            ! hint: PEM, DER or PKCS #12 is read
            = 2
            $ holdfast convert text.txt --to pem
            ! holdfast: 'text.txt': the file is neither PEM nor DER
            ! hint: PEM, DER or PKCS #12 is read
            = 2
            $ holdfast convert leaf.pem --out leaf.txt
            ! holdfast: --to is needed
            ! hint: the ending of --out says nothing of the form
            = 2
            $ holdfast convert leaf.pem --to pkcs13
            ! holdfast: 'pkcs13' is no form
            ! hint: forms are pem, der, pkcs8, pkcs8-der, pkcs12, public-key, public-key-der
            = 2
            $ holdfast convert leaf.pem --to pem --out root.pem
            ! holdfast: 'root.pem' is there already
            ! hint: name another file, or replace it with --force
            = 2
            """
        ).run(in: folder)
    }

    @Test("A key that is read is never replaced, whatever --force and a missing --out are taken for")
    func keptKey() throws {
        let folder = try Folder()
        let run = try CreateTests.shell(
            """
            "$holdfast" create self-signed --san a.test --out a.pem --key a.key
            cp a.key before; echo secret > pass
            "$holdfast" convert a.pem --to pkcs12 --key a.key --force --out-passphrase-file pass || echo $?
            "$holdfast" convert a.pem --to pkcs12 --key a.key --force --out-passphrase-file pass --out ./a.key || \
            echo $?
            cmp a.key before
            """, in: folder)
        #expect(run.output == "2\n2\n", "\(run.output)")
        #expect(run.errors.contains("holdfast: --out FILE is needed for a private key"))
    }
}

/// `holdfast convert --json`.
@Suite(.ownThread)
struct ConvertJSONTests {
    private func run(_ arguments: String..., in folder: Folder) throws -> CommandRun {
        try CommandRun("holdfast", ["convert"] + arguments, in: folder)
    }

    @Test("One line says what was read and what was written; the digest is sha256sum's")
    func line() throws {
        let folder = try Folder()
        try folder.write("chain.pem", Recorded.leaf + Recorded.intermediate)
        let run = try run("chain.pem", "--index", "0", "--out", "leaf.cer", "--json", in: folder)
        #expect(run.exitCode == 0, "\(run.errors)")
        let line = try JSONDocument(run.output)
        #expect(line["schema"] == .text("holdfast.conversion/1") && line["form"] == .text("der"))
        #expect(line["out"] == .text("leaf.cer") && line["encrypted"] == .null)
        let sum = try CreateTests.shell("sha256sum < leaf.cer | cut -d' ' -f1; stat -c %s leaf.cer", in: folder).output
        let (digest, size) = (try #require(line["sha256"]?.text), try #require(line["bytes"]?.number))
        #expect(sum == "\(digest)\n\(Int(size))\n")
        #expect(line["objects"]?.elements?.count == 1)
        #expect(line["objects"]?[0]?["subject"] == .text("CN=www.example.com"))
        #expect(line["objects"]?[0]?["fingerprintSHA256"] == .text(digest))
        #expect(line["leftOut"] == .array([]))
    }

    @Test("Of a private key it says whether a passphrase protects it; what is left out is said")
    func secret() throws {
        let folder = try Folder()
        try folder.write("pass", "secret words\n")
        try folder.write("other.pem", Recorded.other)
        let made = try CreateTests.shell(
            #""$holdfast" create self-signed --san a.test --out a.pem --key a.key"#, in: folder)
        #expect(made.exitCode == 0)
        let plain = try JSONDocument(try run("a.key", "--to", "pkcs8", "--out", "b.key", "--json", in: folder).output)
        #expect(plain["encrypted"] == .bool(false) && plain["objects"]?[0]?["kind"] == .text("privateKey"))
        let store = try run(
            "a.pem", "other.pem", "--key", "a.key", "--out-passphrase-file", "pass", "--out", "a.p12", "--json",
            in: folder)
        let line = try JSONDocument(store.output)
        #expect(line["encrypted"] == .bool(true) && line["form"] == .text("pkcs12"))
        #expect(line["objects"]?.elements?.compactMap { $0["source"]?.text } == ["a.pem", "other.pem", "a.key"])
        #expect(line["leftOut"] == .array([.text("a certificate not in the key's chain")]))
    }

    @Test("Without --out there is no room for it")
    func noFile() throws {
        let folder = try Folder()
        try folder.write("leaf.pem", Recorded.leaf)
        try Script(
            """
            $ holdfast convert leaf.pem --to der --json
            ! holdfast: --json needs --out FILE
            ! hint: standard output has room for one of the two
            = 2
            """
        ).run(in: folder)
    }
}
