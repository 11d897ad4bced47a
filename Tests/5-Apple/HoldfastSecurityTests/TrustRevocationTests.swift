import Foundation
import HoldfastAuthority
import HoldfastSecurity
import HoldfastX509
import Testing

/// What a trust object makes of OCSP responses that it was given (RFC 6960), with a policy about revocation and
/// without.
@Suite("SecTrust: revocation by what was given")
struct TrustRevocationTests {
    let test: TrustFixture
    let chain: [SecCertificate]

    init() throws {
        test = try TrustFixture()
        chain = try test.chain()
    }

    private func response(
        _ status: SingleResponse.CertStatus, of certificate: SecCertificate, by authority: CertificateAuthority
    ) throws -> Data {
        let read = try Certificate(der: Array(SecCertificateCopyData(certificate) as Data))
        var template = OCSPResponseTemplate(at: TrustFixture.moment)
        template.answer(try authority.certID(for: read.serialNumber), status)
        return Data(try authority.issue(template))
    }

    private static let revoked = SingleResponse.CertStatus.revoked(
        SingleResponse.RevokedInfo(
            revocationTime: TrustFixture.moment.advanced(byDays: -1), revocationReason: .keyCompromise))

    private static func revocation(_ flags: CFOptionFlags) throws -> SecPolicy {
        try #require(SecPolicyCreateRevocation(kSecRevocationOCSPMethod | flags))
    }

    @Test("revoked: refused for good, with and without a policy about revocation, one response or an array")
    func revoked() throws {
        let response = try response(Self.revoked, of: chain[0], by: test.intermediate)
        for policies in [[TrustFixture.ssl], [TrustFixture.ssl, try Self.revocation(0)], [try Self.revocation(0)]] {
            for given in [response as CFData, [Data([1]), response] as CFArray] as [CFTypeRef] {
                let trust = try test.trust(chain, policies: policies)
                #expect(TrustFixture.code(trust) == nil)
                #expect(SecTrustSetOCSPResponse(trust, given) == errSecSuccess)
                #expect(TrustFixture.code(trust) == errSecCertificateRevoked)
                #expect(TrustFixture.result(trust) == .fatalTrustFailure)
                #expect(SecTrustCopyExceptions(trust) == nil)
                let values = SecTrustCopyResult(trust) as? [String: Any]
                #expect(values?[kSecTrustResultValue as String] as? UInt32 == 6)
                SecTrustSetOCSPResponse(trust, nil)
                #expect(TrustFixture.code(trust) == nil)
            }
        }
    }

    @Test("a positive response is one for every certificate below the anchor")
    func positive() throws {
        let leaf = try response(.good, of: chain[0], by: test.intermediate)
        let authority = try response(.good, of: chain[1], by: test.root)
        let policies = [TrustFixture.ssl, try Self.revocation(kSecRevocationRequirePositiveResponse)]
        let trust = try test.trust(chain, policies: policies)
        #expect(TrustFixture.code(trust) == errSecIncompleteCertRevocationCheck)
        SecTrustSetOCSPResponse(trust, leaf as CFData)
        #expect(TrustFixture.code(trust) == errSecIncompleteCertRevocationCheck)
        SecTrustSetOCSPResponse(trust, [leaf, authority] as CFArray)
        #expect(TrustFixture.code(trust) == nil)
        let values = SecTrustCopyResult(trust) as? [String: Any]
        #expect(values?[kSecTrustRevocationChecked as String] as? Bool == true)
    }

    @Test("what somebody else signed says nothing")
    func stranger() throws {
        let stranger = try CertificateAuthority.root(name: "Test Intermediate", at: TrustFixture.moment)
        let trust = try test.trust(chain)
        SecTrustSetOCSPResponse(trust, try response(Self.revoked, of: chain[0], by: stranger) as CFData)
        #expect(TrustFixture.code(trust) == nil)
    }
}
