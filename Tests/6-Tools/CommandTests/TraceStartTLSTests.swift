import Foundation
import Glibc
import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastSystem
import HoldfastTestBed
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// `--starttls`, of `trace` and of `check`, against a server of mail that changes to TLS when it is asked to.
@Suite(.ownThread)
struct TraceStartTLSTests {
    /// Says what RFC 3207 §6 says, then hands every byte to a TLS server and back.
    private final class MailServer {
        let tls: TLSServer
        private let server: RawServer
        let folder: Folder
        var port: UInt16 { server.port }

        init(
            keys: KeyKind = .p256, go: String = "220 go ahead\r\n", notAfterDays: Int64? = nil,
            _ change: (inout TLSServerConfiguration) -> Void = { _ in },
            naming responder: String? = nil, tampering: (@Sendable (inout [UInt8]) -> Bool)? = nil
        ) throws {
            let bench = try Loopback(host: "mail.test", keys: keys)
            folder = try Folder()
            try folder.write("anchor.pem", bench.root.identity.chainPEM)
            let client = try bench.root.issue(.client(name: "Alice", at: bench.now))
            try folder.write("alice.pem", client.chainPEM + client.key.pem)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: folder.url.appending(path: "alice.pem").path)
            let identity = try bench.identity { template, now in
                if let responder { try? template.addInformationAccess(ocspResponders: [responder]) }
                guard let days = notAfterDays else { return }
                template.notBefore = now.advanced(byDays: -10)
                template.notAfter = now.advanced(byDays: days)
            }
            var configuration = TLSServerConfiguration(identity)
            change(&configuration)
            tls = try TLSServer(configuration) { _ in ServerResponse(text: "") }
            let target = tls.port
            server = try RawServer { connection throws(ServingError) in
                for line in ["220 mail.test ready\r\n", "250-mail.test\r\n250 STARTTLS\r\n", go] {
                    try connection.write(Array(line.utf8), until: .after(.seconds(600)))
                    if line != go { _ = try connection.read(until: .after(.seconds(600))) }
                }
                try Pipe.pump(connection, to: target, tampering: tampering)
            }
        }

        func run(
            _ command: String, _ arguments: String..., host: String = "mail.test", anchors: String = "anchor.pem"
        ) throws -> CommandRun {
            // A verb comes before the options.
            let verbs = arguments.prefix { ["compute", "verify", "add"].contains($0) }
            return try CommandRun(
                "holdfast",
                [command] + verbs + ["--starttls", "smtp", "\(host):\(port)", "--anchors-only", anchors]
                    + ["--connect-to", "\(host):\(port):127.0.0.1:\(port)"] + arguments.dropFirst(verbs.count),
                in: folder)
        }
    }

    /// Bytes both ways between a connection and a port.
    private enum Pipe {
        /// - Parameter tampering: Changes what the server has said so far; false until that is enough to be changed and
        ///   to go out.
        static func pump(
            _ connection: RawConnection, to port: UInt16, tampering: (@Sendable (inout [UInt8]) -> Bool)?
        ) throws(ServingError) {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var place = sockaddr_in()
            place.sin_family = sa_family_t(AF_INET)
            place.sin_port = port.bigEndian
            place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            let isConnected = unsafe withUnsafePointer(to: &place) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            guard isConnected else { return }
            let done = DispatchSemaphore(value: 0)
            Foundation.Thread.detachNewThread {
                var buffer = [UInt8](repeating: 0, count: 1 << 14)
                var held: [UInt8] = []
                var isTampered = tampering == nil
                while true {
                    let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
                    guard count > 0 else { break }
                    held += buffer.prefix(count)
                    if !isTampered { isTampered = tampering?(&held) ?? true }
                    guard isTampered else { continue }
                    do throws(ServingError) {
                        try connection.write(held, until: .after(.seconds(600)))
                    } catch { break }
                    held = []
                }
                done.signal()
            }
            defer {
                shutdown(descriptor, Int32(SHUT_RDWR))
                done.wait()
                close(descriptor)
            }
            while true {
                let bytes = try connection.read(until: .after(.seconds(600)))
                guard !bytes.isEmpty, unsafe send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
                else { return }
            }
        }
    }

    /// What a session does, the diagnostic client does too: RFC 6960 §2.3, "tryLater".
    @Test("--revocation has the responder asked while the handshake waits", arguments: ["check", "trace"])
    func revocation(_ command: String) throws {
        let asked = Notes<String>()
        let service = try AuthorityService(try Loopback().identity()) { asked.add($0) }
        service.serve("/ocsp", .status(503))
        let server = try MailServer(naming: service.url("/ocsp"))
        let fetching = "--dangerously-fetch-from-private-networks"
        for (mode, exitCode) in [("soft", 0), ("hard", 25)] as [(String, Int32)] {
            let before = asked.lines.count
            let run = try CommandRun.fetching(until: { _ in asked.lines.count > before }) {
                try server.run(command, "--quiet", "--revocation", mode, fetching)
            }
            #expect(run.exitCode == exitCode, "\(mode): \(run.errors)")
            #expect(asked.lines.count == before + 1)
        }
        let before = asked.lines.count
        #expect(try server.run(command, "--quiet").exitCode == 0 && asked.lines.count == before)
    }

    /// RFC 9110 §9.3.6: what follows the proxy's answer is the server's, whose greeting may come with it.
    @Test("--proxy leads to a server that speaks first", arguments: ["check", "trace"])
    func proxied(_ command: String) throws {
        let server = try MailServer()
        let routes = ["127.0.0.1:\(server.port)": server.port]
        for (scheme, kind) in [("http", ProxyConfiguration.Kind.http), ("socks5", .socks5)] {
            let proxy = try ProxyServer(ProxyConfiguration(kind, routes: routes))
            let run = try server.run(command, "--quiet", "--proxy", "\(scheme)://127.0.0.1:\(proxy.port)")
            #expect(run.exitCode == 0, "\(scheme): \(run.errors)")
            #expect(proxy.counters.tunnels == 1)
        }
    }

    /// What these say of a server of HTTPS, they say of one of mail: RFC 3207 is the way, and nothing else.
    @Test("inspect, pin compute, pin verify, trust add and resolve take --starttls")
    func others() throws {
        let server = try MailServer(notAfterDays: -1)
        let fresh = try MailServer()
        let inspected = try CommandRun(
            "holdfast",
            ["inspect", "--json", "--starttls", "smtp", "mail.test:\(server.port)"]
                + ["--connect-to", "mail.test:\(server.port):127.0.0.1:\(server.port)"], in: server.folder)
        #expect(inspected.exitCode == 0 && inspected.output.contains("mail.test"), "\(inspected.errors)")
        let pin = try fresh.run("pin", "compute")
        #expect(pin.exitCode == 0 && pin.output.hasPrefix("sha256/"), "\(pin.errors)")
        let own = pin.output.split(separator: "\n").first.map(String.init) ?? ""
        #expect(try fresh.run("pin", "verify", "--pin", own).exitCode == 0)
        // RFC 7469 §3: the pin of nothing in the chain.
        let other = "sha256/LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ="
        #expect(try fresh.run("pin", "verify", "--pin", other).exitCode == 26)
        #expect(try server.run("pin", "compute").exitCode == 21)
        let judged = ["resolve", "--judge", "-4", "--starttls", "smtp", "mail.test:\(fresh.port)"]
        let resolved = try CommandRun(
            "holdfast", judged + ["--resolver", "static:mail.test=127.0.0.1", "--anchors-only", "anchor.pem"],
            in: fresh.folder)
        #expect(resolved.exitCode == 0, "\(resolved.output)\(resolved.errors)")
        let added = try server.run("trust", "add", "--until", "30d", "--codes", "expired")
        #expect(added.exitCode == 0, "\(added.errors)")
        let check = try server.run("check")
        #expect(check.exitCode == 0 && check.output.contains("exception"), "\(check.output)")
    }

    @Test(
        "A server that asks for a client certificate is trusted by its own, as over HTTPS",
        arguments: [TLSVersion.tls12, .tls13], [true, false])
    func clientCertificate(version: TLSVersion, requires: Bool) throws {
        let server = try MailServer {
            ($0.minimumVersion, $0.maximumVersion) = (version, version)
            $0.requiresClientCertificate = requires
            $0.requestsClientCertificate = true
        }
        let check = try server.run("check", "--json")
        #expect(check.exitCode == 0, "\(check.errors)")
        let verdict = try Verdict(check.output)
        #expect(verdict.trusted && verdict.findings.map(\.code) == ["clientCertificateRequested"])
        #expect(verdict.clientCertificate?.sent == false)
        // In TLS 1.3 the server's word comes after the handshake, in time or not.
        let required = verdict.clientCertificate?.required
        if version == .tls12 || !requires { #expect(required == (requires ? true : nil)) }
        #expect(try server.run("trace", "--quiet").exitCode == (requires ? 5 : 0))
    }

    /// RFC 5246 §7.4.7.1: its Finished alone would show that it has the key.
    @Test("A server that breaks off before it has proven its key is not trusted: the key transport of RSA")
    func keyTransport() throws {
        let server = try MailServer(keys: .rsa(bits: 2048)) {
            $0.maximumVersion = .tls12
            $0.cipherList = "AES128-GCM-SHA256"
            $0.requiresClientCertificate = true
        }
        #expect(try server.run("check", "--json").exitCode == 5)
    }

    /// The first flight of a server with a bit of its signature changed, and the alert handshake_failure behind it; nil
    /// while the flight is not complete.
    ///
    /// TLS 1.2 has the signature at the end of ServerKeyExchange, before CertificateRequest and ServerHelloDone (RFC
    /// 5246 §7.3). TLS 1.3 has it in CertificateVerify, the record before the last (RFC 8446 §2); it is encrypted, and
    /// any change makes it no server's.
    @Sendable private static func forgingSignature(_ flight: inout [UInt8]) -> Bool {
        var records: [Range<Int>] = []
        var start = 0
        while start + 5 <= flight.count {
            let end = start + 5 + Int(flight[start + 3]) << 8 + Int(flight[start + 4])
            guard end <= flight.count else { return false }
            records.append(start..<end)
            start = end
        }
        let encrypted = records.filter { flight[$0.lowerBound] == 23 }
        if encrypted.isEmpty {
            var messages: [(type: UInt8, range: Range<Int>)] = []
            for record in records where flight[record.lowerBound] == 22 {
                var offset = record.lowerBound + 5
                while offset + 4 <= record.upperBound {
                    let length = flight[(offset + 1)..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
                    messages.append((flight[offset], offset..<(offset + 4 + length)))
                    offset += 4 + length
                }
            }
            guard messages.last?.type == 14, let exchange = messages.first(where: { $0.type == 12 }) else {
                return false
            }
            flight[exchange.range.upperBound - 1] ^= 1
        } else {
            // EncryptedExtensions, CertificateRequest, Certificate, CertificateVerify, Finished.
            guard encrypted.count >= 5 else { return false }
            flight[encrypted[3].upperBound - 1] ^= 1
        }
        flight += [21, 3, 3, 0, 2, 2, 40]
        return true
    }

    /// RFC 5246 §7.4.3, RFC 8446 §4.4.3: the signature is what shows that a server has the key of its certificate.
    @Test(
        "Whoever shows a certificate without its key, asks for the client's and breaks off is not trusted",
        arguments: [TLSVersion.tls12, .tls13])
    func withoutKey(version: TLSVersion) throws {
        let server = try MailServer(
            {
                ($0.minimumVersion, $0.maximumVersion) = (version, version)
                $0.requestsClientCertificate = true
            }, tampering: Self.forgingSignature)
        let run = try server.run("check", "--json")
        let verdict = try Verdict(run.output)
        #expect(run.exitCode == 5 && !verdict.trusted, "\(run.output)")
        // It was this end that broke off; the alert came after the forgery.
        #expect(verdict.error?.code == "handshakeFailed", "\(run.errors)")
    }

    /// As over HTTPS, where the session proves the name whatever the report is about.
    @Test("Under a policy that compares no name the client's certificate is for the named server all the same")
    func namelessPolicy() throws {
        let server = try MailServer { $0.requestsClientCertificate = true }
        for (host, sent) in [("mail.test", true), ("other.test", false)] {
            let run = try server.run(
                "check", "--json", "--policy", "basic-x509", "--cert", "alice.pem", host: host)
            #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
            let verdict = try Verdict(run.output)
            #expect(verdict.trusted && verdict.host == nil)
            #expect((verdict.clientCertificate?.sent ?? false) == sent, "\(host)")
        }
        let trace = try server.run("trace", "--json", "--policy", "basic-x509", "--cert", "alice.pem")
        #expect(trace.exitCode == 0 && trace.output.contains("\"clientCertificateSent\":false"))
    }

    @Test("trace: the lines in the clear, then TLS, and the times of both")
    func trace() throws {
        let run = try MailServer().run("trace")
        #expect(run.exitCode == 0, "\(run.errors)\n\(run.output)")
        for line in ["SMTP", "220 mail.test ready", "EHLO localhost", "STARTTLS", "ClientHello", "trusted"] {
            #expect(run.output.contains(line), "\(line)")
        }
        #expect(!run.output.contains("ALPN"))
    }

    @Test("check: the same verdict, JSON and exit codes as for a URL")
    func check() throws {
        let mail = try MailServer()
        let run = try mail.run("check", "--json")
        #expect(run.exitCode == 0, "\(run.errors)")
        let verdict = try Verdict(run.output)
        #expect(verdict.schema == "holdfast.verdict/1" && verdict.trusted && verdict.host == "mail.test")
        #expect(verdict.tls?.version == "1.3" && verdict.tls?.sni == "mail.test" && verdict.address == "127.0.0.1")
        let text = try mail.run("check")
        #expect(text.output.contains("trusted") && text.output.contains("TLS 1.3"))
        let refused = try mail.run("check", "--json", anchors: "other.pem")
        #expect(refused.exitCode == 20)
        #expect(try Verdict(refused.output).errors == ["issuerNotFound"])
        let old = try MailServer(notAfterDays: -1)
        let expired = try old.run("check", "--json")
        #expect(expired.exitCode == 21)
        #expect(try Verdict(expired.output).errors == ["expired"])
    }

    @Test("check: JUnit, SARIF and the page have it too; --all-addresses judges each address")
    func files() throws {
        let mail = try MailServer()
        let run = try mail.run(
            "check", "--quiet", "--junit", "a.xml", "--sarif", "a.sarif", "--report", "a.html", anchors: "other.pem")
        #expect(run.exitCode == 20)
        for name in ["a.xml", "a.sarif", "a.html"] {
            let text = try String(contentsOf: mail.folder.url.appending(path: name), encoding: .utf8)
            #expect(text.contains("issuerNotFound"), "\(name)")
        }
        let all = try mail.run("check", "--all-addresses", "--json")
        #expect(all.exitCode == 0)
        #expect(try Verdict.all(all.output).map(\.address) == ["127.0.0.1"])
    }

    @Test("A server that does not change to TLS is exit code 4; bytes behind its go-ahead are told of")
    func refusedTLS() throws {
        let no = try MailServer(go: "454 TLS not available\r\n").run("check")
        #expect(no.exitCode == 4 && no.errors.hasPrefix("holdfast: mail.test"), "\(no.errors)")
        let injected = try MailServer(go: "220 go\r\n250 injected\r\n").run("check")
        #expect(injected.exitCode == 4 && injected.errors.contains("CVE-2011-0411"), "\(injected.errors)")
    }

    /// PostgreSQL's documentation, "sslnegotiation": direct asks for ALPN, which an older server knows nothing of.
    @Test("postgres-direct is TLS from the first byte with PostgreSQL's ALPN; who hangs up is told of as too old")
    func direct() throws {
        let server = try MailServer { $0.applicationProtocols = ["postgresql"] }
        let old = try RawServer { connection throws(ServingError) in
            _ = try connection.read(until: .after(.seconds(600)))
        }
        func run(_ command: String, _ port: UInt16) throws -> CommandRun {
            try CommandRun(
                "holdfast",
                [command, "--json", "--starttls", "postgres-direct", "mail.test:\(port)"]
                    + ["--anchors-only", "anchor.pem", "--connect-to", "mail.test:\(port):127.0.0.1:\(port)"],
                in: server.folder)
        }
        let trace = try run("trace", server.tls.port)
        #expect(trace.exitCode == 0 && trace.output.contains("\"alpn\":\"postgresql\""), "\(trace.output)")
        #expect(trace.output.contains("\"startTLS\":\"postgres-direct\""))
        let check = try run("check", server.tls.port)
        #expect(check.exitCode == 0 && check.output.contains("\"alpn\":\"postgresql\""), "\(check.output)")
        let refused = try run("check", old.port)
        #expect(refused.exitCode == 4 && refused.output.contains("try --starttls postgres\""), "\(refused.output)")
    }

    @Test("A target is host or host:port; the default port is the protocol's")
    func targets() throws {
        let folder = try Folder()
        for (kind, port) in [
            ("smtp", 25), ("imap", 143), ("pop3", 110), ("ldap", 389), ("postgres", 5432), ("xmpp", 5222),
            ("xmpp-server", 5269), ("lmtp", 24), ("sieve", 4190), ("ftp", 21), ("nntp", 119), ("irc", 6667),
            ("mysql", 3306), ("postgres-direct", 5432), ("postgresql", 5432), ("mariadb", 3306),
        ] {
            // The name is of RFC 6761 §6.4, and never found: only whose port is looked for counts.
            let run = try CommandRun(
                "holdfast",
                ["trace", "--json", "--starttls", kind, "mail.test", "--connect-to", "mail.test:\(port):127.0.0.1:1"],
                in: folder)
            #expect(
                run.exitCode == 3 && run.output.contains("\"code\":\"connectionRefused\""), "\(kind): \(run.errors)")
        }
        let url = try CommandRun("holdfast", ["check", "--starttls", "imap", "mail.test/inbox"], in: folder)
        #expect(url.exitCode == 2 && url.errors.contains("host or host:port"))
    }
}
