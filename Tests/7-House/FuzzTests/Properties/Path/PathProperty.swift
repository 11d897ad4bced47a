import HoldfastTrust
import HoldfastX509

/// A pool of certificates that an attacker chose, in every order and twice over: trusted where a path holds, and
/// nowhere else, within the limits.
///
/// The first octet chooses the server's certificate, each further pair of octets a certificate of the pool, or, from
/// 0xFF00 on, changes an octet of the one chosen last: how, the next three octets say.
func checkPath(_ bytes: [UInt8]) throws(Violation) {
    let pool = try prepared { try HostilePool.shared.get() }
    let request = PathRequest(bytes, pool)
    let expected = PathModel(request.whole).leadsToRoot(from: request.leaf)
    let leaf = pool.leaves[request.leaf]
    let judge = try PathJudge(pool)
    try judge.check([leaf] + request.sent, expected, "as sent")
    try judge.check([leaf] + request.sent.reversed().flatMap { [$0, $0] }, expected, "in reverse order, each twice")
    // Nobody's word counts without an anchor.
    try judge.check([leaf] + request.sent, false, anchored: false, "without an anchor")
}

/// What an input asks for.
private struct PathRequest {
    private static let maximum = 24

    let leaf: Int
    /// What is sent besides the server's certificate.
    let sent: [[UInt8]]
    /// What of it is sent as it was made.
    let whole: [HostilePool.Entry]

    init(_ bytes: [UInt8], _ pool: HostilePool) {
        var choices = Choices(bytes)
        leaf = choices.number(below: pool.leaves.count)
        var sent: [(der: [UInt8], entry: HostilePool.Entry)] = []
        while !choices.isAtEnd, sent.count < Self.maximum {
            let (high, low) = (Int(choices.octet()), Int(choices.octet()))
            if high < 0xFF {
                let entry = pool.entries[(high << 8 | low) % pool.entries.count]
                sent.append((entry.der, entry))
            } else if let last = sent.indices.last {
                let place = (Int(choices.octet()) << 8 | Int(choices.octet())) % sent[last].der.count
                sent[last].der[place] ^= choices.octet()
            }
        }
        self.sent = sent.map(\.der)
        whole = sent.filter { $0.der == $0.entry.der }.map(\.entry)
    }
}

/// Asks the engine, and holds every answer against what has to be true of it.
private struct PathJudge {
    /// Remembers signatures, as a process does that lives long.
    private static let engine = TrustEngine()

    /// The weight of a check by P-384.
    private static let heaviestCheck = 12

    private let pool: HostilePool
    private let anchored: TrustPolicy
    private let unanchored: TrustPolicy

    init(_ pool: HostilePool) throws(Violation) {
        self.pool = pool
        var policy = TrustPolicy.ssl(try prepared { try ServerName("www.example.com") })
        policy.anchors = .only([pool.anchor])
        anchored = policy
        policy.anchors = .only([])
        unanchored = policy
    }

    func check(
        _ sent: [[UInt8]], _ expected: Bool, anchored isAnchored: Bool = true, _ how: String
    ) throws(Violation) {
        let trust = try prepared { try ServerTrust(derChain: sent) }
        let policy = isAnchored ? anchored : unanchored
        switch Self.engine.answer(to: trust, with: policy) {
        case .success(let evaluation):
            try expectHolds(evaluation, sent)
            try check(evaluation.work, policy.limits)
            try expect(expected, "\(how): trusted, and no path holds")
        case .failure(let failure):
            try expect(!failure.errors.isEmpty, "refused without an error")
            try check(failure.work, policy.limits)
            let isLimit = failure.errors.contains { $0.code == .workLimit }
            try expect(!expected || isLimit, "\(how): a path holds, and it is refused: \(failure)")
        }
    }

    /// The accepted path is one: each certificate was sent or is the anchor, and is named as issuer by the one below.
    private func expectHolds(_ evaluation: TrustEvaluation, _ sent: [[UInt8]]) throws(Violation) {
        let chain = evaluation.chain
        try expect(chain.first.map { Array($0.bytes) } == sent[0], "the path does not begin with the server")
        try expect(chain.last == pool.anchor, "the path does not end at the anchor")
        try expect(Set(chain).count == chain.count, "a certificate stands twice in the path")
        for (child, issuer) in zip(chain, chain.dropFirst()) {
            try expect(child.issuer.matches(issuer.subject), "a path of names that do not match")
            try expect(issuer == pool.anchor || sent.contains(Array(issuer.bytes)), "a certificate that was not sent")
        }
    }

    private func check(_ work: WorkDone, _ limits: Limits) throws(Violation) {
        // Beside one path that holds, with a quarter more to tell why none does.
        let path = limits.pathCertificates * Self.heaviestCheck
        try expect(
            work.signatureWeight <= limits.signatureWeight * 5 / 4 + path, "more signature checks than allowed")
        try expect(work.pathSteps <= limits.pathSteps, "more path steps than allowed")
        try expect(work.judgedPaths <= limits.judgedPaths, "more paths judged than allowed")
        try expect(work.nameComparisons <= limits.nameComparisons, "more comparisons of names than allowed")
        try expect(work.policySteps <= limits.policySteps, "more steps of policies than allowed")
    }
}

extension TrustEngine {
    /// The answer as a value, for the moment at which all chains of the properties are valid.
    func answer(
        to trust: ServerTrust, with policy: TrustPolicy, supplying lists: [SuppliedRevocationList] = []
    ) -> Result<TrustEvaluation, TrustFailure> {
        do throws(TrustFailure) {
            return .success(
                try evaluate(trust, with: policy, at: FixedKeys.moment, supplying: [.revocationLists(lists)]))
        } catch {
            return .failure(error)
        }
    }
}
