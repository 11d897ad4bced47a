import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509

/// OCSP responses about the chain of a ``RevocationWorld``: good, but where a test says otherwise.
extension RevocationWorld {
    static let noCheck = Extension(.ocspNoCheck, value: [0x05, 0x00])

    static func revoked(
        _ reason: RevocationReason? = nil, on date: Instant = moment.advanced(byDays: -3)
    ) -> SingleResponse.CertStatus {
        .revoked(SingleResponse.RevokedInfo(revocationTime: date, revocationReason: reason))
    }

    /// What the intermediate says of the server's certificate.
    func response(
        _ status: SingleResponse.CertStatus = .good, by signer: CertificateAuthority? = nil,
        about certificate: Certificate? = nil, digest: DigestAlgorithm = .sha1, extensions: [Extension]? = nil,
        _ change: (inout OCSPResponseTemplate) throws -> Void = { _ in }
    ) throws -> [UInt8] {
        var template = OCSPResponseTemplate(at: Self.moment)
        template.thisUpdate = Self.moment.advanced(bySeconds: -3600)
        try change(&template)
        let serial = (certificate ?? self.certificate).serialNumber
        if template.responses.isEmpty {
            template.answer(
                try intermediate.certID(for: serial, digest: digest), status, singleExtensions: extensions)
        }
        return try (signer ?? intermediate).issue(template)
    }

    /// What the root says of the intermediate's certificate.
    func rootResponse(_ status: SingleResponse.CertStatus = .good) throws -> [UInt8] {
        var template = OCSPResponseTemplate(at: Self.moment)
        let serial = try Certificate(der: intermediate.certificate).serialNumber
        template.answer(try root.certID(for: serial), status)
        return try root.issue(template)
    }

    /// Who signs responses in the intermediate's place.
    func delegate(
        by issuer: CertificateAuthority? = nil, key: PrivateKey? = nil,
        _ change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> CertificateAuthority {
        var template = CertificateTemplate.ocspSigner(name: "Responder", at: Self.moment)
        change(&template)
        return CertificateAuthority(try (issuer ?? intermediate).issue(template, key: key))
    }

    /// The verdict with these responses; what the root says of the intermediate is there unless a test leaves it out.
    func judge(
        responses: [[UInt8]], lists: [[UInt8]] = [], stapled: [UInt8]? = nil, _ revocation: RevocationChecking = .hard,
        others: [[UInt8]] = [], rootList: Bool = true, at moment: Instant = moment,
        limits: DERLimits = .default, policy change: (inout TrustPolicy) -> Void = { _ in }
    ) throws -> Result<TrustEvaluation, TrustFailure> {
        var policy = try chain.policy()
        policy.revocation = revocation
        change(&policy)
        let trust = try ServerTrust(derChain: leaf.chain + others, stapledOCSP: stapled)
        let lists = try lists + (rootList ? [self.rootList()] : [])
        let evidence: [Evidence] = [
            .revocationLists(lists.map { SuppliedRevocationList(der: $0) }),
            .ocspResponses(responses.map { SuppliedOCSPResponse(der: $0, limits: limits) }),
        ]
        do throws(TrustFailure) {
            return .success(try chain.engine.evaluate(trust, with: policy, at: moment, supplying: evidence))
        } catch {
            return .failure(error)
        }
    }

    /// What is found out of the server's certificate.
    func answer(
        _ responses: [[UInt8]], lists: [[UInt8]] = [], _ revocation: RevocationChecking = .hard,
        others: [[UInt8]] = [], at moment: Instant = moment, policy change: (inout TrustPolicy) -> Void = { _ in }
    ) throws -> RevocationAnswer? {
        let verdict = try judge(
            responses: responses, lists: lists, revocation, others: others, at: moment, policy: change)
        return (verdict.success?.revocation ?? verdict.failure?.revocation)?.first
    }
}

extension RevocationAnswer {
    /// The reasons for not knowing that are told.
    var problem: String? {
        if case .unknown(let problems) = self { problems.map { "\($0)" }.joined(separator: "; ") } else { nil }
    }
    var isRevoked: Bool { if case .revoked = self { true } else { false } }
}
