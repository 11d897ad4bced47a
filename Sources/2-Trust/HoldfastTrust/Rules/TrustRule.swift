/// One idea about what makes a chain acceptable; judges a built path and reports what it finds.
///
/// A rule of one's own goes into ``TrustPolicy/rules`` and is applied after the profile's. It must be a pure function
/// of its inputs: the same path, policy and time give the same findings. What it reports weighs as the profile says,
/// and is an error where that says nothing.
public protocol TrustRule: Sendable {
    /// Bytes that identify the rule and its settings, or nil: a verdict that depends on it is then never remembered.
    ///
    /// Where a rule of one's own has a key, its verdict is remembered within the second, since it may look at the time.
    var cacheKey: [UInt8]? { get }

    /// Judges a path; reports each requirement that is not met.
    func judge(_ path: CertificationPath, _ judgement: inout Judgement)
}

/// A rule of every profile: the one kind that is told of by ``Requirement/standard``.
///
/// It tells its requirements and how the search for paths may use it, so that whoever judges needs no other list than
/// ``StandardRules``.
protocol StandardRule: TrustRule {
    /// The requirements that it can report, in the order in which `Docs/profiles.md` lists them.
    static var requirements: [Requirement] { get }
    /// Whether it says of a certificate what it says of it alone, or with the leaf: it then refuses what begins like a
    /// path, whatever stands above (``PrefixRules``).
    static var judgesCertificatesAlone: Bool { get }
}

extension StandardRule {
    static var judgesCertificatesAlone: Bool { false }
}
