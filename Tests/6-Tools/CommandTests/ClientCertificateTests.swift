import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastSystem
import HoldfastTLS
import HoldfastX509
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// Servers that ask their clients for a certificate.
@Suite("Servers that ask for a client certificate", .ownThread)
struct ClientCertificateTests {
    private struct Site {
        let server: TLSServer
        let folder: Folder
        /// The name of who issues the client's certificate.
        let authority: DistinguishedName

        init(
            _ version: TLSVersion, keys: KeyKind = .p256, client kind: KeyKind = .p256,
            _ change: (inout TLSServerConfiguration) -> Void
        ) throws {
            let bench = try Loopback(host: "asks.test", keys: keys)
            folder = try Folder()
            authority = try Certificate(der: bench.root.certificate).subject
            try folder.write("anchor.pem", bench.root.identity.chainPEM)
            var configuration = TLSServerConfiguration(try bench.identity())
            (configuration.minimumVersion, configuration.maximumVersion) = (version, version)
            change(&configuration)
            server = try TLSServer(configuration) { request in
                let certificate = request.connection.clientCertificate.flatMap { try? Certificate(der: $0) }
                return ServerResponse(text: certificate?.subject.commonName ?? "nobody")
            }
            let client = try bench.root.issue(
                .client(name: "Alice", at: bench.now), key: try PrivateKey.generate(kind))
            try write(
                Data(client.chainPEM.utf8) + Data(try client.key.pem.utf8), to: "alice.pem", mode: 0o600)
            try folder.write("alice.crt", client.chainPEM)
            try write(Data(try client.key.pem.utf8), to: "alice.key", mode: 0o600)
            try write(Data(try client.key.pem.utf8), to: "open.key", mode: 0o640)
            let passphrase = Passphrase("open sesame")
            try write(Data(try client.key.encryptedPEM(passphrase).utf8), to: "locked.key", mode: 0o600)
            try folder.write("passphrase", "open sesame\n")
        }

        private func write(_ data: Data, to name: String, mode: Int) throws {
            try folder.write(name, data)
            try FileManager.default.setAttributes(
                [.posixPermissions: mode], ofItemAtPath: folder.url.appending(path: name).path)
        }

        func run(_ command: String, _ arguments: String...) throws -> CommandRun {
            try CommandRun(
                "holdfast",
                [command, "https://asks.test:\(server.port)/", "--anchors-only", "anchor.pem"]
                    + ["--connect-to", "asks.test:\(server.port):127.0.0.1:\(server.port)"] + arguments, in: folder)
        }
    }

    /// RFC 5246 §7.4.6: "If the client does not send any certificates, the server MAY at its discretion either continue
    /// the handshake without client authentication, or respond with a fatal handshake_failure alert." RFC 8446 §4.4.2.4
    /// has certificate_required, after the client is done.
    @Test("is trusted by its own certificate, with a warning", arguments: [TLSVersion.tls12, .tls13], [true, false])
    func check(version: TLSVersion, requires: Bool) throws {
        let site = try Site(version) {
            $0.requiresClientCertificate = requires
            $0.requestsClientCertificate = true
        }
        let run = try site.run("check", "--json")
        #expect(run.exitCode == 0 && run.errors == "", "\(run.errors)")
        let verdict = try Verdict(run.output)
        #expect(verdict.trusted && verdict.errors == [])
        #expect(verdict.findings.map(\.code) == ["clientCertificateRequested"])
        #expect(verdict.findings.map(\.severity) == ["warning"])
        #expect(verdict.clientCertificate?.sent == false)
        // A server that goes on may refuse everything above TLS, as nginx and Postfix do.
        #expect(verdict.clientCertificate?.required == (version == .tls12 && requires ? true : nil))
        #expect(verdict.tls?.version == (version == .tls12 ? "1.2" : "1.3"))
        let text = try site.run("check", "--report", "page.html", "--sarif", "log.sarif", "--junit", "log.xml")
        #expect(text.exitCode == 0)
        #expect(text.output.contains("\n  client       the server asks for a client certificate"))
        #expect(text.output.contains("\n  warnings\n    clientCertificateRequested: the server asks"))
        let ends = version == .tls12 && requires
        #expect(text.output.contains(ends ? "ends the connection without one" : "whether it goes on without one shows"))
        for name in ["page.html", "log.sarif", "log.xml"] {
            let file = try String(contentsOf: site.folder.url.appending(path: name), encoding: .utf8)
            #expect(file.contains("asks for a client certificate"), "\(name)")
        }
        #expect(site.server.counters.applicationBytesReceived == 0)
    }

    /// RFC 5246 §7.3: in the key transport of RSA the server signs nothing; §7.4.7.1: that it could read the pre-master
    /// secret is shown by its Finished, which does not come where it breaks off.
    @Test("that has not proven its key is not trusted: the key transport of RSA, broken off")
    func keyTransport() throws {
        let site = try Site(.tls12, keys: .rsa(bits: 2048)) {
            $0.requiresClientCertificate = true
            $0.cipherList = "AES128-GCM-SHA256"
        }
        let run = try site.run("check", "--json")
        #expect(run.exitCode == 5, "\(run.output)")
        #expect(try Verdict(run.output).error?.code == "clientCertificateRequired")
    }

    @Test("refuses a request without one, which is exit code 5", arguments: [TLSVersion.tls12, .tls13])
    func request(version: TLSVersion) throws {
        let site = try Site(version) { $0.requiresClientCertificate = true }
        let run = try site.run("request", "--json")
        #expect(run.exitCode == 5, "\(run.errors)")
        // The line is holdfast.response/1 whatever comes of it.
        struct Answer: Decodable { let verdict: Verdict }
        let verdict = try JSONDecoder().decode(Answer.self, from: Data(run.output.utf8)).verdict
        #expect(verdict.error?.code == "clientCertificateRequired" && !verdict.trusted)
        #expect(verdict.clientCertificate?.required == true && verdict.clientCertificate?.sent == false)
        #expect(
            run.errors.hasSuffix(
                "hint: show one with --cert FILE, and --key FILE where its key is in another file\n"
                    + "more: holdfast explain clientCertificateRequired\n"))
        let optional = try Site(version) { $0.requestsClientCertificate = true }
        #expect(try optional.run("request").output == "nobody")
    }

    @Test("gets the one of --cert and --key", arguments: [TLSVersion.tls12, .tls13])
    func shown(version: TLSVersion) throws {
        let site = try Site(version) { $0.requiresClientCertificate = true }
        #expect(try site.run("request", "--cert", "alice.pem").output == "Alice")
        #expect(try site.run("request", "--cert", "alice.crt", "--key", "alice.key").output == "Alice")
        let locked = try site.run(
            "request", "--cert", "alice.crt", "--key", "locked.key", "--passphrase-file", "passphrase")
        #expect(locked.output == "Alice", "\(locked.errors)")
        let made = try CommandRun(
            shell: "openssl pkcs12 -export -in alice.crt -inkey alice.key -passout file:passphrase -out alice.p12",
            in: site.folder)
        #expect(made.exitCode == 0, "\(made.errors)")
        let file = try site.run("request", "--cert", "alice.p12", "--passphrase-file", "passphrase")
        #expect(file.output == "Alice", "\(file.errors)")
        let check = try site.run("check", "--json", "--cert", "alice.pem")
        #expect(check.exitCode == 0)
        let verdict = try Verdict(check.output)
        #expect(verdict.findings.isEmpty && verdict.clientCertificate?.sent == true)
        #expect(verdict.clientCertificate?.required == nil)
    }

    /// RFC 8446 §4.4.3: the CertificateVerify of the client is by its certificate's key; the schemes are those of
    /// draft-ietf-tls-mldsa.
    @Test(
        "gets one with an ML-DSA key, issued by ML-DSA or by ECDSA",
        .enabled(if: OpenSSLLibrary.hasMLDSA, "OpenSSL has no ML-DSA"), arguments: MLDSA.allCases, [true, false])
    func postQuantum(set: MLDSA, whole: Bool) throws {
        let site = try Site(.tls13, keys: whole ? .mldsa(set) : .p256, client: .mldsa(set)) {
            $0.requiresClientCertificate = true
        }
        let request = try site.run("request", "--cert", "alice.pem")
        #expect(request.exitCode == 0 && request.output == "Alice", "\(request.errors)")
        let locked = try site.run(
            "request", "--cert", "alice.crt", "--key", "locked.key", "--passphrase-file", "passphrase")
        #expect(locked.output == "Alice", "\(locked.errors)")
        let check = try site.run("check", "--json", "--cert", "alice.pem")
        let verdict = try Verdict(check.output)
        #expect(check.exitCode == 0 && verdict.findings.isEmpty && verdict.clientCertificate?.sent == true)
        let without = try site.run("request")
        #expect(without.exitCode == 5, "a server that requires one: \(without.errors)")
    }

    /// RFC 5246 §7.4.4: the names are those of "acceptable certificate_authorities".
    @Test("One that the server does not ask for is kept, and the names of both sides are told")
    func withheld() throws {
        let site = try Site(.tls12) {
            $0.requiresClientCertificate = true
            $0.acceptedAuthorities = [Array(DistinguishedName([(.commonName, "Elsewhere CA")]).bytes)]
        }
        let check = try site.run("check", "--cert", "alice.pem")
        #expect(check.exitCode == 0)
        let words = "the client certificate is not one that the server asks for and was not sent"
        #expect(check.output.contains(words) && check.output.contains("CN=Elsewhere CA"), "\(check.output)")
        #expect(!check.output.contains("--cert"), "it is there: \(check.output)")
        let request = try site.run("request", "--cert", "alice.pem")
        #expect(request.exitCode == 5 && request.errors.contains(words), "\(request.errors)")
        for run in [check.output, request.errors] {
            #expect(run.contains("compare its issuer, CN="), "\(run)")
        }
        let without = try site.run("check")
        #expect(without.output.contains("--cert") && without.output.contains("CN=Elsewhere CA"), "\(without.output)")
    }

    /// RFC 5246 §7.4.4, RFC 8446 §4.2.4: which authorities a server takes is in its question.
    @Test(
        "One that is kept is told in JSON, of verdict and response: whose issuer is missing, whom the server takes",
        arguments: [TLSVersion.tls12, .tls13])
    func withheldInJSON(version: TLSVersion) throws {
        let site = try Site(version) {
            $0.requiresClientCertificate = true
            $0.acceptedAuthorities = [Array(DistinguishedName([(.commonName, "Elsewhere CA")]).bytes)]
        }
        struct Asked: Decodable {
            struct Withheld: Decodable { let issuer: String }
            let sent: Bool
            let authorities: String?
            let withheld: Withheld?
        }
        struct Checked: Decodable {
            struct Finding: Decodable {
                struct Statements: Decodable {
                    struct Statement: Decodable { let identifier: String? }
                    let message: Statement
                    let advice: Statement
                }
                let code: String
                let statements: Statements
            }
            struct Failure: Decodable {
                let code: String
                let hint: String
            }
            let exitCode: Int32
            let clientCertificate: Asked
            let findings: [Finding]
            let error: Failure?
        }
        struct Answer: Decodable { let verdict: Checked }
        let issuer = site.authority
        let check = try site.run("check", "--json", "--cert", "alice.pem")
        let verdict = try JSONDecoder().decode(Checked.self, from: Data(check.output.utf8))
        #expect(verdict.exitCode == 0 && verdict.findings.map(\.code) == ["clientCertificateRequested"])
        #expect(
            verdict.findings.first?.statements.message.identifier
                == (version == .tls12
                    ? "clientCertificateRequest.withheldAndEnded" : "clientCertificateRequest.withheld"))
        #expect(verdict.findings.first?.statements.advice.identifier == "clientCertificateAdvice.withheld")
        let request = try site.run("request", "--json", "--cert", "alice.pem")
        let answer = try JSONDecoder().decode(Answer.self, from: Data(request.output.utf8)).verdict
        #expect(answer.exitCode == 5 && answer.error?.code == "clientCertificateRequired")
        #expect(answer.error?.hint.contains("\(issuer)") ?? false, "\(request.output)")
        for asked in [verdict.clientCertificate, answer.clientCertificate] {
            #expect(!asked.sent && asked.authorities == "CN=Elsewhere CA" && asked.withheld?.issuer == "\(issuer)")
        }
    }

    /// RFC 5246 §7.4.6; slapd ends the connection without an alert, GnuTLS with decode_error.
    @Test(
        "An end of the handshake after an empty list is for want of one, whatever the alert",
        arguments: [.closes, .alertOf(AlertDescription(50))] as [RawTLS12Flight.Ending], [true, false])
    func wordless(_ ending: RawTLS12Flight.Ending, startsInClear: Bool) throws {
        let bench = try Loopback(host: "asks.test")
        let folder = try Folder()
        try folder.write("anchor.pem", bench.root.identity.chainPEM)
        let identity = try bench.identity()
        var flight = try RawTLS12Flight(presenting: identity.chain, signingBy: identity.key, ending: ending)
        flight.asksForCertificate = true
        let server = try RawServer { [flight] connection throws(ServingError) in
            if startsInClear {
                _ = try connection.read(until: .after(.seconds(300)))
                // ExtendedResponse of the result success (RFC 4511 §4.12).
                try connection.write(
                    [0x30, 0x0C, 0x02, 0x01, 0x01, 0x78, 0x07, 0x0A, 0x01, 0x00, 0x04, 0x00, 0x04, 0x00],
                    until: .after(.seconds(300)))
            }
            try flight.serve(connection, until: .after(.seconds(300)))
        }
        defer { server.stop() }
        func run(_ command: String, _ more: String...) throws -> CommandRun {
            let target = "asks.test:\(server.port)"
            return try CommandRun(
                "holdfast",
                [command, target, "--anchors-only", "anchor.pem", "--connect-to", "\(target):127.0.0.1:\(server.port)"]
                    + (startsInClear ? ["--starttls", "ldap"] : []) + more, in: folder)
        }
        let check = try run("check", "--json")
        #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
        let verdict = try Verdict(check.output)
        #expect(verdict.trusted && verdict.findings.map(\.code) == ["clientCertificateRequested"])
        #expect(verdict.clientCertificate?.required == true)
        let trace = try run("trace")
        #expect(trace.exitCode == 5 && trace.errors.contains("--cert"), "\(trace.errors)")
        guard !startsInClear else { return }
        let request = try CommandRun(
            "holdfast",
            ["request", "https://asks.test:\(server.port)/", "--anchors-only", "anchor.pem"]
                + ["--connect-to", "asks.test:\(server.port):127.0.0.1:\(server.port)"], in: folder)
        #expect(request.exitCode == 5 && request.errors.contains("asked for a client certificate"), "\(request.errors)")
        #expect(request.errors.contains("--cert FILE"))
    }

    @Test("A server that was refused gets none, and is asked nothing")
    func refused() throws {
        let site = try Site(.tls12) { $0.requiresClientCertificate = true }
        let run = try CommandRun(
            "holdfast",
            ["check", "https://asks.test:\(site.server.port)", "--anchors-only", "root.pem", "--json"]
                + ["--connect-to", "asks.test:\(site.server.port):127.0.0.1:\(site.server.port)"]
                + ["--cert", "alice.pem"], in: site.folder)
        #expect(run.exitCode == 20)
        #expect(try Verdict(run.output).clientCertificate == nil)
    }

    @Test("What makes no identity is named, and a key that others may read is not used")
    func usage() throws {
        let site = try Site(.tls13) { $0.requiresClientCertificate = true }
        for command in ["check", "request", "trace"] {
            try Script(
                """
                $ holdfast \(command) asks.test --key alice.key
                ! holdfast: --key needs --cert
                ! hint: name the certificate that belongs to the key
                = 2
                $ holdfast \(command) asks.test --cert alice.crt --key open.key
                ! holdfast: 'open.key' can be read or written by others, and holds secrets
                ! hint: take their rights away: chmod 600 FILE
                = 2
                $ holdfast \(command) asks.test --cert alice.crt
                ! holdfast: 'alice.crt' …
                ! hint: …
                = 2
                $ holdfast \(command) asks.test --cert leaf.pem --key alice.key
                ! holdfast: 'leaf.pem' holds no certificate of the key
                ! hint: name the certificate that was issued for this key
                = 2
                $ holdfast \(command) asks.test --cert alice.crt --key locked.key
                ! holdfast: 'locked.key' is encrypted, and no passphrase was given
                ! hint: …
                = 2
                $ holdfast \(command) asks.test --cert alice.crt --key gone.key
                ! holdfast: 'gone.key': no such file or directory
                ! hint: check the spelling and the file's rights
                = 1
                """
            ).run(in: site.folder)
        }
    }
}
