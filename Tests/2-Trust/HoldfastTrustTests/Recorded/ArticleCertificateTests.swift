import Foundation
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// The certificate that the articles make with `openssl`, recorded as version 1 (Vectors/articles/make).
@Suite("The articles' own certificate", .ownThread)
struct ArticleCertificateTests {
    private static let moment = Instant(secondsSince1970: 1_796_083_200)  // 2026-12-01T00:00:00Z
    /// rsaCert.cer: "openssl x509 -in rsaCert.crt -out rsaCert.cer -outform der".
    private let anchor: Certificate
    /// public_key.der: "openssl x509 -outform der -in rsaCert.crt -out public_key.der".
    private let presented: Certificate

    init() throws {
        let folder = ProjectFolder.top.appendingPathComponent("Vectors/articles")
        func read(_ name: String) throws -> Certificate {
            let bytes = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
            return try Certificate(der: try #require(try EncodedObject.certificates(in: bytes).first))
        }
        anchor = try read("rsaCert.cer")
        presented = try read("public_key.der")
    }

    private func errors(_ policy: TrustPolicy) throws -> Set<FindingCode> {
        do {
            let proof = try TrustEngine().evaluate(
                try ServerTrust(presentedChain: [presented]), with: policy, at: Self.moment)
            #expect(proof.result == .unspecified)
            return []
        } catch {
            return Set((error as? TrustFailure)?.errors.map(\.code) ?? [])
        }
    }

    @Test("'public_key.der' is the certificate, of version 1, with an RSA key of 1024 bits")
    func contents() {
        #expect(presented.version == .v1)
        #expect(presented.subjectPublicKeyInfo.bits == 1024)
        #expect(presented.subjectAlternativeName == nil)
        // Both commands write rsaCert.crt in another form, and the same one: that is why the articles' check succeeds.
        #expect(presented.bytes == anchor.bytes)
    }

    @Test("with its anchor, as a chain alone, it is trusted; without, self-signed")
    func basic() throws {
        var policy = TrustPolicy.basicX509
        policy.anchors = .only([anchor])
        #expect(try errors(policy) == [])
        policy.anchors = .only([presented])
        #expect(try errors(policy) == [])
        policy.anchors = .only([])
        #expect(try errors(policy) == [.selfSignedNotAnchor, .weakKey])
    }

    @Test("as a server's without the anchor, everything that is wrong with it is said")
    func server() throws {
        var policy = TrustPolicy.ssl(try ServerName("www.holdfast.test"))
        policy.anchors = .only([])
        #expect(
            try errors(policy) == [
                .selfSignedNotAnchor, .unsupportedVersion, .weakKey, .missingSubjectAltName, .hostMismatch,
            ])
    }
}
