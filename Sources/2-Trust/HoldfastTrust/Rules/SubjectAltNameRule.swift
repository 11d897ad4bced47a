import HoldfastStatements
import HoldfastX509

/// Every subject alternative name of the server's certificate is of a kind and a form that it may be of, and has one
/// owner: the other names of a certificate count too, not only the one that was asked for.
struct SubjectAltNameRule: StandardRule {
    private static let advice = AlternativeNameAdvice.haveNamesOfServer
    static let syntax = Requirement(
        "subjectAltName.syntax", .subjectAltName,
        source: "RFC 5280 §4.2.1.6 (preferred name syntax, RFC 1034 §3.5, RFC 1123 §2.1); CA/B BR 7.1.2.7.12",
        advice: AlternativeNameAdvice.writeHostNames)
    static let address = Requirement(
        "subjectAltName.address", .subjectAltName, source: "RFC 5280 §4.2.1.6; Chromium refuses other lengths",
        advice: AlternativeNameAdvice.haveAddressOctets)
    /// "However, a valid host name can never have the dotted-decimal form #.#.#.#, since at least the highest-level
    /// component label will be alphabetic" (RFC 1123 §2.1).
    static let addressAsName = Requirement(
        "subjectAltName.addressAsName", .subjectAltName,
        source: "RFC 5280 §4.2.1.6 (preferred name syntax, RFC 1123 §2.1); RFC 9525 §6.5; CA/B BR 7.1.2.7.12",
        advice: AlternativeNameAdvice.haveIPAddress)
    static let mailbox = Requirement(
        "subjectAltName.mailbox", .subjectAltName, source: "RFC 5280 §4.2.1.6, RFC 2821 §4.1.2",
        advice: AlternativeNameAdvice.haveMailboxes)
    static let wildcard = Requirement(
        "subjectAltName.wildcard", .subjectAltName, source: "CA/B BR 1.6.1 (Wildcard Domain Name); RFC 9525 §6.3",
        advice: AlternativeNameAdvice.wholeLabelWildcard)
    static let reservedLabel = Requirement(
        "subjectAltName.reservedLabel", .subjectAltName,
        source: "CA/B BR 7.1.2.7.12 (P-Labels or Non-Reserved LDH Labels); RFC 5890 §2.3.1", advice: advice)
    static let nameTypes = Requirement(
        "subjectAltName.nameTypes", .subjectAltName, source: "CA/B BR 7.1.2.7.12", advice: advice)
    static let internalName = Requirement(
        "subjectAltName.internalName", .subjectAltName, source: "CA/B BR 7.1.2.7.12, 1.6.1 (Internal Name)",
        advice: AlternativeNameAdvice.ownAuthorityForNames)
    static let reservedAddress = Requirement(
        "subjectAltName.reservedAddress", .subjectAltName, source: "CA/B BR 7.1.2.7.12, 1.6.1 (Reserved IP Address)",
        advice: AlternativeNameAdvice.ownAuthorityForAddresses)
    static let reverseZone = Requirement(
        "subjectAltName.reverseZone", .subjectAltName, source: "CA/B BR 7.1.2.7.12, 4.2.2 (ballot SC-086)",
        advice: advice)
    static let publicSuffixWildcard = Requirement(
        "subjectAltName.publicSuffixWildcard", .subjectAltName, source: "CA/B BR 3.2.2.6", advice: advice)
    static let privateSuffixWildcard = Requirement(
        "subjectAltName.privateSuffixWildcard", .subjectAltName,
        source:
            "CA/B BR 3.2.2.6 (\"rightful control of the entire Domain Namespace\"); Public Suffix List, "
            + "PRIVATE DOMAINS",
        advice: advice)
    static let requirements = [
        syntax, address, addressAsName, mailbox, wildcard, reservedLabel, nameTypes, internalName, reservedAddress,
        reverseZone,
        publicSuffixWildcard, privateSuffixWildcard,
    ]

    private static let reverseZonesForbidden = RootProgram.day(of: "br.reverse-zone")

    var cacheKey: [UInt8]? { Array("subjectAltName".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        guard !path.isAnchor(depth: 0), let names = path.leaf.subjectAlternativeName,
            judgement.asks(Self.requirements), judgement.meter.spend(nameComparisons: names.count)
        else { return }
        var look = AlternativeNameCheck(
            suffixes: judgement.policy.publicSuffixes,
            isServer: RootProgram.subscriber(path, judgement) != nil,
            forbidsReverseZones: RootProgram.applies(since: Self.reverseZonesForbidden, to: path.leaf, judgement))
        for name in names { look.check(name) }
        // One finding a requirement: ten thousand names may share a fault.
        for requirement in Self.requirements {
            guard let (name, expected, count) = look.faults[requirement.id] else { continue }
            judgement.report(
                requirement, at: .certificate(depth: 0),
                seen: AlternativeNameSentence.seen(name: name, more: count - 1),
                expected: AlternativeNameSentence.expected(expected),
                message: requirement == Self.addressAsName
                    ? AlternativeNameSentence.addressAsDNSName(name: name, more: count - 1)
                    : .fault(name: name, more: count - 1, expected: expected))
        }
    }
}
