import Foundation
import HoldfastAuthority
import HoldfastX509
import TestSupport
import Testing

/// `holdfast inspect` of everything that is no certificate, and of what belongs together.
@Suite(.ownThread)
struct InspectTests {
    private func objects(_ run: CommandRun) throws -> [[String: Any]] {
        try run.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
        }
    }

    private func bench() throws -> Folder {
        let folder = try Folder()
        try CreateTests.shell(
            """
            echo 'a passphrase' > pass; echo wrong > wrong
            "$holdfast" create ca --name Root --out ca.pem --key ca.key
            "$holdfast" create intermediate --name Middle --ca ca.pem --ca-key ca.key --out int.pem --key int.key
            "$holdfast" create leaf --san a.test --ca int.pem --ca-key int.key --out a.pem --key a.key
            "$holdfast" create csr --renew a.pem --key a.key --out a.csr
            "$holdfast" create key --passphrase-file pass --out closed.key
            openssl pkcs12 -export -in a.pem -inkey a.key -name one -passout file:pass -out a.p12
            """, in: folder)
        return folder
    }

    @Test("Which certificate issued which, whether they are in order, and whose the key and the request are")
    func together() throws {
        let folder = try bench()
        let run = try CreateTests.shell(
            """
            "$holdfast" inspect a.pem a.key a.csr ca.pem | sed -n '/^together/,$p'
            cat int.pem <(openssl x509 -in a.pem) > wrong.pem
            "$holdfast" inspect wrong.pem | tail -1
            """, in: folder)
        #expect(
            run.output == """
                together
                  certificate 1 of a.pem (CN=a.test) was issued by certificate 2 of a.pem (CN=Middle)
                  certificate 2 of a.pem (CN=Middle) was issued by certificate 1 of ca.pem (CN=Root)
                  private key 1 of a.key is the one of certificate 1 of a.pem (CN=a.test)
                  private key 1 of a.key is the one of request 1 of a.csr
                  request 1 of a.csr asks for the key of certificate 1 of a.pem (CN=a.test)
                  the certificates of a.pem are in order: each is followed by its issuer
                  the certificates of wrong.pem are not in order: TLS wants each followed by its issuer

                """, "\(run.output)")
    }

    @Test("A request: names, asked extensions, and whether its key made its signature")
    func request() throws {
        let folder = try Folder()
        let run = try CreateTests.shell(
            """
            openssl req -new -newkey rsa:2048 -nodes -keyout a.key -subj '/O=Asked/CN=a.test' \
              -addext 'subjectAltName=DNS:a.test,IP:192.0.2.1' -addext 'keyUsage=digitalSignature' -out a.csr \
              2>/dev/null
            openssl req -in a.csr -outform der -out bad.der
            printf '\\0' | dd of=bad.der bs=1 seek=$(($(stat -c %s bad.der) - 9)) conv=notrunc 2>/dev/null
            printf '\\0\\0' | dd of=bad.der bs=1 seek=$(($(stat -c %s bad.der) - 5)) conv=notrunc 2>/dev/null
            "$holdfast" inspect a.csr
            "$holdfast" inspect --json a.csr bad.der
            openssl pkey -in a.key -pubout -outform der | sha256sum
            """, in: folder)
        #expect(run.output.hasPrefix("request for CN=a.test,O=Asked\n"), "\(run.output)")
        for line in ["RSA 2048", "made by its key", "DNS a.test", "IP 192.0.2.1", "digitalSignature"] {
            #expect(run.output.contains(line), "\(line)")
        }
        let json = run.output.split(separator: "\n").filter { $0.hasPrefix("{") }.map(String.init)
        try #require(json.count >= 2)
        #expect(json[0].contains(#""kind":"certificationRequest""#) && json[0].contains(#""signatureVerifies":true"#))
        #expect(json[0].contains(#""schema":"holdfast.inspection/1""#))
        #expect(json[1].contains(#""signatureVerifies":false"#))
        let digest = try #require(run.output.split(separator: "\n").last?.prefix(64))
        #expect(json[0].contains("\"spkiSHA256\":\"\(digest)\""))
    }

    @Test("A private key: kind, size, its public half's digest; never a byte of the key")
    func privateKey() throws {
        let folder = try bench()
        let run = try CreateTests.shell(
            """
            "$holdfast" inspect a.key closed.key > shown; "$holdfast" inspect --json a.key >> shown
            "$holdfast" inspect --passphrase-file pass closed.key a.p12 >> shown
            openssl pkey -in a.key -pubout -outform der | sha256sum | cut -c1-64
            openssl ec -in a.key -text -noout 2>/dev/null | sed -n '/priv:/,/pub:/p' | grep '^ ' | tr -d ' :\\n'
            """, in: folder)
        let shown = try String(contentsOf: folder.url.appending(path: "shown"), encoding: .utf8)
        let lines = run.output.split(separator: "\n")
        try #require(lines.count == 2 && lines[1].count >= 60, "\(run.output)")
        #expect(shown.contains("private key, EC P-256"))
        #expect(shown.contains(lines[0]))
        let secret = lines[1].suffix(60)
        let bytes = hex(secret)
        #expect(bytes.count == 30)
        #expect(!shown.lowercased().contains(secret.prefix(16)))
        #expect(!shown.contains(Data(bytes).base64EncodedString().prefix(16)))
        #expect(shown.contains("private key, encrypted"))
        #expect(shown.contains("AES-256-CBC, PBKDF2 with HMAC-SHA256, 600000 iterations"))
    }

    @Test("Encrypted keys and PKCS #12: closed, how; opened, what; with another passphrase an error")
    func passphrases() throws {
        let folder = try bench()
        let closed = try CreateTests.shell(#""$holdfast" inspect a.p12"#, in: folder)
        // OpenSSL's defaults of 3.0: PBES2 with AES-256, PBKDF2 and HMAC-SHA256, 2,048 rounds; MAC SHA-256.
        #expect(closed.output.hasPrefix("PKCS #12 file\n"))
        #expect(closed.output.contains("HMAC with SHA-256, 2048 iterations"), "\(closed.output)")
        #expect(closed.output.contains("AES-256-CBC, PBKDF2 with HMAC-SHA256, 2048 iterations"))
        #expect(!closed.output.contains("CN=a.test"))
        let opened = try CreateTests.shell(#""$holdfast" inspect --json a.p12 --passphrase-file pass"#, in: folder)
        let kinds = try objects(opened).map { $0["kind"] as? String ?? $0["schema"] as? String }
        #expect(
            kinds == [
                "pkcs12", "privateKey", "holdfast.certificate/1", "holdfast.certificate/1", "relations",
            ], "\(opened.output)")
        for file in ["a.p12", "closed.key"] {
            let run = try CommandRun("holdfast", ["inspect", file, "--passphrase-file", "wrong"], in: folder)
            #expect(run.exitCode == 2)
            #expect(
                run.errors.hasPrefix("holdfast: '\(file)' does not open with the passphrase\nhint: "), "\(run.errors)")
        }
    }

    private func lists() throws -> Folder {
        let folder = try Folder()
        let moment = try #require(Instant(rfc3339: "2026-11-21T10:00:00Z"))
        let root = try CertificateAuthority.root(name: "Root", at: moment)
        var template = RevocationListTemplate(at: moment)
        template.cRLNumber = CRLNumber(7)
        template.nextUpdate = moment.advanced(byDays: 3)
        template.issuingDistributionPoint = IssuingDistributionPoint(onlyContainsUserCerts: true)
        template.entries = (1...25).map {
            RevokedCertificate(
                SerialNumber($0), revocationDate: Time(moment), reasonCode: $0 == 2 ? .keyCompromise : nil)
        }
        try folder.write("list.crl", Data(try root.issue(template)))
        try folder.write("root.der", Data(root.certificate))
        return folder
    }

    @Test(
        "A revocation list: numbers, times, scope, the first ten entries with reasons; --all shows all; who signed it")
    func list() throws {
        let folder = try lists()
        let run = try CommandRun("holdfast", ["inspect", "list.crl", "root.der"], in: folder)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("revocation list of CN=Root\n"))
        for words in [
            "2026-11-21T10:00:00Z", "2026-11-24T10:00:00Z", "certificates of end entities only",
            "02  2026-11-21T10:00:00Z  keyCompromise",
            "0a  2026-11-21T10:00:00Z  no reason given", "… and 15 more",
            "revocation list 1 of list.crl was signed by certificate 1 of root.der (CN=Root)",
        ] { #expect(run.output.contains(words), "\(words)\n\(run.output)") }
        #expect(!run.output.contains("0b  2026"))
        let openssl = try CreateTests.shell("openssl crl -in list.crl -inform der -noout -crlnumber", in: folder)
        #expect(openssl.output == "crlNumber=0x07\n")
        let all = try objects(try CommandRun("holdfast", ["inspect", "--json", "--all", "list.crl"], in: folder))
        let content = try #require(all.first?["content"] as? [String: Any])
        #expect((content["entries"] as? [Any])?.count == 25)
        #expect(content["entryCount"] as? Int == 25)
        #expect(content["number"] as? String == "7")
    }

    @Test("An OCSP response that OpenSSL made: the status of each certificate, times, nonce, who signed it")
    func ocsp() throws {
        let folder = try bench()
        let run = try CreateTests.shell(
            """
            serial() { openssl x509 -in $1 -noout -serial | cut -d= -f2; }
            "$holdfast" create leaf --san b.test --ca int.pem --ca-key int.key --out b.pem --key b.key
            printf 'R\\t270101000000Z\\t261101000000Z,keyCompromise\\t%s\\tunknown\\t/CN=a.test\\n' $(serial a.pem) > \
            index
            printf 'V\\t270101000000Z\\t\\t%s\\tunknown\\t/CN=b.test\\n' $(serial b.pem) >> index
            openssl x509 -in int.pem -out one.pem
            openssl ocsp -issuer one.pem -cert a.pem -cert b.pem -reqout a.req 2>/dev/null
            openssl ocsp -index index -CA one.pem -rsigner one.pem -rkey int.key -reqin a.req -respout a.res -ndays 3 \
            >/dev/null 2>&1
            openssl asn1parse -in a.req -inform der | grep -A2 'OCSP Nonce' | tail -1 | sed 's/.*DUMP]:0410//' | tr \
            A-F a-f
            "$holdfast" inspect a.res a.req one.pem
            """, in: folder)
        let nonce = try #require(run.output.split(separator: "\n").first)
        #expect(nonce.count == 32, "\(run.output)")
        for words in [
            "OCSP response, successful", ": revoked on 2026-11-01T00:00:00Z, keyCompromise", ": good\n",
            "OCSP request\n",
            "was signed by certificate 1 of one.pem (CN=Middle)", "CN=Middle, which signed it",
        ] { #expect(run.output.contains(words), "\(words)\n\(run.output)") }
        #expect(run.output.components(separatedBy: nonce).count == 4, "\(run.output)")
    }

    @Test("A folder: a line a thing, in the order of names, what holds nothing counted, and named with --json")
    func folder() throws {
        let folder = try bench()
        try CreateTests.shell(
            """
            mkdir -p box/inner; cp a.pem box/b.pem; cp a.key box/a.key; cp text.txt empty box; cp a.csr box/inner/c.csr
            ln -s . box/inner/loop
            """, in: folder)
        let run = try CommandRun("holdfast", ["inspect", "box"], in: folder)
        #expect(run.exitCode == 0)
        let lines = run.output.split(separator: "\n")
        #expect(lines[0].hasPrefix("box/a.key: private key, EC P-256, SPKI SHA-256 "), "\(run.output)")
        #expect(lines[1].hasPrefix("box/b.pem: certificate of CN=a.test, by CN=Middle, "))
        #expect(lines[2].hasPrefix("box/b.pem: certificate of CN=Middle, by CN=Root, "))
        #expect(lines[3] == "2 files hold nothing that is known here")
        #expect(run.output.contains("private key 1 of box/a.key is the one of certificate 1 of box/b.pem (CN=a.test)"))
        #expect(!run.output.contains("c.csr"))
        let all = try objects(try CommandRun("holdfast", ["inspect", "--json", "-r", "box"], in: folder))
        let nothing = all.filter { $0["kind"] as? String == "nothing" }.compactMap { $0["source"] as? String }
        #expect(nothing == ["box/empty", "box/inner/loop", "box/text.txt"])
        #expect(all.contains { $0["source"] as? String == "box/inner/c.csr" })
    }

    @Test("What is damaged is malformed, of whichever kind: 30; what holds nothing is told")
    func damaged() throws {
        let folder = try lists()
        try CreateTests.shell(
            """
            head -c 100 list.crl | base64 > body
            { echo '-----BEGIN X509 CRL-----'; cat body; echo '-----END X509 CRL-----'; } > cut.crl
            { echo '-----BEGIN CERTIFICATE REQUEST-----'; cat body; echo '-----END CERTIFICATE REQUEST-----'; } > \
            cut.csr
            { echo '-----BEGIN PRIVATE KEY-----'; cat body; echo '-----END PRIVATE KEY-----'; } > cut.key
            { echo '-----BEGIN PUBLIC KEY-----'; cat body; echo '-----END PUBLIC KEY-----'; } > cut.pub
            """, in: folder)
        for file in ["cut.crl", "cut.csr", "cut.key", "cut.pub"] {
            let run = try CommandRun("holdfast", ["inspect", file], in: folder)
            #expect(run.exitCode == 30, "\(file): \(run.output)\(run.errors)")
            #expect(run.output.contains("  error "), "\(run.output)")
            let json = try objects(try CommandRun("holdfast", ["inspect", "--json", file], in: folder))
            #expect(json.first?["malformed"] is String)
        }
        try Script(
            """
            $ holdfast inspect text.txt
            ! holdfast: 'text.txt' holds no certificate
            ! hint: …
            = 2
            $ holdfast inspect -
            < words
            ! holdfast: '-' holds nothing that is known here
            ! hint: PEM or DER is read
            = 2
            $ holdfast inspect cut.pem
            ! holdfast: cut.pem:1: …
            ! hint: …
            = 30
            $ holdfast inspect leaf.pem --profile webpki
            ! holdfast: option --profile needs --lint
            ! hint: without it nothing is judged
            = 2
            $ holdfast inspect leaf.pem --lint --profile strict
            ! holdfast: 'strict' is no profile
            ! hint: profiles are default, rfc5280, webpki, apple
            = 2
            """
        ).run(in: folder)
    }
}
