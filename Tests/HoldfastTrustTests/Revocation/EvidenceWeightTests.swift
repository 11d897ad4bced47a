import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// The checks of evidence have an allowance of their own, which a chain of the heaviest usual keys stays within.
@Suite("Weight of evidence", .ownThread)
struct EvidenceWeightTests {
    private static let moment = TestChain.moment

    /// Authorities on P-384 from the root down, and the server below the last one; each has a delegate that says that
    /// what it issued is good.
    private struct World {
        let root: CertificateAuthority
        let chain: [[UInt8]]
        let responses: [[UInt8]]

        init(authorities: Int) throws {
            func key() throws -> PrivateKey { try PrivateKey.generate(.p384) }
            root = try CertificateAuthority.root(name: "Root", at: moment, key: key())
            var (issuer, certificates, responses) = (root, [[UInt8]](), [[UInt8]]())
            for number in 0...authorities {
                let isServer = number == authorities
                let template =
                    isServer
                    ? TestChain.server()
                    : CertificateTemplate.intermediate(name: "CA \(number)", at: moment, pathLength: nil)
                let issued = try issuer.issue(template, key: key())
                let signer = CertificateTemplate.ocspSigner(name: "Responder \(number)", at: moment)
                let delegate = CertificateAuthority(try issuer.issue(signer, key: key()))
                var response = OCSPResponseTemplate(at: moment)
                response.answer(try issuer.certID(for: Certificate(der: issued.certificate).serialNumber), .good)
                responses.append(try delegate.issue(response))
                certificates.insert(issued.certificate, at: 0)
                issuer = CertificateAuthority(issued)
            }
            (chain, self.responses) = (certificates, responses)
        }

        func judge(_ change: (inout TrustPolicy) -> Void = { _ in }) throws -> Result<TrustEvaluation, TrustFailure> {
            var policy = TrustPolicy.ssl(try ServerName(TestChain.host))
            policy.anchors = .only([try Certificate(der: root.certificate)])
            policy.revocation = .hard
            change(&policy)
            let evidence = Evidence.ocspResponses(responses.map { SuppliedOCSPResponse(der: $0) })
            let trust = try ServerTrust(derChain: chain)
            do throws(TrustFailure) {
                return .success(
                    try TrustEngine().evaluate(
                        trust, with: policy, at: moment, supplying: [evidence]))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Two checks of 12 a response, and one of 12 a certificate.
    @Test("all on P-384, every certificate spoken for by a delegate", arguments: [1, 2])
    func delegates(authorities: Int) throws {
        let proof = try #require(try World(authorities: authorities).judge().success)
        #expect(proof.revocation.dropLast().allSatisfy { $0 == .good })
        #expect(proof.work.signatureWeight == 12 * (authorities + 1))
        #expect(proof.work.revocationWeight == 24 * (authorities + 1))
    }

    @Test("beyond the allowance the verdict is a refusal, and the chain's own allowance is not touched")
    func beyond() throws {
        let world = try World(authorities: 1)
        let refused = try #require(try world.judge { $0.limits.revocationWeight = 47 }.failure)
        #expect(refused.errors.contains { $0.code == .workLimit })
        #expect(refused.work.revocationWeight <= 47)
        #expect(try world.judge { ($0.limits.revocationWeight, $0.limits.signatureWeight) = (48, 24) }.success != nil)
    }
}
