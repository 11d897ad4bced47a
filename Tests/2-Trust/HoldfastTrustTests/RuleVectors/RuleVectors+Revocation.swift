import HoldfastAuthority
import HoldfastTrust
import HoldfastX509

/// Revocation: the good chain with the lists of both its authorities.
extension RuleFolder {
    static let revocationRules = [revocation, tlsFeature, noRevocationAvailable]

    // MARK: NoRevocationAvailableRule

    private static let exclusive =
        "RFC 9608 §3: a certificate with noRevAvail names no place where its revocation would be told."

    private static let noRevocationAvailable = RuleFolder(
        "NoRevocationAvailableRule",
        [
            RuleVector(
                "no-revocation-available",
                "RFC 9608 §2: \"Conforming CAs MUST include this extension in certificates for which no revocation "
                    + "information will be published.\" CA/B BR 7.1.2.11.2 wants a place where a life is long.",
                .own, .webpki("warning subscriber.revocationLists")
            ) { noRevAvail(&$0.leaf) },
            RuleVector(
                "critical-no-revocation-available",
                "RFC 9608 §2: \"When present, conforming CAs MUST mark this extension as non-critical.\"",
                .own, .weights("EEEE", "noRevAvail.criticality", webpkiToo: "warning subscriber.revocationLists")
            ) { noRevAvail(&$0.leaf, isCritical: true) },
            RuleVector(
                "no-revocation-available-of-another-value",
                "RFC 9608 §2: \"SYNTAX NULL (i.e., '0500'H is the DER encoding)\".",
                .own, .weights("WEEW", "noRevAvail.value", webpkiToo: "warning subscriber.revocationLists")
            ) { noRevAvail(&$0.leaf, value: [0x30, 0]) },
            RuleVector(
                "no-revocation-available-beside-a-list", exclusive, .own, .weights("WEEW", "noRevAvail.place")
            ) { $0.leaf.additionalExtensions.append(Extension(.noRevAvail, value: [5, 0])) },
            RuleVector(
                "authority-without-revocation",
                "RFC 9608 §2: \"This extension MUST NOT be present in CA public key certificates.\" CA/B BR 7.1.2.6.1 "
                    + "wants the place of its list.",
                .own,
                .weights("WEEW", "noRevAvail.authority", webpkiToo: "warning authorityProfile.revocationLists")
            ) { noRevAvail(&$0.intermediate) },
            RuleVector(
                "root-without-revocation",
                "RFC 9608 §2, of authorities; RFC 5280 §6.1.1(d): an anchor is a name and a key.",
                .own, .weights("WWEW", "noRevAvail.anchor")
            ) { $0.root.additionalExtensions.append(Extension(.noRevAvail, value: [5, 0])) },
        ])

    /// noRevAvail in the place of the places of revocation lists.
    private static func noRevAvail(
        _ template: inout CertificateTemplate, value: [UInt8] = [5, 0], isCritical: Bool = false
    ) {
        RootProgramChain.remove(.cRLDistributionPoints, from: &template)
        template.additionalExtensions.append(Extension(.noRevAvail, isCritical: isCritical, value: value))
    }

    // MARK: TLSFeatureRule

    private static let tlsFeature = RuleFolder(
        "TLSFeatureRule",
        [
            RuleVector(
                "must-staple",
                "RFC 7633: \"Informing clients that an OCSP status response will always be stapled permits an "
                    + "immediate failure in the case that the response is not stapled.\" Nobody looks here yet, which "
                    + "is said.",
                .own, .everywhere("note tlsFeature.statusRequest")
            ) { $0.leaf.add(.tlsFeature, TLSFeature([TLSFeature.statusRequest])) },
            RuleVector(
                "another-feature", "RFC 7633: other features than status_request ask for nothing about revocation.",
                .own,
                .good
            ) { $0.leaf.add(.tlsFeature, TLSFeature([16])) },
        ])

    private static let moment = RootProgramChain.moment

    // MARK: RevocationRule

    private static let notRevoked =
        "RFC 5280 §6.1.3(a)(3): \"At the current time, the certificate is not revoked. This may be determined by "
        + "obtaining the appropriate CRL (Section 6.3)\"."
    private static let covered =
        "RFC 5280 §6.3.3: \"if the revocation status has still not been determined, then return the cert_status "
        + "UNDETERMINED\"."
    private static let critical =
        "RFC 5280 §5.2: \"If a CRL contains a critical extension that the application cannot process, then the "
        + "application MUST NOT use that CRL to determine the status of certificates.\""
    private static let unrevoked =
        "RFC 5280 §6.3.3(k): \"If (cert_status is removeFromCRL), then set cert_status to UNREVOKED.\""

    private static let revoked = RuleExpectation.everywhere("error revocation.notRevoked")
    private static let unknown = RuleExpectation.everywhere("error revocation.known")

    private static let revocation = RuleFolder(
        "RevocationRule",
        [
            RuleVector("current-lists", notRevoked, .hard, .good) { _ in },
            RuleVector("revoked-server", notRevoked, .soft, revoked) {
                $0.list.revoke($0.server, on: moment, for: .keyCompromise)
            },
            RuleVector("revoked-authority", notRevoked, .hard, revoked) {
                $0.rootList.revoke($0.authority, on: moment)
            },
            RuleVector("server-on-hold", notRevoked, .hard, .everywhere("error revocation.notOnHold")) {
                $0.list.revoke($0.server, on: moment, for: .certificateHold)
            },
            RuleVector("another-server-revoked", notRevoked, .hard, .good) {
                $0.list.revoke(SerialNumber(7), on: moment, for: .keyCompromise)
            },
            RuleVector("no-list-of-the-authority", covered, .hard, unknown) { $0.hasList = false },
            RuleVector(
                "no-list-where-none-is-required", covered, .soft, .everywhere("warning revocation.known")
            ) { $0.hasList = false },
            RuleVector("outdated-list", covered, .hard, unknown) {
                $0.list.nextUpdate = moment.advanced(bySeconds: -1)
            },
            RuleVector("list-in-its-last-second", covered, .hard, .good) { $0.list.nextUpdate = moment },
            RuleVector("list-with-a-bad-signature", covered, .hard, unknown) {
                $0.list.signatureEdit = .flippingBit(at: -1)
            },
            RuleVector("list-of-some-reasons", covered, .hard, unknown) {
                $0.list.issuingDistributionPoint = IssuingDistributionPoint(onlySomeReasons: .keyCompromise)
            },
            RuleVector("list-of-authorities-alone", covered, .hard, unknown) {
                $0.list.issuingDistributionPoint = IssuingDistributionPoint(onlyContainsCACerts: true)
            },
            RuleVector("unknown-critical-extension-of-a-list", critical, .hard, unknown) {
                $0.list.additionalExtensions = [
                    Extension(ObjectIdentifier(2, 999, 1), isCritical: true, value: [0x05, 0x00])
                ]
            },
            RuleVector(
                "list-without-a-number",
                "RFC 5280 §5.2.3: \"CRL issuers conforming to this profile MUST include this extension in all CRLs\"; "
                    + "§6.3.3 "
                    + "does not look at it.", .hard, .weights("WEEE", "revocation.listNumber")
            ) { $0.list.cRLNumber = nil },
            RuleVector(
                "revoked-on-a-list-without-a-number", notRevoked, .hard, .everywhere("error revocation.notOnHold")
            ) {
                $0.list.cRLNumber = nil
                $0.list.revoke($0.server, on: moment, for: .certificateHold)
            },
            RuleVector(
                "list-of-today-without-next-update",
                "RFC 5280 §5.1.2.5: \"Conforming CRL issuers MUST include the nextUpdate field in all CRLs.\" CA/B BR "
                    + "4.9.7: "
                    + "a new one \"within seven (7) days\".", .hard, .weights("WEEE", "revocation.listNextUpdate")
            ) { $0.list.nextUpdate = nil },
            RuleVector("list-of-last-week-without-next-update", covered, .hard, unknown) {
                $0.list.thisUpdate = moment.advanced(byDays: -7)
                $0.list.nextUpdate = nil
            },
            RuleVector("delta-that-ends-a-hold", unrevoked, .hard, .good) { lists in
                lists.list.revoke(lists.server, on: moment.advanced(byDays: -1), for: .certificateHold)
                var delta = lists.list
                delta.entries = []
                delta.cRLNumber = CRLNumber(2)
                delta.deltaCRLIndicator = CRLNumber(1)
                delta.revoke(lists.server, on: moment, for: .removeFromCRL)
                lists.delta = delta
            },
        ])
}

/// The lists of the good chain's authorities, before they are issued.
struct RootProgramLists {
    /// The numbers of the certificates that they are about.
    let server: SerialNumber
    let authority: SerialNumber
    var list = RevocationListTemplate(at: RootProgramChain.moment)
    var rootList = RevocationListTemplate(at: RootProgramChain.moment)
    var delta: RevocationListTemplate?
    /// Whether the authority's list is there.
    var hasList = true
}

extension RuleVector {
    /// A case of the good chain with the lists of its authorities, changed.
    fileprivate init(
        _ name: String, _ sentence: String, _ revocation: RevocationChecking, _ expected: RuleExpectation,
        _ change: @escaping @Sendable (inout RootProgramLists) -> Void
    ) {
        let make: @Sendable () throws -> (made: Made, lists: [[UInt8]]) = {
            let chain = try RootProgramChain()
            let (root, intermediate) = try chain.authorities()
            let leaf = try intermediate.issue(chain.leaf)
            var lists = RootProgramLists(
                server: try Certificate(der: leaf.certificate).serialNumber,
                authority: try Certificate(der: intermediate.certificate).serialNumber)
            change(&lists)
            var issued = [try root.issue(lists.rootList)]
            if lists.hasList { issued.append(try intermediate.issue(lists.list)) }
            if let delta = lists.delta { issued.append(try intermediate.issue(delta)) }
            return ((leaf.chain, root.certificate), issued)
        }
        self.init(
            name, sentence, .own, settings: [.revocation: revocation == .hard ? 2 : 1], expected,
            made: { try make().made })
        makeWithLists = make
    }
}
