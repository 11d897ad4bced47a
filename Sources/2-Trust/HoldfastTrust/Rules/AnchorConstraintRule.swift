import HoldfastStatements
import HoldfastX509

/// A certificate is within what its anchor is trusted for: by the programmes' constraints on public roots, and by the
/// policy's own.
///
/// NSS compares the end entity's notBefore with the root's date; Chromium wants one timestamp of a log up to its date.
struct AnchorConstraintRule: StandardRule {
    private static let advice = AnchorConstraintSentence.issueByOther
    private static let ownAdvice = AnchorConstraintSentence.issueWithin
    static let mozilla = Requirement(
        "anchorConstraint.mozilla", .anchorConstraint, source: "NSS, CKA_NSS_SERVER_DISTRUST_AFTER", advice: advice)
    static let chrome = Requirement(
        "anchorConstraint.chrome", .anchorConstraint, source: "Chrome Root Store, constraints of its roots",
        advice: advice)
    static let distrustAfter = Requirement(
        "anchorConstraint.distrustAfter", .anchorConstraint, source: "TrustPolicy.anchorConstraints", advice: ownAdvice)
    static let timestamp = Requirement(
        "anchorConstraint.timestamp", .anchorConstraint, source: "TrustPolicy.anchorConstraints", advice: ownAdvice)
    static let lifetime = Requirement(
        "anchorConstraint.lifetime", .anchorConstraint, source: "TrustPolicy.anchorConstraints", advice: ownAdvice)
    static let name = Requirement(
        "anchorConstraint.name", .anchorConstraint, source: "TrustPolicy.anchorConstraints", advice: ownAdvice)
    static let use = Requirement(
        "anchorConstraint.use", .anchorConstraint, source: "TrustPolicy.anchorConstraints", advice: ownAdvice)
    static let requirements = [mozilla, chrome, distrustAfter, timestamp, lifetime, name, use]

    /// The constraints of public roots.
    private let data: PublicConstraints

    init(_ data: PublicConstraints = .current) { self.data = data }

    var cacheKey: [UInt8]? { Array("anchorConstraint".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        guard let anchor = path.anchor?.certificate else { return }
        let own = judgement.policy.anchorConstraints
        let isPublic = judgement.policy.purpose.isServer && judgement.asks([Self.mozilla, Self.chrome])
        let asked = isPublic ? data.constraints(on: anchor) : []
        guard !own.isEmpty || !asked.isEmpty else { return }
        var looked = Looked(path, judgement)
        for one in asked {
            // No other programme's constraints are known; one that is refuses as Chrome's do.
            let requirement = one.programme == .mozilla ? Self.mozilla : Self.chrome
            for breach in looked.breaches(of: one.limits, by: one.programme.voice, &judgement) {
                report(breach, requirement, &judgement)
            }
        }
        for limits in own where limits.anchor.map({ $0 == anchor.fingerprint }) ?? true {
            for breach in looked.breaches(of: limits, by: .policy, &judgement) {
                report(breach, breach.ownRequirement, &judgement)
            }
        }
    }

    private func report(_ breach: AnchorBreach, _ requirement: Requirement, _ judgement: inout Judgement) {
        judgement.report(
            requirement, at: .certificate(depth: 0), seen: breach.seen, expected: breach.expected,
            message: breach.message)
    }

    /// The facts of a path that constraints are about.
    private struct Looked {
        let leaf: Certificate
        let anchor: String
        /// Whether a list of logs was at hand, by which timestamps count.
        let isVerified: Bool
        private let path: CertificationPath
        /// The earliest timestamp; nil where nobody has looked for it yet.
        private var known: Instant??

        init(_ path: CertificationPath, _ judgement: Judgement) {
            self.path = path
            leaf = path.leaf
            anchor = path.anchor?.certificate.subject.shortDescription ?? ""
            isVerified =
                judgement.transparency.requirement?.logs != nil && !judgement.transparency.outcome.timestamps.isEmpty
        }

        /// The earliest timestamp: of those that count where a list was at hand, else of those that are stated, in the
        /// certificate and beside it.
        private mutating func earliest(_ judgement: inout Judgement) -> Instant? {
            if let known { return known }
            let found: [Instant]
            if isVerified {
                found = judgement.transparency.outcome.timestamps.filter { $0.problem == nil }.compactMap(\.at)
            } else {
                found = judgement.statedTimestamps(of: path)
            }
            known = .some(found.min())
            return found.min()
        }

        mutating func breaches(
            of limits: AnchorConstraints, by voice: AnchorBreach.Voice, _ judgement: inout Judgement
        ) -> [AnchorBreach] {
            var found: [AnchorBreach] = []
            let begins = leaf.validity.notBefore.instant
            if let date = limits.distrustAfter, begins > date {
                found.append(.begins(voice, anchor: anchor, after: date, at: begins))
            }
            if let date = limits.timestampNotAfter {
                // A timestamp that nobody verified is the authority's own word, as notBefore is.
                if !isVerified, begins > date {
                    found.append(.begins(voice, anchor: anchor, after: date, at: begins, isLogged: true))
                } else {
                    let earliest = earliest(&judgement)
                    if earliest.map({ $0 > date }) ?? (voice == .policy || isVerified) {
                        found.append(.logged(voice, anchor: anchor, after: date, at: earliest))
                    }
                }
            }
            if let most = limits.maximumLifetimeDays, let days = leaf.validity.days, days > most {
                found.append(.lives(days: days, anchor: anchor, most: most))
            }
            if !limits.permittedDNSNames.isEmpty, let name = strange(to: limits.permittedDNSNames, &judgement) {
                found.append(.named(voice, name, anchor: anchor, permitted: limits.permittedDNSNames))
            }
            let use = judgement.policy.purpose.extendedKeyUsage
            if !limits.permittedUses.isEmpty, !limits.permittedUses.contains(.anyExtendedKeyUsage),
                use.map({ !limits.permittedUses.contains($0) }) ?? true
            {
                found.append(.used(use, anchor: anchor, permitted: limits.permittedUses))
            }
            return found
        }

        /// A name of the leaf that is outside of the domains.
        private func strange(to domains: [DNSName], _ judgement: inout Judgement) -> Statement? {
            let names = leaf.subjectAlternativeName?.filter(\.isHost) ?? []
            // Where the limit is reached the path is not judged to its end, and so refused.
            guard judgement.meter.spend(nameComparisons: names.count * domains.count) else { return nil }
            for name in names {
                guard case .dnsName(let text) = name else { return AnchorConstraintSentence.address.statement }
                let host = String(decoding: text.bytes, as: UTF8.self).asciiLowercased()
                let isWithin = domains.contains { host == $0.text || host.hasSuffix("." + $0.text) }
                if !isWithin { return Statement(verbatim: host) }
            }
            return nil
        }
    }
}

extension GeneralName {
    /// Whether a server can be meant by it.
    fileprivate var isHost: Bool {
        switch self {
        case .dnsName, .ipAddress: true
        default: false
        }
    }
}

extension RootProgramme {
    fileprivate var voice: AnchorBreach.Voice { self == .mozilla ? .mozilla : .chrome }
}

extension TrustPolicy {
    /// Whether timestamps of logs can decide about a server: where transparency is asked for, and where an anchor is
    /// constrained to what logs had taken by a day, by the policy or by its programme. Handshakes then ask for what
    /// comes beside the certificate: what was not asked for does not come.
    var looksAtTimestamps: Bool {
        guard purpose.isServer else { return false }
        if transparency.isAsked || anchorConstraints.contains(where: { $0.timestampNotAfter != nil }) { return true }
        let asked = [AnchorConstraintRule.mozilla, AnchorConstraintRule.chrome].contains {
            profile.severity(of: $0, under: .publicWeb, for: purpose) != nil
        }
        return asked && anchors.current().isDatedByTimestamp
    }
}
