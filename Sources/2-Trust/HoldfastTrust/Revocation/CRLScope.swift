import HoldfastStatements
import HoldfastX509

/// Whether a revocation list speaks of a certificate, and of which reasons (RFC 5280 §6.3.3(b), (d)).
struct CRLScope {
    /// A reason why the list does not speak of the certificate.
    enum Mismatch: Sentence {
        case notIndirect
        case onlyUsers
        case onlyAuthorities
        case onlyVersion3
        case onlyAttributes
        case noReasonLeft

        static let topic = "listScope"

        /// The end of a sentence that begins with the list.
        var words: LocalizedText {
            switch self {
            case .notIndirect: LocalizedText("does not say that it is indirect", "没有说明自己是间接列表")
            case .onlyUsers: LocalizedText("covers no authorities", "不覆盖颁发机构的证书")
            case .onlyAuthorities: LocalizedText("covers only authorities", "只覆盖颁发机构的证书")
            case .onlyVersion3: LocalizedText("covers only certificates of version 3", "只覆盖版本 3 的证书")
            case .onlyAttributes: LocalizedText("covers only attribute certificates", "只覆盖属性证书")
            case .noReasonLeft:
                LocalizedText("covers no reason that the distribution point names", "不覆盖分发点所列的任何原因")
            }
        }
    }

    enum Answer {
        case covers(DistributionPoint.ReasonFlags)
        case doesNot(Mismatch)
        /// The list is of another distribution point.
        case otherPoint
    }

    /// The special value all-reasons of RFC 5280 §6.3.2(a): "the possible revocation reason values minus unspecified".
    static let allReasons: DistributionPoint.ReasonFlags = [
        .keyCompromise, .cACompromise, .affiliationChanged, .superseded, .cessationOfOperation, .certificateHold,
        .privilegeWithdrawn, .aACompromise,
    ]

    /// The point by which lists count that no point of a certificate specifies: "assume a DP with both the reasons and
    /// the cRLIssuer fields omitted and a distribution point name of the certificate issuer" (§6.3.3).
    ///
    /// A certificate that names its points has no such name besides. A list with a name "MUST include at least one of
    /// names from the corresponding distributionPoint field of the cRLDistributionPoints extension of every certificate
    /// that is within the scope of this CRL" (§5.2.5): where it names the issuer alone, it is another partition's.
    static func assumedPoint(of certificate: Certificate) -> DistributionPoint {
        let isPartitioned = (certificate.cRLDistributionPoints ?? []).contains { $0.distributionPoint != nil }
        let names = [.directoryName(certificate.issuer)] + (certificate.issuerAlternativeName ?? [])
        return DistributionPoint(distributionPoint: isPartitioned ? nil : .fullName(names))
    }

    /// Checks scope and reasons of a list whose issuer fits the distribution point.
    ///
    /// - Parameters:
    ///   - list: a complete list, issued by whoever the distribution point names.
    ///   - certificate: the certificate whose status is asked for.
    ///   - point: the certificate's distribution point, or the one that RFC 5280 §6.3.3 assumes for it.
    static func judge(
        _ list: CertificateList, of certificate: Certificate, at point: DistributionPoint, _ meter: inout WorkMeter
    ) -> Answer {
        let scope = list.issuingDistributionPoint
        // (b)(1): "that the complete CRL contains an issuing distribution point extension with the indirectCRL boolean
        // asserted".
        if point.cRLIssuer != nil, scope?.indirectCRL != true { return .doesNot(.notIndirect) }
        let isAuthority = certificate.basicConstraints?.isCA == true
        if let scope {
            guard namesFit(scope, list, certificate, point, &meter) else { return .otherPoint }
            // §5.2.5: "the scope of the CRL MUST NOT include any version 1 or version 2 certificates".
            if scope.onlyContainsUserCerts || scope.onlyContainsCACerts, certificate.version != .v3 {
                return .doesNot(.onlyVersion3)
            }
            if scope.onlyContainsUserCerts, isAuthority { return .doesNot(.onlyUsers) }
            if scope.onlyContainsCACerts, !isAuthority { return .doesNot(.onlyAuthorities) }
            if scope.onlyContainsAttributeCerts { return .doesNot(.onlyAttributes) }
        }
        let reasons = (scope?.onlySomeReasons ?? allReasons).intersection(point.reasons ?? allReasons)
            .intersection(allReasons)
        return reasons.isEmpty ? .doesNot(.noReasonLeft) : .covers(reasons)
    }

    /// (b)(2)(i): one of the list's names is one of the point's, or of its issuers' where the point has no name.
    private static func namesFit(
        _ scope: IssuingDistributionPoint, _ list: CertificateList, _ certificate: Certificate,
        _ point: DistributionPoint, _ meter: inout WorkMeter
    ) -> Bool {
        guard let listName = scope.distributionPoint else { return true }
        let listNames = CRLNames.full(listName, below: [list.issuer], &meter)
        guard let pointName = point.distributionPoint else {
            return CRLNames.intersect(listNames, point.cRLIssuer ?? [], &meter)
        }
        let issuers = point.cRLIssuer.map(directoryNames) ?? [certificate.issuer]
        let pointNames = CRLNames.full(pointName, below: issuers, &meter)
        return CRLNames.intersect(listNames, pointNames, &meter)
    }

    static func directoryNames(_ names: [GeneralName]) -> [DistinguishedName] {
        names.compactMap { if case .directoryName(let name) = $0 { name } else { nil } }
    }

    /// The RFC's names of reasons, with commas.
    static func names(of reasons: DistributionPoint.ReasonFlags) -> String {
        let names = [
            "unused", "keyCompromise", "cACompromise", "affiliationChanged", "superseded", "cessationOfOperation",
            "certificateHold", "privilegeWithdrawn", "aACompromise",
        ]
        return names.indices.filter { reasons.rawValue & (1 << UInt16($0)) != 0 }.map { names[$0] }
            .joined(separator: ", ")
    }
}
