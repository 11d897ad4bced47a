import HoldfastStatements
import HoldfastX509

/// Every name of a certificate lies where the authorities above it may name servers and people.
///
/// Constraints of an anchor count too: whoever makes a constrained root means it. Each authority's constraints are
/// applied by themselves, which comes to the intersection and union of RFC 5280 §6.1.4(g).
struct NameConstraintsRule: StandardRule {
    private static let source = "RFC 5280 §4.2.1.10, §6.1.3(b)-(c)"
    static let permitted = Requirement(
        "nameConstraints.permitted", .nameConstraints, source: source,
        advice: NameConstraintSentence.useOther)
    static let excluded = Requirement(
        "nameConstraints.excluded", .nameConstraints, source: source,
        advice: NameConstraintSentence.useOther)
    /// Verifiers that disagree about where such a name lies would disagree about whether it is permitted.
    static let name = Requirement(
        "nameConstraints.name", .nameConstraints, source: source,
        advice: NameConstraintSentence.withoutMalformedName)
    static let readable = Requirement(
        "nameConstraints.readable", .nameConstraints, source: source,
        advice: NameConstraintSentence.reissueInDefinedForm)
    static let notEmpty = Requirement(
        "nameConstraints.notEmpty", .nameConstraints, source: "RFC 5280 §4.2.1.10",
        advice: NameConstraintSentence.reissueWithOrWithout)
    static let authorityOnly = Requirement(
        "nameConstraints.authorityOnly", .nameConstraints, source: "RFC 5280 §4.2.1.10",
        advice: NameConstraintSentence.reissueWithoutConstraints)

    private static let undotted = NameConstraintSentence.reissueWithDomain
    /// "DNS name restrictions are expressed as host.example.com": the dot is the syntax of mailboxes and URIs.
    static let leadingDot = Requirement(
        "nameConstraints.leadingDot", .nameConstraints, source: "RFC 5280 §4.2.1.10", advice: undotted)
    /// Names of certificates have no final dot: a comparison of texts would never match, and exclude nothing.
    static let trailingDot = Requirement(
        "nameConstraints.trailingDot", .nameConstraints, source: "RFC 5280 §4.2.1.10; RFC 1034 §3.1", advice: undotted)

    static let requirements = [
        permitted, excluded, name, readable, notEmpty, authorityOnly, leadingDot, trailingDot,
    ]

    var cacheKey: [UInt8]? { Array("nameConstraints".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated() {
            guard let constraints = certificate.nameConstraints else { continue }
            if certificate.basicConstraints?.isCA != true, !path.isAnchor(depth: depth) {
                judgement.report(
                    Self.authorityOnly, at: .certificate(depth: depth),
                    seen: NameConstraintSentence.constraintsWithoutAuthority,
                    expected: NameConstraintSentence.inAuthoritiesOnly,
                    message: NameConstraintSentence.authorityOnly)
            }
            guard depth > 0, isReadable(constraints, of: certificate, at: depth, &judgement),
                isApplied(constraints, despiteDotsOf: certificate, at: depth, &judgement)
            else { continue }
            let lists = Lists(constraints)
            guard judgement.meter.spend(nameComparisons: lists.count) else { return }
            for lower in 0..<depth {
                // RFC 5280 §6.1.3(b): self-issued certificates are passed over, unless final.
                if lower > 0, path.certificates[lower].isSelfIssued { continue }
                guard apply(lists, of: certificate, to: path.certificates[lower], at: lower, &judgement) else { return }
            }
        }
    }

    // MARK: The constraints themselves

    private func isReadable(
        _ constraints: NameConstraints, of authority: Certificate, at depth: Int, _ judgement: inout Judgement
    ) -> Bool {
        let lists = [constraints.permittedSubtrees, constraints.excludedSubtrees].compactMap { $0 }
        if lists.isEmpty || lists.contains(where: \.isEmpty) {
            judgement.report(
                Self.notEmpty, at: .certificate(depth: depth),
                seen: lists.isEmpty ? NameConstraintSentence.noSubtrees : .emptyList,
                expected: NameConstraintSentence.atLeastOne,
                message: NameConstraintSentence.nameNothing(authority: authority.subject.inSentence))
        }
        guard let unreadable = lists.joined().first(where: { !Self.isReadable($0) }) else { return true }
        judgement.report(
            Self.readable, at: .certificate(depth: depth), seen: NameConstraintSentence.subtree(Self.text(unreadable)),
            expected: NameConstraintSentence.applicableSubtree,
            message: NameConstraintSentence.cannotBeApplied(authority: authority.subject.inSentence))
        return false
    }

    /// Whether the profile has constraints applied whose DNS names stand before or behind a dot.
    private func isApplied(
        _ constraints: NameConstraints, despiteDotsOf authority: Certificate, at depth: Int,
        _ judgement: inout Judgement
    ) -> Bool {
        let subtrees = (constraints.permittedSubtrees ?? []) + (constraints.excludedSubtrees ?? [])
        let bases = subtrees.compactMap { subtree -> ArraySlice<UInt8>? in
            if case .dnsName(let base) = subtree.base { base.bytes } else { nil }
        }
        let name = authority.subject.inSentence
        let dots = [
            (
                Self.leadingDot, NameConstraintSentence.beginsWithDot(authority: name),
                bases.first(where: DNSConstraint.hasLeadingDot)
            ),
            (
                Self.trailingDot, NameConstraintSentence.endsWithDot(authority: name),
                bases.first(where: DNSConstraint.hasTrailingDot)
            ),
        ]
        var isApplied = true
        for case (let requirement, let message, let base?) in dots {
            judgement.report(
                requirement, at: .certificate(depth: depth),
                seen: NameConstraintSentence.subtree(String(decoding: base, as: UTF8.self)),
                expected: Verbatim(String(decoding: DNSConstraint.domain(of: base), as: UTF8.self)), message: message)
            if judgement.severity(of: requirement) == .error { isApplied = false }
        }
        return isApplied
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

    private static func text(_ subtree: GeneralSubtree) -> String {
        let maximum = subtree.maximum.map { ", maximum \($0)" } ?? ""
        let minimum = subtree.minimum == 0 ? "" : ", minimum \(subtree.minimum)"
        return "\(subtree.base)\(minimum)\(maximum)"
    }

    // MARK: The names below

    /// The constraints of one authority.
    struct Lists {
        private let permitted: SubtreeIndex
        private let excluded: SubtreeIndex
        /// Subtrees of both.
        let count: Int

        init(_ constraints: NameConstraints) {
            let (permitted, excluded) = (constraints.permittedSubtrees ?? [], constraints.excludedSubtrees ?? [])
            self.permitted = SubtreeIndex(permitted)
            self.excluded = SubtreeIndex(excluded)
            count = permitted.count + excluded.count
        }

        /// The number of comparisons that a name takes.
        func cost(of name: ConstrainedName) -> Int { permitted.cost(of: name) + excluded.cost(of: name) }

        /// The requirement that a name does not meet, and what was expected of it; nil for a name that is permitted.
        func fault(of name: ConstrainedName) -> (requirement: Requirement, expected: NameConstraintSentence)? {
            let isConstrained = permitted.hasType(of: name)
            if name.isUnreadable, isConstrained || excluded.hasType(of: name) {
                return (NameConstraintsRule.name, .readableNames)
            }
            // RFC 5280 §4.2.1.10: what is excluded is "invalid regardless of information appearing in the
            // permittedSubtrees".
            if let subtree = excluded.overlapping(name) {
                return (NameConstraintsRule.excluded, .outside(subtree: subtree.base.description))
            }
            guard isConstrained, !permitted.contains(name) else { return nil }
            let list = permitted.subtrees(ofTypeOf: name).prefix(10).map(\.base.description)
            return (NameConstraintsRule.permitted, .within(subtrees: list))
        }
    }

    /// Returns `false` where the work limit was reached.
    private func apply(
        _ lists: Lists, of authority: Certificate, to certificate: Certificate, at depth: Int,
        _ judgement: inout Judgement
    ) -> Bool {
        let names = Self.names(of: certificate)
        guard judgement.meter.reached(constrainedNames: names.count * lists.count) else { return false }
        for name in names {
            guard judgement.meter.spend(nameComparisons: lists.cost(of: name)) else { return false }
            if let fault = lists.fault(of: name) {
                judgement.report(
                    fault.requirement, at: .certificate(depth: depth), seen: Verbatim("\(name.name)"),
                    expected: fault.expected,
                    message: NameConstraintSentence.mayNotIssue(
                        authority: authority.subject.inSentence, name: "\(name.name)"))
                break
            }
        }
        return true
    }

    /// The alternative names, the subject, and its e-mail addresses where no alternative name gives one.
    ///
    /// RFC 5280 asks for the latter where there are no alternative names at all; a server's certificate that has only
    /// host names would then carry any mailbox past the constraint.
    static func names(of certificate: Certificate) -> [ConstrainedName] {
        let alternatives = certificate.subjectAlternativeName ?? []
        var names = alternatives.map { ConstrainedName($0) }
        guard !certificate.subject.isEmpty else { return names }
        names.append(ConstrainedName(.directoryName(certificate.subject)))
        let hasMail = alternatives.contains { if case .rfc822Name = $0 { true } else { false } }
        if !hasMail {
            let attributes = certificate.subject.relativeNames.flatMap(\.attributes)
            names += attributes.filter { $0.type == .emailAddress }.map { ConstrainedName(emailAddress: $0) }
        }
        return names
    }
}
