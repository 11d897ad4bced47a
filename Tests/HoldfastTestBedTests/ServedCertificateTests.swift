import HoldfastAuthority
import HoldfastX509
import Testing
import PeerPrograms

@testable import HoldfastTestBed

/// What each server really serves, as `openssl s_client` sees it.
@Suite struct ServedCertificateTests {
    private static let withTLS = TestBed.catalogue.filter { $0.expectedExit != 4 && $0.expectedExit != 7 }

    /// Byte for byte the chain that the lab writes to a file.
    @Test(arguments: withTLS.map(\.name).filter { $0 != "broken-der" })
    func sendsTheChainThatItSays(_ name: String) throws {
        let server = try TestBed.start(name)
        let peer = try Peer.sClient(server.port, ["-showcerts", "-servername", server.host])
        let sent = try PEM.blocks(in: Array(peer.output.utf8)[...]).filter { $0.label == "CERTIFICATE" }
        #expect(sent.map(\.contents) == server.chain, "\(peer.all)")
        #expect(server.waitUntilIdle())
        #expect(server.handshakesCompleted == 1)
        #expect(server.applicationBytesReceived == 0)
    }

    /// What OpenSSL's own verification says, on the same anchors and the same name: the numbers are `X509_V_ERR_…`.
    /// Where it differs from what is expected of us, the reason is in the row.
    @Test func isJudgedByOpenSSLAsItShouldBe() throws {
        let rows: [(name: String, errors: Set<Int>)] = [
            ("good", []), ("good-rsa", []), ("sni", []), ("self-signed-anchor", []),
            // Certificate has expired; not yet valid.
            ("expired", [10]), ("not-yet-valid", [9]), ("expired-since", []),
            // Self-signed certificate; self-signed certificate in certificate chain.
            ("self-signed", [18]), ("untrusted-root", [19]),
            // Unable to get local issuer certificate; unable to verify the first certificate.
            ("unknown-issuer", [20]), ("missing-intermediate", [20, 21]),
            // Hostname mismatch. OpenSSL still looks at the common name (X509_check_host).
            ("wrong-name", [62]), ("wildcard", [62]), ("common-name-only", []),
            // Unsuitable certificate purpose.
            ("wrong-eku", [26]),
            // Invalid CA certificate; its purpose, since it is no CA; key usage without certificate signing.
            ("leaf-as-ca", [79, 26, 32]),
            // Certificate signature failure; CA signature digest algorithm too weak.
            ("bad-signature", [7]), ("sha1", [68]),
            // OpenSSL takes any octet but 0 for TRUE.
            ("lax-der", []),
        ]
        for row in rows {
            let server = try TestBed.start(row.name)
            let folder = try Folder()
            let anchors = try folder.write(server.anchorsPEM, to: "anchors.pem")
            var arguments = [
                "-servername", server.host, "-CAfile", anchors, "-verify_hostname", server.host, "-purpose",
                "sslserver", "-x509_strict",
            ]
            if row.name == "self-signed-anchor" { arguments.append("-partial_chain") }
            if let at = server.at { arguments += ["-attime", "\(at.secondsSince1970)"] }
            let peer = try Peer.sClient(server.port, arguments)
            let errors = peer.errors.matches(of: /verify error:num=(\d+):/).compactMap { Int($0.1) }
            #expect(Set(errors) == row.errors, "\(row.name): \(peer.all)")
            #expect(peer.output.contains("Verify return code: 0 (ok)\n") == errors.isEmpty, "\(row.name): \(peer.all)")
        }
        #expect(Set(rows.map(\.name)).union(["broken-der"]) == Set(Self.withTLS.map(\.name)))
    }

    @Test func servesTheOtherCertificateToWhoDoesNotSayTheName() throws {
        let server = try TestBed.start("sni")
        for (arguments, subject) in [
            (["-servername", server.host], server.host), (["-noservername"], "default.holdfast.test"),
            (["-servername", "unknown.test"], "default.holdfast.test"),
        ] {
            let peer = try Peer.sClient(server.port, arguments)
            #expect(peer.output.contains("subject=CN = \(subject)\n"), "\(arguments): \(peer.all)")
        }
    }

    /// Certificates that say the wrong time say the right wrong one.
    @Test func isIssuedRelativeToTheMomentItIsMadeFor() throws {
        let moment = try #require(Instant(rfc3339: "2031-05-06T07:08:09Z"))
        let rows: [(name: String, notBefore: String, notAfter: String)] = [
            ("good", "2031-05-05T07:08:09Z", "2031-06-15T07:08:09Z"),
            ("expired", "2031-01-29T07:08:09Z", "2031-04-29T07:08:09Z"),
            ("not-yet-valid", "2031-05-13T07:08:09Z", "2031-06-22T07:08:09Z"),
            ("expired-since", "2031-05-05T07:08:09Z", "2031-05-06T06:08:09Z"),
        ]
        for row in rows {
            let server = try TestBed.start(row.name, at: moment)
            let leaf = try Certificate(der: try #require(server.chain?.first))
            #expect(leaf.validity.notBefore.instant.description == row.notBefore, "\(row.name)")
            #expect(leaf.validity.notAfter.instant.description == row.notAfter, "\(row.name)")
            let judged = server.at ?? moment
            #expect(leaf.validity.contains(judged) == (server.entry.expectedExit == 0), "\(row.name)")
        }
    }

    /// Each deviation is there, and nothing else deviates: read from the certificates with our own parser.
    @Test func deviatesInOneWay() throws {
        func leaf(_ name: String) throws -> Certificate {
            try Certificate(der: try #require(try TestBed.start(name).chain?.first))
        }
        #expect(try leaf("common-name-only").subjectAlternativeName == nil)
        #expect(try leaf("common-name-only").subject.commonName == "common-name-only.holdfast.test")
        #expect(try leaf("wrong-eku").extendedKeyUsage == [.clientAuth])
        #expect(try leaf("sha1").signatureAlgorithm == .ecdsa(.sha1))
        #expect(try leaf("good-rsa").signatureAlgorithm == .rsaPKCS1(.sha256))
        #expect(try leaf("good-rsa").subjectPublicKeyInfo.bits == 2048)
        #expect(try leaf("self-signed").isSelfIssued)
        #expect(throws: DERError.self) { try leaf("lax-der") }
        #expect(throws: DERError.self) { try leaf("broken-der") }
    }
}
