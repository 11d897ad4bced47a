import HoldfastDiagnostics
import HoldfastStatements
import TestSupport
import Testing

/// Who speaks in a line, and of which server it tells.
@Suite("The sides and the server of an error line", .ownThread)
struct ExplainSideTests {
    private let explainer: Explainer

    init() throws { explainer = try Explainer() }

    private func candidates(_ line: String) -> [Explanation.Candidate] {
        explainer.explanations(ofText: Array(line.utf8)).first?.candidates ?? []
    }

    private func host(_ line: String) -> String? { explainer.explanations(ofText: Array(line.utf8)).first?.host }

    private func nginx(_ alert: String, _ number: Int, _ place: String) -> String {
        """
        2026/11/29 06:00:00 [info] 7#7: *1 SSL_do_handshake() failed (SSL: error:0A000412:SSL routines::\(alert):SSL \
        alert number \(number)) while SSL handshaking\(place), client: 192.0.2.7, server: a.test
        """
    }

    private let upstream = " to upstream"
    private let request = ", request: \"GET / HTTP/1.1\", upstream: \"https://192.0.2.8:8443/\", host: \"a.test\""

    /// Go's crypto/tls sends alertBadCertificate for every certificate that does not verify (handshake_client.go).
    @Test("alert 42 in a server's log may be each of the causes of 46, and an end")
    func badCertificate() {
        func codes(_ alert: String, _ number: Int) -> Set<String> {
            Set(candidates(nginx(alert, number, "")).map(\.cause.code))
        }
        let bad = codes("sslv3 alert bad certificate", 42)
        #expect(bad.isSuperset(of: codes("sslv3 alert certificate unknown", 46)))
        #expect(bad.isSuperset(of: ["expired", "noAnchor", "selfSignedNotAnchor", "badSignature"]))
    }

    /// RFC 8446 §6.2: "certificate_required: Sent by servers when a client certificate is desired but none was provided
    /// by the client."
    @Test("alert 116 has one reading, since servers alone send it")
    func certificateRequired() throws {
        for line in ["tlsv13 alert certificate required", nginx("tlsv13 alert certificate required", 116, "")] {
            #expect(candidates(line).map(\.cause.code) == ["clientCertificateRequired"], "\(line)")
            #expect(candidates(line).map(\.reader) == [nil], "\(line)")
        }
        let found = try #require(explainer.explanations(of: "certificate_required").first)
        #expect(found.candidates.map(\.reader) == [.client])
        let decision = found.decision(about: try #require(found.candidates.first)).words.english
        #expect(decision.contains("with 4, or with 5 after the handshake") && decision.hasSuffix("with 0"))
    }

    /// ngx_http_proxy_module: `proxy_ssl_server_name` "Enables or disables passing of the server name through TLS
    /// Server Name Indication extension"; `proxy_ssl_certificate` is "used for authentication to a proxied HTTPS
    /// server".
    @Test("nginx is the client of its upstream, and its directives are named")
    func upstreams() throws {
        for (alert, number, first, words) in [
            ("sslv3 alert handshake failure", 40, "handshakeFailure", "proxy_ssl_server_name on"),
            ("tlsv1 unrecognized name", 112, "unrecognizedName", "proxy_ssl_name"),
            ("tlsv13 alert certificate required", 116, "clientCertificateRequired", "proxy_ssl_certificate"),
            ("tlsv1 alert unknown ca", 48, "clientCertificateRefused", "proxy_ssl_certificate_key"),
        ] {
            let line = nginx(alert, number, upstream) + request
            let found = try #require(explainer.explanations(ofText: Array(line.utf8)).first)
            #expect(found.isProxy && found.reader != .serverLog && found.program == "nginx", "\(line)")
            #expect(found.host == "192.0.2.8:8443")
            let candidate = try #require(found.candidates.first)
            #expect(candidate.cause.code == first && candidate.advice?.english.contains(words) == true, "\(candidate)")
            #expect(candidate.advice?.chinese.contains(words) == true, "\(candidate)")
        }
        #expect(
            try CommandRun("holdfast", ["explain", nginx("tlsv1 unrecognized name", 112, upstream)], in: Folder())
                .output.contains("is the client here"))
    }

    /// mod_ssl: AH02003 "SSL Proxy connect failed".
    @Test("Apache is the client of the server behind it")
    func apacheProxy() {
        let start = "[Sun Nov 29 12:25:02.924618 2026] [ssl:info] [pid 7:tid 9]"
        let line = """
            \(start) [remote 127.0.0.1:443] AH02003: SSL Proxy connect failed
            \(start) SSL Library Error: error:0A000418:SSL routines::tlsv1 alert unknown ca (SSL alert number 48)
            """
        #expect(candidates(line).map(\.cause.code) == ["clientCertificateRefused"])
    }

    /// mod_ssl: SSLProxyCACertificateFile "sets the all-in-one file where you can assemble the Certificates of
    /// Certification Authorities (CA) whose remote servers you deal with".
    @Test("Apache judges the certificate of the server behind it where its log has its address")
    func apacheBackend() throws {
        let start = "[Sun Nov 29 12:25:00.980264 2026] [ssl:info] [pid 7:tid 9] [remote 10.0.0.9:443] "
        let words = "Certificate Verification: Error (20): unable to get local issuer certificate"
        for line in ["AH02039: \(words)", "AH02276: \(words) [subject: CN=a.test / issuer: CN=site CA]"] {
            let found = try #require(explainer.explanations(ofText: Array((start + line).utf8)).first)
            #expect(found.isProxy && found.program == "apache", "\(line)")
            #expect(found.candidates.map(\.cause.code).prefix(2) == ["issuerNotFound", "noAnchor"], "\(line)")
            #expect(found.candidates.first?.remedies.map(\.way) == ["SSLProxyCACertificateFile ca.pem"], "\(line)")
        }
        let name = start + "AH02411: SSL Proxy: Peer certificate does not match for hostname app.example.com"
        let found = try #require(explainer.explanations(ofText: Array(name.utf8)).first)
        #expect(found.isProxy && found.candidates.map(\.cause.code) == ["hostMismatch"])
        let said = found.tellers.map(\.name)
        #expect(said == ["AH02411: SSL Proxy: Peer certificate does not match for hostname …"], "\(said)")
        #expect(found.host == "app.example.com")
    }

    /// curl(1): "--connect-to <HOST1:PORT1:HOST2:PORT2> For a request to the given HOST1:PORT1 pair, connect to
    /// HOST2:PORT2 instead".
    @Test(
        "the server behind a proxy is asked at its address, by the name that the line has",
        arguments: [
            (
                "upstream SSL certificate does not match \"app.example.com\"", "https://10.0.0.9:8443/",
                "app.example.com:8443:10.0.0.9:8443", false
            ),
            (
                "upstream SSL certificate verify error: (20:unable to get local issuer certificate)",
                "https://10.0.0.9:8443/", "HOST:8443:10.0.0.9:8443", true
            ),
            (
                "upstream SSL certificate verify error: (10:certificate has expired)", "https://[2001:db8::9]/",
                "HOST:443:[2001:db8::9]:443", true
            ),
        ])
    func connectTo(_ words: String, _ url: String, _ rule: String, _ isNameless: Bool) throws {
        let line = """
            2026/11/29 12:24:41 [error] 7#7: *17 \(words) while SSL handshaking to upstream, client: 192.0.2.7, \
            server: , request: "GET / HTTP/1.1", upstream: "\(url)", host: "a.test"
            """
        let found = try #require(explainer.explanations(ofText: Array(line.utf8)).first)
        let decision = found.decision(about: try #require(found.candidates.first))
        let server = rule.split(separator: ":").prefix(2).joined(separator: ":")
        #expect(decision.arguments.first == "check", "\(decision.arguments)")
        #expect(decision.arguments.suffix(3) == [server, "--connect-to", rule], "\(decision.arguments)")
        #expect(decision.words.english.contains("HOST is the name by which the proxy asks") == isNameless)
        let apache = "[ssl:info] [pid 7:tid 9] [remote 10.0.0.9:443] AH02411: SSL Proxy: Peer certificate does not "
        let other = try #require(explainer.explanations(of: apache + "match for hostname app.example.com").first)
        #expect(
            other.decision(about: try #require(other.candidates.first)).arguments
                == ["check", "app.example.com:443", "--connect-to", "app.example.com:443:10.0.0.9:443"])
    }

    @Test("a server's own key is not called a client's")
    func ownKey() throws {
        let line = """
            2026/11/29 12:24:44 [emerg] 7#7: SSL_CTX_use_PrivateKey("/etc/tls/a.key") failed (SSL: error:05800074:x509 \
            certificate routines::key values mismatch)
            """
        let headline = try #require(candidates(line).first?.headline)
        #expect(headline.english == "the server's own certificate and key do not belong together")
        #expect(candidates("key values mismatch").first?.headline.english.contains("client's") == true)
    }

    @Test(
        "the URL or pool of a line counts before its name, with the port",
        arguments: [
            (
                """
                requests.exceptions.SSLError: HTTPSConnectionPool(host='intranet.corp.example', port=8443): Max \
                retries exceeded with url: / (Caused by SSLError(SSLCertVerificationError(1, '[SSL: \
                CERTIFICATE_VERIFY_FAILED] certificate verify failed: unable to get local issuer certificate \
                (_ssl.c:1)')))
                """, "intranet.corp.example:8443"
            ),
            (
                """
                Get "https://10.1.2.3:8443/healthz": tls: failed to verify certificate: x509: cannot validate \
                certificate for 10.1.2.3 because it doesn't contain any IP SANs
                """, "10.1.2.3:8443"
            ),
            (
                """
                Get "https://[2001:db8::1]:8443/": x509: cannot validate certificate for 2001:db8::1 because it \
                doesn't contain any IP SANs
                """, "[2001:db8::1]:8443"
            ),
            (
                """
                Error [ERR_TLS_CERT_ALTNAME_INVALID]: Hostname/IP does not match certificate's altnames: Host: \
                www.a.test. is not in the cert's altnames: DNS:b.test
                """, "www.a.test"
            ),
            (
                """
                upstream SSL certificate does not match "www.a.test" while SSL handshaking to upstream, upstream: \
                "https://192.0.2.8:443/"
                """, "www.a.test"
            ),
        ])
    func servers(_ line: String, _ expected: String) { #expect(host(line) == expected) }

    @Test("exit codes are known by their words too, and a line without quotes is one")
    func words() throws {
        let number = explainer.explanations(of: "24").map { $0.candidates.map(\.cause) }
        #expect(number.first?.map(\.code).contains("hostMismatch") == true)
        for text in ["exit code 24", "rc=24", "exit 24", "Exit status: 24", "退出码 24"] {
            #expect(explainer.explanations(of: text).map { $0.candidates.map(\.cause) } == number, "\(text)")
        }
        for text in ["exit", "exit code", "rc=", "exit code 24x", "exit24"] {
            #expect(explainer.explanations(of: text).isEmpty, "\(text)")
        }
        let run = try CommandRun("holdfast", ["explain", "exit", "code", "24"], in: Folder())
        #expect(run.exitCode == 0 && run.output.contains("hostMismatch"), "\(run)")
        let line = "SSL certificate problem: unable to get local issuer certificate"
        let whole = try CommandRun("holdfast", ["explain", line], in: Folder())
        let apart = try CommandRun("holdfast", ["explain"] + line.split(separator: " ").map(String.init), in: Folder())
        #expect(apart.output == whole.output && apart.exitCode == 0, "\(apart)")
    }

    @Test("an authority of one's own is the other remedy of a missing issuer")
    func ownAuthority() throws {
        let advice = try #require(explainer.explanations(of: "issuerNotFound").first?.candidates.first?.advice)
        #expect(advice.english.contains("--anchors root.pem") && advice.chinese.contains("--anchors root.pem"))
    }
}
