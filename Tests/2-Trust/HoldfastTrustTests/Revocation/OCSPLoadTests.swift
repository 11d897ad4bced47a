import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// Long responses, many responses, many certificates in them, and the budget that they are looked at within.
@Suite("Revocation: load of OCSP responses", .ownThread)
struct OCSPLoadTests {
    private static let long = DERLimits(maximumBytes: 64 << 20, maximumDepth: 32, maximumElements: 1 << 24)

    /// So many answers about other certificates around those that are given.
    private func response(
        _ world: RevocationWorld, _ count: Int, about ids: [CertID], by signer: CertificateAuthority? = nil
    ) throws -> [UInt8] {
        let base = try world.intermediate.certID(for: world.certificate.serialNumber)
        return try world.response(by: signer) { template in
            for index in 0..<count {
                let id = CertID(
                    .sha1, issuerNameHash: Array(base.issuerNameHash), issuerKeyHash: Array(base.issuerKeyHash),
                    serialNumber: SerialNumber(UInt64(index)))
                template.answer(id, RevocationWorld.revoked())
            }
            for id in ids { template.answer(id, .good) }
        }
    }

    @Test("20,000 answers, looked through once and paid for by their number", .hangLimit)
    func longResponse() throws {
        let world = try RevocationWorld()
        let id = try world.intermediate.certID(for: world.certificate.serialNumber)
        let der = try response(world, 20_000, about: [id])
        // More than is read by default, and so more to hash.
        let verdict = try world.judge(responses: [der], limits: Self.long) { $0.limits.revocationWeight = 128 }
        #expect(verdict.codes(.error) == [])
        let compared = try #require(verdict.success?.work.nameComparisons)
        #expect((20_001..<20_100).contains(compared), "\(compared)")
        let limited = try world.judge(responses: [der], limits: Self.long) { $0.limits.nameComparisons = 20_000 }
        #expect(limited.failure?.cause.code == .workLimit)
        #expect(
            try world.judge(responses: [der], .soft, limits: Self.long) { $0.limits.nameComparisons = 20_000 }
                .failure?.cause.code == .workLimit)
        // Not read by the default limits, and so said.
        let unread = try world.judge(responses: [der])
        #expect(unread.codes(.error) == [.revocationUnknown])
        #expect(unread.failure?.revocation.first?.problem?.contains("cannot be read") == true)
    }

    @Test("20,000 answers about one certificate", .hangLimit)
    func sameCertificate() throws {
        let world = try RevocationWorld()
        let id = try world.intermediate.certID(for: world.certificate.serialNumber)
        let der = try response(world, 0, about: Array(repeating: id, count: 20_000))
        // More than is read by default, and so more to hash.
        let verdict = try world.judge(responses: [der], limits: Self.long) { $0.limits.revocationWeight = 128 }
        #expect(verdict.codes(.error) == [])
        let compared = try #require(verdict.success?.work.nameComparisons)
        #expect((40_000..<40_200).contains(compared), "\(compared)")
    }

    @Test("thousands of responses by nobody at hand cost no signature", .hangLimit)
    func byNobody() throws {
        let world = try RevocationWorld()
        let forged = try (0..<2_000).map { index in
            try world.response {
                $0.responder = .other(.byKey(Digest.sha1([UInt8(index & 255), UInt8(index >> 8)])[...]))
            }
        }
        let without = try #require(try world.judge(responses: [world.response()]).success?.work)
        let with = try #require(try world.judge(responses: forged + [world.response()]).success?.work)
        #expect(
            with.signatureChecks + with.rememberedSignatures
                == without.signatureChecks + without.rememberedSignatures)
        #expect(with.nameComparisons - without.nameComparisons < 5 * forged.count)
        #expect(try world.judge(responses: forged).codes(.error) == [.revocationUnknown])
    }

    @Test("responses in the issuer's name by other keys cost what the signature limit allows", .hangLimit)
    func inItsName() throws {
        let world = try RevocationWorld()
        let forged = try (0..<50).map { index in
            try world.response { template in
                template.signatureEdit = .flippingBit(at: -1)
                template.producedAt = RevocationWorld.moment.advanced(bySeconds: Int64(-index))
            }
        }
        #expect(try world.judge(responses: forged + [world.response()]).codes(.error) == [])
        let verdict = try world.judge(responses: forged) { $0.limits.revocationWeight = 25 }
        #expect(verdict.failure?.cause.code == .workLimit)
        #expect((verdict.failure?.work.revocationWeight ?? 0) <= 25)
    }

    @Test("a thousand certificates in a response: those that do not fit its signer cost a comparison each")
    func manyCertificates() throws {
        let world = try RevocationWorld()
        let delegate = try world.delegate()
        let key = try PrivateKey.generate(.p256)
        let template = try Certificate(
            der: CertificateAuthority.root(name: "Stranger", at: RevocationWorld.moment, key: key).certificate)
        // One of another serial number each, made without a signature of its own.
        let strangers = (0..<1_000).map { index -> [UInt8] in
            var copy = Array(template.bytes)
            copy[copy.count - 1] = UInt8(index & 255)
            copy[copy.count - 2] = UInt8(index >> 8)
            return copy
        }
        let der = try world.response(by: delegate) { $0.certificates = strangers + [delegate.certificate] }
        let verdict = try world.judge(responses: [der], limits: Self.long)
        #expect(verdict.codes(.error) == [])
        #expect((verdict.success?.work.signatureChecks ?? .max) < 20)
        #expect((1_001..<1_200).contains(verdict.success?.work.nameComparisons ?? 0))
        let limited = try world.judge(responses: [der], limits: Self.long) { $0.limits.nameComparisons = 1_000 }
        #expect(limited.failure?.cause.code == .workLimit)
        // Those that fit cost a signature each.
        let fitting = try world.response(by: CertificateAuthority.root(name: "X", at: RevocationWorld.moment, key: key))
        {
            $0.certificates = strangers
            $0.signatureEdit = .flippingBit(at: -1)
        }
        let bounded = try world.judge(responses: [fitting], limits: Self.long) { $0.limits.revocationWeight = 100 }
        #expect(bounded.failure?.cause.code == .workLimit)
    }

    @Test("many delegates that ask for each other's status: bounded by the paths that may be judged")
    func delegates() throws {
        let world = try RevocationWorld()
        let delegates = try (0..<8).map { _ in try world.delegate { $0.additionalExtensions = [] } }
        var responses: [[UInt8]] = []
        for delegate in delegates {
            responses.append(try world.response(by: delegate))
            for other in delegates {
                responses.append(try world.response(by: other, about: Certificate(der: delegate.certificate)))
            }
        }
        let verdict = try world.judge(responses: responses) { $0.limits.judgedPaths = 40 }
        #expect(verdict.failure?.cause.code == .workLimit)
        #expect((verdict.failure?.work.judgedPaths ?? 0) <= 40)
    }

    @Test("the bytes of responses count as those of lists do")
    func bytes() throws {
        let world = try RevocationWorld()
        let responses = [try world.response(), try world.rootResponse()]
        func judge(_ limit: Int?) throws -> Result<TrustEvaluation, TrustFailure> {
            try world.judge(responses: responses, rootList: false) { policy in
                if let limit { policy.limits.revocationBytes = limit }
            }
        }
        let signed = try responses.reduce(0) { sum, der in
            sum + (try OCSPResponse(der: der).basicResponse?.tbsResponseData.bytes.count ?? 0)
        }
        #expect(try judge(nil).success?.work.revocationBytes == signed)
        #expect(try judge(signed).success != nil)
        #expect(try judge(signed - 1).failure?.cause.code == .workLimit)
    }
}
