import HoldfastX509

/// Every name of a certificate lies where the authorities above it may name servers and people.
///
/// Constraints of an anchor count too: whoever makes a constrained root means it. Each authority's constraints are
/// applied by themselves, which comes to the intersection and union of RFC 5280 §6.1.4(g).
struct NameConstraintsRule: TrustRule {
    private static let source = "RFC 5280 §4.2.1.10, §6.1.3(b)-(c)"
    static let permitted = Requirement(
        "nameConstraints.permitted", .nameConstraints, source: source,
        advice: "use a name that the authority may issue for, or another authority")
    static let excluded = Requirement(
        "nameConstraints.excluded", .nameConstraints, source: source,
        advice: "use a name that the authority may issue for, or another authority")
    static let readable = Requirement(
        "nameConstraints.readable", .nameConstraints, source: source,
        advice: "have the authority's certificate issued anew with constraints of a form that RFC 5280 defines")

    var cacheKey: [UInt8]? { Array("nameConstraints".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, authority) in path.certificates.enumerated().dropFirst() {
            guard let constraints = authority.nameConstraints else { continue }
            let permitted = constraints.permittedSubtrees ?? []
            let excluded = constraints.excludedSubtrees ?? []
            if let unreadable = (permitted + excluded).first(where: { !Self.isReadable($0) }) {
                judgement.report(
                    Self.readable, at: .certificate(depth: depth), seen: "the subtree \(unreadable.base)",
                    expected: "a base of the type's form, minimum 0 and no maximum",
                    message: "a name constraint of \(authority.subject.shortDescription) cannot be applied")
                continue
            }
            for lower in 0..<depth {
                let certificate = path.certificates[lower]
                // RFC 5280 §6.1.3(b): self-issued certificates are passed over, unless final.
                if lower > 0, certificate.isSelfIssued { continue }
                let names = Self.names(of: certificate)
                guard judgement.meter.spend(nameComparisons: names.count * (permitted.count + excluded.count)) else {
                    return
                }
                for name in names {
                    if let subtree = excluded.first(where: { Self.overlaps(name, $0.base) }) {
                        report(Self.excluded, name, "outside \(subtree.base)", lower, authority, &judgement)
                        break
                    }
                    let ofItsType = permitted.filter { Self.isSameType(name, $0.base) }
                    if !ofItsType.isEmpty, !ofItsType.contains(where: { Self.contains(name, $0.base) }) {
                        let list = ofItsType.prefix(10).map { "\($0.base)" }.joined(separator: ", ")
                        report(Self.permitted, name, "within \(list)", lower, authority, &judgement)
                        break
                    }
                }
            }
        }
    }

    private func report(
        _ requirement: Requirement, _ name: GeneralName, _ expected: String, _ depth: Int, _ authority: Certificate,
        _ judgement: inout Judgement
    ) {
        judgement.report(
            requirement, at: .certificate(depth: depth), seen: "\(name)", expected: expected,
            message: "\(authority.subject.shortDescription) may not issue for \(name)")
    }

    /// The alternative names, the subject, and its e-mail addresses where no alternative name gives one.
    private static func names(of certificate: Certificate) -> [GeneralName] {
        let alternatives = certificate.subjectAlternativeName ?? []
        var names = alternatives
        if !certificate.subject.isEmpty { names.append(.directoryName(certificate.subject)) }
        let hasMail = alternatives.contains { if case .rfc822Name = $0 { true } else { false } }
        if !hasMail {
            for attribute in certificate.subject.relativeNames.flatMap(\.attributes)
            where attribute.type == .emailAddress {
                // What is no IA5String is within no permitted subtree, as the empty string is.
                names.append(.rfc822Name(IA5String(attribute.value) ?? .empty))
            }
        }
        return names
    }

    private static func isReadable(_ subtree: GeneralSubtree) -> Bool {
        guard subtree.minimum == 0, subtree.maximum == nil else { return false }
        return switch subtree.base {
        case .dnsName(let base): DNSConstraint.isValid(base: base.bytes)
        case .rfc822Name(let base): MailConstraint.isValid(base: base.bytes)
        case .uniformResourceIdentifier(let base): URIConstraint.isValid(base: base.bytes)
        case .ipAddress(let base): AddressConstraint.isValid(base: base)
        case .directoryName: true
        // RFC 5280 gives no way to compare them; a name of such a type is refused where one appears.
        case .otherName, .x400Address, .ediPartyName, .registeredID: true
        }
    }

    private static func isSameType(_ name: GeneralName, _ base: GeneralName) -> Bool {
        switch (name, base) {
        case (.dnsName, .dnsName), (.rfc822Name, .rfc822Name), (.directoryName, .directoryName),
            (.uniformResourceIdentifier, .uniformResourceIdentifier), (.x400Address, .x400Address),
            (.ediPartyName, .ediPartyName), (.registeredID, .registeredID):
            true
        case (.otherName(let left, _), .otherName(let right, _)): left == right
        case (.ipAddress(let name), .ipAddress(let base)): base.count == name.count * 2
        default: false
        }
    }

    /// Whether the name is certainly within the subtree; false for what cannot be compared.
    private static func contains(_ name: GeneralName, _ base: GeneralName) -> Bool {
        switch (name, base) {
        case (.dnsName(let name), .dnsName(let base)): DNSConstraint.contains(base: base.bytes, name: name.bytes)
        case (.rfc822Name(let name), .rfc822Name(let base)):
            MailConstraint.contains(base: base.bytes, name: name.bytes)
        case (.uniformResourceIdentifier(let name), .uniformResourceIdentifier(let base)):
            URIConstraint.contains(base: base.bytes, name: name.bytes) ?? false
        case (.ipAddress(let name), .ipAddress(let base)): AddressConstraint.contains(base: base, name: name)
        case (.directoryName(let name), .directoryName(let base)): name.isWithin(base)
        default: false
        }
    }

    /// Whether the name may be within the subtree; true for what cannot be compared.
    private static func overlaps(_ name: GeneralName, _ base: GeneralName) -> Bool {
        guard isSameType(name, base) else { return false }
        return switch (name, base) {
        case (.dnsName(let name), .dnsName(let base)): DNSConstraint.overlaps(base: base.bytes, name: name.bytes)
        case (.uniformResourceIdentifier(let name), .uniformResourceIdentifier(let base)):
            URIConstraint.contains(base: base.bytes, name: name.bytes) ?? true
        case (.otherName, _), (.x400Address, _), (.ediPartyName, _), (.registeredID, _): true
        default: contains(name, base)
        }
    }
}
