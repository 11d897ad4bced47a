package import HoldfastJSON
package import HoldfastStatements
package import HoldfastTrust
package import HoldfastX509

/// Entries of a policy file that do nothing, or less than they seem to; the pins themselves are `PinLint`'s.
package struct PolicyReview: Sendable {
    /// The mistake that was looked for.
    package enum Rule: String, Hashable, Sendable, CaseIterable {
        case emptyEntry, repeatsWider, takesNothingBack, reportsWithoutPins, endedOverride, shadowed, matchesNoHost
        case oneLetterApart
    }

    package struct Finding: Sendable {
        package let rule: Rule
        package let severity: Severity
        package let pattern: HostPattern
        package let position: TextPosition
        package let statement: Statement
    }

    /// In the order of the file.
    package let findings: [Finding]

    /// Looks at every entry.
    ///
    /// - Parameter now: the time, by which debug overrides end.
    package init(_ file: ReadPolicyFile, at now: Instant) {
        let document = file.document
        var findings: [Finding] = []
        var shadows: [Shadow: [HostPattern]] = [:]
        let matched = document.hostsByPattern
        let namesHosts = document.hosts.keys.contains { $0.domain == nil }
        for (pattern, host) in document.hosts {
            func add(
                _ rule: Rule, _ severity: Severity, _ sentence: PolicyReviewSentence, at member: PolicyNames.Host? = nil
            ) {
                let place = member.map { file.places.position(of: pattern, $0) } ?? file.places.position(of: pattern)
                findings.append(
                    Finding(
                        rule: rule, severity: severity, pattern: pattern, position: place, statement: sentence.statement
                    ))
            }
            let said = PolicyNames.Host.allCases.filter(host.says)
            if said.isEmpty { add(.emptyEntry, .warning, .saysNothing) }
            if pattern.domain != nil, namesHosts, matched[pattern] == nil {
                add(.matchesNoHost, .note, .matchesNoHost)
            }
            let wider = document.members(of: Array(pattern.patternsOverAll.dropFirst()))
            for member in said {
                guard let (other, above) = wider[member] else {
                    // What pins exclude in vain is told with the pins.
                    if member != .pins, let word = host.wordTakingBack(member) {
                        add(
                            .takesNothingBack, .note, .takesNothingBack(member: member.rawValue, word: word), at: member
                        )
                    }
                    continue
                }
                if host.value(of: member) == above.value(of: member) {
                    add(.repeatsWider, .note, .repeats(member: member.rawValue, pattern: "\(other)"), at: member)
                } else {
                    shadows[Shadow(pattern: other, member: member), default: []].append(pattern)
                }
            }
            if host.reportURIs?.isEmpty == false, !Self.hasPins(host, wider[.pins]?.host) {
                add(.reportsWithoutPins, .warning, .reportsWithoutPins, at: .reportURIs)
            }
            if let debug = host.dangerousDebug, debug.until <= now {
                add(.endedOverride, .warning, .endedOverride(at: "\(debug.until)"), at: .dangerousDebug)
            }
        }
        for (shadow, patterns) in shadows {
            let sorted = patterns.map { "\($0)" }.sorted()
            let names = sorted.prefix(Self.mostNamed) + (sorted.count > Self.mostNamed ? ["…"] : [])
            findings.append(
                Finding(
                    rule: .shadowed, severity: .note, pattern: shadow.pattern,
                    position: file.places.position(of: shadow.pattern, shadow.member),
                    statement: PolicyReviewSentence.shadowed(
                        member: shadow.member.rawValue, count: patterns.count, names: names.joined(separator: ", ")
                    ).statement))
        }
        for (pinned, other) in UnpinnedNeighbours(document).pairs {
            findings.append(
                Finding(
                    rule: .oneLetterApart, severity: .note, pattern: pinned,
                    position: file.places.position(of: pinned),
                    statement: PolicyReviewSentence.oneLetterApart(from: "\(other)").statement))
        }
        self.findings = findings.sorted {
            $0.position == $1.position ? $0.rule.rawValue < $1.rule.rawValue : $0.position < $1.position
        }
    }

    /// Whether there is more than notes.
    package var hasProblems: Bool { findings.contains { $0.severity > .note } }

    /// Entries that a sentence names.
    private static let mostNamed = 10

    /// A member of a wide entry that narrower ones keep from some of its servers.
    private struct Shadow: Hashable {
        let pattern: HostPattern
        let member: PolicyNames.Host
    }

    private static func hasPins(_ host: HostPolicy, _ wider: HostPolicy?) -> Bool {
        if case .pinned? = host.pins ?? wider?.pins { true } else { false }
    }
}
