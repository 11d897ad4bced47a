import HoldfastAuthority
import HoldfastHTTP
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastHTTPS

@Suite("Questions about revocation, as they are sent and answered", .ownThread)
struct EvidenceQuestionTests {
    private let bench: EvidenceBench

    init() throws { bench = try EvidenceBench() }

    private static func nonce(_ byte: UInt8, _ count: Int = 32) -> OCSPNonce? {
        OCSPNonce([UInt8](repeating: byte, count: count))
    }

    /// RFC 9654 §2.1: "Nonce ::= OCTET STRING (SIZE(1..128))".
    @Test("a nonce goes by POST, and a question without one by GET")
    func sending() throws {
        let question = try bench.asking()
        let bound = try bench.asking(nonce: true)
        #expect(!question.isAskedAnew && bound.isAskedAnew)
        let plain = try question.request(nonce: nil, unless: nil)
        #expect(plain.method == "GET")
        let sent = try question.request(nonce: Self.nonce(7), unless: nil)
        #expect(sent.method == "POST")
        #expect(try OCSPRequest(reading: #require(sent.body)).nonce == Self.nonce(7))
        // A list has no question, whatever is configured.
        #expect(!(try bench.list()).isAskedAnew)
    }

    /// RFC 5280 §5.3.1: reasonCode 7 is "not used". One entry that has it is no reason to take the list for none.
    @Test("a list with a reason that does not exist is read, and revokes")
    func unknownReason() throws {
        var template = RevocationListTemplate(at: EvidenceBench.now)
        template.entries = [
            RevokedCertificate(
                bench.certificate.serialNumber, revocationDate: Time(EvidenceBench.now),
                further: [Extension(.cRLReason, value: [0x0A, 1, 7])])
        ]
        guard case .revocationList(.list(let list)) = try bench.list().read(bench.issuer.issue(template)) else {
            Issue.record("no list")
            return
        }
        #expect(list.revokedCertificates.last(bench.certificate.serialNumber)?.entry.reasonCode?.rawValue == 7)
    }

    /// RFC 6960 §4.4.1; responders that sign in advance do not repeat a nonce (RFC 5019 §4).
    @Test("a response with another nonce is refused; with the same, or with none, it is taken")
    func nonces() throws {
        let question = try bench.asking(nonce: true)
        #expect(throws: Never.self) { try question.read(bench.response(nonce: Self.nonce(7)), nonce: Self.nonce(7)) }
        #expect(throws: Never.self) { try question.read(bench.response(), nonce: Self.nonce(7)) }
        for other in [Self.nonce(8), Self.nonce(7, 31), Self.nonce(7, 128)] {
            let error = #expect(throws: EvidenceFetchError.self) {
                try question.read(bench.response(nonce: other), nonce: Self.nonce(7))
            }
            #expect(error.map { "\($0.statement)" }?.contains("nonce of another question") == true)
        }
        // Who has sent none is answered by what was made for somebody else, which its signature and dates bound.
        #expect(throws: Never.self) { try bench.asking().read(bench.response(nonce: Self.nonce(8))) }
    }

    /// A nonce of no octets, or of more than 128, is none: the response is then to somebody else's question.
    @Test("a nonce that no one may send is not ours", arguments: [0, 129])
    func lengths(count: Int) throws {
        var writer = DERWriter()
        writer.octetString([UInt8](repeating: 7, count: count)[...])
        var template = OCSPResponseTemplate(at: EvidenceBench.now)
        template.additionalExtensions = [Extension(.ocspNonce, value: writer.bytes)]
        template.answer(try bench.issuer.certID(for: bench.certificate.serialNumber), .good)
        let response = try bench.issuer.issue(template)
        #expect(throws: EvidenceFetchError.self) { try bench.asking(nonce: true).read(response, nonce: Self.nonce(7)) }
    }

    @Test("marks of a list that is at hand go with the question, and into no other field")
    func conditions() throws {
        let marks = EvidenceValidators(entityTag: "\"a\"", lastModified: "Mon, 01 Jun 2026 08:00:00 GMT")
        let request = try bench.list().request(nonce: nil, unless: marks)
        #expect(request.fields.first(named: "If-None-Match") == "\"a\"")
        #expect(request.fields.first(named: "If-Modified-Since") == "Mon, 01 Jun 2026 08:00:00 GMT")
        let hostile = EvidenceValidators(entityTag: "\"a\"\r\nHost: other")
        #expect(try bench.list().request(nonce: nil, unless: hostile).fields.isEmpty)
    }

    /// X.690 §8.1.3.
    @Test("the length of an answer's outermost element is known by its first octets")
    func length() {
        let rows: [([UInt8], Int?)] = [
            ([], nil), ([0x30], nil), ([0x30, 0x00], 2), ([0x30, 0x7F], 129), ([0x30, 0x80], nil),
            ([0x30, 0x82, 0x01], nil), ([0x30, 0x82, 0x01, 0x00], 260),
            ([0x30, 0x84, 0x01, 0x00, 0x00, 0x00], 16_777_222),
            ([0x30, 0x85, 1, 1, 1, 1, 1], nil), ([0x04, 0x02], nil), ([0x2D, 0x2D], nil),
        ]
        for (head, length) in rows { #expect(EvidenceBody.elementLength(head) == length, "\(head)") }
    }
}
