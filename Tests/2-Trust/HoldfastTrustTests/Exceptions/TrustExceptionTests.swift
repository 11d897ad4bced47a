import HoldfastTrust
import HoldfastX509
import Testing

@Suite("What an exception may be")
struct TrustExceptionTests {
    private static let fingerprint = [UInt8](repeating: 7, count: 32)

    private func make(
        certificate: [UInt8] = fingerprint, codes: Set<FindingCode> = [.expired], days: Int64 = 1, note: String? = nil
    ) throws(TrustExceptionError) -> TrustException {
        guard let host = try? ServerName(TestChain.host) else { throw .noCodes }
        return try TrustException(
            certificate: certificate, host: host, codes: codes, createdAt: TestChain.moment,
            until: TestChain.moment.advanced(byDays: days), note: note)
    }

    @Test("no code that nobody may override", arguments: FindingCode.all)
    func codes(code: FindingCode) throws {
        // Revoked, pin mismatch, malformed and bad signature can't be excepted; a work limit is no verdict at all.
        let never: Set<FindingCode> = [
            .revoked, .pinMismatch, .pinsExpired, .malformedCertificate, .badSignature, .workLimit, .anchorRejected,
        ]
        if never.contains(code) {
            #expect(throws: TrustExceptionError.notExceptable([code])) { try make(codes: [code]) }
            #expect(throws: TrustExceptionError.notExceptable([code])) { try make(codes: [.expired, code]) }
        } else {
            #expect(try make(codes: [code]).codes == [code])
        }
    }

    @Test("a set of codes, a SHA-256, an end within 398 days, a short note")
    func bounds() throws {
        #expect(throws: TrustExceptionError.noCodes) { try make(codes: []) }
        #expect(throws: TrustExceptionError.notAFingerprint(bytes: 20)) {
            try make(certificate: Array(repeating: 7, count: 20))
        }
        let (start, latest) = (TestChain.moment, TestChain.moment.advanced(byDays: 398))
        #expect(throws: TrustExceptionError.endsBeforeItBegins(start)) { try make(days: 0) }
        #expect(throws: TrustExceptionError.endsTooLate(start.advanced(byDays: 399), latest: latest)) {
            try make(days: 399)
        }
        #expect(try make(days: 398).until == latest)
        #expect(throws: TrustExceptionError.noteTooLong) { try make(note: String(repeating: "ü", count: 201)) }
        #expect(try make(note: String(repeating: "ü", count: 200)).note != nil)
    }

    @Test("no wildcard: it is no server's name")
    func wildcard() {
        #expect(throws: ServerNameError.self) { try ServerName("*.holdfast.test") }
    }

    @Test("it holds from its making until before its end")
    func inForce() throws {
        let exception = try make()
        #expect(exception.isInForce(at: exception.createdAt))
        #expect(!exception.isInForce(at: exception.createdAt.advanced(bySeconds: -1)))
        #expect(exception.isInForce(at: exception.until.advanced(bySeconds: -1)))
        #expect(!exception.isInForce(at: exception.until))
    }
}
