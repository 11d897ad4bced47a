import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

@testable import HoldfastTestBed

/// What OpenSSL's own verification says of each server, on the same anchors and the same name.
///
/// The numbers are `X509_V_ERR_…`. Where it differs from what is expected of us, the reason is in the row.
@Suite(.ownThread) struct OpenSSLOpinionTests {
    private static let rows: [(names: [String], errors: Set<Int>)] = [
        // Nothing to object to.
        (
            [
                "good", "good-rsa", "good-rsa4096", "good-rsa-pss", "good-p384", "good-ed25519", "good-wildcard",
                "good-ip", "good-ipv6", "good-idn", "upper-case", "long-name", "no-subject", "sans-1000",
                "self-signed-anchor", "leaf-anchor", "intermediate-anchor", "reversed-chain", "superfluous",
                "cross-signed", "expired-cross-sign", "key-rollover", "other-spelling", "long-chain", "constrained",
                "tls12", "tls13", "client-certificate", "sni", "sni-required", "sha1-root", "expired-since",
                "no-protocol",
            ], []
        ),
        // What OpenSSL does not ask, in any of these: purposes that must be stated, authorities that serve, lifetimes,
        // serial numbers, kinds of key, and whether an agreement is a signature.
        (
            [
                "no-eku", "no-eku-apple", "ca-as-leaf", "ca-as-leaf-webpki", "long-lifetime", "long-lifetime-apple",
                "long-lifetime-webpki", "serial-zero", "serial-zero-rfc5280", "serial-negative", "serial-long",
                "ed25519-webpki", "key-usage",
            ], []
        ),
        // It asks for timestamps of logs where it is told to, with a list of its own (`-ct`), and not by itself.
        (
            [
                "ct-embedded", "ct-retired-log", "ct-none", "ct-too-few", "ct-one-operator", "ct-unknown-log",
                "ct-retired-log-late", "ct-forged", "ct-other-certificate", "ct-future",
            ], []
        ),
        // It takes any octet but 0 for TRUE.
        (["lax-der", "malformed-intermediate", "malformed-extra"], []),
        // X509_check_host looks at the common name, takes a wildcard within a label, and knows no public suffixes.
        (["common-name-only", "version1", "wildcard-partial", "wildcard-public-suffix"], []),
        // A wildcard is compared with an excluded subtree as if the asterisk were a label.
        (["constraint-excluded"], []),
        // Its limit is a depth of 100.
        (["chain-100"], []),
        // Certificate has expired: of anchors too. Not yet valid.
        (["expired", "expired-intermediate", "expired-root"], [10]), (["not-yet-valid", "root-not-yet-valid"], [9]),
        // Self-signed certificate; self-signed certificate in certificate chain.
        (["self-signed"], [18]), (["untrusted-root"], [19]),
        // Unable to get local issuer certificate; unable to verify the first certificate. A loop is not told apart.
        (["unknown-issuer", "ca-loop"], [20]),
        (["missing-intermediate", "random-intermediate", "same-name-issuer"], [20, 21]),
        // Hostname mismatch; IP address mismatch.
        (
            [
                "wrong-name", "nul-byte", "wildcard", "wildcard-parent", "wildcard-middle", "wildcard-double",
                "wildcard-bare", "wildcard-top-level",
            ], [62]
        ),
        (["ip-as-dns-name", "wrong-ip", "no-sni-default"], [64]),
        // Unsuitable certificate purpose.
        (["wrong-eku", "intermediate-eku", "intermediate-eku-apple", "key-usage-documents"], [26]),
        // Invalid CA certificate; its purpose; key usage without certificate signing; keyCertSign without cA.
        (["leaf-as-ca"], [79, 26, 32]), (["not-a-ca"], [79, 82]), (["ca-without-keycertsign"], [79, 26, 32]),
        // Path length constraint exceeded; permitted subtree violation; unhandled critical extension.
        (["path-length"], [25]), (["constraint-dns", "constraint-ip", "constraint-directory"], [47]),
        (["unknown-critical"], [34]),
        // A certificate with an extension twice is invalid as a whole, and nothing fits to it.
        (["duplicate-extension"], [20, 21, 26]),
        // Subject empty and alternative name not critical; missing authority key identifier; extensions before v3.
        (["no-subject-not-critical"], [88]), (["no-authority-key-identifier"], [85]), (["version1-extensions"], [93]),
        // Certificate signature failure; inner and outer algorithm differ.
        (["bad-signature", "impostor"], [7]), (["algorithm-mismatch"], [7, 78]),
        // CA signature digest algorithm too weak; key too weak.
        (["sha1", "sha1-intermediate", "md5"], [68]), (["rsa1024", "rsa1024-apple", "rsa1024-webpki", "rsa512"], [66]),
    ]

    @Test(arguments: rows.flatMap { row in row.names.map { ($0, row.errors) } })
    func isAsItShouldBe(_ name: String, _ expected: Set<Int>) throws {
        let server = try TestBed.start(name)
        let folder = try TemporaryFolder()
        let anchors = try folder.write(server.anchorsPEM, to: "anchors.pem")
        var arguments = ["-CAfile", anchors, "-purpose", "sslserver", "-x509_strict", "-auth_level", "2"]
        arguments += ServedCertificateTests.naming(server)
        arguments += [ServedCertificateTests.isAddress(server.host) ? "-verify_ip" : "-verify_hostname", server.host]
        // An anchor that is no root ends a path only where it is asked for.
        if ["self-signed-anchor", "leaf-anchor", "intermediate-anchor"].contains(name) {
            arguments.append("-partial_chain")
        }
        if let at = server.at { arguments += ["-attime", "\(at.secondsSince1970)"] }
        let peer = try Peer.sClient(server.port, arguments)
        let errors = peer.errors.matches(of: /verify error:num=(\d+):/).compactMap { Int($0.1) }
        #expect(Set(errors) == expected, "\(peer.all)")
    }

    @Test func isAskedOfEveryServerThatItReads() {
        let asked = Self.rows.flatMap(\.names)
        #expect(Set(asked) == Set(ServedCertificateTests.readByOpenSSL.map(\.name)))
        #expect(asked.count == Set(asked).count)
    }
}
