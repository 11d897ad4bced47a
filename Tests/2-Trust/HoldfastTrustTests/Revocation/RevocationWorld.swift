import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509

/// A chain of root, intermediate and server, and the revocation lists of both authorities: good, but where a test says
/// otherwise.
struct RevocationWorld {
    static let moment = TestChain.moment

    let chain: TestChain
    let leaf: Identity
    /// The server's certificate.
    let certificate: Certificate

    /// - Parameters:
    ///   - points: the distribution points of the server's certificate; nil for no extension.
    ///   - change: what else is other than in a good one.
    init(points: [DistributionPoint]? = nil, _ change: (inout CertificateTemplate) -> Void = { _ in })
        throws
    {
        chain = try TestChain()
        var template = TestChain.server()
        if let points { template.add(.cRLDistributionPoints, CRLDistributionPoints(points)) }
        change(&template)
        leaf = try chain.intermediate.issue(template)
        certificate = try Certificate(der: leaf.certificate)
    }

    var root: CertificateAuthority { chain.root }
    var intermediate: CertificateAuthority { chain.intermediate }
    var intermediateName: DistinguishedName {
        DistinguishedName([(.commonName, "Test Intermediate")])
    }

    /// A list of the intermediate authority.
    func list(
        by signer: CertificateAuthority? = nil,
        _ change: (inout RevocationListTemplate) -> Void = { _ in }
    ) throws -> [UInt8] {
        var template = RevocationListTemplate(at: Self.moment)
        change(&template)
        return try (signer ?? intermediate).issue(template)
    }

    /// A list of the root.
    func rootList(_ change: (inout RevocationListTemplate) -> Void = { _ in }) throws -> [UInt8] {
        try list(by: root, change)
    }

    /// A second certificate of the intermediate's name, issued by the root for another key: one that signs lists only.
    func listSigner(
        _ change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> CertificateAuthority {
        var template = CertificateTemplate.intermediate(name: "Test Intermediate", at: Self.moment)
        template.basicConstraints = BasicConstraints(isCA: false)
        template.keyUsage = .cRLSign
        change(&template)
        return CertificateAuthority(try root.issue(template))
    }

    // MARK: Verdicts

    func judge(
        _ lists: [[UInt8]], _ revocation: RevocationChecking = .hard, others: [[UInt8]] = [],
        at moment: Instant = moment, policy change: (inout TrustPolicy) -> Void = { _ in }
    ) throws -> Result<TrustEvaluation, TrustFailure> {
        var policy = try chain.policy()
        policy.revocation = revocation
        change(&policy)
        let trust = try ServerTrust(derChain: leaf.chain + others)
        let evidence = Evidence.revocationLists(lists.map { SuppliedRevocationList(der: $0) })
        do throws(TrustFailure) {
            return .success(
                try chain.engine.evaluate(trust, with: policy, at: moment, supplying: [evidence]))
        } catch {
            return .failure(error)
        }
    }

    /// The exact set of error codes with these lists and a good one of the root; empty for a trusted chain.
    func errors(
        _ lists: [[UInt8]], _ revocation: RevocationChecking = .hard, others: [[UInt8]] = [],
        at moment: Instant = moment, policy change: (inout TrustPolicy) -> Void = { _ in }
    ) throws -> Set<FindingCode> {
        try judge(try lists + [rootList()], revocation, others: others, at: moment, policy: change)
            .codes(.error)
    }

    /// With a single list of the intermediate, changed.
    func errors(
        with change: (inout RevocationListTemplate) -> Void, at moment: Instant = moment
    ) throws -> Set<FindingCode> {
        try errors([list(change)], at: moment)
    }
}

extension DistributionPoint {
    /// A point at a URI.
    static func at(
        _ uri: String, reasons: ReasonFlags? = nil, issuer: DistinguishedName? = nil
    ) -> DistributionPoint {
        DistributionPoint(
            distributionPoint: .fullName(uris(uri)), reasons: reasons,
            cRLIssuer: issuer.map { [.directoryName($0)] })
    }

    static func uris(_ uris: String...) -> [GeneralName] {
        uris.compactMap { IA5String($0).map(GeneralName.uniformResourceIdentifier) }
    }
}

extension DistributionPoint.Name {
    static func step(_ name: String) -> DistributionPoint.Name {
        .nameRelativeToCRLIssuer(RelativeDistinguishedName([AttributeValue(.commonName, name)]))
    }
}
