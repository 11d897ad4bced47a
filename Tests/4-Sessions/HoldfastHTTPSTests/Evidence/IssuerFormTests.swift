import HoldfastAuthority
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastHTTPS

/// What is read of an answer that is to be an issuer: only what is known to be a form of one.
@Suite("Forms of issuers", .ownThread)
struct IssuerFormTests {
    private let bench: EvidenceBench

    init() throws { bench = try EvidenceBench() }

    @Test("octets behind the certificate that are no line end are refused, and a certificate in BER too")
    func strict() throws {
        let certificate = bench.issuer.certificate
        #expect(try IssuerForms.certificates(in: certificate) == [certificate])
        #expect(try IssuerForms.certificates(in: certificate + [0x0A]) == [certificate])
        for bad in [certificate + [0x20], certificate + [0x0A, 0x30], certificate + certificate, [], [0x0A]] {
            #expect(throws: DERError.self) { try IssuerForms.certificates(in: bad) }
        }
        // RFC 5280 §4.1 has certificates in DER.
        try #require(certificate[1] == 0x82, "two octets of length")
        let body = certificate.dropFirst(4)
        #expect(throws: DERError.self) { try IssuerForms.certificates(in: [0x30, 0x80] + body + [0, 0]) }
    }

    @Test("PEM without a certificate, and with more than a message may have, is refused")
    func pem() throws {
        let key = PEMBlock(label: "PUBLIC KEY", contents: [0x30, 0])
        let one = PEMBlock(.certificate, contents: bench.issuer.certificate)
        #expect(throws: DERError.self) { try IssuerForms.certificates(in: Array(key.encoded.utf8)) }
        #expect(throws: DERError.self) { try IssuerForms.certificates(in: Array("-----BEGIN CERTIFICATE-----\n".utf8)) }
        #expect(try IssuerForms.certificates(in: Array((key.encoded + one.encoded).utf8)).count == 1)
        let most = CertificateBundle.maximumCertificates
        for (count, isTaken) in [(most, true), (most + 1, false)] {
            let file = Array(String(repeating: one.encoded, count: count).utf8)
            #expect(((try? IssuerForms.certificates(in: file)) != nil) == isTaken)
        }
    }
}
