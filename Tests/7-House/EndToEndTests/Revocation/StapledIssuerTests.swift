import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import Testing

/// Responses that a server staples for the authorities below the root.
///
/// RFC 8446 §4.4.2.1: "In TLS 1.3, the server's OCSP information is carried in an extension in the CertificateEntry
/// containing the associated certificate", so that each certificate may have its own.
@Suite("Staples of intermediates")
struct StapledIssuerTests {
    private let service: RevocationService
    private let chain: [[UInt8]]
    private let leaf: [UInt8]
    private let engine = TrustEngine()

    init() throws {
        service = try RevocationService()
        let identity = try service.identity()
        chain = identity.chain
        leaf = try service.response(about: identity)
    }

    private func staple(_ status: SingleResponse.CertStatus) throws -> [UInt8] {
        let root = service.bench.root
        let intermediate = try Certificate(der: service.bench.intermediate.certificate)
        var template = OCSPResponseTemplate(at: service.bench.now)
        template.nextUpdate = service.bench.now.advanced(byDays: 1)
        template.answer(try root.certID(for: intermediate.serialNumber), status)
        return try root.issue(template)
    }

    private func verdict(_ staples: [[UInt8]], _ mode: RevocationChecking = .hard) throws -> FindingCode? {
        var policy = service.bench.trusting(try ServerName(Loopback.host))
        policy.revocation = mode
        let trust = try ServerTrust(derChain: chain, stapledOCSP: leaf, issuersStapledOCSP: staples)
        do throws(TrustFailure) {
            let proof = try engine.evaluate(trust, with: policy, at: service.bench.now)
            // The last one is the anchor's, of which nobody asks.
            #expect(proof.revocation == [.good, .good, .notChecked])
            return nil
        } catch {
            return error.cause.code
        }
    }

    @Test("what both staples prove is known; without the intermediate's, hard refuses")
    func good() throws {
        #expect(try verdict([staple(.good)]) == nil)
        // The engine remembers verdicts: this is another question.
        #expect(try verdict([]) == .revocationUnknown)
        #expect(try verdict([staple(.good)]) == nil)
    }

    @Test("an intermediate that its staple says to be revoked is revoked, under soft too")
    func revoked() throws {
        let gone = SingleResponse.CertStatus.revoked(
            .init(revocationTime: service.bench.now.advanced(byDays: -1), revocationReason: .keyCompromise))
        for mode in [RevocationChecking.soft, .hard] { #expect(try verdict([staple(gone)], mode) == .revoked) }
    }

    @Test("one that cannot be read says nothing, and is told")
    func malformed() throws {
        #expect(try verdict([[1, 2, 3]]) == .revocationUnknown)
        #expect(try verdict([[1, 2, 3], staple(.good)]) == nil)
    }

    @Test("ten are looked at, more than any path has authorities")
    func many() throws {
        let noise = [[UInt8]](repeating: [0x30, 0], count: 9)
        #expect(try verdict(noise + [staple(.good)]) == nil)
        #expect(try verdict(noise + [[0x30, 0], staple(.good)]) == .revocationUnknown)
    }
}
