import HoldfastAuthority
import HoldfastStatements
import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastDiagnostics
@testable import HoldfastTLS
@testable import HoldfastTracing

/// Timestamps of logs (RFC 6962 §3.2) as inspections and traces show them.
@Suite("Timestamps of logs in words")
struct TimestampWordsTests {
    // 1,780,300,800 seconds since 1970: 2026-06-01T08:00:00Z. 32 octets of 7, in Base64.
    private static let first = SignedCertificateTimestamp(
        .init(logID: [UInt8](repeating: 7, count: 32)[...], timestamp: 1_780_300_800_250, signature: [1, 2][...]))
    private static let second = SignedCertificateTimestamp(
        .init(
            logID: [UInt8](repeating: 0xFF, count: 32)[...], timestamp: 0, extensions: [9][...], hashAlgorithm: 2,
            signatureAlgorithm: 1, signature: [][...]))
    private static let lines = [
        "version 1, 2026-06-01T08:00:00.25Z, log BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=, ECDSA with SHA-256",
        "version 1, 1970-01-01T00:00:00Z, log //////////////////////////////////////////8=, signed by an algorithm "
            + "that logs may not have (2, 1), 1 byte of extensions",
    ]

    private func list(_ more: SignedCertificateTimestamp...) -> [UInt8] {
        SignedCertificateTimestampList([Self.first, Self.second] + more).encoded
    }

    @Test("version, time, log and algorithm; what belongs to another version nobody can tell")
    func lines() throws {
        #expect(TimestampWords.lines(of: list()[...]).map(\.english) == Self.lines)
        // RFC 6962 §3.2: `enum { v1(0), (255) } Version`.
        let later = try SignedCertificateTimestamp([1, 2, 3][...])
        #expect(
            TimestampWords.lines(of: list(later)[...]).map(\.english)
                == Self.lines + ["version 2, which is not known here: 3 bytes"])
    }

    @Test("bytes that are no list say so, with the reason")
    func broken() {
        let cut = list().dropLast()
        #expect(TimestampWords.lines(of: cut).count == 1)
        #expect(
            TimestampWords.lines(of: cut)[0].english.hasPrefix(
                "\(cut.count) bytes that are no list of timestamps: "))
        let empty = "2 bytes that are no list of timestamps: nothing where something must be"
        #expect(TimestampWords.lines(of: [0, 0][...]).map(\.english) == [empty])
    }

    @Test("in a certificate, instead of a number of bytes")
    func embedded() throws {
        let value = EmbeddedSCTList(list()[...]).der
        let sample = try Samples().leaf { $0.additionalExtensions = [Extension(.embeddedSCTList, value: value)] }
        let der = sample.certificate
        let inspection = CertificateInspection(PresentedCertificate(der: der), source: "leaf.der", index: 0)
        let entry = try #require(inspection.extensions.first { $0.oid == "1.3.6.1.4.1.11129.2.4.2" })
        #expect(entry.value == Self.lines && entry.name == "signedCertificateTimestampList")
    }

    @Test("in an answer of an OCSP response, and what cannot be read there")
    func stapled() throws {
        #expect(answer(nil).timestamps.isEmpty)
        let answer = self.answer(EmbeddedSCTList(list()[...]).der)
        #expect(answer.timestamps.map(\.english) == Self.lines)
        #expect(answer.lines.suffix(2).map(\.english) == Self.lines.map { "  timestamp: " + $0 })
        let broken = self.answer([1, 2]).timestamps.map(\.english)
        #expect(broken.count == 1 && broken[0].hasPrefix("a list of timestamps that cannot be read: "))
    }

    private func answer(_ value: [UInt8]?) -> OCSPResponseContent.Answer {
        OCSPResponseContent.Answer(
            SingleResponse(
                certID: CertID(.sha1, issuerNameHash: [1], issuerKeyHash: [2], serialNumber: SerialNumber(3)),
                certStatus: .good, thisUpdate: Instant(secondsSince1970: 1_780_300_800),
                singleExtensions: value.map { [Extension(.ocspResponseSCTList, value: $0)] }))
    }

    @Test("in a trace, a field for each")
    func traced() {
        let one = HelloExtension(.signedCertificateTimestamp, list()[...], in: .certificate)
        let field = ExtensionFields.of([one]).fields[0]
        #expect(field.name == "signed_certificate_timestamp" && field.value == "2")
        #expect(field.fields.map(\.value) == Self.lines && Set(field.fields.map(\.name)) == ["timestamp"])
    }
}
