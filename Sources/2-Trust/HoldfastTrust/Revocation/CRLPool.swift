import HoldfastX509

/// The revocation lists at hand, by issuer, the newest first.
///
/// The order in which they were supplied does not matter, nor does one that is there twice.
struct CRLPool {
    private var complete: [NormalizedName: [CertificateList]] = [:]
    private var deltas: [NormalizedName: [CertificateList]] = [:]
    /// The lists that could not be read: the first error, and how many; nil for none.
    let malformed: CRLProblem?
    /// Whether nothing at all was supplied.
    let isEmpty: Bool

    init(_ supplied: [SuppliedRevocationList]) {
        isEmpty = supplied.isEmpty
        var errors: [DERError] = []
        var seen: Set<CertificateList> = []
        for item in supplied {
            switch item {
            case .malformed(_, let error): errors.append(error)
            case .list(let list) where seen.insert(list).inserted:
                if list.isDelta {
                    deltas[list.issuer.comparisonForm, default: []].append(list)
                } else {
                    complete[list.issuer.comparisonForm, default: []].append(list)
                }
            case .list: continue
            }
        }
        malformed = errors.first.map { .malformed($0, count: errors.count) }
        complete = complete.mapValues { $0.sorted(by: Self.isNewer) }
        deltas = deltas.mapValues { $0.sorted(by: Self.isNewer) }
    }

    /// The issuer of a list that none of some certificates is, nor names as that of its lists; nil where there is none.
    func stranger(to certificates: [Certificate]) -> DistinguishedName? {
        var known = Set(certificates.flatMap { [$0.issuer.comparisonForm, $0.subject.comparisonForm] })
        for certificate in certificates {
            for issuer in certificate.cRLDistributionPoints?.compactMap(\.cRLIssuer) ?? [] {
                known.formUnion(CRLScope.directoryNames(issuer).map(\.comparisonForm))
            }
        }
        return complete.filter { !known.contains($0.key) }.values.compactMap(\.first?.issuer)
            .min { "\($0)" < "\($1)" }
    }

    func completeLists(of issuer: DistinguishedName) -> [CertificateList] { complete[issuer.comparisonForm] ?? [] }

    func deltaLists(of issuer: DistinguishedName) -> [CertificateList] { deltas[issuer.comparisonForm] ?? [] }

    private static func isNewer(_ left: CertificateList, _ right: CertificateList) -> Bool {
        if left.thisUpdate.instant != right.thisUpdate.instant {
            return left.thisUpdate.instant > right.thisUpdate.instant
        }
        let (a, b) = (left.cRLNumber ?? CRLNumber(0), right.cRLNumber ?? CRLNumber(0))
        return a != b ? a > b : left.signature.bytes.lexicographicallyPrecedes(right.signature.bytes)
    }
}

extension CertificateList {
    /// Whether a delta list brings changes to this complete one (RFC 5280 §5.2.4, §6.3.3(c)).
    func canBeUpdated(by delta: CertificateList) -> Bool {
        guard let number = cRLNumber, let base = delta.deltaCRLIndicator, let deltaNumber = delta.cRLNumber else {
            return false
        }
        return number >= base && number < deltaNumber && delta.issuer.matches(issuer)
            && delta.issuingDistributionPoint == issuingDistributionPoint
            && delta.authorityKeyIdentifier == authorityKeyIdentifier
            // Numbers increase with time (§5.2.3): a list that is newer than the delta has nothing to learn from it.
            && thisUpdate.instant <= delta.thisUpdate.instant
    }
}
