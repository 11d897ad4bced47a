import HoldfastFacts
public import HoldfastX509

/// A day from which something about a chain stops working, or cannot be had again as it is.
///
/// ```swift
/// let evaluation = try TrustEngine().evaluate(trust, with: policy, at: now)
/// for deadline in evaluation.deadlines where deadline.at <= now.advanced(byDays: 90) { print(deadline) }
/// ```
///
/// It says nothing about trust: what a deadline is about may be refused already, for other reasons.
public struct ChainDeadline: Hashable, Sendable {
    /// The thing that happens then.
    public enum Event: Hashable, Sendable {
        /// The certificate's last instant has come.
        case expires
        /// A certificate with the same contents and as long a validity would not be as a programme asks.
        case renewal(ProgrammeDeadline)
        /// A programme trusts the root no longer. The day is the latest one: a root's key may be older than its
        /// certificate, and then it comes earlier.
        case removal(ProgrammeDeadline)
        /// A programme trusts no certificate under the root that was issued later.
        ///
        /// - Parameters:
        ///   - programme: the programme's name.
        ///   - source: the place that says so, and its day.
        case distrust(programme: String, source: String, sourceDay: Instant)
    }

    /// The certificate's place in the chain, 0 for the leaf.
    public let depth: Int
    /// The instant at which it happens.
    public let at: Instant
    /// The thing that happens.
    public let event: Event
}

extension TrustOutcome {
    /// The deadlines of ``chain``, the earliest first: each certificate's end, and what the programmes ask of the next
    /// one, of its authorities and of its root.
    ///
    /// Programmes speak of public anchors, and of chains that end at no known one; of one's own anchor's chain the ends
    /// alone are told. Of demands that came before ``at`` those of the leaf are told that its next certificate will
    /// meet for the first time.
    public var deadlines: [ChainDeadline] {
        ChainDeadline.all(of: chain, anchor: anchor, at: at)
    }
}

extension ChainDeadline {
    /// The deadlines of a chain, the earliest first.
    ///
    /// - Parameters:
    ///   - chain: leaf first; the anchor last, where there is one.
    ///   - rows: the programmes' days.
    ///   - constraints: the programmes' constraints on roots, whose dates are told.
    static func all(
        of chain: [Certificate], anchor: TrustAnchor?, at now: Instant,
        rows: [ProgrammeDeadline] = ProgrammeDeadline.all,
        constraints: PublicConstraints = .current
    ) -> [ChainDeadline] {
        var found = chain.enumerated().map { depth, certificate in
            ChainDeadline(depth: depth, at: certificate.validity.notAfter.instant, event: .expires)
        }
        let isIssued = chain.count > 1 || anchor == nil && chain.first?.isSelfIssued == false
        for (depth, certificate) in chain.enumerated() {
            let isAnchor = anchor != nil && depth == chain.count - 1
            let subject: ProgrammeDeadline.Subject = isAnchor ? .root : depth == 0 ? .leaf : .subordinate
            guard isIssued else { continue }
            let asked = rows.filter { row in
                row.subject == subject && (anchor?.kind != .own || row.holdsUnderOwnAnchors)
                    && row.speaks(ofIssuer: certificate.issuer)
            }
            if isAnchor {
                found += removals(of: certificate, at: depth, by: asked)
                if anchor?.kind != .own { found += distrusts(of: certificate, at: depth, by: constraints) }
            } else {
                found += renewals(of: certificate, at: depth, isLeaf: depth == 0, now, by: asked)
            }
        }
        return found.sorted { ($0.at, $0.depth) < ($1.at, $1.depth) }
    }

    /// The demands that the next certificate of this kind meets, and that this one did not have to.
    private static func renewals(
        of certificate: Certificate, at depth: Int, isLeaf: Bool, _ now: Instant, by rows: [ProgrammeDeadline]
    ) -> [ChainDeadline] {
        let issued = certificate.validity.notBefore.instant
        let unmet = rows.filter { row in
            let counts = row.reckoning == .issuedFrom || row.reckoning == .issuedAfter
            return counts && !row.holds(forIssued: issued) && row.isUnmet(by: certificate)
        }
        let past = unmet.filter { $0.holds(forIssued: now) }
        // Of limits of one programme that came one after the other, the newest one counts.
        var newest: [String: ProgrammeDeadline] = [:]
        for row in past where isLeaf {
            let kind = "\(row.programme.rawValue) \(row.demand.kind)"
            if let known = newest[kind], let old = known.effective, let new = row.effective, old >= new { continue }
            newest[kind] = row
        }
        let coming = unmet.filter { !$0.holds(forIssued: now) }
        return (Array(newest.values) + coming).compactMap { row in
            row.effective.map { ChainDeadline(depth: depth, at: $0, event: .renewal(row)) }
        }
    }

    /// The days on which programmes remove a root for its age, as far as its certificate shows it.
    private static func removals(
        of root: Certificate, at depth: Int, by rows: [ProgrammeDeadline]
    ) -> [ChainDeadline] {
        let made = root.validity.notBefore.instant
        return rows.compactMap { row in
            switch row.demand {
            case .rootRemoval(let from, let through):
                guard made < through.advanced(byDays: 1), from.map({ made >= $0 }) ?? true, let day = row.effective
                else { return nil }
                return ChainDeadline(depth: depth, at: day, event: .removal(row))
            case .rootTermYears(let years):
                guard row.holds(forIssued: made) else { return nil }
                let end = made.advanced(byMonths: years * 12)
                return ChainDeadline(depth: depth, at: end, event: .removal(row))
            default: return nil
            }
        }
    }

    private static func distrusts(
        of root: Certificate, at depth: Int, by constraints: PublicConstraints
    ) -> [ChainDeadline] {
        constraints.constraints(on: root).compactMap { one in
            guard let last = one.lastIssue else { return nil }
            let event = Event.distrust(
                programme: one.programme.rawValue, source: last.source.name, sourceDay: last.source.day)
            return ChainDeadline(depth: depth, at: last.at, event: event)
        }
    }
}
