import Foundation
import PeerPrograms
import TestSupport
import Testing

/// What `holdfast create` makes, read and judged by OpenSSL.
@Suite(.ownThread)
struct CreateTests {
    /// Runs a line of shell that must succeed; `$holdfast` is the command.
    @discardableResult
    static func shell(
        _ line: String, in folder: Folder, exit code: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> CommandRun {
        let run = try CommandRun(shell: "set -e -o pipefail; umask 022\n" + line, in: folder)
        #expect(run.exitCode == code, "\(line)\n\(run.output)\(run.errors)", sourceLocation: sourceLocation)
        return run
    }

    struct KeyRow: Sendable, CustomTestStringConvertible {
        let name: String
        /// Of `openssl pkey -text`.
        let words: String
        var testDescription: String { name }
    }

    static let keys = [
        KeyRow(name: "p-256", words: "ASN1 OID: prime256v1"), KeyRow(name: "p-384", words: "ASN1 OID: secp384r1"),
        KeyRow(name: "p-521", words: "ASN1 OID: secp521r1"), KeyRow(name: "ed25519", words: "ED25519 Private-Key:"),
        KeyRow(name: "rsa-2048", words: "(2048 bit, 2 primes)"),
        KeyRow(name: "rsa-3072", words: "(3072 bit, 2 primes)"),
        KeyRow(name: "rsa-4096", words: "(4096 bit, 2 primes)"),
    ]

    /// OpenSSL has no pairwise check for Ed25519 that it would print; its text is enough there.
    @Test("A key of every kind: OpenSSL reads it as that kind; it is PKCS #8, and its owner's alone", arguments: keys)
    func key(_ row: KeyRow) throws {
        let run = try Self.shell(
            """
            "$holdfast" create key --key-type \(row.name) --out a.key
            head -1 a.key; stat -c %a a.key; openssl pkey -in a.key -noout -text
            """, in: Folder())
        let lines = run.output.split(separator: "\n")
        #expect(lines.prefix(2) == ["-----BEGIN PRIVATE KEY-----", "600"])
        #expect(run.output.contains(row.words), "\(run.output)")
    }

    @Test(
        """
        Root, intermediate, server and request with keys of every kind: OpenSSL verifies them for the name, and \
        default trusts
        """,
        arguments: keys.filter { $0.name != "rsa-4096" && $0.name != "rsa-3072" })
    func chain(_ row: KeyRow) throws {
        let folder = try Folder()
        let run = try Self.shell(
            """
            "$holdfast" create ca --name 'Made Root' --permit made.test --permit 192.0.2.0/24 \
              --key-type \(row.name) --out ca.pem --key ca.key
            "$holdfast" create intermediate --name 'Made Intermediate' --key-type \(row.name) --ca ca.pem --ca-key \
            ca.key \
              --out int.pem --key int.key
            "$holdfast" create leaf --san www.made.test --san 192.0.2.7 --key-type \(row.name) --ca int.pem --ca-key \
            int.key \
              --out server.pem --key server.key
            openssl verify -x509_strict -CAfile ca.pem -untrusted int.pem -verify_hostname www.made.test \
              -purpose sslserver server.pem
            openssl verify -x509_strict -CAfile ca.pem -untrusted int.pem -verify_ip 192.0.2.7 server.pem
            "$holdfast" create csr --renew server.pem --key server.key --out server.csr
            openssl req -in server.csr -noout -verify 2>&1
            diff <(openssl req -in server.csr -noout -pubkey) <(openssl x509 -in server.pem -noout -pubkey)
            openssl req -in server.csr -noout -text | grep -A1 'Alternative Name'
            grep -c BEGIN server.pem
            "$holdfast" evaluate server.pem --host www.made.test --anchors-only ca.pem | head -1
            """, in: folder)
        let expected = [
            "server.pem: OK", "server.pem: OK", "Certificate request self-signature verify OK",
            "DNS:www.made.test, IP Address:192.0.2.7", "2", "server.pem: trusted, expires in 39 days",
        ]
        let lines = run.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines.filter { !$0.hasPrefix("X509v3") } == expected, "\(run.output)")
        #expect(!run.errors.contains("will be refused"), "\(run.errors)")
        // CA/B BR 6.1.5 knows RSA and ECDSA only: browsers take no Ed25519.
        #expect(run.errors.contains("warning") == (row.name == "ed25519"), "\(run.errors)")
    }

    @Test("Usages: client, signer of OCSP responses, log; each is for its purpose and no other")
    func usages() throws {
        let run = try Self.shell(
            """
            "$holdfast" create ca --name Root --out ca.pem --key ca.key
            for usage in client ocsp ct-log; do
              "$holdfast" create leaf --usage $usage --name "A $usage" --ca ca.pem --ca-key ca.key --out $usage.pem \
              --key $usage.key
              openssl x509 -in $usage.pem -noout -ext extendedKeyUsage,noCheck | grep -v '^ *X509v3 Ext'
              openssl verify -CAfile ca.pem $usage.pem
            done
            openssl verify -CAfile ca.pem -purpose sslclient client.pem
            openssl verify -CAfile ca.pem -purpose sslserver client.pem >/dev/null 2>&1 || echo 'no server'
            """, in: Folder())
        let lines = run.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(
            lines == [
                "TLS Web Client Authentication", "client.pem: OK", "OCSP Signing", "OCSP No Check:", "ocsp.pem: OK",
                "CT Precertificate Signer", "ct-log.pem: OK", "client.pem: OK", "no server",
            ], "\(run.output)")
    }

    /// RFC 5280 §4.2.1.10: "all subject names in subsequent certificates in a certification path MUST be located"
    /// within the permitted subtrees. OpenSSL as the second opinion.
    @Test("Names that an authority above forbids: all are said, nothing is made; --allow-refused makes it")
    func forbiddenNames() throws {
        let run = try Self.shell(
            """
            "$holdfast" create ca --name Dev --permit test --permit 127.0.0.0/8 --out ca.pem --key ca.key
            "$holdfast" create intermediate --name Sub --ca ca.pem --ca-key ca.key --out sub.pem --key sub.key
            cat sub.pem ca.pem > both.pem
            for ca in ca:ca both:sub; do
              "$holdfast" create leaf --san a.test,b.example,c.example,10.0.0.1,127.0.0.1 --ca ${ca%:*}.pem \\
                --ca-key ${ca#*:}.key --out s.pem --key s.key || echo $?
              ls s.pem s.key 2>/dev/null || true
            done
            "$holdfast" create csr --san d.example,e.test --out d.csr --key d.key
            "$holdfast" create leaf --csr d.csr --ca ca.pem --ca-key ca.key --out d.pem || echo $?
            "$holdfast" create leaf --san b.example,c.example --ca ca.pem --ca-key ca.key --out s.pem --key s.key \
            --allow-refused
            { openssl verify -CAfile ca.pem s.pem 2>&1 || true; } | grep -o 'permitted subtree violation'
            "$holdfast" create leaf --san b.test --ca ca.pem --ca-key ca.key --out b.pem --key s.key
            openssl verify -CAfile ca.pem b.pem
            """, in: Folder())
        #expect(run.output == "2\n2\n2\npermitted subtree violation\nb.pem: OK\n", "\(run.output)")
        let lines = run.errors.split(separator: "\n").map(String.init)
        let complaints = lines.filter { $0.hasPrefix("holdfast: ") }
        let all = "holdfast: Dev may not issue for DNS:b.example, DNS:c.example, IP:10.0.0.1"
        #expect(complaints == [all, all, "holdfast: Dev may not issue for DNS:d.example"], "\(run.errors)")
        #expect(
            lines.filter { $0.contains("nameConstraints") } == [
                "warning: will be refused (nameConstraints): Dev may not issue for DNS:b.example, DNS:c.example"
            ], "\(run.errors)")
    }

    @Test("Self-signed: trusted as its own anchor, by OpenSSL and by default; refused without")
    func selfSigned() throws {
        let run = try Self.shell(
            """
            "$holdfast" create self-signed --san localhost --san ::1 --out self.pem --key self.key
            openssl verify -CAfile self.pem -verify_hostname localhost self.pem
            "$holdfast" evaluate self.pem --host localhost --anchors-only self.pem >/dev/null; echo $?
            "$holdfast" evaluate self.pem --host localhost --anchors-only root.pem >/dev/null || echo $?
            """, in: Folder())
        #expect(run.output == "self.pem: OK\n0\n22\n", "\(run.output)")
    }

    @Test("--days counts from a day before --at, the last second belongs to the period; so it is with --at alone")
    func lifetime() throws {
        let run = try Self.shell(
            """
            "$holdfast" create self-signed --name a.test --days 90 --at 2026-12-01T00:00:00Z --out a.pem --key a.key
            openssl x509 -in a.pem -noout -dates
            "$holdfast" create self-signed --name a.test --days 1 --out b.pem --key a.key || echo $?
            """, in: Folder())
        #expect(
            run.output == "notBefore=Nov 30 00:00:00 2026 GMT\nnotAfter=Feb 27 23:59:59 2027 GMT\n2\n", "\(run.output)")
        #expect(run.errors.contains("holdfast: --days: '1' is no number from 2 to 36525\n"), "\(run.errors)")
    }

    /// RFC 5280 §7.2: "conforming implementations MUST convert internationalized domain names to the ASCII Compatible
    /// Encoding (ACE) format". The A-label of bücher is RFC 3492's and the Unicode consortium's usual example.
    @Test(
        "Names in other scripts become A-labels, as alternative names, as a server's only name, as a permitted domain")
    func internationalNames() throws {
        let run = try Self.shell(
            """
            "$holdfast" create self-signed --san bücher.example --san '*.bücher.example' --out a.pem --key a.key
            openssl x509 -in a.pem -noout -ext subjectAltName | tail -1
            "$holdfast" create self-signed --name bücher.example --out b.pem --key a.key
            openssl x509 -in b.pem -noout -subject -ext subjectAltName | grep -v X509v3
            "$holdfast" create ca --name 'Bücher CA' --permit bücher.example --out c.pem --key a.key
            openssl x509 -in c.pem -noout -ext nameConstraints | grep -c 'DNS:xn--bcher-kva.example'
            "$holdfast" create self-signed --san 'bü cher.example' --out d.pem --key a.key || echo $?
            """, in: Folder())
        let lines = run.output.withPlainNames.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(
            lines == [
                "DNS:xn--bcher-kva.example, DNS:*.xn--bcher-kva.example", "subject=CN=xn--bcher-kva.example",
                "DNS:xn--bcher-kva.example", "1", "2",
            ], "\(run.output)\(run.errors)")
    }

    @Test("A comma parts names, but not inside a URI")
    func commas() throws {
        let run = try Self.shell(
            """
            "$holdfast" create leaf --usage client --name c --san 'a.test, DNS:b.test' --san 'URI:spiffe://a.test/x,y' \
              --ca <("$holdfast" create ca --name R --key ca.key) --ca-key ca.key --out c.pem --key c.key
            openssl x509 -in c.pem -noout -ext subjectAltName | tail -1
            """, in: Folder())
        #expect(
            run.output.trimmingCharacters(in: .whitespacesAndNewlines)
                == "DNS:a.test, DNS:b.test, URI:spiffe://a.test/x,y", "\(run.output)")
    }

    @Test("A CA for development: below it only its names count; OpenSSL agrees, and create says so at once")
    func constrained() throws {
        let folder = try Folder()
        let made = try Self.shell(
            """
            "$holdfast" create ca --name 'Development CA' --permit dev.test --permit 127.0.0.0/8 --out ca.pem --key \
            ca.key
            "$holdfast" create leaf --san a.dev.test --san 127.0.0.1 --ca ca.pem --ca-key ca.key --out in.pem --key \
            in.key
            openssl verify -CAfile ca.pem in.pem
            """, in: folder)
        #expect(made.output == "in.pem: OK\n")
        #expect(!made.errors.contains("warning"), "\(made.errors)")
        let outside = try Self.shell(
            """
            "$holdfast" create leaf --san www.example.com --ca ca.pem --ca-key ca.key --out out.pem --key out.key \
            --allow-refused
            { openssl verify -CAfile ca.pem out.pem 2>&1 || true; } | grep -o 'permitted subtree violation'
            """, in: folder)
        #expect(outside.output == "permitted subtree violation\n")
        #expect(outside.errors.contains("warning: will be refused"), "\(outside.errors)")
    }

    @Test("What outlasts its authority is said")
    func outlasting() throws {
        let run = try Self.shell(
            """
            "$holdfast" create ca --name Short --days 20 --out ca.pem --key ca.key
            "$holdfast" create leaf --san a.test --days 30 --ca ca.pem --ca-key ca.key --out a.pem --key a.key
            """, in: Folder())
        #expect(run.errors.contains("warning: it outlasts its authority"), "\(run.errors)")
    }

    @Test("What begins before its authority is said, in words of its own")
    func beginningFirst() throws {
        let folder = try Folder()
        let run = try Self.shell(
            """
            "$holdfast" create ca --name Late --at 2026-01-01 --out ca.pem --key ca.key
            "$holdfast" create leaf --san a.test --at 2020-01-01 --ca ca.pem --ca-key ca.key --out a.pem --key a.key
            """, in: folder)
        #expect(run.errors.contains("warning: it begins before its authority, which begins on 20"), "\(run.errors)")
        #expect(!run.errors.contains("notYetValid"), "\(run.errors)")
    }

    @Test("--json tells what was made: the key's digest is OpenSSL's")
    func report() throws {
        let run = try Self.shell(
            """
            "$holdfast" create self-signed --json --san a.test --out a.pem --key a.key
            openssl x509 -in a.pem -noout -fingerprint -sha256 | tr -d : | tr A-F a-f
            openssl pkey -in a.key -pubout -outform der | sha256sum
            """, in: Folder())
        let lines = run.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 3, "\(run.output)\(run.errors)")
        #expect(lines[0].hasPrefix(#"{"fingerprintSHA256":""# + lines[1].suffix(64)))
        #expect(lines[0].contains(#""spkiSHA256":""# + lines[2].prefix(64)))
        #expect(lines[0].contains(#""keyCreated":true"#))
        #expect(lines[0].contains(#""schema":"holdfast.created/1""#))
        #expect(run.errors == "")
    }
}
