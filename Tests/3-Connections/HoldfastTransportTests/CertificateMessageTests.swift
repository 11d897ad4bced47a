import HoldfastTLS
import Testing

/// RFC 5246 §7.4.2: `opaque ASN.1Cert<1..2^24-1>; struct { ASN.1Cert certificate_list<0..2^24-1>; } Certificate;`
/// RFC 8446 §4.4.2: a request context before, extensions after each certificate.
@Suite("Certificate message")
struct CertificateMessageTests {
    /// Two certificates, AA BB and CC.
    private static let tls12: [UInt8] = [0, 0, 9, 0, 0, 2, 0xaa, 0xbb, 0, 0, 1, 0xcc]
    private static let tls13: [UInt8] = [0, 0, 0, 13, 0, 0, 2, 0xaa, 0xbb, 0, 0, 0, 0, 1, 0xcc, 0, 0]

    @Test("both forms are read in their order")
    func forms() throws {
        for (bytes, form) in [(Self.tls12, ServerCertificates.Form.tls12), (Self.tls13, .tls13)] {
            let message = try ServerCertificates(bytes, form: form)
            #expect(message.certificates == [[0xaa, 0xbb], [0xcc]])
            #expect(message.stapledOCSP == nil && message.signedCertificateTimestamps == nil)
        }
    }

    @Test("an empty list is read as one: whoever judges decides")
    func emptyList() throws {
        #expect(try ServerCertificates([0, 0, 0], form: .tls12).certificates.isEmpty)
        #expect(try ServerCertificates([0, 0, 0, 0], form: .tls13).certificates.isEmpty)
    }

    @Test("the first certificate's staple and timestamps are read, others are not taken for them")
    func evidence() throws {
        let staple: [UInt8] = [0, 5, 0, 6, 1, 0, 0, 2, 0x30, 0x00]
        let timestamps: [UInt8] = [0, 18, 0, 3, 0, 1, 0x77]
        let first: [UInt8] = [0, 0, 1, 0xaa, 0, 17] + staple + timestamps
        let second: [UInt8] = [0, 0, 1, 0xbb, 0, 10, 0, 5, 0, 6, 1, 0, 0, 2, 0x31, 0x00]
        let list = first + second
        let message = try ServerCertificates([0, 0, 0, UInt8(list.count)] + list, form: .tls13)
        #expect(message.stapledOCSP == [0x30, 0x00])
        #expect(message.signedCertificateTimestamps == [0, 1, 0x77])
        #expect(message.issuersStapledOCSP == [[0x31, 0x00]])
    }

    /// RFC 8446 §4.4.2.1: the body is a CertificateStatus, in "the CertificateEntry containing the associated
    /// certificate".
    @Test("staples of the others are read in their order; one without its form is carried on, so that it is told of")
    func others() throws {
        func entry(_ status: [UInt8]?) -> [UInt8] {
            let extensions = status.map { [0, 5, 0, UInt8($0.count)] + $0 } ?? []
            return [0, 0, 1, 0xaa, 0, UInt8(extensions.count)] + extensions
        }
        let list = entry(nil) + entry([1, 0, 0, 1, 0x30]) + entry(nil) + entry([2, 0, 0, 1, 0x31]) + entry([1, 0])
        let message = try ServerCertificates([0, 0, 0, UInt8(list.count)] + list, form: .tls13)
        #expect(message.stapledOCSP == nil && message.certificates.count == 5)
        #expect(message.issuersStapledOCSP == [[0x30], [2, 0, 0, 1, 0x31], [1, 0]])
    }

    @Test("no cut of a message is a message")
    func truncated() {
        for (bytes, form) in [(Self.tls12, ServerCertificates.Form.tls12), (Self.tls13, .tls13)] {
            for length in 0..<bytes.count {
                #expect(throws: CertificateMessageError.self, "\(form) cut to \(length)") {
                    try ServerCertificates(Array(bytes.prefix(length)), form: form)
                }
            }
        }
    }

    struct Attack: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let form: ServerCertificates.Form
        let bytes: [UInt8]
        let reason: CertificateMessageError.Reason
        let offset: Int
    }

    @Test(
        "what is not exactly a message is refused, with the place",
        arguments: [
            Attack(
                testDescription: "a byte after the list", form: .tls12, bytes: tls12 + [0], reason: .trailingBytes,
                offset: 12),
            Attack(
                testDescription: "a byte after the list, 1.3", form: .tls13, bytes: tls13 + [0],
                reason: .trailingBytes, offset: 17),
            Attack(
                testDescription: "a certificate longer than its list", form: .tls12,
                bytes: [0, 0, 4, 0, 0, 2, 0xaa], reason: .truncated, offset: 6),
            Attack(
                testDescription: "a certificate of no bytes", form: .tls12, bytes: [0, 0, 3, 0, 0, 0],
                reason: .emptyCertificate, offset: 3),
            Attack(
                testDescription: "a request context", form: .tls13, bytes: [1, 9, 0, 0, 0], reason: .requestContext,
                offset: 0),
            Attack(
                testDescription: "a 1.2 message in 1.3", form: .tls13, bytes: tls12, reason: .truncated, offset: 4),
            Attack(
                testDescription: "a 1.3 message in 1.2", form: .tls12, bytes: tls13, reason: .trailingBytes,
                offset: 3),
            Attack(
                testDescription: "an extension twice", form: .tls13,
                bytes: [0, 0, 0, 14, 0, 0, 1, 0xaa, 0, 8, 0, 5, 0, 0, 0, 5, 0, 0], reason: .repeatedExtension,
                offset: 14),
            Attack(
                testDescription: "a staple of another type than ocsp", form: .tls13,
                bytes: [0, 0, 0, 15, 0, 0, 1, 0xaa, 0, 9, 0, 5, 0, 5, 2, 0, 0, 1, 0x30], reason: .badStatus,
                offset: 14),
            Attack(
                testDescription: "a staple with bytes after it", form: .tls13,
                bytes: [0, 0, 0, 16, 0, 0, 1, 0xaa, 0, 10, 0, 5, 0, 6, 1, 0, 0, 1, 0x30, 0], reason: .trailingBytes,
                offset: 19),
        ])
    func attacks(attack: Attack) {
        do {
            let message = try ServerCertificates(attack.bytes, form: attack.form)
            Issue.record("\(message)")
        } catch {
            #expect(error == .init(reason: attack.reason, offset: attack.offset))
        }
    }
}
