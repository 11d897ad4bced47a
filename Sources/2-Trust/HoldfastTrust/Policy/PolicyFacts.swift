import HoldfastCrypto
public import HoldfastX509

/// Everything that a policy refers to, as it is at one time: one evaluation uses the same sets from its beginning to
/// its end, whatever is reloaded meanwhile.
struct CurrentPolicy: Sendable {
    let anchors: AnchorSet
    let exceptions: TrustExceptionSet
    let pins: TrustPins.Current
    let facts: PolicyFacts

    /// Whether the clock has said a later time already than the one to judge for, as pins with an end remember it.
    let isClockSetBack: Bool

    init(_ policy: TrustPolicy, at instant: Instant) {
        anchors = policy.anchors.current()
        exceptions = policy.exceptions.current()
        pins = policy.pins.current()
        isClockSetBack = pins.latest.map { $0 > instant } ?? false
        facts = PolicyFacts(policy, anchors.generation, exceptions, pins, at: instant)
    }
}

/// Everything that can change a policy's verdict at one time, as values: what its digest is made of.
struct PolicyFacts: Hashable {
    private let purpose: TrustPolicy.Purpose
    private let profile: [UInt8]
    private let pinnedHosts: [UInt8]
    private let publicSuffixes: String?
    private let anchors: String
    private let anchorGeneration: UInt64
    private let anchorConstraints: [AnchorConstraints]
    private let limits: Limits
    private let exceptions: UInt64
    private let exceptionGeneration: UInt64
    private let acceptAny: DangerousAcceptAny?
    private let maximumIntermediates: Int?
    private let initialPolicies: InitialPolicies
    private let expiryNotice: Int64?
    private let expiryShare: Int?
    private let revocation: RevocationChecking
    private let revocationUnderOwnAnchors: Bool
    private let fetching: EvidenceFetching
    private let transparency: TransparencyChecking
    /// The keys of the user's own rules; nil for one that has none, of which nothing is ever known to be the same.
    private let rules: [[UInt8]?]
    /// The periods that have begun and ended; nil where the digest is for any time.
    private let periodStates: PeriodStates?

    /// The states of the periods of exceptions, of accepting anything, of pins and of logs: before, during or after.
    private struct PeriodStates: Hashable {
        let exceptions: String
        let acceptAny: String
        let pins: String
        let logs: String
    }

    /// Gathers the facts of a policy that can change a verdict.
    ///
    /// - Parameter instant: nil for a digest that holds at any time.
    init(
        _ policy: TrustPolicy, _ anchorGeneration: UInt64, _ exceptions: TrustExceptionSet, _ pins: TrustPins.Current,
        at instant: Instant?
    ) {
        purpose = policy.purpose
        profile = policy.profile.digest
        pinnedHosts = pins.hosts.digest
        publicSuffixes = policy.publicSuffixes?.identity
        anchors = policy.anchors.identity
        self.anchorGeneration = anchorGeneration
        anchorConstraints = policy.anchorConstraints
        limits = policy.limits
        self.exceptions = policy.exceptions.identity
        exceptionGeneration = exceptions.generation
        acceptAny = policy.dangerousAcceptAny
        maximumIntermediates = policy.maximumIntermediates
        initialPolicies = policy.initialPolicies
        expiryNotice = policy.expiryNotice?.components.seconds
        expiryShare = policy.expiryShare
        revocation = policy.revocation
        revocationUnderOwnAnchors = policy.checksRevocationUnderOwnAnchors
        fetching = policy.fetching
        transparency = policy.transparency
        rules = policy.rules.map(\.cacheKey)
        periodStates = instant.map { instant in
            PeriodStates(
                exceptions: exceptions.periodStates(of: policy.purpose, at: instant),
                acceptAny: policy.dangerousAcceptAny?.periodState(at: instant) ?? "never",
                pins: pins.periodState(for: policy.purpose.serverName, at: instant),
                logs: policy.transparency.periodState(at: instant))
        }
    }

    /// Whether equal facts mean the same verdicts: where each rule has a key.
    var areWhole: Bool { !rules.contains(nil) }

    /// SHA-256 over all of it. Of a rule without a key something random stands in it.
    var digest: [UInt8] { digest(over: settings, exceptions: periodStates?.exceptions ?? "") }

    /// ``digest`` as any process computes it of the same policy, for what outlives one: the anchors stand in it by
    /// their certificates, and not by the number of a handle. Exceptions are left out: what rests on one must not be
    /// kept under it.
    func lastingDigest(_ anchors: AnchorSet) -> [UInt8] {
        let settings = settings(anchors: HexString.encode(anchors.contentDigest), exceptions: "")
        return digest(over: settings, exceptions: "")
    }

    private func digest(over settings: [[UInt8]], exceptions: String) -> [UInt8] {
        var parts = settings
        if let periodStates {
            parts += [exceptions, periodStates.acceptAny, periodStates.pins, periodStates.logs].map { Array($0.utf8) }
        }
        switch purpose {
        // The kind too: the name "a.bc" and the address 97.46.98.99 are the same four octets.
        case .ssl(.dns(let name)): parts += [Array("dns".utf8), Array(name.text.utf8)]
        case .ssl(.ip(let address)): parts += [Array("ip".utf8), address.bytes]
        case .sslWithoutName, .sslClient, .basicX509: break
        }
        return Self.digest(of: parts)
    }

    /// ``digest`` without the identity and without the states of periods, which are about identities; nil where a rule
    /// has no key.
    var digestWithoutIdentity: [UInt8]? { areWhole ? Self.digest(of: settings) : nil }

    private var settings: [[UInt8]] {
        settings(anchors: "\(anchors).\(anchorGeneration)", exceptions: "\(exceptions).\(exceptionGeneration)")
    }

    private func settings(anchors: String, exceptions: String) -> [[UInt8]] {
        let texts = [
            purpose.name, publicSuffixes ?? "no suffixes", anchors, limits.digestText, exceptions,
            acceptAny?.digestText ?? "no accepting of any",
            "\(maximumIntermediates ?? -1)", initialPolicies.digestText, "\(expiryNotice ?? -1) \(expiryShare ?? -1)",
            revocation.rawValue,
            "\(revocationUnderOwnAnchors) \(fetching.digestText)", transparency.digestText,
            anchorConstraints.map(\.digestText).joined(separator: ";"),
        ]
        return [profile, pinnedHosts] + texts.map { Array($0.utf8) }
            + rules.map { $0 ?? (0..<16).map { _ in UInt8.random(in: .min ... .max) } }
    }

    /// Each part has its length in front, so that no two lists give the same bytes.
    private static func digest(of parts: [[UInt8]]) -> [UInt8] {
        var input: [UInt8] = []
        for part in parts {
            for shift in stride(from: 24, through: 0, by: -8) {
                input.append(UInt8(truncatingIfNeeded: part.count >> shift))
            }
            input += part
        }
        return Digest.sha256(input[...])
    }
}

extension TrustPolicy {
    /// SHA-256 over everything that can change a verdict, the generations of the anchors and exceptions included.
    ///
    /// Equal digests mean the same identity, profile, anchors, limits and rules: a connection accepted under one digest
    /// must not serve a request under another. A rule without a cache key makes each call's digest different.
    public var digest: [UInt8] { digest(anchors.current().generation, exceptions.current(), pins.current(), at: nil) }

    /// ``digest`` at an instant: differs as well when an exception for this identity, or ``dangerousAcceptAny``, begins
    /// or ends. What is to live on after it was accepted is kept under this one.
    public func digest(at instant: Instant) -> [UInt8] {
        digest(anchors.current().generation, exceptions.current(), pins.current(), at: instant)
    }

    func digest(
        _ anchorGeneration: UInt64, _ exceptions: TrustExceptionSet, _ pins: TrustPins.Current, at instant: Instant?
    ) -> [UInt8] {
        PolicyFacts(self, anchorGeneration, exceptions, pins, at: instant).digest
    }

    /// ``digest`` without the identity: what connections to different servers may share a pool under. Nil where a rule
    /// has no cache key, since nothing may be shared then.
    package var digestWithoutIdentity: [UInt8]? {
        PolicyFacts(self, anchors.current().generation, exceptions.current(), pins.current(), at: nil)
            .digestWithoutIdentity
    }
}
