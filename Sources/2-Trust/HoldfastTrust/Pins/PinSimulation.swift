import HoldfastCrypto
public import HoldfastX509

/// Whether a certificate that is still to come would pass the pins that are shipped: to be asked before a server
/// changes its certificate, and before pins are changed.
///
/// A certificate that is renewed with the same key passes pins of keys and fails those of whole certificates; one with
/// a new key passes where the key is a backup, or the pins are those of authorities above it. Names, validity and
/// anchors are not judged here: ``TrustEngine`` does that.
public struct PinSimulation: Hashable, Sendable {
    /// The outcome that the server would have.
    public enum Verdict: String, Hashable, Sendable {
        /// The server has no pins.
        case notPinned
        /// Each group that is given matches.
        case passes
        /// Some group does not match, and the pins only report.
        case reported
        /// The pins have ended by then, and let the server through.
        case expired
        /// The given certificates do not reach up to a root, and pins of authorities might match above them.
        case undecided
        /// The server would be refused.
        case fails
    }

    /// The result for one group of pins.
    public struct GroupResult: Hashable, Sendable {
        public enum Outcome: String, Hashable, Sendable {
            case found, missing, undecided
        }

        public let group: PinSet.Group
        public let outcome: Outcome
        /// The pins that matched, with the depth of the certificate.
        public let found: [PinMatch.Found]
    }

    public let verdict: Verdict
    /// The pins that count for the server; nil where there are none.
    public let duty: ApplicablePins?
    /// Each group that is given.
    public let groups: [GroupResult]
    /// The certificates that signatures tie to the leaf, leaf first.
    public let chain: [Certificate]
    /// Certificates that were given and are none of the chain.
    public let unused: [Certificate]

    /// Certificates that are looked at; more than any server sends, and signatures have to be checked.
    public static let maximumCertificates = 32

    /// Simulates the check of a next certificate against pins.
    ///
    /// - Parameters:
    ///   - certificates: the next certificate, and those above it in any order; not empty. Beyond
    ///     ``maximumCertificates`` they are not looked at.
    ///   - issuers: certificates of authorities that are known besides, such as the anchors' and those of today's
    ///     chain.
    ///   - instant: when the certificate will be used.
    public init?(
        of certificates: [Certificate], knowing issuers: [Certificate] = [], with hosts: PinnedHosts,
        for name: ServerName?,
        at instant: Instant
    ) {
        guard let leaf = certificates.first else { return nil }
        let given = certificates.dropFirst().prefix(Self.maximumCertificates)
        let (chain, isWhole) = Self.chain(from: leaf, Array(given) + issuers)
        self.chain = chain
        unused = certificates.dropFirst().filter { certificate in !chain.contains { $0.bytes == certificate.bytes } }
        duty = hosts.duty(for: name)
        guard let set = duty?.set else {
            (verdict, groups) = (.notPinned, [])
            return
        }
        let match = PinMatch(set, in: chain)
        groups = PinSet.Group.allCases.filter { !set.pins(of: $0).isEmpty }.map { group in
            let found = match.found.filter { group.covers(depth: $0.depth) && set.pins(of: group).contains($0.pin) }
            let outcome: GroupResult.Outcome =
                !match.missing.contains(group) ? .found : group == .leaf || isWhole ? .missing : .undecided
            return GroupResult(group: group, outcome: outcome, found: found)
        }
        verdict = Self.verdict(set, groups, at: instant)
    }

    private static func verdict(_ set: PinSet, _ groups: [GroupResult], at instant: Instant) -> Verdict {
        if let expiry = set.expiry, instant >= expiry.end {
            guard expiry.mode == .closed else { return .expired }
            return set.enforcement == .enforce ? .fails : .reported
        }
        if groups.allSatisfy({ $0.outcome == .found }) { return .passes }
        guard set.enforcement == .enforce else { return .reported }
        return groups.contains { $0.outcome == .missing } ? .fails : .undecided
    }

    /// The certificates above a leaf, each with the signature on the one below; and whether they end at a root.
    private static func chain(from leaf: Certificate, _ others: [Certificate]) -> (chain: [Certificate], isWhole: Bool)
    {
        var chain = [leaf]
        var checks = 0
        while chain.count <= maximumCertificates, let top = chain.last {
            if top.isSigned(by: top) { return (chain, true) }
            let next = others.first { candidate in
                guard top.issuer.matches(candidate.subject), checks < maximumCertificates * 4,
                    !chain.contains(where: { $0.bytes == candidate.bytes })
                else { return false }
                checks += 1
                return top.isSigned(by: candidate)
            }
            guard let next else { return (chain, false) }
            chain.append(next)
        }
        return (chain, false)
    }
}
