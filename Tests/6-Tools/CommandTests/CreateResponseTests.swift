import Foundation
import PeerPrograms
import TestSupport
import Testing

/// The responses of `holdfast create ocsp`: verified by OpenSSL, and followed by `evaluate`.
@Suite(.ownThread)
struct CreateResponseTests {
    /// RFC 6960 §2.2 has the three; `evaluate` ends with 0 for what is trusted, 25 for what is not known.
    @Test(
        "Each status, by the authority and by a responder in its place, by SHA-1 and SHA-256: OpenSSL reads the same",
        arguments: ["sha1", "sha256"])
    func statuses(_ digest: String) throws {
        let run = try CreateTests.shell(
            """
            "$holdfast" create leaf --usage ocsp --name Responder --ca ca.pem --ca-key ca.key --out r.pem --key r.key
            revoked='--status revoked --reason keyCompromise --revoked-at 2026-01-02T03:04:05Z'
            for signer in '--ca-key ca.key' '--responder r.pem --responder-key r.key'; do
              for status in '--status good' "$revoked" '--status unknown'; do
                "$holdfast" create ocsp --cert a.pem --ca ca.pem $signer $status --digest \(digest) --out a.ocsp --force
                openssl ocsp -respin a.ocsp -issuer ca.pem -\(digest) -cert a.pem -CAfile ca.pem -no-CApath \\
                  -no-CAstore 2>&1 | grep -v -e 'no nonce' -e Update | sed 's/^\\t//'
                "$holdfast" evaluate a.pem --host a.test --anchors-only ca.pem --ocsp a.ocsp --revocation hard --json \\
                  > seen && echo trusted || echo $? $(grep -oE '"code":"revo[a-zA-Z]*"' seen | sort -u)
              done
            done
            """, in: CreateListTests.world())
        let one = """
            Response verify OK
            a.pem: good
            trusted
            Response verify OK
            a.pem: revoked
            Reason: keyCompromise
            Revocation Time: Jan  2 03:04:05 2026 GMT
            25 "code":"revoked"
            Response verify OK
            a.pem: unknown
            25 "code":"revocationUnknown"

            """
        #expect(run.output == one + one, "\(run.output)\(run.errors)")
    }

    @Test("Times and nonce stand in the response as OpenSSL reads it; none leaves the end out")
    func fields() throws {
        let run = try CreateTests.shell(
            """
            "$holdfast" create ocsp --cert a.pem --ca ca.pem --ca-key ca.key --nonce 00112233445566778899AABBCCDDEEFF \\
              --this-update 2026-11-20T01:02:03Z --next-update 2026-11-20T04:05:06Z --at 2026-11-20T02:00:00Z \\
              --out a.ocsp
            "$holdfast" create ocsp --cert a.pem --ca ca.pem --ca-key ca.key --next-update none --out b.ocsp
            for file in a b; do openssl ocsp -respin $file.ocsp -noverify -text; done
            """, in: CreateListTests.world())
        for words in [
            "Produced At: Nov 20 02:00:00 2026 GMT", "This Update: Nov 20 01:02:03 2026 GMT",
            "Next Update: Nov 20 04:05:06 2026 GMT", "00112233445566778899AABBCCDDEEFF",
        ] { #expect(run.output.contains(words), "\(words)\n\(run.output)") }
        #expect(run.output.components(separatedBy: "Next Update").count == 2)
    }

    /// RFC 7633 §4.1: the feature is status_request, 5.
    @Test("A certificate that promises staples and names responder, list and issuer: OpenSSL prints each")
    func services() throws {
        let run = try CreateTests.shell(
            """
            "$holdfast" create leaf --san c.test --must-staple --ocsp-url http://ocsp.test/ \\
              --crl-url http://crl.test/c --issuer-url http://aia.test/ca.der --ca ca.pem --ca-key ca.key --out c.pem \\
              --key c.key
            openssl x509 -in c.pem -noout -ext tlsfeature,authorityInfoAccess,crlDistributionPoints | sed 's/^ *//' \\
              | grep -v -e ^X509v3 -e '^$' -e 'Full Name'
            """, in: CreateListTests.world())
        let lines = Set(run.output.split(separator: "\n").map(String.init))
        for words in [
            "status_request", "OCSP - URI:http://ocsp.test/", "CA Issuers - URI:http://aia.test/ca.der",
            "URI:http://crl.test/c",
        ] { #expect(lines.contains(words), "\(words)\n\(run.output)") }
    }

    @Test("What no client believes is an error, or made with --allow-refused")
    func refused() throws {
        let folder = try CreateListTests.world()
        try CreateTests.shell(
            """
            "$holdfast" create ca --name Other --out o.pem --key o.key
            "$holdfast" create leaf --usage ocsp --name Stranger --ca o.pem --ca-key o.key --out s.pem \\
              --key s.key
            """, in: folder)
        let front = "$ holdfast create ocsp --out x.ocsp --cert a.pem"
        let hint = "! hint: --allow-refused makes what will be refused\n= 2"
        try Script(
            """
            \(front) --ca o.pem --ca-key o.key
            ! holdfast: 'a.pem' is not of Other, but of Root
            \(hint)
            \(front) --ca ca.pem --responder b.pem --responder-key b.key
            ! holdfast: b.test is not for signing OCSP responses
            \(hint)
            \(front) --ca ca.pem --responder s.pem --responder-key s.key
            ! holdfast: Stranger is no responder of Root
            \(hint)
            \(front) --ca ca.pem --responder s.pem
            ! holdfast: --responder-key FILE is needed
            ! hint: 's.pem' holds no private key
            = 2
            \(front) --ca ca.pem --ca-key ca.key --responder s.pem
            ! holdfast: --ca-key does not go with --responder
            ! hint: the responder signs, not the authority
            = 2
            \(front) --ca ca.pem --ca-key ca.key --status bad
            ! holdfast: --status: 'bad' is no status
            ! hint: a certificate is good, revoked, unknown
            = 2
            \(front) --ca ca.pem --ca-key ca.key --reason superseded
            ! holdfast: --reason needs --status revoked
            ! hint: what is good has not been taken back
            = 2
            \(front) --ca ca.pem --ca-key ca.key --digest md5
            ! holdfast: --digest: 'md5' is none
            ! hint: it is sha1 or sha256
            = 2
            \(front) --ca ca.pem --ca-key ca.key --nonce 0
            ! holdfast: --nonce: '0' is no nonce
            ! hint: write 1 to 128 octets in hexadecimal (RFC 9654)
            = 2
            $ holdfast create ocsp --ca ca.pem --ca-key ca.key --out x.ocsp
            ! holdfast: create ocsp needs --cert FILE
            ! hint: name the certificate that the response speaks of
            = 2
            """
        ).run(in: folder)
        #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "x.ocsp").path))
        let run = try CreateTests.shell(
            """
            "$holdfast" create ocsp --out x.ocsp --cert a.pem --ca ca.pem --responder b.pem --responder-key b.key \\
              --allow-refused
            "$holdfast" evaluate a.pem --host a.test --anchors-only ca.pem --ocsp x.ocsp --revocation hard > seen \\
              || echo $?
            { openssl ocsp -respin x.ocsp -issuer ca.pem -cert a.pem -CAfile ca.pem -no-CApath -no-CAstore 2>&1 \\
              || true; } | grep -oE 'Response Verify Failure|missing ocspsigning usage' | sort -u
            """, in: folder)
        #expect(run.output == "25\nResponse Verify Failure\nmissing ocspsigning usage\n", "\(run.output)")
    }

    @Test("--json tells the status and the times")
    func report() throws {
        try Script(
            """
            $ holdfast create ocsp --cert a.pem --ca ca.pem --ca-key ca.key --at 2026-11-21T10:00:00Z \
            --status unknown --out a.ocsp --json
            > {"kind":"ocsp","nextUpdate":"2026-11-28T09:00:00Z","out":"a.ocsp","schema":"holdfast.created/1",\
            "status":"unknown","thisUpdate":"2026-11-21T09:00:00Z"}
            """
        ).run(in: CreateListTests.world())
    }
}
