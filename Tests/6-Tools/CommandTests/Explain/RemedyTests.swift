import Foundation
import HoldfastDiagnostics
import HoldfastStatements
import TestSupport
import Testing

/// What `holdfast explain` says to type in the other program.
@Suite("Remedies in the other program", .ownThread)
struct RemedyTests {
    private let explainer: Explainer

    init() throws { explainer = try Explainer() }

    private func remedies(_ line: String, of code: String) -> [Remedy] {
        explainer.explanations(of: line).flatMap(\.candidates).first { $0.cause.code == code }?.remedies ?? []
    }

    /// Of the vendors' documentation, by the way that is quoted: curl(1) "--cacert <file> … Tells curl to use the
    /// specified certificate file to verify the peer"; git-config(1) "http.sslCAInfo File containing the certificates
    /// to verify the peer with"; requests "This list of trusted CAs can also be specified through the
    /// REQUESTS_CA_BUNDLE environment variable"; pip(1) "--cert <path> Path to PEM-encoded CA certificate bundle";
    /// crypto/x509 "the environment variables SSL_CERT_FILE and SSL_CERT_DIR can be used to override the system
    /// default locations"; JSSE "javax.net.ssl.trustStore"; Node.js "NODE_EXTRA_CA_CERTS=file When set, the well
    /// known "root" CAs … will be extended"; gnutls-cli(1) "--x509cafile=str Certificate file or PKCS #11 URL to
    /// use"; wget(1) "--ca-certificate=file Use file as the file with the bundle of certificate authorities"; php.ini
    /// "openssl.cafile"; certutil(1) "-A Add an existing certificate to a certificate database"; Android
    /// "network_security_config"; Apple "SecTrustSetAnchorCertificates Sets the anchor certificates used when
    /// evaluating a trust management object".
    @Test(
        "a missing authority is given as the program's documentation says",
        arguments: [
            ("curl: (60) SSL certificate problem: unable to get local issuer certificate", "curl --cacert ca.pem"),
            (
                "fatal: unable to access 'https://a.test/x/': server certificate verification failed. CAfile: none",
                "http.https://a.test/.sslCAInfo ca.pem"
            ),
            (
                """
                requests.exceptions.SSLError: HTTPSConnectionPool(host='a.test', port=443): Max retries exceeded with \
                url: / (Caused by SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate \
                verify failed: unable to get local issuer certificate (_ssl.c:1)')))
                """, "REQUESTS_CA_BUNDLE=ca.pem"
            ),
            (
                """
                WARNING: Retrying (Retry(total=4, connect=None, read=None, redirect=None, status=None)) after \
                connection broken by 'SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] \
                certificate verify failed: unable to get local issuer certificate (_ssl.c:1)'))': /simple/a/
                """, "pip --cert ca.pem"
            ),
            (
                """
                ssl.SSLCertVerificationError: [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: unable to \
                get local issuer certificate (_ssl.c:1)
                """, "SSL_CERT_FILE=ca.pem"
            ),
            (
                "tls: failed to verify certificate: x509: certificate signed by unknown authority",
                "tls.Config{RootCAs: pool}"
            ),
            ("sun.security.validator.ValidatorException: PKIX path building failed", "-Djavax.net.ssl.trustStore="),
            (
                "Error: unable to verify the first certificate\ncode: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'",
                "NODE_EXTRA_CA_CERTS=ca.pem"
            ),
            (
                "- Status: The certificate is NOT trusted. The certificate issuer is unknown.",
                "gnutls-cli --x509cafile ca.pem"
            ),
            ("ERROR: The certificate of ‘a.test’ doesn't have a known issuer.", "wget --ca-certificate=ca.pem"),
            ("verify error:num=20:unable to get local issuer certificate", "openssl s_client -CAfile ca.pem"),
            ("invalid peer certificate: UnknownIssuer", "SSL_CERT_FILE=ca.pem"),
            ("SEC_ERROR_UNKNOWN_ISSUER", "certutil -A "),
            ("ERR_CERT_AUTHORITY_INVALID", "chrome://certificate-manager"),
            (
                """
                javax.net.ssl.SSLHandshakeException: java.security.cert.CertPathValidatorException: Trust anchor for \
                certification path not found.
                """, "<trust-anchors>"
            ),
            ("NSURLErrorDomain -1202", "SecTrustSetAnchorCertificates("),
            (
                "The remote certificate is invalid because of errors in the certificate chain: PartialChain",
                "X509ChainTrustMode.CustomRootTrust"
            ),
            (
                """
                SSL_connect returned=1 errno=0 peeraddr=127.0.0.1:443 state=error: certificate verify failed \
                (unable to get local issuer certificate) (OpenSSL::SSL::SSLError)
                """, "http.ca_file = \"ca.pem\""
            ),
        ])
    func authority(_ line: String, _ way: String) {
        let found = remedies(line, of: "issuerNotFound") + remedies(line, of: "noAnchor")
        #expect(found.contains { $0.way.contains(way) }, "\(line): \(found.map(\.way))")
        #expect(found.allSatisfy { $0.need == .authority })
    }

    /// RFC 8446 §6.2: certificate_required is "Sent by servers when a client certificate is desired but none was
    /// provided by the client."
    @Test(
        "a client's certificate and another name are given likewise",
        arguments: [
            (
                "curl: (56) OpenSSL SSL_read: error:0A00045C:SSL routines::tlsv13 alert certificate required",
                "clientCertificateRequired", "curl --cert me.pem --key me.key"
            ),
            (
                "ssl.SSLError: [SSL: TLSV13_ALERT_CERTIFICATE_REQUIRED] tlsv13 alert certificate required (_ssl.c:1)",
                "clientCertificateRequired", "context.load_cert_chain("
            ),
            (
                "curl: (60) SSL: no alternative certificate subject name matches target host name 'a.test'",
                "hostMismatch", "curl --connect-to NAME:443:ADDRESS:443"
            ),
            (
                "tls: failed to verify certificate: x509: certificate is valid for b.test, not a.test", "hostMismatch",
                "tls.Config{ServerName:"
            ),
            (
                """
                Error [ERR_TLS_CERT_ALTNAME_INVALID]: Hostname/IP does not match certificate's altnames: Host: a.test. \
                is not in the cert's altnames: DNS:b.test
                """, "hostMismatch", "servername: \"NAME\""
            ),
        ])
    func others(_ line: String, _ code: String, _ way: String) {
        let found = remedies(line, of: code).map(\.way)
        #expect(found.contains { $0.contains(way) }, "\(line): \(found)")
    }

    /// ngx_http_proxy_module: `proxy_ssl_trusted_certificate` "Specifies a file with trusted CA certificates in the
    /// PEM format used to verify the certificate of the proxied HTTPS server"; ngx_http_ssl_module:
    /// `ssl_client_certificate` "Specifies a file with trusted CA certificates in the PEM format used to verify
    /// client certificates". mod_ssl: SSLProxyCACertificateFile, SSLCACertificateFile.
    @Test("of nginx and Apache it is the directive of the side on which they stand")
    func servers() {
        let start = "2026/11/29 12:24:41 [error] 7#7: *1 "
        let refusing = "client SSL certificate verify error: (20:unable to get local issuer certificate) while reading"
        for (line, code, way) in [
            (
                "upstream SSL certificate verify error: (20:unable to get local issuer certificate) while SSL "
                    + "handshaking to upstream, client: 127.0.0.1, upstream: \"https://127.0.0.1:443/\"",
                "issuerNotFound", "proxy_ssl_trusted_certificate ca.pem;"
            ), (refusing, "clientCertificateRefused", "ssl_client_certificate clients-ca.pem;"),
            (
                "SSL_do_handshake() failed (SSL: error:0A000418:SSL routines::tlsv1 alert unknown ca:SSL alert number "
                    + "48) while SSL handshaking, client: 127.0.0.1, server: 0.0.0.0:443", "issuerNotFound",
                "ssl_certificate chain.pem;"
            ),
        ] {
            #expect(remedies(start + line, of: code).map(\.way) == [way], "\(line)")
        }
        let apache = """
            [Sun Nov 29 12:24:49.019674 2026] [ssl:info] [pid 7:tid 9] [client 127.0.0.1:1] AH02276: Certificate \
            Verification: Error (20): unable to get local issuer certificate [subject: CN=mallory / issuer: CN=x]
            """
        #expect(remedies(apache, of: "clientCertificateRefused").map(\.way) == ["SSLCACertificateFile clients-ca.pem"])
    }

    /// X509_STORE_CTX_get_error(3): 10 is X509_V_ERR_CERT_HAS_EXPIRED, "the certificate has expired", and 20
    /// X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, "the issuer certificate could not be found".
    @Test(
        "a server's log says what is wrong with a client's certificate: an end is mended at the client",
        arguments: [
            (10, "certificate has expired", "has expired", false),
            (9, "certificate is not yet valid", "not valid yet", false),
            (18, "self-signed certificate", "knows no authority", true),
            (19, "self-signed certificate in certificate chain", "knows no authority", true),
            (20, "unable to get local issuer certificate", "knows no authority", true),
            (21, "unable to verify the first certificate", "knows no authority", true),
        ])
    func clients(_ number: Int, _ words: String, _ headline: String, _ isMendedAtServer: Bool) throws {
        let apache = "[Sun Nov 29 12:24:49.809040 2026] [ssl:info] [pid 7:tid 9] [client 127.0.0.1:1] "
        for (line, way) in [
            (
                "2026/11/29 12:24:30 [info] 7#7: *5 client SSL certificate verify error: (\(number):\(words)) while "
                    + "reading client request headers, client: 127.0.0.1, server: a.test",
                "ssl_client_certificate clients-ca.pem;"
            ),
            (
                apache + "AH02276: Certificate Verification: Error (\(number)): \(words) [subject: CN=late]",
                "SSLCACertificateFile clients-ca.pem"
            ),
            (
                apache + "AH02039: Certificate Verification: Error (\(number)): \(words)",
                "SSLCACertificateFile clients-ca.pem"
            ),
        ] {
            let found = try #require(explainer.explanations(ofText: Array(line.utf8)).first)
            #expect(found.candidates.map(\.cause.code) == ["clientCertificateRefused"], "\(line)")
            let candidate = try #require(found.candidates.first)
            #expect(candidate.headline.english.contains(headline), "\(candidate.headline)")
            #expect(candidate.advice?.english.contains("log") == false, "\(line)")
            #expect(candidate.remedies.map(\.way) == (isMendedAtServer ? [way] : []), "\(line)")
            let decision = found.decision(about: candidate).arguments
            #expect((decision == ["inspect", "FILE"]) == !isMendedAtServer, "\(decision)")
        }
    }

    /// X509_STORE_CTX_get_error(3): 19 is X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, "the certificate chain could be built
    /// up using the untrusted certificates but no suitable trust anchor … could be found".
    @Test(
        "npm and Git are said to speak, with what a root of nobody's often is",
        arguments: [
            (
                "npm error code SELF_SIGNED_CERT_IN_CHAIN\nnpm error self-signed certificate in certificate chain",
                "npm", "npm config set cafile ca.pem"
            ),
            (
                "fatal: unable to access 'https://git.example.com/x/': SSL certificate problem: self-signed "
                    + "certificate in certificate chain", "git",
                "git config --global http.https://git.example.com/.sslCAInfo ca.pem"
            ),
            ("SELF_SIGNED_CERT_IN_CHAIN", "openssl", "openssl s_client -CAfile ca.pem …"),
        ])
    func inspection(_ line: String, _ program: String, _ way: String) throws {
        let found = try #require(explainer.explanations(of: line).first)
        let candidate = try #require(found.candidates.first)
        #expect(found.program == program && candidate.cause.code == "noAnchor", "\(found.program)")
        #expect(candidate.remedies.contains { $0.way == way }, "\(candidate.remedies.map(\.way))")
        #expect(candidate.meaning?.english.contains("a proxy that inspects TLS") == true)
        #expect(candidate.meaning?.chinese.contains("检查 TLS 流量") == true)
    }

    @Test("no setting mends an end, a weak key or a revocation")
    func none() {
        for line in [
            "curl: (60) SSL certificate problem: certificate has expired", "EE certificate key too weak",
            "curl: (60) SSL certificate problem: certificate revoked", "SEC_ERROR_EXPIRED_CERTIFICATE",
        ] {
            let found = explainer.explanations(of: line)
            #expect(!found.isEmpty)
            for candidate in found.flatMap(\.candidates) where candidate.cause.code != "issuerNotFound" {
                #expect(candidate.remedies.isEmpty, "\(line): \(candidate.cause.code)")
            }
        }
    }

    @Test("every program whose lines are known can be given an authority, but for libraries and alerts")
    func complete() {
        let programs = Set(explainer.table.rows.map(\.program)).subtracting(["tls", "boringssl"])
        let given = Set(explainer.remedies.rows.filter { $0.need == .authority }.flatMap { words(of: $0) })
        #expect(programs.subtracting(given).isEmpty, "\(programs.subtracting(given))")
        for row in explainer.remedies.rows {
            #expect(row.words.chinese.unicodeScalars.contains { (0x4e00...0x9fff).contains($0.value) }, "\(row.way)")
            #expect(row.words.english.utf8.allSatisfy { $0 < 0x80 } && !row.source.isEmpty, "\(row.way)")
        }
    }

    private func words(of remedy: Remedy) -> [String] {
        explainer.table.rows.map(\.program).filter { program in remedy.explains(program) }
    }

    /// The switches by which the same programs stop checking, by their documentation.
    @Test("nothing in the table switches a check off")
    func nothingOff() {
        let switches = [
            "--insecure", "-k ", "sslVerify", "GIT_SSL_NO_VERIFY", "verify=False", "_create_unverified_context",
            "check_hostname", "CERT_NONE", "trusted-host", "PYTHONHTTPSVERIFY", "InsecureSkipVerify",
            "NODE_TLS_REJECT_UNAUTHORIZED", "rejectUnauthorized", "strict-ssl", "no-check-certificate", "--no-ca",
            "VERIFY_NONE", "verify_peer", "proxy_ssl_verify off", "SSLProxyVerify none", "SSLVerifyClient none",
            "SSLProxyCheckPeer", "CertificateValidationCallback", "DangerousAccept", "dangerous", "TrustAllCerts",
            "hostnameVerifier", "ignore-certificate-errors", "NSAllowsArbitraryLoads", "cleartextTrafficPermitted",
            "SSL_verify_mode", "--allow-insecure-host", "assert_hostname",
        ]
        for row in explainer.remedies.rows {
            for text in [row.way, row.words.english, row.words.chinese] {
                for word in switches {
                    #expect(!text.contains(word), "\(word): \(text)")
                }
            }
        }
    }

    @Test("the text has them once, in both languages; the JSON with each cause")
    func shown() throws {
        let line = "curl: (60) SSL certificate problem: unable to get local issuer certificate"
        for (language, title, note) in [
            ("en", "in curl", "takes the place of"), ("zh-Hans", "curl 中", "取代原有的颁发机构"),
        ] {
            let run = try CommandRun("holdfast", ["explain", line, "--language", language], in: Folder())
            #expect(run.output.components(separatedBy: "curl --cacert ca.pem").count == 2, "\(run.output)")
            #expect(run.output.contains("    \(title) ") && run.output.contains(note), "\(run.output)")
        }
        let json = try CommandRun("holdfast", ["explain", line, "--json"], in: Folder()).output
        #expect(json.components(separatedBy: "curl --cacert ca.pem").count == 3, "\(json)")
    }
}
