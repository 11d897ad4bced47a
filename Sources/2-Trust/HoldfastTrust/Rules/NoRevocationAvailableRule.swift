import HoldfastStatements
import HoldfastX509

/// The extension noRevAvail, by which an authority says that nobody will know whether a certificate was revoked
/// (RFC 9608), stands where it may and says one thing.
///
/// Its meaning where it is well made is ``RevocationChecker``'s: no revocation information is sought.
struct NoRevocationAvailableRule: StandardRule {
    /// Criticality, which no conforming authority gives it, and for which all who do not know it refuse.
    static let criticality = Requirement(
        "noRevAvail.criticality", .extensionCriticality, source: "RFC 9608 §2; RFC 5280 §4.2",
        advice: NoRevocationAvailableSentence.markNotCritical)
    static let authority = Requirement(
        "noRevAvail.authority", .extensionPresence, source: "RFC 9608 §2, §3",
        advice: NoRevocationAvailableSentence.authorityWithPlace)
    static let value = Requirement(
        "noRevAvail.value", .nonConformingField, source: "RFC 9608 §2",
        advice: NoRevocationAvailableSentence.asNull)
    static let place = Requirement(
        "noRevAvail.place", .extensionPresence, source: "RFC 9608 §3",
        advice: NoRevocationAvailableSentence.eitherOfBoth)
    /// An anchor is a name and a key (RFC 5280 §6.1.1(d)), and nobody asks whether it was revoked.
    static let anchor = Requirement(
        "noRevAvail.anchor", .extensionPresence, source: "RFC 9608 §2",
        advice: NoRevocationAvailableSentence.rootWithout)
    static let requirements = [criticality, authority, value, place, anchor]

    var cacheKey: [UInt8]? { Array("noRevAvail".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated() {
            for misuse in NoRevocationAvailable.misuses(in: certificate) {
                judgement.report(
                    path.isAnchor(depth: depth) ? Self.anchor : misuse.requirement, at: .certificate(depth: depth),
                    seen: misuse.seen, expected: misuse.expected, message: misuse.message)
            }
        }
    }
}

/// The statement of the extension noRevAvail in a certificate (RFC 9608).
enum NoRevocationAvailable {
    /// A way in which the extension is against RFC 9608.
    enum Misuse: Hashable {
        /// "When present, conforming CAs MUST mark this extension as non-critical" (§2).
        case critical
        /// "This extension MUST NOT be present in CA public key certificates" (§2).
        case authority
        /// "SYNTAX NULL (i.e., '0500'H is the DER encoding)" (§2).
        case value([UInt8])
        /// The certificate "MUST NOT also include" CRL distribution points or a freshest CRL, nor an `id-ad-ocsp`
        /// access method (§3).
        case place(Place)
    }

    typealias Place = NoRevocationAvailableSentence.Place

    private static let null: [UInt8] = [5, 0]

    /// Whether the extension is there and as RFC 9608 has it: then step (a)(3) of RFC 5280 §6.1.3 is skipped (§4).
    static func isStated(by certificate: Certificate) -> Bool {
        certificate.firstExtension(.noRevAvail) != nil && misuses(in: certificate).isEmpty
    }

    /// Everything that is wrong with the extension; empty where it is well made, or not there.
    static func misuses(in certificate: Certificate) -> [Misuse] {
        guard let item = certificate.firstExtension(.noRevAvail) else { return [] }
        var misuses: [Misuse] = []
        if item.isCritical { misuses.append(.critical) }
        if certificate.basicConstraints?.isCA == true { misuses.append(.authority) }
        if !item.value.elementsEqual(null) { misuses.append(.value(Array(item.value))) }
        return misuses + places(in: certificate).map(Misuse.place)
    }

    private static func places(in certificate: Certificate) -> [Place] {
        var places: [Place] = []
        if certificate.cRLDistributionPoints != nil { places.append(.distributionPoints) }
        if certificate.freshestCRL != nil { places.append(.freshestList) }
        let access = certificate.authorityInformationAccess ?? []
        if access.contains(where: { $0.accessMethod == .ocspAccess }) { places.append(.responder) }
        return places
    }

    /// Whether a certificate names a place where its revocation would be told, also one that nothing is fetched from.
    static func hasPlace(_ certificate: Certificate) -> Bool { !places(in: certificate).isEmpty }
}

extension NoRevocationAvailable.Misuse {
    fileprivate var requirement: Requirement {
        switch self {
        case .critical: NoRevocationAvailableRule.criticality
        case .authority: NoRevocationAvailableRule.authority
        case .value: NoRevocationAvailableRule.value
        case .place: NoRevocationAvailableRule.place
        }
    }

    fileprivate var seen: NoRevocationAvailableSentence {
        switch self {
        case .critical: .seenCritical
        case .authority: .seenInAuthority
        case .value(let octets): .seenValue(HexString.encode(octets.prefix(16)))
        case .place(let place): .seenBeside(place)
        }
    }

    fileprivate var expected: NoRevocationAvailableSentence {
        switch self {
        case .critical: .notCritical
        case .authority: .inOthersAlone
        case .value: .valueNull
        case .place: .oneOfBoth
        }
    }

    fileprivate var message: NoRevocationAvailableSentence {
        switch self {
        case .critical: .critical
        case .authority: .inAuthority
        case .value: .otherValue
        case .place(let place): .besidePlace(place)
        }
    }
}
