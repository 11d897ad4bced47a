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

    /// Authorities from the root down, and the server below the last one, whose certificate was shown to logs where
    /// there are any; each authority has a delegate that says that what it issued is good.
    private struct World {
        let root: CertificateAuthority
        let chain: [[UInt8]]
        let responses: [[UInt8]]
        let lists: [[UInt8]]

        init(authorities: Int, _ kind: KeyKind = .p384, loggedBy logs: [TransparencyLog] = []) throws {
            func key() throws -> PrivateKey { try PrivateKey.generate(kind) }
            root = try CertificateAuthority.root(name: "Root", at: moment, key: key())
            var (issuer, certificates, responses, lists) = (root, [[UInt8]](), [[UInt8]](), [[UInt8]]())
            for number in 0...authorities {
                let isServer = number == authorities
                let template =
                    isServer
                    ? TestChain.server()
                    : CertificateTemplate.intermediate(name: "CA \(number)", at: moment, pathLength: nil)
                let issued =
                    try isServer && !logs.isEmpty
                    ? issuer.issue(template, key: key(), loggedBy: logs, at: LoggedChain.given)
                    : issuer.issue(template, key: key())
                let signer = CertificateTemplate.ocspSigner(name: "Responder \(number)", at: moment)
                let delegate = CertificateAuthority(try issuer.issue(signer, key: key()))
                var response = OCSPResponseTemplate(at: moment)
                response.answer(try issuer.certID(for: Certificate(der: issued.certificate).serialNumber), .good)
                responses.append(try delegate.issue(response))
                lists.append(try issuer.issue(RevocationListTemplate(at: moment)))
                certificates.insert(issued.certificate, at: 0)
                issuer = CertificateAuthority(issued)
            }
            (chain, self.responses, self.lists) = (certificates, responses, lists)
        }

        func judge(
            withLists: Bool = false, stapled: [UInt8]? = nil, _ change: (inout TrustPolicy) -> Void = { _ in }
        ) throws -> Result<TrustEvaluation, TrustFailure> {
            var policy = TrustPolicy.ssl(try ServerName(TestChain.host))
            policy.anchors = .only([try Certificate(der: root.certificate)])
            policy.revocation = .hard
            change(&policy)
            var evidence = [Evidence.ocspResponses(responses.map { SuppliedOCSPResponse(der: $0) })]
            if withLists { evidence.append(.revocationLists(lists.map { SuppliedRevocationList(der: $0) })) }
            let trust = try ServerTrust(derChain: chain, stapledOCSP: stapled)
            do throws(TrustFailure) {
                return .success(
                    try TrustEngine().evaluate(
                        trust, with: policy, at: moment, supplying: evidence))
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

    @Test("three intermediates with lists and responses of each, hard and soft")
    func both() throws {
        let world = try World(authorities: 3)
        for mode in [RevocationChecking.hard, .soft] {
            let proof = try #require(try world.judge(withLists: true) { $0.revocation = mode }.success)
            #expect(proof.revocation.dropLast().allSatisfy { $0 == .good })
            #expect(!proof.findings.contains { $0.code == .workLimit })
            // For each of four a list, a response, and the certificate of who signed it.
            #expect(proof.work.revocationWeight == 4 * 36)
        }
    }

    /// RFC 6962 §2.1.4: "A log MUST use either elliptic curve signatures using the NIST P-256 curve … or RSA
    /// signatures", so that a check of a timestamp weighs 1, whatever the authorities' keys are.
    @Test(
        "three intermediates with lists and responses of each, and eight timestamps in the leaf",
        arguments: zip([KeyKind.p384, .p521], [12, 9]))
    func everything(_ kind: KeyKind, weight: Int) throws {
        let logged = try LoggedChain((1...8).map { "Operator \($0)" })
        let world = try World(authorities: 3, kind, loggedBy: logged.logs.map(\.log))
        let list = try logged.list()
        for programme in [TransparencyPolicy.apple, .chrome] {
            let proof = try #require(
                try world.judge(withLists: true) {
                    $0.transparency = .required(
                        TransparencyRequirement(policy: programme, logs: list, scope: .everyAnchor))
                }.success)
            #expect(proof.chain.count == 5)
            #expect(proof.revocation.dropLast().allSatisfy { $0 == .good })
            #expect(proof.transparency.result == .passed)
            #expect(proof.transparency.timestamps.map(\.isVerified) == Array(repeating: true, count: 8))
            #expect(!proof.findings.contains { $0.code == .workLimit })
            // Four certificates, and beside their path eight timestamps.
            #expect(proof.work.signatureWeight == 4 * weight + 8)
            #expect(proof.work.offPathWeight == 8)
            // For each of four a list, a response, and the certificate of who signed it.
            #expect(proof.work.revocationWeight == 4 * 3 * weight)
        }
    }

    /// RFC 5280 §6.3.3: a list that covers every reason determines the status. What else is at hand was not looked at.
    @Test("beyond the allowance what is known counts, and what was not looked at is said", arguments: [true, false])
    func known(isHard: Bool) throws {
        let world = try World(authorities: 1)
        let proof = try #require(
            try world.judge(withLists: true) {
                // Both lists, and one response of two.
                $0.limits.revocationWeight = 60
                $0.revocation = isHard ? .hard : .soft
            }.success)
        #expect(proof.revocation.dropLast().allSatisfy { $0 == .good })
        #expect(proof.findings.filter { $0.code == .workLimit }.map(\.severity) == [.warning])
        #expect(proof.work.revocationWeight <= 60)
    }

    @Test("beyond the allowance what is not known is a refusal, under soft too", arguments: [true, false])
    func unknown(isHard: Bool) throws {
        let world = try World(authorities: 1)
        let refused = try #require(
            try world.judge {
                $0.limits.revocationWeight = 47
                $0.revocation = isHard ? .hard : .soft
            }.failure)
        #expect(refused.cause.code == .workLimit)
        #expect(refused.work.revocationWeight <= 47)
        #expect(try world.judge { ($0.limits.revocationWeight, $0.limits.signatureWeight) = (48, 24) }.success != nil)
    }

    /// A server chooses what it staples: many who might have signed it must not keep a list from being looked at.
    @Test("a staple that sixty might have signed hides no revocation by a list")
    func wasteful() throws {
        let world = try RevocationWorld()
        let stranger = try CertificateAuthority.root(name: "Responder", at: Self.moment, key: .generate(.p384))
        let others = try (0..<60).map { _ in
            try CertificateAuthority.root(name: "Responder", at: Self.moment, key: .generate(.p384)).certificate
        }
        var list = RevocationListTemplate(at: Self.moment)
        list.revoke(try Certificate(der: world.intermediate.certificate).serialNumber, on: Self.moment)
        let lists = [try world.list(), try world.root.issue(list)]
        let verdict = try world.judge(
            responses: [], lists: lists, stapled: world.response(by: stranger) { $0.responder = .byName }, .soft,
            others: others,
            rootList: false)
        #expect(verdict.codes(.error) == [.revoked])
    }
}
